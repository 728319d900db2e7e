/**
 * Checks of delivered rows: which rows each means, and how many rows of each combination of faults
 * a span has.
 */
import {
  DATA_CHECKS,
  type CheckKind,
  type DataCheck,
} from '../../../shared/analytics/reports/data-checks.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { isPlanned } from '../metrics/walks.ts';
import { appointmentPlacesOf, memoise } from '../metrics/row-index.ts';
import { EMPTY } from '../snapshot/calendar.ts';
import type { Snapshot } from '../snapshot/snapshot.ts';
import { LIVE } from '../snapshot/tables/column-table.ts';
import { lowerBound } from '../snapshot/tables/sort-rows.ts';
import { dayOfRow } from './page.ts';

/** Whether a row is looked at, and whether it is meant. */
type Judge = (at: number) => 'meant' | 'fine' | 'other';

function isEmpty(snapshot: Snapshot, { entity, field }: DataCheck): (at: number) => boolean {
  const values = snapshot.rawRows.tables[entity].columns[field]!,
    { type } = PVS_FIELDS[entity].find((one) => one.name === field)!;
  if (type === 'instant' || type === 'cents') return (at) => Number.isNaN(values[at]!);
  const isIndex = ['word', 'bool', 'ref', 'text', 'code'].includes(type);
  return isIndex ? (at) => values[at] === -1 : (at) => values[at] === EMPTY;
}

/** `1067` is Dresden without its zero, or a whole code of Austria or Switzerland. */
const SHORT_CODE = /^\d{4}$/;
const doubles = new WeakMap<Snapshot, ReadonlySet<number>>();
/**
 * Returns the records that share name and birth date with another one and were not merged; cached,
 * because names of all patients are compared.
 */
function doubleRecords(snapshot: Snapshot): ReadonlySet<number> {
  const known = doubles.get(snapshot);
  if (known) return known;
  const t = snapshot.rawRows.tables.patient,
    birth = t.columns['geburtsdatum']!,
    byName = new Map<string, number[]>();
  for (const at of snapshot.live.patient) {
    if (snapshot.mergedInto[at] !== at) continue;
    const key = `${birth[at]}|${t.text('nachname', at)}|${t.text('vorname', at)}`.toLowerCase(),
      same = byName.get(key);
    if (same) same.push(at);
    else byName.set(key, [at]);
  }
  const found = new Set([...byName.values()].flatMap((same) => (same.length > 1 ? same : [])));
  doubles.set(snapshot, found);
  return found;
}

const JUDGES: Readonly<Record<CheckKind, (snapshot: Snapshot, check: DataCheck) => Judge>> = {
  VERWAIST(snapshot, { entity, field }) {
    const { tables } = snapshot.rawRows,
      refs = tables[entity].columns[field]!,
      { to } = PVS_FIELDS[entity].find((one) => one.name === field)!,
      { rowState } = tables[to!];
    return (at) => (refs[at]! < 0 ? 'other' : rowState[refs[at]!] === LIVE ? 'fine' : 'meant');
  },
  LUECKE(snapshot, check) {
    const empty = isEmpty(snapshot, check);
    return (at) => (empty(at) ? 'meant' : 'fine');
  },
  LEER(snapshot, check) {
    const empty = isEmpty(snapshot, check),
      { rowState, count } = snapshot.rawRows.tables[check.entity];
    let isFilled = false;
    for (let at = 0; at < count && !isFilled; at += 1)
      isFilled = rowState[at] === LIVE && !empty(at);
    return () => (isFilled ? 'fine' : 'meant');
  },
  OHNE_ERGEBNIS(snapshot) {
    const places = appointmentPlacesOf(snapshot),
      { status, day } = snapshot.appointments;
    return (at) => {
      const i = places[at]!;
      if (i < 0 || day[i]! >= snapshot.today) return 'other';
      return isPlanned(status[i]!) ? 'meant' : 'fine';
    };
  },
  DOPPELT(snapshot) {
    const found = doubleRecords(snapshot);
    return (at) => (found.has(at) ? 'meant' : 'fine');
  },
  GEKUERZT(snapshot, { entity, field }) {
    const table = snapshot.rawRows.tables[entity];
    return (at) => {
      const code = table.text(field, at);
      if (code === '') return 'other';
      // With a country the import has put the zero back, or four digits are right there.
      return SHORT_CODE.test(code) && table.text('land', at) === '' ? 'meant' : 'fine';
    };
  },
};

/** Returns how a check judges the rows of its entity. */
export const judgeOf = (snapshot: Snapshot, check: DataCheck): Judge =>
  JUDGES[check.kind](snapshot, check);

/** Returns the bits of some checks in the faults of an entity's rows. */
export const bitsOf = (entity: PvsEntity, checks: readonly DataCheck[]): number =>
  DATA_CHECKS.filter((check) => check.entity === entity).reduce(
    (bits, check, at) => (checks.includes(check) ? bits | (1 << at) : bits),
    0,
  );

/** Rows with the same faults: their days, ascending, and the number of rows before each and of all. */
interface FaultGroup {
  readonly bits: number;
  readonly days: Int32Array;
  readonly before: Int32Array;
}
/** Marks the rows that each check of an entity means. */
function markFaults(snapshot: Snapshot, entity: PvsEntity): Int32Array {
  const { rowState, count } = snapshot.rawRows.tables[entity],
    faults = new Int32Array(count);
  DATA_CHECKS.filter((check) => check.entity === entity).forEach((check, k) => {
    const judge = judgeOf(snapshot, check),
      bit = 1 << k;
    for (let at = 0; at < count; at += 1)
      if (rowState[at] === LIVE && judge(at) === 'meant') faults[at]! |= bit;
  });
  return faults;
}
/** Counts the rows of an entity by their faults and days; once per image. */
export const faultGroups = (snapshot: Snapshot, entity: PvsEntity): readonly FaultGroup[] =>
  memoise(snapshot, `Mängel ${entity}`, () => {
    const { rowState, count } = snapshot.rawRows.tables[entity],
      faults = markFaults(snapshot, entity),
      dayOf = dayOfRow(snapshot, entity),
      groups = new Map<number, Map<number, number>>();
    for (let at = 0; at < count; at += 1) {
      if (rowState[at] !== LIVE) continue;
      let group = groups.get(faults[at]!);
      if (!group) groups.set(faults[at]!, (group = new Map<number, number>()));
      const day = dayOf(at);
      group.set(day, (group.get(day) ?? 0) + 1);
    }
    return [...groups].map(([bits, group]) => {
      const days = Int32Array.from(group.keys()).sort(),
        before = new Int32Array(days.length + 1);
      days.forEach((day, k) => {
        before[k + 1] = before[k]! + group.get(day)!;
      });
      return { bits, days, before };
    });
  });

/** Number of rows with the same faults. */
export interface FaultCount {
  readonly bits: number;
  readonly count: number;
}
/** Counts the rows of the days of a span, and those without a day, by their faults. */
export const countFaults = (
  snapshot: Snapshot,
  entity: PvsEntity,
  from: number,
  to: number,
): FaultCount[] =>
  faultGroups(snapshot, entity).map(({ bits, days, before }) => ({
    bits,
    count:
      before[lowerBound(days, to + 1)]! -
      before[lowerBound(days, from)]! +
      (days[0] === EMPTY ? before[1]! : 0),
  }));
