// Staff decisions on proposed changes: accepted together, declined, undone; nothing reaches a
// record without them.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { inOrder, isPossible, isSameValue } from '../../../shared/desk/master-data.ts';
import type { MasterField } from '../../../shared/desk/master-fields.ts';
import { searchText } from '../../../shared/desk/patient.ts';
import { actorWord, type Work } from '../../platform/work.ts';
import { masterOf } from './master-data.ts';
import { listPatids, resolvePatient } from './read-patient.ts';
import { updatePatient, type PatientRow } from './store.ts';
import {
  findChanges,
  findChangesById,
  markNoted,
  moveChanges,
  type ChangeRow,
} from './store-changes.ts';

/**
 * How long „Ablehnen“ can be undone: ten seconds on the screen plus the delay of a slow network.
 */
const UNDO_MS = 30_000;
const changed = (w: Work): void => w.emit({ to: 'staff', event: { kind: 'changed' } });

/**
 * Reads the living record and the given changes, all of this person.
 * @throws AppError not_found
 */
async function openCase(
  w: Work,
  patid: string,
  ids: readonly string[],
): Promise<{ row: PatientRow; found: ChangeRow[] }> {
  const row = await resolvePatient(w, patid);
  if (!row) throw new AppError('not_found');
  const numbers = await listPatids(w, row.patid),
    found = inOrder((await findChangesById(w, ids)).filter((one) => numbers.includes(one.patid)));
  if (found.length < new Set(ids).size) throw new AppError('not_found');
  return { row, found };
}

/**
 * Writes the proposed values into the record, all or nothing. Idempotent.
 * @returns the fields and the changes taken by this call, and the number of the living record
 * @param seen each change with the record's value when it was shown
 * @throws AppError not_found, record_changed (the record or a proposal has changed),
 * birthdate_invalid (V6)
 */
export async function takeChanges(
  w: Work,
  patid: string,
  seen: readonly { id: string; before: string }[],
): Promise<{ taken: MasterField[]; patid: string; changes: string[] }> {
  const { row, found } = await openCase(
      w,
      patid,
      seen.map((one) => one.id),
    ),
    record = masterOf(row),
    today = berlinDay(w.now);
  const untaken = found.filter(
    (one) => !(one.state === 'taken' && isSameValue(one.field, record[one.field], one.after)),
  );
  for (const one of untaken) {
    const looked = seen.find((other) => other.id === one.id)?.before ?? '';
    if (
      one.state !== 'open' ||
      (looked !== record[one.field] && !isSameValue(one.field, record[one.field], one.after))
    )
      throw new AppError('record_changed');
    if (!isPossible(one.field, one.after, today))
      throw new AppError(one.field === 'geburtsdatum' ? 'birthdate_invalid' : 'state_conflict');
  }
  // Two changes of one field can only come from two merged numbers: neither may win by chance.
  if (new Set(untaken.map((one) => one.field)).size < untaken.length)
    throw new AppError('state_conflict');
  if (untaken.length === 0) return { taken: [], patid: row.patid, changes: [] };
  const set = Object.fromEntries(untaken.map((one) => [one.field, one.after])) as Partial<
      Record<MasterField, string>
    >,
    fields = untaken.map((one) => one.field);
  await updatePatient(w, row.patid, {
    ...set,
    search: searchText({
      firstName: set.firstName ?? row.firstName,
      lastName: set.lastName ?? row.lastName,
    }),
  });
  await moveChanges(
    w,
    untaken.map((one) => one.id),
    'open',
    { state: 'taken', decidedAt: w.now, decidedBy: actorWord(w.actor) },
  );
  await w.audit(
    'patient.changed',
    { fields, answersIds: [...new Set(untaken.map((one) => one.answersId))] },
    row.patid,
  );
  changed(w);
  return { taken: fields, patid: row.patid, changes: untaken.map((one) => one.id) };
}

/**
 * Declines changes and leaves the record unchanged. Earlier decisions stay.
 * @throws AppError not_found
 */
export async function declineChanges(
  w: Work,
  patid: string,
  ids: readonly string[],
): Promise<{ declined: MasterField[] }> {
  const { row } = await openCase(w, patid, ids),
    moved = await moveChanges(w, ids, 'open', {
      state: 'declined',
      decidedAt: w.now,
      decidedBy: actorWord(w.actor),
    });
  const fields = moved.map((one) => one.field);
  if (fields.length === 0) return { declined: [] };
  await w.audit('patient.change.declined', { fields }, row.patid);
  changed(w);
  return { declined: fields };
}

/**
 * Undoes „Ablehnen“.
 * @throws AppError not_found, state_conflict (too late, or the person has stated something newer)
 */
export async function reopenChanges(w: Work, patid: string, ids: readonly string[]): Promise<void> {
  const { row, found } = await openCase(w, patid, ids);
  const decided = found.filter((one) => one.state !== 'open'),
    open = await findChanges(w, await listPatids(w, row.patid), ['open']);
  if (decided.length === 0) return;
  if (decided.some((one) => open.some((other) => other.field === one.field)))
    throw new AppError('state_conflict');
  const moved = await moveChanges(
    w,
    decided.map((one) => one.id),
    'declined',
    { state: 'open', decidedAt: null, decidedBy: null },
    w.now - UNDO_MS,
  );
  if (moved.length < decided.length) throw new AppError('state_conflict');
  await w.audit('patient.change.reopened', { fields: moved.map((one) => one.field) }, row.patid);
  changed(w);
}

/**
 * Ticks off changes that staff has entered into the practice software by hand.
 * @throws AppError not_found
 */
export async function noteChanges(
  w: Work,
  patid: string,
  ids: readonly string[],
  isNoted: boolean,
): Promise<void> {
  const { row, found } = await openCase(w, patid, ids),
    unticked = found.filter((one) => one.state === 'taken' && (one.notedAt !== null) !== isNoted);
  const moved = await markNoted(
    w,
    unticked.map((one) => one.id),
    isNoted ? { notedAt: w.now, notedBy: actorWord(w.actor) } : null,
  );
  if (moved.length === 0) return;
  await w.audit(
    isNoted ? 'patient.change.noted' : 'patient.change.unnoted',
    { fields: moved.map((one) => one.field) },
    row.patid,
  );
  changed(w);
}
