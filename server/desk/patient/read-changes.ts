// Reads proposed changes for staff: of one person with the record's current values, of all people,
// and those still to be entered into the practice software.

import type { BoardMappe } from '../../../shared/exchange/board.ts';
import { DAMAGED_TEXT } from '../../../shared/base/damaged-text.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { inOrder, isSameValue } from '../../../shared/desk/master-data.ts';
import type {
  OpenChangesEntry,
  PatientChanges,
  TakenEntry,
} from '../../../shared/desk/master-data.schema.ts';
import { listName } from '../../../shared/desk/patient.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { withStandIns } from '../../platform/db/cells/cells.ts';
import type { Look, Work } from '../../platform/work.ts';
import { masterOf } from './master-data.ts';
import { listPatids, resolvePatient, resolvePatients } from './read-patient.ts';
import type { PatientRow } from './store.ts';
import {
  findChanges,
  findChangesById,
  listOpenChanges,
  listTakenChanges,
  openChangesOf,
  type ChangeRow,
} from './store-changes.ts';

const MOST = 2000;
/** How long ticked-off changes stay on the list: a wrong tick can be undone. */
const NOTED_MS = DAY_MS;
/** Shows a damaged proposal by words; taking it over fails. */
const shown = (row: ChangeRow): ChangeRow =>
  withStandIns(row, { before: DAMAGED_TEXT, after: DAMAGED_TEXT }).row;
const personOf = (row: PatientRow) => ({
  patid: row.patid,
  name: listName(row),
  geburtsdatum: row.geburtsdatum,
});

/** Reads the changes of a person. @throws AppError not_found */
export async function readChanges(look: Look, patid: string): Promise<PatientChanges> {
  const row = await resolvePatient(look, patid);
  if (!row) throw new AppError('not_found');
  const record = masterOf(row),
    numbers = await listPatids(look, row.patid),
    [open, taken] = await Promise.all([
      findChanges(look, numbers, ['open']),
      findChanges(look, numbers, ['taken']),
    ]);
  return {
    ...personOf(row),
    herkunft: row.herkunft,
    record,
    open: inOrder(open.map(shown)).map(
      ({ id, field, before, after, answersId, answeredAt, recordedBy, confirmed }) => ({
        id,
        field,
        before: record[field],
        after,
        answersId,
        answeredAt,
        recordedBy,
        confirmed,
        isStale: !isSameValue(field, record[field], before),
      }),
    ),
    taken: inOrder(taken.filter((one) => one.notedAt === null).map(shown)).map(
      ({ id, field, before, after, decidedAt, notedAt }) => ({
        id,
        field,
        before,
        after,
        decidedAt: decidedAt ?? 0,
        notedAt,
      }),
    ),
  };
}

/** Lists all people with open changes, longest waiting first. */
export async function listOpen(look: Look): Promise<OpenChangesEntry[]> {
  const rows = await listOpenChanges(look, MOST),
    people = await resolvePatients(
      look,
      rows.map((one) => one.patid),
    ),
    entries = new Map<string, OpenChangesEntry>();
  for (const { patid, field, proposedAt } of rows) {
    const person = people.get(patid);
    if (!person) continue;
    const entry = entries.get(person.patid) ?? {
      ...personOf(person),
      fields: [],
      since: proposedAt,
    };
    entries.set(person.patid, {
      ...entry,
      fields: inOrder([...entry.fields.map((one) => ({ field: one })), { field }]).map(
        (one) => one.field,
      ),
    });
  }
  return [...entries.values()];
}

/** Counts open changes by person, for the board. */
export async function countOpen(
  look: Look,
  patids: readonly string[],
): Promise<Map<string, number>> {
  const counts = new Map<string, number>();
  for (const { patid } of await openChangesOf(look, patids))
    counts.set(patid, (counts.get(patid) ?? 0) + 1);
  return counts;
}

/** Adds each person's open decisions to the board's finished Mappen. */
export async function withOpenChanges(
  look: Look,
  mappen: readonly BoardMappe[],
): Promise<BoardMappe[]> {
  const counts = await countOpen(look, [
    ...new Set(mappen.flatMap((m) => m.patients.map((p) => p.patid))),
  ]);
  return mappen.map((m) => ({
    ...m,
    patients: m.patients.map((p) => ({
      ...p,
      ...(counts.has(p.patid) && { openChanges: counts.get(p.patid) ?? 0 }),
    })),
  }));
}

/** Reads those of a person's changes that the record still agrees with and no tick is set on. */
export async function takenOf(
  s: Look | Work,
  patid: string,
  ids: readonly string[],
): Promise<ChangeRow[]> {
  const row = await resolvePatient(s, patid);
  if (!row) return [];
  const record = masterOf(row),
    numbers = await listPatids(s, row.patid);
  const isWaiting = (one: ChangeRow): boolean =>
    one.state === 'taken' && one.notedAt === null && numbers.includes(one.patid);
  return inOrder((await findChangesById(s, ids)).filter(isWaiting)).filter((one) =>
    isSameValue(one.field, record[one.field], one.after),
  );
}

/** Lists accepted changes that must be entered into the practice software by hand. */
export async function listTaken(look: Look): Promise<TakenEntry[]> {
  const rows = (await listTakenChanges(look, look.now - NOTED_MS, MOST)).map(shown),
    people = await resolvePatients(
      look,
      rows.map((one) => one.patid),
    ),
    entries = new Map<string, TakenEntry>();
  for (const { patid, id, field, before, after, decidedAt, notedAt } of rows) {
    const person = people.get(patid);
    if (!person) continue;
    const entry = entries.get(person.patid) ?? { ...personOf(person), changes: [] };
    entries.set(person.patid, {
      ...entry,
      changes: inOrder([
        ...entry.changes,
        { id, field, before, after, decidedAt: decidedAt ?? 0, notedAt },
      ]),
    });
  }
  return [...entries.values()];
}
