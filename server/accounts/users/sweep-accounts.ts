// Deletes obsolete rows: expired tokens, sessions long over, unused browsers, old attempts.

import type { Store } from '../../platform/db/store.ts';
import { ACCOUNT_RULE } from '../sign-in/attempts.ts';
import { DEVICE_COOKIE_MS } from '../sessions/known-device.ts';
import { sweepLinks } from '../account-store/store-links.ts';
import { sweepDevices, sweepSteps } from '../account-store/store-factors.ts';
import { sweepAttempts, sweepSessions } from '../account-store/store.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/** Retention after their end, so that the last weeks can be inspected. */
const KEEP_MS = 30 * DAY_MS;

/** Deletes expired rows of accounts. Idempotent, may run at any time; once a day is enough. */
export async function sweepAccounts(store: Store, now: number): Promise<void> {
  await sweepSessions(store, now - KEEP_MS);
  await sweepLinks(store, now - KEEP_MS);
  await sweepSteps(store, now);
  await sweepDevices(store, now - DEVICE_COOKIE_MS);
  await sweepAttempts(store, now - ACCOUNT_RULE.forgetMs);
}
