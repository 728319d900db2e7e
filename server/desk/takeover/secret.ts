// Secret of a takeover: 256 random bits, stored as a hash only.

import { randomBytes } from 'node:crypto';

export const newTakeoverSecret = (): string => randomBytes(32).toString('base64url');
