// Writes patients and appointments delivered by the practice software into our records and the
// board, never over manual changes.

import { addDays } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { doubtOf, fitOf, moveOf } from '../../../shared/records/identity.ts';
import { IDENTITY_FIELDS, isPossible, isSameValue } from '../../../shared/desk/master-data.ts';
import {
  FIELD_NAMES,
  OPTIONAL_FIELDS,
  withRequired,
  type MasterField,
} from '../../../shared/desk/master-fields.ts';
import { cleanName, searchText, withOnlyName } from '../../../shared/desk/patient.ts';
import type { Work } from '../../platform/work.ts';
import type { TerminRecord } from './add-records.ts';
import { askStaff } from './ask-staff.ts';
import { masterOf } from './master-data.ts';
import { listPatids, resolvePatient } from './read-patient.ts';
import {
  findCarried,
  findPatientRows,
  findTermineById,
  insertPatients,
  insertTermine,
  keepCarried,
  removeDelivered,
  updatePatient,
  updateTermin,
} from './store.ts';
import { JOINED } from './carry-merges.ts';
import { findChanges } from './store-changes.ts';

/** Days before and after today whose appointments are stored. */
const CARRIED_DAYS = { before: 1, after: 180 } as const;
export const carriedSpan = (now: number): { from: string; to: string } => ({
  from: addDays(berlinDay(now), -CARRIED_DAYS.before),
  to: addDays(berlinDay(now), CARRIED_DAYS.after),
});

type Said = Readonly<Partial<Record<MasterField, string>>>;
export interface DeliveredPerson {
  patid: string;
  version: number;
  hash: number;
  said: Said;
}
export interface CarriedPeople {
  made: number;
  changed: number;
  proposed: number;
  /** Patients that an earlier delivery merged. */
  joined: readonly string[];
}

/**
 * Writes fields that are new or unchanged here; where staff changed a field and the practice
 * software delivers a different value, it is proposed. Idempotent.
 * @param people living rows of one delivery, each once
 */
export async function carryPeople(
  w: Work,
  batch: number,
  people: readonly DeliveredPerson[],
): Promise<CarriedPeople> {
  const today = berlinDay(w.now),
    ids = people.map((one) => one.patid);
  const known = new Set((await findPatientRows(w, ids)).map((row) => row.patid));
  const before = new Map((await findCarried(w, ids)).map((row) => [row.id, row]));
  const clean = people.map((one) => ({ ...one, said: possibleOf(one.said, today) }));
  const fresh = clean.filter(
    (one) =>
      !known.has(one.patid) &&
      one.said.lastName !== undefined &&
      one.said.geburtsdatum !== undefined,
  );
  await insertFresh(w, batch, fresh);
  let changed = 0,
    proposed = 0;
  const strangers = new Set<string>();
  for (const one of clean) {
    const last = before.get(one.patid);
    if (!known.has(one.patid) || (last?.version === one.version && last.hash === one.hash))
      continue;
    const carried = await carryOne(w, batch, one, last?.values);
    if (carried.isStranger) strangers.add(one.patid);
    if (carried.isChanged) changed++;
    proposed += carried.proposed;
  }
  const seen = clean
    .filter((one) => !strangers.has(one.patid))
    .filter((one) => {
      const last = before.get(one.patid);
      return last?.version !== one.version || last.hash !== one.hash;
    });
  await keepSeen(w, seen, before);
  if (fresh.length + changed + proposed > 0) w.emit({ to: 'staff', event: { kind: 'changed' } });
  return {
    made: fresh.length,
    changed,
    proposed,
    joined: [...before.values()]
      .filter((row) => row.values[JOINED] !== undefined)
      .map((row) => row.id),
  };
}

/** Fields with a possible value, cleaned. */
const possibleOf = (delivered: Said, today: string): Said => {
  const said = withOnlyName(delivered);
  return Object.fromEntries(
    FIELD_NAMES.flatMap((field) => {
      const value = cleanName(said[field] ?? '');
      return value !== '' && isPossible(field, value, today) ? [[field, value]] : [];
    }),
  );
};

async function insertFresh(
  w: Work,
  batch: number,
  fresh: readonly DeliveredPerson[],
): Promise<void> {
  if (fresh.length === 0) return;
  await insertPatients(
    w,
    fresh.map(({ patid, said }) => {
      const of = (field: MasterField): string => said[field] ?? '',
        name = { firstName: of('firstName'), lastName: of('lastName') };
      const more = Object.fromEntries(OPTIONAL_FIELDS.map((field) => [field, said[field] ?? null]));
      return {
        patid,
        ...withRequired(of),
        ...more,
        herkunft: 'pvs' as const,
        mergedInto: null,
        createdAt: w.now,
        search: searchText(name),
      };
    }),
  );
  await w.audit('patient.delivered', { batch, count: fresh.length });
}

