// Whom delivered rows concern: the patients that a row named before and names now, so that only their proposals are worked out again.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { berlinTag } from './calendar.ts';
import type { Rohdaten, RohZeile } from './tables/raw-tables.ts';

/** Rows that name their patient through another row. */
const UEBER: Partial<Record<PvsEntity, readonly [column: string, entity: 'hkp' | 'rechnung']>> = {
  hkpposition: ['hkpid', 'hkp'],
  zahlung: ['rechnungId', 'rechnung'],
};
/** Lists on which results of many patients stand; others are read by no rule. */
const FUER_ALLE: ReadonlySet<PvsEntity> = new Set<PvsEntity>([
  'params',
  'stempel',
  'behandler',
  'terminarten',
  'bemagoz',
]);

/** Places of patients, or everybody. */
export type Beruehrt = ReadonlySet<number> | 'alle';
export class Beruehrung {
  private readonly places = new Set<number>();
  private readonly rows: [PvsEntity, number][] = [];
  private isAll = false;
  /** Days whose hours of treatment changed. */
  private readonly tage = new Set<number>();
  private readonly roh: Rohdaten;
  constructor(roh: Rohdaten) {
    this.roh = roh;
  }

  /** Takes a row over and notes whom it concerns. */
  nimm(row: RohZeile): void {
    const { entity } = row,
      table = this.roh.tabellen[entity];
    if (FUER_ALLE.has(entity)) {
      const at = table.platz(row.id),
        words = (): string =>
          JSON.stringify([
            table.zustand[at],
            ...Object.values(table.spalten).map((column) => column[at]),
          ]),
        before = words();
      this.roh.nimm(row);
      if (words() !== before) this.isAll = true;
      return;
    }
    if (entity === 'arbeitszeit') {
      this.nimmArbeitszeit(row);
      return;
    }
    if (
      table.spalten['patid'] === undefined &&
      UEBER[entity] === undefined &&
      entity !== 'patient'
    ) {
      this.roh.nimm(row);
      return;
    }
    const at = table.platz(row.id);
    this.merke(entity, at);
    if (this.roh.nimm(row)) this.rows.push([entity, at]);
  }
  /** After the last row: what a row names may have come after it. */
  ergebnis(): Beruehrt {
    for (const [entity, at] of this.rows) this.merke(entity, at);
    this.merkeTermine();
    return this.isAll ? 'alle' : this.places;
  }
  /** Hours of treatment concern whoever had an appointment on their day. */
  private nimmArbeitszeit(row: RohZeile): void {
    const table = this.roh.tabellen.arbeitszeit,
      at = table.platz(row.id),
      days = table.spalten['datum']!;
    const before = days[at]!;
    if (!this.roh.nimm(row)) return;
    this.tage.add(before);
    this.tage.add(days[at]!);
  }
  private merkeTermine(): void {
    if (this.tage.size === 0) return;
    const { termin } = this.roh.tabellen,
      starts = termin.spalten['start']!,
      people = termin.spalten['patid']!;
    for (let at = 0; at < termin.anzahl; at += 1) {
      const start = starts[at]!;
      if (people[at]! >= 0 && !Number.isNaN(start) && this.tage.has(berlinTag(start)))
        this.places.add(people[at]!);
    }
  }
  private merke(entity: PvsEntity, at: number): void {
    const { spalten } = this.roh.tabellen[entity],
      way = UEBER[entity];
    let who = -1;
    if (entity === 'patient') {
      this.places.add(at);
      who = spalten['zusammengefuehrtIn']![at]!;
    } else if (way) {
      const other = spalten[way[0]]![at]!;
      who = other < 0 ? -1 : this.roh.tabellen[way[1]].spalten['patid']![other]!;
    } else who = spalten['patid']![at]!;
    if (who >= 0) this.places.add(who);
  }
}
