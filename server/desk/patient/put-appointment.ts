// Appointments of an external calendar: created, moved, deleted by their own id; the practice's own
// are left unchanged.

import type { Work } from '../../platform/work.ts';
import type { TerminRecord } from './add-records.ts';
import { findTermin, insertTermine, removeTermin, updateTermin } from './store.ts';

/** Creates or moves an appointment; idempotent. */
export async function putOnlineTermin(w: Work, termin: TerminRecord): Promise<void> {
  const known = await findTermin(w, termin.terminId);
  if (!known) await insertTermine(w, [{ ...termin, quelle: 'ONLINE' }]);
  else if (
    known.quelle === 'ONLINE' &&
    (Object.keys(termin) as (keyof TerminRecord)[]).some((key) => known[key] !== termin[key])
  )
    await updateTermin(w, termin.terminId, termin);
  else return;
  w.emit({ to: 'staff', event: { kind: 'changed' } });
}

/** Deletes an appointment cancelled elsewhere; does nothing when it does not exist. */
export async function dropOnlineTermin(w: Work, terminId: string): Promise<void> {
  if ((await removeTermin(w, terminId)) > 0) w.emit({ to: 'staff', event: { kind: 'changed' } });
}
