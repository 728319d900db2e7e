// The people of a practice in memory, for what no database can find in encrypted columns: names by
// their beginnings, birth dates, numbers. It follows the practice's count of changes, which every
// write of a record raises in its transaction, so that each process finds what any other committed.

import { asc, gt, inArray } from 'drizzle-orm';
import { readerOf, type Behind, type Look, type Work } from '../../work.ts';
import type { Schema } from '../schema.ts';
import type { Row, ScopedReader } from '../scope.ts';

/** A record as the index knows it. */
export interface IndexedPerson {
  readonly patid: string;
  /** Folded name, see `searchText`. */
  readonly search: string;
  /** YYYY-MM-DD; empty: unknown. */
  readonly geburtsdatum: string;
  readonly plz: string;
  /** Telephone numbers as they are written. */
  readonly numbers: readonly string[];
  readonly mergedInto: string | null;
}
type People = ReadonlyMap<string, IndexedPerson>;
interface Index {
  /** Count of changes up to which it is complete. */
  readonly rev: number;
  readonly people: Map<string, IndexedPerson>;
}
/** Place of a practice: its index, and the last load, which the next one waits for. */
interface Slot {
  index: Index | undefined;
  loading: Promise<unknown>;
}
interface Version {
  /** How often records of the practice were changed. */
  rev: number;
  /** The count at the last deletion. */
  gone: number;
}

/** Subject in the memory of the process. */
const SUBJECT = 'people';
/** People of all practices in memory, some 600 bytes each; the practices used least leave first. */
const MOST_PEOPLE = 200_000;
/** Rows of one query. */
const PAGE = 1000;

/** Returns the place of a practice, as the one used last; drops those that were not used for long. */
function slotOf({ memory }: Behind, cid: string): Slot {
  let slots = memory.get(SUBJECT) as Map<string, Slot> | undefined;
  if (!slots) memory.set(SUBJECT, (slots = new Map<string, Slot>()));
  const slot = slots.get(cid) ?? { index: undefined, loading: Promise.resolve() };
  slots.delete(cid);
  slots.set(cid, slot);
  let total = 0;
  for (const { index } of slots.values()) total += index?.people.size ?? 0;
  for (const [other, { index }] of slots) {
    if (total <= MOST_PEOPLE || other === cid) break;
    slots.delete(other);
    total -= index?.people.size ?? 0;
  }
  return slot;
}

const versionOf = async (db: ScopedReader, t: Schema): Promise<Version> =>
  (await db.one(t.patientVersion)) ?? { rev: 0, gone: 0 };

const COLUMNS = [
  'patid',
  'search',
  'geburtsdatum',
  'plz',
  'mobile',
  'landline',
  'phone',
  'mergedInto',
  'rev',
] as const;
/** Reads the records that were changed after a count into `people`; all without one. */
async function load(
  db: ScopedReader,
  t: Schema,
  since: number | undefined,
  people: Map<string, IndexedPerson>,
): Promise<void> {
  const { patient: p } = t;
  for (let after: string | undefined; ;) {
    const rows = await (since === undefined
      ? db.pick(p, COLUMNS, after === undefined ? undefined : gt(p.patid, after), {
          orderBy: asc(p.patid),
          limit: PAGE,
        })
      : db.pick(p, COLUMNS, gt(p.rev, since)));
    for (const { mobile, landline, phone, ...person } of rows)
      people.set(person.patid, {
        ...person,
        numbers: [mobile, landline, phone].filter((one) => one !== null && one !== '') as string[],
      });
    if (since !== undefined || rows.length < PAGE) return;
    after = rows.at(-1)!.patid;
  }
}

/** Whether the index holds everything of this version. */
const isComplete = (index: Index | undefined, { rev }: Version): boolean =>
  index !== undefined && index.rev >= rev;
/** Whether changed records are all that it lacks: no record was deleted since. */
const isExtensible = (index: Index | undefined, { gone }: Version): boolean =>
  index !== undefined && index.rev >= gone;

/** Returns the committed people of a practice, as of now or later. */
async function committedPeople({ behind, t, cid }: Look | Work): Promise<People> {
  const slot = slotOf(behind, cid),
    version = await versionOf(behind.db, t);
  if (!isComplete(slot.index, version)) {
    const next = slot.loading.then(async () => {
      const { index } = slot;
      if (isComplete(index, version)) return;
      const from = isExtensible(index, version) ? index : undefined,
        people = from?.people ?? new Map<string, IndexedPerson>();
      // Rows that are changed meanwhile have a higher count: the next call reads them again.
      await load(behind.db, t, from?.rev, people);
      slot.index = { rev: version.rev, people };
    });
    slot.loading = next.catch(() => undefined);
    await next;
  }
  return slot.index!.people;
}

/** Returns the people as a transaction sees them, with its own changes, which no other may see yet. */
async function peopleInside({ behind, t, cid }: Look | Work): Promise<People> {
  const slot = slotOf(behind, cid),
    version = await versionOf(behind.db, t),
    { index } = slot;
  if (index && isComplete(index, version)) return index.people;
  const from = isExtensible(index, version) ? index : undefined,
    people = new Map<string, IndexedPerson>(from?.people);
  await load(behind.db, t, from?.rev, people);
  if (!from)
    behind.onceCommitted?.(() => {
      // One below: what the transaction changed afterwards may have the same count.
      const rev = version.rev - 1;
      if ((slot.index?.rev ?? -1) < rev) slot.index = { rev, people };
    });
  return people;
}

/** Returns the people of the practice who fit, without records that are closed to the caller. */
export async function findPeople(
  s: Look | Work,
  fits: (person: IndexedPerson) => boolean,
): Promise<IndexedPerson[]> {
  const closed = new Set(await readerOf(s).closed()),
    found: IndexedPerson[] = [];
  const people = await (s.behind.onceCommitted ? peopleInside(s) : committedPeople(s));
  for (const person of people.values())
    if (!closed.has(person.patid) && fits(person)) found.push(person);
  return found;
}

/** Ids of one query: below the parameter limit of either database. */
const IDS = 500;
/** Reads the records of some people, in their order. */
export async function recordsOf(
  s: Look | Work,
  people: readonly Pick<IndexedPerson, 'patid'>[],
): Promise<Row<Schema['patient']>[]> {
  const rows = new Map<string, Row<Schema['patient']>>();
  for (let at = 0; at < people.length; at += IDS)
    for (const row of await readerOf(s).find(
      s.t.patient,
      inArray(
        s.t.patient.patid,
        people.slice(at, at + IDS).map(({ patid }) => patid),
      ),
    ))
      rows.set(row.patid, row);
  return people.flatMap(({ patid }) => rows.get(patid) ?? []);
}

/** Compares texts as a database without a language does. */
export const compareText = (a: string, b: string): number => (a < b ? -1 : a > b ? 1 : 0);