interface CarriedOne {
  /** The delivered person seems to be another one: staff is asked. */
  isStranger: boolean;
  isChanged: boolean;
  proposed: number;
}
/** Writes or proposes the fields of one known person. */
async function carryOne(
  w: Work,
  batch: number,
  one: DeliveredPerson,
  last: Said | undefined,
): Promise<CarriedOne> {
  const row = await resolvePatient(w, one.patid);
  if (row && fitOf(masterOf(row), one.said) === 'another') {
    // Not noted as carried: once staff has confirmed that it is the same person, the next delivery
    // is compared.
    const { firstName, lastName, geburtsdatum } = one.said;
    const who = [firstName, lastName, geburtsdatum].join('\n');
    const said = Object.fromEntries(
      IDENTITY_FIELDS.flatMap((field) =>
        one.said[field] === undefined ? [] : [[field, one.said[field]]],
      ),
    );
    const asked = await askStaff(w, `pvs\n${one.patid}\n${who}`, row.patid, said);
    return { isStranger: true, isChanged: false, proposed: asked.length };
  }
  const { set, asked } = await compare(w, one, last),
    isChanged = row !== undefined && Object.keys(set).length > 0;
  if (isChanged) {
    await updatePatient(w, row.patid, {
      ...set,
      search: searchText({
        firstName: set.firstName ?? row.firstName,
        lastName: set.lastName ?? row.lastName,
      }),
    });
    await w.audit('patient.handed', { isNew: false, batch, fields: Object.keys(set) }, row.patid);
  }
  const proposed =
    Object.keys(asked).length === 0
      ? []
      : await askStaff(w, `pvs\n${batch}\n${one.patid}`, row?.patid ?? one.patid, asked);
  return { isStranger: false, isChanged, proposed: proposed.length };
}

/** Notes the carried data, with the fields that earlier deliveries merged. */
async function keepSeen(
  w: Work,
  seen: readonly DeliveredPerson[],
  before: ReadonlyMap<string, { values: Readonly<Record<string, string | number | null>> }>,
): Promise<void> {
  await keepCarried(
    w,
    seen.map(({ patid, version, hash, said }) => {
      const joined = before.get(patid)?.values[JOINED];
      return {
        kind: 'patient' as const,
        id: patid,
        version,
        hash,
        values: {
          ...(said as Record<string, string>),
          ...(joined !== undefined && { [JOINED]: joined }),
        },
        at: w.now,
      };
    }),
  );
}

/** Splits the fields into those that may be written and those that staff must be asked about. */
async function compare(
  w: Work,
  { patid, said }: DeliveredPerson,
  last: Said | undefined,
): Promise<{
  set: Partial<Record<MasterField, string>>;
  asked: Partial<Record<MasterField, string>>;
}> {
  const set: Partial<Record<MasterField, string>> = {},
    asked: Partial<Record<MasterField, string>> = {},
    row = await resolvePatient(w, patid);
  if (!row) return { set, asked };
  const record = masterOf(row),
    taken = new Set(
      (await findChanges(w, await listPatids(w, row.patid), ['taken'])).map((one) => one.field),
    );
  for (const field of FIELD_NAMES) {
    const theirs = said[field],
      ours = record[field],
      then = last?.[field];
    if (theirs === undefined || isSameValue(field, ours, theirs)) continue;
    // The value of the last delivery is unchanged here: no user edited it.
    const isUntouched =
      then === undefined
        ? ours === '' || (row.herkunft !== 'hand' && row.patid === patid && !taken.has(field))
        : isSameValue(field, ours, then);
    const move = moveOf(field, ours, theirs, doubtOf(field, theirs, true));
    if (move === 'keep') continue;
    if (isUntouched && move === 'write') set[field] = theirs;
    else if (then === undefined || !isSameValue(field, theirs, then)) asked[field] = theirs;
  }
  return { set, asked };
}

/** Our ids for their appointments. */
const deliveredId = (id: string): string => `pvs-${id}`;

/**
 * Carries delivered appointments to the desk.
 * @param put existing appointments, by their own ids;
 * @param gone ids of deleted ones
 * @returns how many rows changed
 */
export async function carryTermine(
  w: Work,
  put: readonly TerminRecord[],
  gone: readonly string[],
): Promise<number> {
  const ids = [...put.map((one) => deliveredId(one.terminId)), ...gone.map(deliveredId)];
  const known = new Map((await findTermineById(w, ids)).map((row) => [row.terminId, row]));
  const rows = put.map((one) => ({ ...one, terminId: deliveredId(one.terminId) })),
    fresh = rows.filter((one) => !known.has(one.terminId));
  let n = (
    await insertTermine(
      w,
      fresh.map((one) => ({ ...one, quelle: 'PVS' })),
    )
  ).length;
  for (const one of rows) {
    const old = known.get(one.terminId);
    if (
      old?.quelle === 'PVS' &&
      (Object.keys(one) as (keyof TerminRecord)[]).some((key) => old[key] !== one[key])
    ) {
      await updateTermin(w, one.terminId, one);
      n++;
    }
  }
  n += await removeDelivered(
    w,
    gone.map(deliveredId).filter((id) => known.has(id)),
  );
  if (n > 0) w.emit({ to: 'staff', event: { kind: 'changed' } });
  return n;
}
