// Index lists of an image that walks use instead of all rows: services of certain kinds, cases,
// recalls and invoices by day. Created on first use; omitted rows do not count there.

import type { Snapshot } from '../snapshot/snapshot.ts';
import { BEREICH, SYSTEM, PAYER } from '../snapshot/snapshot.ts';
import { EMPTY, quarterOfDay } from '../snapshot/calendar.ts';
import { sortOrder, gather, growingList } from '../snapshot/tables/sort-rows.ts';

const memos = new WeakMap<Snapshot, Map<string, unknown>>();
/** Returns a value computed once per image, cached under a name. */
export function memoise<T>(snapshot: Snapshot, wort: string, build: () => T): T {
  let known = memos.get(snapshot);
  if (!known) memos.set(snapshot, (known = new Map()));
  if (!known.has(wort)) known.set(wort, build());
  return known.get(wort) as T;
}
/** Checks whether a value has been computed for an image. */
export const isMemoised = (snapshot: Snapshot, wort: string): boolean =>
  memos.get(snapshot)?.has(wort) === true;
/** Indexes in a table with their days; both ordered by day. */
export interface RowSet {
  readonly rows: Int32Array;
  readonly tag: Int32Array;
  /**
   * Services of a kind: whether one belongs to it, and whether the list exists; for a few days
   * creating it does not pay off.
   */ readonly ist?: (i: number) => boolean;
  readonly isMemoised?: () => boolean;
}

function collectRows(n: number, is: (i: number) => boolean): Int32Array {
  const found = growingList();
  for (let i = 0; i < n; i += 1) if (is(i)) found.take(i);
  return found.liste();
}
/** Services of one kind named `wort`. `alle`: lists them faster than checking each one. */
export function serviceRowSet(
  snapshot: Snapshot,
  wort: string,
  is: (i: number) => boolean,
  alle?: () => Int32Array,
): RowSet {
  return memoise(snapshot, `L ${wort}`, () => {
    let made: { rows: Int32Array; tag: Int32Array } | undefined;
    const build = (): { rows: Int32Array; tag: Int32Array } => {
      const rows = alle?.() ?? collectRows(snapshot.L.n, is);
      return (made = { rows, tag: gather(snapshot.L.tag, rows) });
    };
    return {
      ist: is,
      isMemoised: () => made !== undefined,
      get rows() {
        return (made ?? build()).rows;
      },
      get tag() {
        return (made ?? build()).tag;
      },
    };
  });
}
/** Returns those of given indexes that fulfil a further condition. */
export function subsetOf({ rows, tag }: RowSet, is: (i: number) => boolean): RowSet {
  const chosen = collectRows(rows.length, (k) => is(rows[k]!));
  return { rows: gather(rows, chosen), tag: gather(tag, chosen) };
}
/** KCH services covered by the statutory insurance: they constitute a case. */
export const caseServices = (snapshot: Snapshot): RowSet => {
  const { L } = snapshot;
  return serviceRowSet(
    snapshot,
    'fall',
    (i) =>
      L.system[i] === SYSTEM.BEMA &&
      L.bereich[i] === BEREICH.KCH &&
      L.traeger[i] === PAYER.GKV &&
      L.pat[i]! >= 0,
  );
};
/** The first of those for each patient and quarter. */
export function caseStarts(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'beginn', () => {
    const { rows, tag } = caseServices(snapshot),
      { pat } = snapshot.L,
      last = new Int32Array(snapshot.rawRows.tables.patient.anzahl).fill(EMPTY),
      first = collectRows(rows.length, (k) => {
        const p = pat[rows[k]!]!,
          quarter = quarterOfDay(tag[k]!);
        if (last[p] === quarter) return false;
        last[p] = quarter;
        return true;
      });
    return { rows: gather(rows, first), tag: gather(tag, first) };
  });
}
/** Index in the image of each raw service; -1 where it has none. */
export function servicePlacesOf(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'stelleDerLeistung', () => {
    const { rawRows } = snapshot.L,
      places = new Int32Array(snapshot.rawRows.tables.leistung.anzahl).fill(-1);
    for (let i = 0; i < rawRows.length; i += 1) places[rawRows[i]!] = i;
    return places;
  });
}
/** Index in the image of each raw appointment; -1 where it has none. */
export function appointmentPlacesOf(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'stelleDesTermins', () => {
    const { rawRows } = snapshot.T,
      places = new Int32Array(snapshot.rawRows.tables.termin.anzahl).fill(-1);
    for (let i = 0; i < rawRows.length; i += 1) places[rawRows[i]!] = i;
    return places;
  });
}
/** Valid recalls with a patient, by due day. */
export function recallsByDay(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'recall', () => {
    const c = snapshot.rawRows.tables.recall.spalten,
      due = c['faelligAm'] as Int32Array,
      own = snapshot.live.recall.filter((at) => c['patid']![at]! >= 0 && due[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(due, own)));
    return { rows, tag: gather(due, rows) };
  });
}
/** Valid plans with a day, by the day of creation. */
export function plansByDay(snapshot: Snapshot): RowSet {
  return memoise(snapshot, 'plan', () => {
    const made = snapshot.rawRows.tables.hkp.spalten['erstelltAm'] as Int32Array,
      own = snapshot.live.hkp.filter((at) => made[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(made, own)));
    return { rows, tag: gather(made, rows) };
  });
}
/**
 * Valid invoices and credit notes with a day, by that day, with the day of cancellation and the
 * cents (NaN: not delivered).
 */
export function invoicesByDay(
  snapshot: Snapshot,
): RowSet & { readonly stornoAm: Int32Array; readonly betrag: Float64Array } {
  return memoise(snapshot, 'rechnung', () => {
    const c = snapshot.rawRows.tables.rechnung.spalten,
      day = c['datum'] as Int32Array,
      own = snapshot.R.live.filter((at) => day[at] !== EMPTY),
      rows = gather(own, sortOrder(gather(day, own)));
    return {
      rows,
      tag: gather(day, rows),
      stornoAm: gather(c['stornoAm'] as Int32Array, rows),
      betrag: gather(c['betrag'] as Float64Array, rows),
    };
  });
}
/** Last day of treatment of each invoice; LEER without one. */
export function lastTreatmentDays(snapshot: Snapshot): Int32Array {
  return memoise(snapshot, 'behandlung', () => {
    const { tag, rechnung } = snapshot.L,
      last = new Int32Array(snapshot.rawRows.tables.rechnung.anzahl).fill(EMPTY);
    for (let i = 0; i < tag.length; i += 1) {
      const at = rechnung[i]!;
      if (at >= 0 && tag[i]! > last[at]!) last[at] = tag[i]!;
    }
    return last;
  });
}
