// Index lists of an image that walks use instead of all rows: services of certain kinds, cases,
// recalls and invoices by day. Created on first use; omitted rows do not count there.

import { type Snapshot, BEREICH, SYSTEM, PAYER } from '../snapshot/snapshot.ts';

import { EMPTY, quarterOfDay } from '../snapshot/calendar.ts';
import { sortOrder, gather, growingList } from '../snapshot/tables/sort-rows.ts';
import type { RowSet } from '../snapshot/row-set.ts';

const memos = new WeakMap<Snapshot, Map<string, unknown>>();
/** Returns a value computed once per image, cached under a name. */
export function memoise<T>(snapshot: Snapshot, name: string, build: () => T): T {
  let known = memos.get(snapshot);
  if (!known) memos.set(snapshot, (known = new Map()));
  if (!known.has(name)) known.set(name, build());
  return known.get(name) as T;
}
/** Checks whether a value has been computed for an image. */
export const isMemoised = (snapshot: Snapshot, name: string): boolean =>
  memos.get(snapshot)?.has(name) === true;

function collectRows(n: number, is: (i: number) => boolean): Int32Array {
  const found = growingList();
  for (let i = 0; i < n; i += 1) if (is(i)) found.take(i);
  return found.list();
}
/**
 * Creates the set of services of one kind named `name`. `listAll` lists them faster than checking
 * each one.
 */
export function serviceRowSet(
  snapshot: Snapshot,
  name: string,
  is: (i: number) => boolean,
  listAll?: () => Int32Array,
): RowSet {
  return memoise(snapshot, `L ${name}`, () => {
    let made: { rows: Int32Array; days: Int32Array } | undefined;
    const build = (): { rows: Int32Array; days: Int32Array } => {
      const rows = listAll?.() ?? collectRows(snapshot.services.n, is);
      return (made = { rows, days: gather(snapshot.services.day, rows) });
    };
    return {
      includes: is,
      isMemoised: () => made !== undefined,
      get rows() {
        return (made ?? build()).rows;
      },
      get days() {
        return (made ?? build()).days;
      },
    };
  });
}
/** Returns those of given indexes that fulfil a further condition. */
export function subsetOf({ rows, days: day }: RowSet, is: (i: number) => boolean): RowSet {
  const chosen = collectRows(rows.length, (k) => is(rows[k]!));
  return { rows: gather(rows, chosen), days: gather(day, chosen) };
}
/** Lists the KCH services covered by the statutory insurance: they constitute a case. */
export const caseServices = (snapshot: Snapshot): RowSet => {
  const { services } = snapshot;
  return serviceRowSet(
    snapshot,
    'fall',
    (i) =>
      services.system[i] === SYSTEM.BEMA &&
      services.bereich[i] === BEREICH.KCH &&
      services.traeger[i] === PAYER.GKV &&
      services.pat[i]! >= 0,
  );
};
/** Lists the first case service of each patient and quarter. */
export function caseStarts(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'beginn', () => {
    const { rows, days: day } = caseServices(snapshot),
      { pat } = snapshot.services,
      last = new Int32Array(snapshot.rawRows.tables.patient.count).fill(EMPTY),
      first = collectRows(rows.length, (k) => {
        const p = pat[rows[k]!]!,
          quarter = quarterOfDay(day[k]!);
        if (last[p] === quarter) return false;
        last[p] = quarter;
        return true;
      });
    return { rows: gather(rows, first), days: gather(day, first) };
  });
}
/** Returns the index in the image of each raw service; -1 where it has none. */
export function servicePlacesOf(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'stelleDerLeistung', () => {
    const { rawRows } = snapshot.services,
      places = new Int32Array(snapshot.rawRows.tables.leistung.count).fill(-1);
    for (let i = 0; i < rawRows.length; i += 1) places[rawRows[i]!] = i;
    return places;
  });
}
/** Returns the index in the image of each raw appointment; -1 where it has none. */
export function appointmentPlacesOf(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'stelleDesTermins', () => {
    const { rawRows } = snapshot.appointments,
      places = new Int32Array(snapshot.rawRows.tables.termin.count).fill(-1);
    for (let i = 0; i < rawRows.length; i += 1) places[rawRows[i]!] = i;
    return places;
  });
}
/** Recalls with their due days, and the record that each belongs to. */
export interface Recalls extends RowSet {
  readonly pats: Int32Array;
}
/** Lists the valid recalls with a patient, by due day. */
export function recallsByDay(snapshot: Snapshot): Recalls {
  return memoise(snapshot, 'recall', () => {
    const c = snapshot.rawRows.tables.recall.columns,
      due = c['faelligAm'] as Int32Array,
      own = snapshot.live.recall.filter((at) => c['patid']![at]! >= 0 && due[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(due, own))),
      pats = rows.map((at) => snapshot.mergedInto[c['patid']![at]!]!);
    return { rows, days: gather(due, rows), pats };
  });
}
/** Lists the valid plans with a day, by the day of creation. */
export function plansByDay(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'plan', () => {
    const made = snapshot.rawRows.tables.hkp.columns['erstelltAm'] as Int32Array,
      own = snapshot.live.hkp.filter((at) => made[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(made, own)));
    return { rows, days: gather(made, rows) };
  });
}
/**
 * Lists the valid invoices and credit notes with a day, by that day, with the day of cancellation
 * and the cents (NaN: not delivered).
 */
export function invoicesByDay(
  snapshot: Snapshot,
): RowSet & { readonly stornoAm: Int32Array; readonly betrag: Float64Array } {
  return memoise(snapshot, 'rechnung', () => {
    const c = snapshot.rawRows.tables.rechnung.columns,
      day = c['datum'] as Int32Array,
      own = snapshot.invoices.live.filter((at) => day[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(day, own)));
    return {
      rows,
      days: gather(day, rows),
      stornoAm: gather(c['stornoAm'] as Int32Array, rows),
      betrag: gather(c['betrag'] as Float64Array, rows),
    };
  });
}
/** Returns the last day of treatment of each invoice; EMPTY without one. */
export function lastTreatmentDays(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'behandlung', () => {
    const { day, rechnung: invoice } = snapshot.services,
      last = new Int32Array(snapshot.rawRows.tables.rechnung.count).fill(EMPTY);
    for (let i = 0; i < day.length; i += 1) {
      const at = invoice[i]!;
      if (at >= 0 && day[i]! > last[at]!) last[at] = day[i]!;
    }
    return last;
  });
}
