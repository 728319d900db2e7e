// Finds due records: compares the newest date of each person with the retention periods; also for
// one person.

import { listName } from '../../../shared/desk/patient.ts';
import { KEPT_PERIODS, PERIODS } from '../../../catalog/retention/periods.ts';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import {
  dueOf,
  MOST_RELEASED,
  xrayUntil,
  type Due,
  type KeptFacts,
  type KeptKind,
} from '../../../shared/records/retention.ts';
import type { DueItem, DueList } from '../../../shared/records/retention.schema.ts';
import type { Look } from '../../platform/work.ts';
import {
  allPatients,
  documentCounts,
  itemsUnderWay,
  newestContacts,
  openHolds,
  xraysOf,
} from './store.ts';

/** One living person with all numbers, and their facts. */
export interface KeptPerson {
  patid: string;
  patids: string[];
  name: string;
  facts: KeptFacts;
  /** Whether a dated fact names the last contact; else it is the day the record was created here. */
  isContactKnown: boolean;
  /** When the newest of the person's numbers was created here. */
  createdAt: number;
  xrays: { fileId: string; at: number }[];
  documents: number;
  /** Released before, deletion pending. */
  isUnderWay: boolean;
  /** Only X-rays are left of the record. */
  isBare: boolean;
  /** Whether they have anything except files. */
  isTreated: boolean;
}

/** A day counts from its noon: no time zone moves it to another one. */
const instantOf = (last: number | string): number =>
  typeof last === 'number' ? last : berlinInstant(last.slice(0, 10), '12:00');

/** Returns all people of the practice; reads whole tables, for owner pages and released runs. */
export async function keptPeople(look: Look): Promise<KeptPerson[]> {
  const [rows, contacts, xrays, holds, documents, under] = [
    await allPatients(look),
    await newestContacts(look),
    await xraysOf(look),
    await openHolds(look),
    await documentCounts(look),
    await itemsUnderWay(look),
  ];
  const byNumber = new Map(rows.map((row) => [row.patid, row]));
  const living = (patid: string): string => {
    let row = byNumber.get(patid);
    for (
      let i = 0;
      row !== undefined &&
      row.mergedInto !== null &&
      byNumber.has(row.mergedInto) &&
      i < rows.length;
      i++
    )
      row = byNumber.get(row.mergedInto);
    return row?.patid ?? patid;
  };
  const people = new Map<string, KeptPerson>();
  for (const row of rows) {
    const patid = living(row.patid),
      head = byNumber.get(patid)!;
    const one: KeptPerson = people.get(patid) ?? {
      patid,
      patids: [],
      name: listName(head),
      facts: { lastContact: 0, geburtsdatum: head.geburtsdatum, xrays: [], hasHold: false },
      isContactKnown: true,
      createdAt: 0,
      xrays: [],
      documents: 0,
      isUnderWay: false,
      isBare: false,
      isTreated: false,
    };
    one.patids.push(row.patid);
    one.documents += documents.get(row.patid) ?? 0;
    people.set(patid, one);
  }
  const of = (patid: string): KeptPerson | undefined => people.get(living(patid));
  const treated = new Set<string>();
  for (const { patid, last, isFile } of contacts) {
    const one = of(patid);
    if (!one) continue;
    one.facts.lastContact = Math.max(one.facts.lastContact, instantOf(last));
    if (!isFile) treated.add(one.patid);
  }
  for (const { patid, fileId, at } of xrays) of(patid)?.xrays.push({ fileId, at });
  for (const { patid } of holds) {
    const one = of(patid);
    if (one) one.facts.hasHold = true;
  }
  for (const { patid } of under) {
    const one = patid === null ? undefined : of(patid);
    if (one) one.isUnderWay = true;
  }
  for (const one of people.values()) {
    one.facts = { ...one.facts, xrays: one.xrays.map((row) => row.at) };
    one.isTreated = treated.has(one.patid);
    one.isBare = one.xrays.length > 0 && one.xrays.length === one.documents && !one.isTreated;
  }
  // Reception creates a record while the person is there; a delivery, or the deletion that leaves a
  // record for its X-rays, creates one without a visit.
  for (const row of rows) {
    const one = of(row.patid);
    if (!one || one.isBare) continue;
    one.createdAt = Math.max(one.createdAt, row.createdAt);
    if (row.herkunft === 'hand')
      one.facts.lastContact = Math.max(one.facts.lastContact, row.createdAt);
  }
  // Without a dated fact the end of the treatment is unknown: the record is kept from its creation.
  for (const one of people.values())
    if (one.facts.lastContact === 0 && !one.isBare) {
      one.facts.lastContact = one.createdAt;
      one.isContactKnown = false;
    }
  return [...people.values()];
}

/** Returns the X-rays of a person whose own period is still running. */
export const keptXrays = (one: Pick<KeptPerson, 'xrays' | 'facts'>, today: string): string[] =>
  one.xrays
    .filter((row) => xrayUntil(row.at, one.facts.geburtsdatum, KEPT_PERIODS.xray) >= today)
    .map((row) => row.fileId);

/**
 * Returns the due part of a person, if any: everything, or the record without the X-rays that must
 * be kept longer.
 */
export function dueKind(one: KeptPerson, today: string): { kind: KeptKind; due: Due } | undefined {
  const all = dueOf('xray', one.facts, KEPT_PERIODS, today);
  if (all.isDue) return { kind: one.isBare ? 'xray' : 'record', due: all };
  const record = dueOf('record', one.facts, KEPT_PERIODS, today);
  return record.isDue && !one.isBare ? { kind: 'record', due: record } : undefined;
}

/**
 * Lists the people who are due.
 * @returns the first of the due ones, oldest first, with the applied periods
 */
export async function readDue(look: Look): Promise<DueList> {
  const today = berlinDay(look.now),
    people = await keptPeople(look);
  const found = people
    .filter((one) => !one.isUnderWay)
    .flatMap((one) => {
      const due = dueKind(one, today);
      return due ? [{ one, ...due }] : [];
    })
    .sort(
      (a, b) =>
        a.due.until.localeCompare(b.due.until) || a.one.name.localeCompare(b.one.name, 'de'),
    );
  const held = people.filter(
    (one) =>
      one.facts.hasHold && dueKind({ ...one, facts: { ...one.facts, hasHold: false } }, today),
  ).length;
  const item = ({ one, kind, due }: (typeof found)[number]): DueItem => ({
    patid: one.patid,
    name: one.name,
    geburtsdatum: one.facts.geburtsdatum,
    kind,
    year: Number(due.until.slice(0, 4)),
    until: due.until,
    keptBy: due.keptBy,
    lastContact: one.facts.lastContact,
    isContactKnown: one.isContactKnown,
    documents: one.documents,
  });
  return {
    at: look.now,
    people: people.length,
    due: found.length,
    held,
    items: found.slice(0, MOST_RELEASED).map(item),
    periods: [...PERIODS],
  };
}
