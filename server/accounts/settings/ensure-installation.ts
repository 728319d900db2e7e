// Identity of this database: created once, sent to tablets (epoch) and to sessions (securityEpoch).

import type { Store } from '../../platform/db/store.ts';
import { findInstallation, insertInstallation } from './store.ts';

/** Reads the installation's row, creating it at the very first start. */
export async function ensureInstallation(
  store: Store,
  deps: { now: () => number; newEpoch: () => string },
): Promise<{ epoch: string; securityEpoch: number }> {
  const found = await findInstallation(store);
  if (found) return found;
  await insertInstallation(store, {
    epoch: deps.newEpoch(),
    securityEpoch: 1,
    createdAt: deps.now(),
  });
  // Two processes may start concurrently: both use the row that was inserted first.
  const made = await findInstallation(store);
  if (!made) throw new Error('the installation row could not be made');
  return made;
}
