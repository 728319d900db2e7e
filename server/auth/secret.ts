// Secrets that are handed out once: 256 random bits with a prefix that tells what they are; only their SHA-256 is stored.

import { createHash, randomBytes } from 'node:crypto';

/** `ses_` bearer, `rfr_` refresh cookie, `fst_` link of the first user. */
export type SecretPrefix = 'ses_' | 'rfr_' | 'fst_';

export const newSecret = (prefix: SecretPrefix): string => prefix + randomBytes(32).toString('base64url');

/** Hex SHA-256; enough without salt or stretching, because the secret itself is random. */
export const hashSecret = (secret: string): string => createHash('sha256').update(secret).digest('hex');
