// Reads one record, through any merge, with the others of the same name.

import { AppError } from '../../../shared/base/errors.ts';
import type { MasterData } from '../../../shared/desk/master-data.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Look, Work } from '../../platform/work.ts';
import { masterOf } from './master-data.ts';
import {
  findMergedFrom,
  findPatientRow,
  findPatientRows,
  findSameNamed,
  type PatientRow,
} from './store.ts';

/**
 * Only living records are merged into, so a chain grows by one each time its end is merged again;
 * the limit only guards against corrupt data.
 */
const LONGEST_CHAIN = 50;

/** Returns the living record of a number; a merged one resolves to its target. */
export async function resolvePatient(
  from: Look | Work,
  patid: string,
): Promise<PatientRow | undefined> {
  let row = await findPatientRow(from, patid);
  for (let i = 0; row && row.mergedInto !== null && i < LONGEST_CHAIN; i++)
    row = await findPatientRow(from, row.mergedInto);
  return row;
}

/**
 * Returns living records by the requested numbers: one query, plus one for each step of the longest
 * merge chain.
 */
export async function resolvePatients(
  from: Look | Work,
  patids: readonly string[],
): Promise<Map<string, PatientRow>> {
  const wanted = [...new Set(patids)],
    rows = new Map<string, PatientRow>();
  for (let next = wanted; next.length > 0;) {
    const read = await findPatientRows(from, next);
    for (const row of read) rows.set(row.patid, row);
    next = [
      ...new Set(
        read.flatMap((row) =>
          row.mergedInto === null || rows.has(row.mergedInto) ? [] : [row.mergedInto],
        ),
      ),
    ];
  }
  const living = (patid: string): PatientRow | undefined => {
    let row = rows.get(patid);
    for (let i = 0; row && row.mergedInto !== null && i < LONGEST_CHAIN; i++)
      row = rows.get(row.mergedInto);
    return row;
  };
  return new Map(
    wanted.flatMap((one) => {
      const row = living(one);
      return row ? [[one, row] as const] : [];
    }),
  );
}

/**
 * Returns all numbers of this person: its own and all that were merged into it; tasks and documents
 * keep the number they were created with.
 */
export async function listPatids(from: Look | Work, patid: string): Promise<string[]> {
  const all = new Set([patid]);
  let last = [patid];
  while (last.length > 0) {
    last = (await findMergedFrom(from, last)).map((r) => r.patid).filter((id) => !all.has(id));
    for (const id of last) all.add(id);
  }
  return [...all];
}

/** Returns master data of the living record of a number; undefined when there is none. */
export async function recordOf(from: Look | Work, patid: string): Promise<MasterData | undefined> {
  const row = await resolvePatient(from, patid);
  return row && masterOf(row);
}

/** Returns all numbers of each of these living people, in one query when nothing was merged. */
export async function listPatidsOf(
  from: Look | Work,
  patids: readonly string[],
): Promise<Map<string, string[]>> {
  const all = new Map(patids.map((one) => [one, [one]])),
    owner = new Map(patids.map((one) => [one, one]));
  for (let last = [...patids]; last.length > 0;) {
    const found = (await findMergedFrom(from, last)).filter((row) => !owner.has(row.patid));
    for (const { patid, mergedInto } of found) {
      const living = owner.get(mergedInto ?? '') ?? patid;
      owner.set(patid, living);
      all.get(living)?.push(patid);
    }
    last = found.map((row) => row.patid);
  }
  return all;
}

/** Reads a patient. @throws AppError not_found */
export async function readPatient(look: Look, patid: string): Promise<Patient> {
  const row = await resolvePatient(look, patid);
  if (!row) throw new AppError('not_found');
  const others = (await findSameNamed(look, [row.search])).filter((o) => o.patid !== row.patid);
  return {
    patid: row.patid,
    ...masterOf(row),
    herkunft: row.herkunft,
    sameNames: others.map((o) => ({
      patid: o.patid,
      name: listName(o),
      geburtsdatum: o.geburtsdatum,
    })),
  };
}

/** Returns the telephone numbers of patients, the mobile one first; those without one are absent. */
export async function phonesOf(
  from: Look | Work,
  patids: readonly string[],
): Promise<Map<string, string>> {
  const found = new Map<string, string>();
  for (const [patid, row] of await resolvePatients(from, patids)) {
    const number = [row.mobile, row.landline, row.phone].find((one) => one !== null && one !== '');
    if (number) found.set(patid, number);
  }
  return found;
}
