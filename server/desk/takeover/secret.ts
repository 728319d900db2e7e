// The secret of a takeover: 256 random bits, of which the server keeps the hash only.

import { randomBytes } from 'node:crypto';

export const newTakeoverSecret = (): string => randomBytes(32).toString('base64url');
