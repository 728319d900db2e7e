// Storage of secrets in the database: codes, tokens and nonces as SHA-256 only (they are random, so
// no slow hash is needed).

import { createHash } from 'node:crypto';

/** Returns the lower-case hex SHA-256 of a random secret. */
export const hashSecret = (secret: string): string =>
  createHash('sha256').update(secret).digest('hex');
