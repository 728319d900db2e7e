// On which days the rows of two images differ: what was worked out of all other days still holds.

import type { Bild } from './snapshot.ts';
import { LEER } from './calendar.ts';
import { vorgemerkte } from '../metrics/appointments.ts';

/** From which image one was made, and what changed between them, by places of raw rows; `wer`: patients (-1: rows of nobody). */
export interface Nachfolge {
  readonly vor: Bild;
  readonly wer: ReadonlySet<number>;
  readonly termine: ReadonlySet<number>;
  readonly rechnungen: ReadonlySet<number>;
  readonly arbeitszeiten: ReadonlySet<number>;
}

type Spalte = Int32Array | Float64Array | Int8Array;
/** Numbers of other tables' places differ between images without anything having changed. */
const ORTE: ReadonlySet<string> = new Set(['tag', 'pat', 'termin', 'besuch']);
const spaltenVon = (table: object): Spalte[] =>
  Object.entries(table)
    .filter(([name, one]) => ArrayBuffer.isView(one) && !ORTE.has(name))
    .map(([, one]) => one as Spalte);

/** Everything that is said of rows, day by day. */
class Gesagtes {
  readonly tage = new Map<number, number[]>();
  private readonly bild: Bild;
  private readonly l: Spalte[];
  private readonly t: Spalte[];
  constructor(bild: Bild) {
    this.bild = bild;
    this.l = spaltenVon(bild.L);
    this.t = spaltenVon(bild.T);
  }
  private am(tag: number): number[] {
    let said = this.tage.get(tag);
    if (!said) this.tage.set(tag, (said = []));
    return said;
  }
  private leistung(i: number): void {
    const { L, B } = this.bild,
      said = this.am(L.tag[i]!),
      b = L.besuch[i]!;
    for (const column of this.l) said.push(column[i]!);
    said.push(b < 0 ? -1 : B.hatTermin[b]!);
  }
  private termin(i: number): void {
    const { T, B } = this.bild,
      said = this.am(T.tag[i]!),
      b = T.besuch[i]!;
    for (const column of this.t) said.push(column[i]!);
    said.push(b < 0 ? -1 : B.hatLeistung[b]!);
  }
  /** Takes the rows of a patient, or those of nobody (-1). */
  nimm(p: number): this {
    const { L, T, B } = this.bild;
    this.tage.clear();
    if (p < 0) {
      for (let i = 0; i < L.n; i += 1) if (L.pat[i]! < 0) this.leistung(i);
      for (let i = 0; i < T.n; i += 1) if (T.pat[i]! < 0) this.termin(i);
    } else if (p + 1 < L.nachPatient.from.length) {
      for (let g = L.nachPatient.from[p]!; g < L.nachPatient.from[p + 1]!; g += 1)
        this.leistung(L.nachPatient.rows[g]!);
      for (let g = T.nachPatient.from[p]!; g < T.nachPatient.from[p + 1]!; g += 1)
        this.termin(T.nachPatient.rows[g]!);
      for (const b of vorgemerkte(this.bild, p)) this.am(B.tag[b]!).push(1);
    }
    return this;
  }
}
const gleich = (x: readonly number[], y: readonly number[]): boolean =>
  x.length === y.length && x.every((one, at) => Object.is(one, y[at]));

/** All days on which a service, an appointment, a visit or hours of work differ, in what they say or in what follows for them from other rows. */
export function veraenderteTage(
  bild: Bild,
  { vor, wer, termine, rechnungen, arbeitszeiten }: Nachfolge,
): Set<number> {
  const found = new Set<number>(),
    before = new Gesagtes(vor),
    now = new Gesagtes(bild),
    { L, roh } = bild;
  for (const p of wer) {
    const alt = before.nimm(p).tage,
      neu = now.nimm(p).tage;
    for (const [tag, said] of alt) if (!gleich(said, neu.get(tag) ?? [])) found.add(tag);
    for (const tag of neu.keys()) if (!alt.has(tag)) found.add(tag);
  }
  // Services that name an appointment, maybe another person's, or lie on an invoice.
  if (termine.size + rechnungen.size > 0) {
    const genannt = roh.tabellen.leistung.spalten['terminId']!,
      t = new Uint8Array(roh.tabellen.termin.anzahl),
      r = new Uint8Array(roh.tabellen.rechnung.anzahl);
    for (const at of termine) t[at] = 1;
    for (const at of rechnungen) r[at] = 1;
    for (let i = 0; i < L.n; i += 1) {
      const named = genannt[L.roh[i]!]!,
        bill = L.rechnung[i]!;
      if ((named >= 0 && t[named] === 1) || (bill >= 0 && r[bill] === 1)) found.add(L.tag[i]!);
    }
  }
  if (arbeitszeiten.size > 0)
    for (const { A } of [vor, bild])
      for (let i = 0; i < A.n; i += 1) if (arbeitszeiten.has(A.roh[i]!)) found.add(A.tag[i]!);
  found.delete(LEER);
  return found;
}
