// Offline check of the staff PIN: tries are counted on the disk, so that a reload gives no more of
// them.

import {
  fitsPinCheck,
  isPinShut,
  NO_TRIES,
  withTry,
  type PinCheck,
  type PinTries,
} from '../../shared/exchange/pin-check.ts';
import { readValue, withDb, writeValue } from './db.ts';
import type { TabletDb } from './tables.ts';

const TRIES = 'pinTries';
const isTries = (v: unknown): v is PinTries =>
  typeof v === 'object' &&
  v !== null &&
  'count' in v &&
  typeof v.count === 'number' &&
  'until' in v &&
  typeof v.until === 'number';

/**
 * Checks the staff PIN on the tablet.
 * @param now ms of the tablet's clock
 * @throws StorageFailure where a try cannot be counted: then none is given
 */
export async function checkPinHere(
  db: TabletDb,
  check: PinCheck,
  pin: string,
  now: number,
): Promise<'right' | 'wrong' | 'locked'> {
  const tries = await withDb(db, async () => {
    const v = await readValue(db, TRIES);
    return isTries(v) ? v : NO_TRIES;
  });
  if (isPinShut(tries, now)) return 'locked';
  await withDb(db, () => writeValue(db, TRIES, withTry(tries, now)));
  if (!(await fitsPinCheck(check, pin))) return 'wrong';
  await withDb(db, () => writeValue(db, TRIES, NO_TRIES));
  return 'right';
}
