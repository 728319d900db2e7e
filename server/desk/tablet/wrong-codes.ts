// Rate limit of wrong registration codes per network and hour (security: five, then 429).

import { HOUR_MS } from '../../../shared/base/day-math.ts';
import type { Limit } from '../../platform/limits/limits.ts';

export const WRONG_CODES: Limit = { most: 5, windowMs: HOUR_MS };
