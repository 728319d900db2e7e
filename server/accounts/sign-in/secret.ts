// Secrets that are shown once: 256 random bits with a prefix of their kind; only their SHA-256 is
// stored.

import { randomBytes } from 'node:crypto';

/**
 * `api_`, `r4c_`, `col_` programs of a practice, `ses_` bearer, `rfr_` refresh cookie, `fst_` link
 * of the first user, `stp_` pending sign-in, `dev_` known browser.
 */
/** `lnk_`: one-time link of a mail. */
export type SecretPrefix =
  | 'api_'
  | 'r4c_'
  | 'col_'
  | 'lnk_'
  | 'ses_'
  | 'rfr_'
  | 'fst_'
  | 'stp_'
  | 'dev_';

export const newSecret = (prefix: SecretPrefix): string =>
  prefix + randomBytes(32).toString('base64url');
