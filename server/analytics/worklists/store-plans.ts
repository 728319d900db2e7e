// Plans and recalls of the practice software with all data of their lists: patients and future
// appointments.

import { and, eq, gte, inArray, notInArray } from 'drizzle-orm';
import { pvsColumns, trueRows, type TrueRow } from '../../platform/db/pvs-rows.ts';
import type { Look } from '../../platform/work.ts';

export type PlanRow = TrueRow<'hkp'>;
export type PersonRow = TrueRow<'patient'>;
export type AppointmentRow = TrueRow<'termin'>;

/** States of appointments that do not take place. */
const GONE: readonly (string | null)[] = [
  'ABGESAGT_PATIENT',
  'ABGESAGT_PRAXIS',
  'VERSCHOBEN',
  'NICHT_ERSCHIENEN',
];
const isToCome =
  (look: Look) =>
  (one: AppointmentRow): boolean =>
    (one.start ?? 0) >= look.now && !GONE.includes(one.status);

/** Returns the patients of numbers; merged ones resolve to the surviving record. */
export async function peopleOf(
  look: Look,
  patids: readonly string[],
): Promise<Map<string, PersonRow>> {
  const { id } = pvsColumns(look.t, 'patient'),
    found = new Map<string, PersonRow>();
  let missing = [...new Set(patids)];
  // A merge may lead to another one; cycles end because no number is queried twice.
  const asked = new Set<string>();
  while (missing.length > 0) {
    for (const one of missing) asked.add(one);
    for (let at = 0; at < missing.length; at += CHUNK)
      for (const row of await trueRows(look, 'patient', inArray(id, missing.slice(at, at + CHUNK))))
        found.set(row.id, row);
    missing = [
      ...new Set([...found.values()].flatMap((row) => row.zusammengefuehrtIn ?? [])),
    ].filter((one) => !asked.has(one));
  }
  const living = (row: PersonRow, seen: readonly string[] = []): PersonRow => {
    const next =
      row.zusammengefuehrtIn === null || seen.includes(row.id)
        ? undefined
        : found.get(row.zusammengefuehrtIn);
    return next ? living(next, [...seen, row.id]) : row;
  };
  return new Map(
    patids.flatMap((patid) => {
      const row = found.get(patid);
      return row ? [[patid, living(row)] as const] : [];
    }),
  );
}
const CHUNK = 500;

/** Returns all numbers of the person with a number: the surviving record and those merged into it. */
export async function numbersWith(look: Look, patid: string): Promise<string[]> {
  const root = (await peopleOf(look, [patid])).get(patid)?.id ?? patid,
    { zusammengefuehrtIn: into } = pvsColumns(look.t, 'patient'),
    numbers = new Set([root, patid]);
  for (let next = [root]; next.length > 0;) {
    next = (await trueRows(look, 'patient', inArray(into, next)))
      .filter((row) => row.zusammengefuehrtIn !== null && numbers.has(row.zusammengefuehrtIn))
      .map((row) => row.id)
      .filter((one) => !numbers.has(one));
    for (const one of next) numbers.add(one);
  }
  return [...numbers];
}

/** Reads names by id from one of the master lists. */
export const namesOf = async (
  look: Look,
  entity: 'behandler' | 'terminarten',
): Promise<Map<string, string>> =>
  new Map((await trueRows(look, entity)).map((row) => [row.id, row.name ?? row.id]));

const ENDED = ['ABGERECHNET', 'ALTERNATIVE', 'ABGELEHNT', 'VERWORFEN'];
/** Plans of the practice software; without `all` only unfinished ones. */
export async function plans(look: Look, all: boolean): Promise<PlanRow[]> {
  if (all) return trueRows(look, 'hkp');
  return (await trueRows(look, 'hkp', notInArray(pvsColumns(look.t, 'hkp').status, ENDED))).filter(
    (row) => !ENDED.includes(row.status ?? ''),
  );
}
/** Unfinished plans of one person. @param patids all numbers of the person */
export const plansOf = async (look: Look, patids: readonly string[]): Promise<PlanRow[]> =>
  (await trueRows(look, 'hkp', inArray(pvsColumns(look.t, 'hkp').patid, [...patids]))).filter(
    (row) => patids.includes(row.patid ?? '') && !ENDED.includes(row.status ?? ''),
  );
export const planOf = async (look: Look, hkpid: string): Promise<PlanRow | undefined> =>
  (await trueRows(look, 'hkp', eq(pvsColumns(look.t, 'hkp').id, hkpid)))[0];
export const positionsOf = async (look: Look, hkpid: string): Promise<TrueRow<'hkpposition'>[]> =>
  (await trueRows(look, 'hkpposition', eq(pvsColumns(look.t, 'hkpposition').hkpid, hkpid))).filter(
    (row) => row.hkpid === hkpid,
  );
export async function appointmentsOf(look: Look, patid: string): Promise<AppointmentRow[]> {
  const { patid: whose, start } = pvsColumns(look.t, 'termin');
  return (await trueRows(look, 'termin', and(eq(whose, patid), gte(start, look.now)))).filter(
    (one) => one.patid === patid && isToCome(look)(one),
  );
}
/** Plans by their ids. */
export const plansById = async (
  look: Look,
  ids: readonly string[],
): Promise<Map<string, PlanRow>> =>
  new Map(
    (await trueRows(look, 'hkp', inArray(pvsColumns(look.t, 'hkp').id, [...ids]))).map((row) => [
      row.id,
      row,
    ]),
  );
export const recallsById = async (
  look: Look,
  ids: readonly string[],
): Promise<Map<string, TrueRow<'recall'>>> =>
  new Map(
    (await trueRows(look, 'recall', inArray(pvsColumns(look.t, 'recall').id, [...ids]))).map(
      (row) => [row.id, row],
    ),
  );
