// Determines the days on which the rows of two images differ: values computed for all other days
// stay valid.

import type { Snapshot } from './snapshot.ts';
import { EMPTY } from './calendar.ts';
import { visitsWithNext } from '../metrics/appointments.ts';

/**
 * The image from which another was derived, and the changes between them, by raw row index; `wer`:
 * patients (-1: rows without a patient).
 */
export interface Succession {
  readonly previous: Snapshot;
  readonly wer: ReadonlySet<number>;
  readonly termine: ReadonlySet<number>;
  readonly rechnungen: ReadonlySet<number>;
  readonly workingHours: ReadonlySet<number>;
}

type Column = Int32Array | Float64Array | Int8Array;
/** Indexes into other tables differ between images without any change of content. */
const PLACE_COLUMNS: ReadonlySet<string> = new Set(['tag', 'pat', 'termin', 'besuch']);
const columnsOf = (table: object): Column[] =>
  Object.entries(table)
    .filter(([name, one]) => ArrayBuffer.isView(one) && !PLACE_COLUMNS.has(name))
    .map(([, one]) => one as Column);

/** Compares all values of rows, day by day. */
class SpokenState {
  readonly tage = new Map<number, number[]>();
  private readonly snapshot: Snapshot;
  private readonly l: Column[];
  private readonly t: Column[];
  constructor(snapshot: Snapshot) {
    this.snapshot = snapshot;
    this.l = columnsOf(snapshot.L);
    this.t = columnsOf(snapshot.T);
  }
  private am(tag: number): number[] {
    let said = this.tage.get(tag);
    if (!said) this.tage.set(tag, (said = []));
    return said;
  }
  private leistung(i: number): void {
    const { L, B } = this.snapshot,
      said = this.am(L.tag[i]!),
      b = L.besuch[i]!;
    for (const column of this.l) said.push(column[i]!);
    said.push(b < 0 ? -1 : B.hatTermin[b]!);
  }
  private termin(i: number): void {
    const { T, B } = this.snapshot,
      said = this.am(T.tag[i]!),
      b = T.besuch[i]!;
    for (const column of this.t) said.push(column[i]!);
    said.push(b < 0 ? -1 : B.hatLeistung[b]!);
  }
  /** Adds the rows of a patient, or those without a patient (-1). */
  take(p: number): this {
    const { L, T, B } = this.snapshot;
    this.tage.clear();
    if (p < 0) {
      for (let i = 0; i < L.n; i += 1) if (L.pat[i]! < 0) this.leistung(i);
      for (let i = 0; i < T.n; i += 1) if (T.pat[i]! < 0) this.termin(i);
    } else if (p + 1 < L.byPatient.from.length) {
      for (let g = L.byPatient.from[p]!; g < L.byPatient.from[p + 1]!; g += 1)
        this.leistung(L.byPatient.rows[g]!);
      for (let g = T.byPatient.from[p]!; g < T.byPatient.from[p + 1]!; g += 1)
        this.termin(T.byPatient.rows[g]!);
      for (const b of visitsWithNext(this.snapshot, p)) this.am(B.tag[b]!).push(1);
    }
    return this;
  }
}
const equal = (x: readonly number[], y: readonly number[]): boolean =>
  x.length === y.length && x.every((one, at) => Object.is(one, y[at]));

/**
 * Returns all days on which a service, an appointment, a visit or working hours differ, in their
 * own values or in those derived from other rows.
 */
export function changedDays(
  snapshot: Snapshot,
  { previous, wer, termine, rechnungen, workingHours }: Succession,
): Set<number> {
  const found = new Set<number>(),
    before = new SpokenState(previous),
    now = new SpokenState(snapshot),
    { L, rawRows } = snapshot;
  for (const p of wer) {
    const alt = before.take(p).tage,
      neu = now.take(p).tage;
    for (const [tag, said] of alt) if (!equal(said, neu.get(tag) ?? [])) found.add(tag);
    for (const tag of neu.keys()) if (!alt.has(tag)) found.add(tag);
  }
  // Services that name an appointment, possibly another person's, or are on an invoice.
  if (termine.size + rechnungen.size > 0) {
    const namedAppointments = rawRows.tables.leistung.spalten['terminId']!,
      t = new Uint8Array(rawRows.tables.termin.anzahl),
      r = new Uint8Array(rawRows.tables.rechnung.anzahl);
    for (const at of termine) t[at] = 1;
    for (const at of rechnungen) r[at] = 1;
    for (let i = 0; i < L.n; i += 1) {
      const named = namedAppointments[L.rawRows[i]!]!,
        bill = L.rechnung[i]!;
      if ((named >= 0 && t[named] === 1) || (bill >= 0 && r[bill] === 1)) found.add(L.tag[i]!);
    }
  }
  if (workingHours.size > 0)
    for (const { A } of [previous, snapshot])
      for (let i = 0; i < A.n; i += 1) if (workingHours.has(A.rawRows[i]!)) found.add(A.tag[i]!);
  found.delete(EMPTY);
  return found;
}
