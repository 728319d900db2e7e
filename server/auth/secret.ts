// Secrets that are handed out once: 256 random bits with a prefix that tells what they are; only their SHA-256 is stored.

import { randomBytes } from 'node:crypto';

/** `ses_` bearer, `rfr_` refresh cookie, `fst_` link of the first user. */
export type SecretPrefix = 'ses_' | 'rfr_' | 'fst_';

export const newSecret = (prefix: SecretPrefix): string => prefix + randomBytes(32).toString('base64url');

