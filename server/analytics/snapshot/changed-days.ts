// On which days the rows of two images differ: what was worked out of all other days still holds.

import type { Snapshot } from './snapshot.ts';
import { EMPTY } from './calendar.ts';
import { visitsWithNext } from '../metrics/appointments.ts';

/** From which image one was made, and what changed between them, by places of raw rows; `wer`: patients (-1: rows of nobody). */
export interface Succession {
  readonly previous: Snapshot;
  readonly wer: ReadonlySet<number>;
  readonly termine: ReadonlySet<number>;
  readonly rechnungen: ReadonlySet<number>;
  readonly workingHours: ReadonlySet<number>;
}

type Column = Int32Array | Float64Array | Int8Array;
/** Numbers of other tables' places differ between images without anything having changed. */
const PLACE_COLUMNS: ReadonlySet<string> = new Set(['tag', 'pat', 'termin', 'besuch']);
const columnsOf = (table: object): Column[] =>
  Object.entries(table)
    .filter(([name, one]) => ArrayBuffer.isView(one) && !PLACE_COLUMNS.has(name))
    .map(([, one]) => one as Column);

/** Everything that is said of rows, day by day. */
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
  /** Takes the rows of a patient, or those of nobody (-1). */
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

/** All days on which a service, an appointment, a visit or hours of work differ, in what they say or in what follows for them from other rows. */
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
  // Services that name an appointment, maybe another person's, or lie on an invoice.
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
