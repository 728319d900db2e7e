// Follows merges of the practice software: our records point to the remaining one, and are separate
// again once it reports no merge. Manual merges are kept.

import type { Work } from '../../platform/work.ts';
import { resolvePatient } from './read-patient.ts';
import { findCarried, findPatientRows, keepCarried, setMergedInto, setSeparate } from './store.ts';

/**
 * Field of the carried data of a person: the number of the record that a delivery merged it into.
 */
export const JOINED = 'zusammengefuehrtIn';

/**
 * Carries delivered merges to the records. Idempotent.
 * @param people numbers of delivered people, each with the one that it was merged into; null: with
 * none (any more)
 * @returns how many records changed
 */
export async function carryMerges(
  w: Work,
  people: readonly { patid: string; into: string | null }[],
): Promise<number> {
  const ids = people.map((one) => one.patid),
    carried = new Map((await findCarried(w, ids)).map((row) => [row.id, row])),
    rows = new Map((await findPatientRows(w, ids)).map((row) => [row.patid, row]));
  const wasOf = (patid: string): string | null => {
    const was = carried.get(patid)?.values[JOINED];
    return typeof was === 'string' ? was : null;
  };
  let n = 0;
  // Separate first: a reversed merge must not meet itself.
  for (const { patid, into } of people) {
    const was = wasOf(patid),
      mark = carried.get(patid);
    if (into !== null || was === null || !mark) continue;
    const { [JOINED]: _was, ...values } = mark.values;
    await keepCarried(w, [{ ...mark, values }]);
    if (!(await setSeparate(w, patid, was))) continue;
    await w.audit('patient.separated', {}, patid);
    await w.audit('patient.separated', {}, was);
    n++;
  }
  for (const { patid, into } of people) {
    const row = rows.get(patid),
      mark = carried.get(patid),
      was = wasOf(patid);
    if (into === null || !row || !mark || (row.mergedInto !== null && row.mergedInto !== was))
      continue;
    // Into the very record that they name, not into its merge target: either merge may be undone
    // alone. A merge that leads back here is ignored.
    const end = (await resolvePatient(w, into))?.patid;
    if (end === undefined || end === patid || into === row.mergedInto) continue;
    if (was !== null) await setSeparate(w, patid, was);
    if (!(await setMergedInto(w, patid, into))) continue;
    await keepCarried(w, [{ ...mark, values: { ...mark.values, [JOINED]: into } }]);
    await w.audit('patient.merged', { isDelivered: true }, patid);
    await w.audit('patient.merged.into', { isDelivered: true }, into);
    n++;
  }
  if (n > 0) w.emit({ to: 'staff', event: { kind: 'changed' } });
  return n;
}
