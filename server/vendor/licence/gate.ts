// The effect of a licence: the few points that add something ask here, inside their transaction.

import { AppError } from '../../../shared/base/errors.ts';
import { isCounted, mayAdd, mayRead, type LicencePoint } from '../../../shared/vendor/licence.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { Look, Work } from '../../platform/work.ts';
import { readLicence } from './file.ts';
import type { GateDeps } from './links.ts';
import { findLicence, setOver, type LicenceRow } from './store.ts';

/** Facts of a practice's licence, for the verdict. */
export const factsOf = ({ keys }: GateDeps, row: LicenceRow | undefined, now: number) => ({
  isOn: keys.isOn,
  terms: row?.file === undefined || row.file === null ? undefined : readLicence(keys, row.file),
  noticedAt: row?.noticedAt ?? now,
});
export type Gate = (w: Work, point: LicencePoint) => Promise<void>;

/**
 * Builds the question that a point asks before it adds something. A file that can no longer be read
 * counts like none: a practice is never locked out by a damaged row.
 * @throws AppError licence_refused with the reason
 */
export const createGate =
  (deps: GateDeps): Gate =>
  async (w, point) => {
    if (w.cid === VENDOR_CID) return;
    const row = await findLicence(w),
      payment = await deps.paymentOf(w),
      column = point === 'tablet' ? 'tabletsOverSince' : 'seatsOverSince',
      overSince = row?.[column] ?? null;
    const verdict = mayAdd(
      point,
      {
        ...factsOf(deps, row, w.now),
        payment,
        used: isCounted(point) && deps.keys.isOn ? await deps.countOf(w, point) : 0,
        overSince,
      },
      w.now,
    );
    if (!verdict.isAllowed)
      throw new AppError('licence_refused', { fields: { licence: verdict.reason } });
    if (!isCounted(point) || !row) return;
    if (verdict.isOver && overSince === null) await setOver(w, { [column]: w.now });
    else if (!verdict.isOver && overSince !== null) await setOver(w, { [column]: null });
  };

/** Builds the question whether the practice's plan contains the larger reports. */
export const createReportGate =
  (deps: GateDeps) =>
  async (look: Look): Promise<boolean> =>
    !deps.keys.isOn || mayRead(factsOf(deps, await findLicence(look), look.now), 'reports');
