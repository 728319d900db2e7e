// Queries of patients, appointments and stays in rooms; the one writer of these tables.

import { and, asc, eq, gte, inArray, type SQL } from 'drizzle-orm';
import {
  compareText,
  findPeople,
  recordsOf,
  type IndexedPerson,
} from '../../platform/db/people/people-index.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { PatientQuery } from '../../../shared/desk/patient.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type PatientRow = Row<Schema['patient']>;
export type AppointmentRow = Row<Schema['termin']>;
export type RoomStayRow = Row<Schema['roomStay']>;
type From = Look | Work;

/** Finds the unmerged records that fit, in the order of the comparisons. */
async function findUnmerged(
  from: From,
  fits: (person: IndexedPerson) => boolean,
  by: (a: IndexedPerson, b: IndexedPerson) => number,
  limit: number,
): Promise<PatientRow[]> {
  const found = await findPeople(from, (person) => person.mergedInto === null && fits(person));
  return recordsOf(from, found.sort(by).slice(0, limit));
}
const byName = (a: IndexedPerson, b: IndexedPerson): number => compareText(a.search, b.search);
const byBirth = (a: IndexedPerson, b: IndexedPerson): number =>
  compareText(a.geburtsdatum, b.geburtsdatum);
const byNumber = (a: IndexedPerson, b: IndexedPerson): number => compareText(a.patid, b.patid);

/** Whether the person fits a search: by the number, or by every word and the birth date. */
function fitsQuery(query: PatientQuery): (person: IndexedPerson) => boolean {
  const { days, dayAndMonth, patid } = query,
    words = query.words.map((spellings) =>
      spellings.map((word) => ({ word, start: ` ${word}`, isNumber: /^\d+$/.test(word) })),
    ),
    isEmpty = words.length === 0 && days.length === 0 && dayAndMonth === undefined;
  const isNamed = (person: IndexedPerson): boolean =>
    words.every((spellings) =>
      spellings.some(
        ({ word, start, isNumber }) =>
          person.search.includes(start) || (isNumber && person.patid.startsWith(word)),
      ),
    );
  const isBorn = ({ geburtsdatum }: IndexedPerson): boolean =>
    (days.length === 0 || days.includes(geburtsdatum)) &&
    (dayAndMonth === undefined || geburtsdatum.endsWith(dayAndMonth));
  return (person) => !isEmpty && (person.patid === patid || (isNamed(person) && isBorn(person)));
}
export function findMatches(look: Look, query: PatientQuery, limit: number): Promise<PatientRow[]> {
  const first = query.words[0]?.[0],
    isFamily = ({ search }: IndexedPerson): boolean =>
      first !== undefined && search.startsWith(` ${first}`);
  // Family names that begin with the first word come first.
  return findUnmerged(
    look,
    fitsQuery(query),
    (a, b) =>
      Number(isFamily(b)) - Number(isFamily(a)) || byName(a, b) || byBirth(a, b) || byNumber(a, b),
    limit,
  );
}

/** Returns those of the folded words that are part of a patient's name. */
export async function findNames(from: From, words: ReadonlySet<string>): Promise<Set<string>> {
  const found = new Set<string>();
  if (words.size === 0) return found;
  await findPeople(from, ({ search }) => {
    for (const word of search.split(' ')) if (words.has(word)) found.add(word);
    return false;
  });
  return found;
}

/** Finds the unmerged records with one of these folded names. */
export function findSameNamed(from: From, searches: string[]): Promise<PatientRow[]> {
  const names = new Set(searches);
  return names.size === 0
    ? Promise.resolve([])
    : findUnmerged(
        from,
        ({ search }) => names.has(search),
        (a, b) => byBirth(a, b) || byNumber(a, b),
        500,
      );
}
/**
 * Finds the unmerged records with one of these birth dates or this folded name: possible senders of
 * answers without a record.
 */
export const findAlike = (from: From, days: string[], search: string): Promise<PatientRow[]> =>
  findUnmerged(
    from,
    (person) => days.includes(person.geburtsdatum) || person.search === search,
    (a, b) => byName(a, b) || byNumber(a, b),
    500,
  );
/**
 * Finds the unmerged records in the same postal area, or with one of this person's numbers in its
 * exact spelling.
 */
export function findNear(
  look: Look,
  { plz, mobile, landline, phone }: Pick<PatientRow, 'plz' | 'mobile' | 'landline' | 'phone'>,
): Promise<PatientRow[]> {
  const numbers = [mobile, landline, phone].filter((one) => one !== null && one !== '');
  return findUnmerged(
    look,
    (person) =>
      (plz !== '' && person.plz === plz) || person.numbers.some((one) => numbers.includes(one)),
    byNumber,
    5000,
  );
}
export const findPatientRow = (from: From, patid: string): Promise<PatientRow | undefined> =>
  readerOf(from).one(from.t.patient, { patid });
