// Takes over a person from the practice software: its data overrides ours, unless it belongs to
// another person or its characters are not certain. Proposals from a tablet stay open.

import { searchText } from '../../../shared/desk/patient.ts';
import type { HandedPerson } from '../../../shared/records/gdt-records.ts';
import { fitOf, moveOf, type Move } from '../../../shared/records/identity.ts';
import { IDENTITY_FIELDS, type Said } from '../../../shared/desk/master-data.ts';
import {
  FIELD_NAMES,
  REQUIRED_FIELDS,
  withRequired,
  type MasterField,
} from '../../../shared/desk/master-fields.ts';
import type { Work } from '../../platform/work.ts';
import { askStaff } from './ask-staff.ts';
import { masterOf } from './master-data.ts';
import { resolvePatient } from './read-patient.ts';
import { insertPatients, updatePatient, type PatientRow } from './store.ts';

/**
 * Why nothing was written. `other_person`: the number belongs to another person here; staff is
 * asked.
 */
type PersonTrouble = 'other_person' | 'birth_unknown' | 'bad_charset';
export interface TakenPerson {
  readonly patid: string;
  readonly isNew: boolean;
  /** Fields that were written. */
  readonly fields: readonly MasterField[];
  /** Fields left unchanged because their characters are not certain. */
  readonly left: readonly MasterField[];
  readonly trouble: PersonTrouble | null;
}
const REQUIRED: ReadonlySet<MasterField> = new Set(REQUIRED_FIELDS);
const only = (said: Said, fields: readonly MasterField[]): Said =>
  Object.fromEntries(
    fields.flatMap((field) => (said[field] === undefined ? [] : [[field, said[field]]])),
  );

/**
 * Writes the given data into the record, or creates one; missing values leave the record's own.
 * Idempotent.
 * @param person validated like typed input before; no value is empty
 * @param source the file that it came with: the same one asks once
 */
export async function takePerson(
  w: Work,
  person: HandedPerson,
  source: string,
): Promise<TakenPerson> {
  const row = await resolvePatient(w, person.patid);
  if (!row) return makePerson(w, person);
  const { said, born } = person;
  const described = { ...said, geburtsdatum: said.geburtsdatum ?? born };
  if (fitOf(masterOf(row), described) === 'another') {
    // Name and birth date only: an address taken over alone would be a stranger's.
    await askStaff(w, source, row.patid, only(said, IDENTITY_FIELDS));
    return { patid: row.patid, isNew: false, fields: [], left: [], trouble: 'other_person' };
  }
  return changePerson(w, row, person, source);
}

async function makePerson(w: Work, { patid, said, doubts }: HandedPerson): Promise<TakenPerson> {
  const refused = (trouble: PersonTrouble): TakenPerson => ({
    patid,
    isNew: false,
    fields: [],
    left: [],
    trouble,
  });
  if (said.geburtsdatum === undefined) return refused('birth_unknown');
  if (doubts.firstName === 'damaged' || doubts.lastName === 'damaged')
    return refused('bad_charset');
  const left = FIELD_NAMES.filter(
    (field) => said[field] !== undefined && doubts[field] === 'damaged',
  );
  const fields = FIELD_NAMES.filter((field) => said[field] !== undefined && !left.includes(field));
  const of = (field: MasterField): string => (fields.includes(field) ? (said[field] ?? '') : '');
  const name = { firstName: of('firstName'), lastName: of('lastName') };
  const more = only(
    said,
    fields.filter((field) => !REQUIRED.has(field)),
  );
  await insertPatients(w, [
    {
      patid,
      ...withRequired(of),
      ...more,
      herkunft: 'gdt',
      mergedInto: null,
      createdAt: w.now,
      search: searchText(name),
    },
  ]);
  await w.audit('patient.handed', { isNew: true, fields }, patid);
  w.emit({ to: 'staff', event: { kind: 'changed' } });
  return { patid, isNew: true, fields, left, trouble: null };
}

async function changePerson(
  w: Work,
  row: PatientRow,
  person: HandedPerson,
  source: string,
): Promise<TakenPerson> {
  const { said, doubts } = person;
  const record = masterOf(row);
  const moves = FIELD_NAMES.flatMap((field): (readonly [MasterField, Move])[] => {
    const value = said[field];
    return value === undefined ? [] : [[field, moveOf(field, record[field], value, doubts[field])]];
  });
  const having = (...wanted: Move[]): MasterField[] =>
    moves.filter(([, move]) => wanted.includes(move)).map(([field]) => field);
  const fields = having('write');
  const left = having('ask', 'keep');
  const isNowTheirs = row.herkunft === 'hand' && row.patid === person.patid;
  if (fields.length > 0 || isNowTheirs) {
    const set = only(said, fields);
    const search = searchText({
      firstName: set.firstName ?? row.firstName,
      lastName: set.lastName ?? row.lastName,
    });
    await updatePatient(w, row.patid, {
      ...set,
      search,
      ...(isNowTheirs && { herkunft: 'gdt' as const }),
    });
    await w.audit('patient.handed', { isNew: false, fields }, row.patid);
    w.emit({ to: 'staff', event: { kind: 'changed' } });
  }
  const asked = having('ask');
  if (asked.length > 0) await askStaff(w, source, row.patid, only(said, asked));
  return { patid: row.patid, isNew: false, fields, left, trouble: null };
}