export const findPatientRows = (from: From, patids: string[]): Promise<PatientRow[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : readerOf(from).find(from.t.patient, inArray(from.t.patient.patid, patids));
export const findMergedFrom = (from: From, patids: string[]): Promise<PatientRow[]> =>
  readerOf(from).find(from.t.patient, inArray(from.t.patient.mergedInto, patids));

/** Returns the number of rows inserted; fewer than given when a number is taken. */
export const insertPatients = (w: Work, rows: NewRow<Schema['patient']>[]): Promise<PatientRow[]> =>
  w.tx.insert(w.t.patient, rows, { ifAbsent: true });
/** Points a record to another; false when it was merged before. */
export async function setMergedInto(w: Work, patid: string, into: string): Promise<boolean> {
  const p = w.t.patient;
  return (await w.tx.update(p, { mergedInto: into }, { patid, mergedInto: NOTHING })).length > 0;
}
/** Separates a record again, if it still points to that one. */
export const setSeparate = async (w: Work, patid: string, from: string): Promise<boolean> =>
  (await w.tx.update(w.t.patient, { mergedInto: null }, { patid, mergedInto: from })).length > 0;

/** Writes master data into a living record. */
export async function updatePatient(
  w: Work,
  patid: string,
  set: Partial<NewRow<Schema['patient']>>,
): Promise<void> {
  await w.tx.update(w.t.patient, set, { patid });
}

export const findTermine = (look: From, day: string): Promise<AppointmentRow[]> =>
  readerOf(look).find(look.t.termin, eq(look.t.termin.day, day), {
    orderBy: [asc(look.t.termin.time), asc(look.t.termin.zimmer)],
  });
/** Finds the appointments of these people from a day on, the earliest first. */
export const findAppointmentsFrom = (
  look: From,
  day: string,
  patids: string[],
): Promise<AppointmentRow[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : readerOf(look).find(
        look.t.termin,
        and(gte(look.t.termin.day, day), inArray(look.t.termin.patid, patids)),
        { orderBy: [asc(look.t.termin.day), asc(look.t.termin.time)], limit: 500 },
      );
export const insertTermine = (
  w: Work,
  rows: NewRow<Schema['termin']>[],
): Promise<AppointmentRow[]> => w.tx.insert(w.t.termin, rows, { ifAbsent: true });

export const findTermin = (from: From, terminId: string): Promise<AppointmentRow | undefined> =>
  readerOf(from).one(from.t.termin, { terminId });
export async function updateTermin(
  w: Work,
  terminId: string,
  set: Partial<NewRow<Schema['termin']>>,
): Promise<void> {
  await w.tx.update(w.t.termin, set, { terminId });
}
/** Removes an appointment; only those of an external calendar. */
export const removeTermin = (w: Work, terminId: string): Promise<number> =>
  w.tx.remove(w.t.termin, { terminId, quelle: 'ONLINE' });

export const findTermineById = (w: Work, ids: readonly string[]): Promise<AppointmentRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : w.tx.find(w.t.termin, inArray(w.t.termin.terminId, [...ids]));
/** Removes delivered appointments; only those of the practice software's deliveries. */
export const removeDelivered = (w: Work, ids: readonly string[]): Promise<number> =>
  ids.length === 0
    ? Promise.resolve(0)
    : w.tx.remove(
        w.t.termin,
        and(inArray(w.t.termin.terminId, [...ids]), eq(w.t.termin.quelle, 'PVS'))!,
      );
export type CarriedRow = Row<Schema['pvsCarried']>;
const carriedOf = (w: Work, ids: readonly string[]): SQL =>
  and(eq(w.t.pvsCarried.kind, 'patient'), inArray(w.t.pvsCarried.id, [...ids]))!;
/** Finds the last written delivery data of these people. */
export const findCarried = (w: Work, ids: readonly string[]): Promise<CarriedRow[]> =>
  ids.length === 0 ? Promise.resolve([]) : w.tx.find(w.t.pvsCarried, carriedOf(w, ids));
export async function keepCarried(
  w: Work,
  rows: readonly NewRow<Schema['pvsCarried']>[],
): Promise<void> {
  if (rows.length === 0) return;
  await w.tx.remove(
    w.t.pvsCarried,
    carriedOf(
      w,
      rows.map((row) => row.id),
    ),
  );
  await w.tx.insert(w.t.pvsCarried, [...rows]);
}

export type ArrivalRow = Row<Schema['arrival']>;
const arrivalsAt = (s: From, day: string, patids?: readonly string[]): SQL =>
  and(eq(s.t.arrival.day, day), patids && inArray(s.t.arrival.patid, [...patids]))!;
/** Finds the appointments of a day; only of these numbers when given. */
export const findArrivals = (
  s: From,
  day: string,
  patids?: readonly string[],
): Promise<ArrivalRow[]> =>
  readerOf(s).find(s.t.arrival, arrivalsAt(s, day, patids), {
    orderBy: asc(s.t.arrival.at),
    limit: 1000,
  });
export async function insertArrival(w: Work, row: NewRow<Schema['arrival']>): Promise<void> {
  await w.tx.insert(w.t.arrival, row, { ifAbsent: true });
}
export async function changeArrivals(
  w: Work,
  day: string,
  patids: readonly string[],
  set: Pick<ArrivalRow, 'leftRoomAt'>,
): Promise<void> {
  await w.tx.update(w.t.arrival, set, arrivalsAt(w, day, patids));
}
export async function dropArrivals(w: Work, day: string, patids: readonly string[]): Promise<void> {
  await w.tx.remove(w.t.arrival, arrivalsAt(w, day, patids));
}

export const listRoomStays = (from: From): Promise<RoomStayRow[]> =>
  readerOf(from).find(from.t.roomStay, undefined, {
    orderBy: asc(from.t.roomStay.room),
    limit: 200,
  });
/** Returns false when the room is occupied. */
export const insertRoomStay = async (w: Work, row: NewRow<Schema['roomStay']>): Promise<boolean> =>
  (await w.tx.insert(w.t.roomStay, row, { ifAbsent: true })).length > 0;
export async function dropRoomStays(w: Work, rooms: readonly string[]): Promise<void> {
  if (rooms.length > 0) await w.tx.remove(w.t.roomStay, inArray(w.t.roomStay.room, [...rooms]));
}
