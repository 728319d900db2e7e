// Determines the patients affected by delivered rows, before and after the change, so that only
// their proposals are recomputed.

import type { PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { berlinDay } from './calendar.ts';
import type { RawData, RawRow } from './tables/raw-tables.ts';

/** Rows that reference their patient through another row. */
const PATIENT_VIA: Partial<
  Record<PvsEntity, readonly [column: string, entity: 'hkp' | 'rechnung']>
> = {
  hkpposition: ['hkpid', 'hkp'],
  zahlung: ['rechnungId', 'rechnung'],
};
/** Lists that affect results of many patients; rules read no others. */
const AFFECTS_EVERYBODY: ReadonlySet<PvsEntity> = new Set<PvsEntity>([
  'params',
  'stempel',
  'behandler',
  'terminarten',
  'bemagoz',
]);

/** Indexes of patients, or all patients. */
export type Touched = ReadonlySet<number> | 'all';
export class TouchTracker {
  private readonly places = new Set<number>();
  private readonly rows: [PvsEntity, number][] = [];
  private isAll = false;
  /** Days with changed hours of treatment. */
  private readonly days = new Set<number>();
  private readonly rawRows: RawData;
  constructor(rawRows: RawData) {
    this.rawRows = rawRows;
  }

  /** Applies a row and records the patients it affects. */
  take(row: RawRow): void {
    const { entity } = row,
      table = this.rawRows.tables[entity];
    if (AFFECTS_EVERYBODY.has(entity)) {
      const at = table.slot(row.id),
        words = (): string =>
          JSON.stringify([
            table.rowState[at],
            ...Object.values(table.columns).map((column) => column[at]),
          ]),
        before = words();
      this.rawRows.take(row);
      if (words() !== before) this.isAll = true;
      return;
    }
    if (entity === 'arbeitszeit') {
      this.takeWorkingHours(row);
      return;
    }
    if (
      table.columns['patid'] === undefined &&
      PATIENT_VIA[entity] === undefined &&
      entity !== 'patient'
    ) {
      this.rawRows.take(row);
      return;
    }
    const at = table.slot(row.id);
    this.remember(entity, at);
    if (this.rawRows.take(row)) this.rows.push([entity, at]);
  }
  /** After the last row: a referenced row may have come after the one that names it. */
  result(): Touched {
    for (const [entity, at] of this.rows) this.remember(entity, at);
    this.rememberAppointments();
    return this.isAll ? 'all' : this.places;
  }
  /** Hours of treatment affect every patient with an appointment on their day. */
  private takeWorkingHours(row: RawRow): void {
    const table = this.rawRows.tables.arbeitszeit,
      at = table.slot(row.id),
      days = table.columns['datum']!;
    const before = days[at]!;
    if (!this.rawRows.take(row)) return;
    this.days.add(before);
    this.days.add(days[at]!);
  }
  private rememberAppointments(): void {
    if (this.days.size === 0) return;
    const { termin: appointment } = this.rawRows.tables,
      starts = appointment.columns['start']!,
      people = appointment.columns['patid']!;
    for (let at = 0; at < appointment.count; at += 1) {
      const start = starts[at]!;
      if (people[at]! >= 0 && !Number.isNaN(start) && this.days.has(berlinDay(start)))
        this.places.add(people[at]!);
    }
  }
  private remember(entity: PvsEntity, at: number): void {
    const { columns } = this.rawRows.tables[entity],
      way = PATIENT_VIA[entity];
    let who = -1;
    if (entity === 'patient') {
      this.places.add(at);
      who = columns['zusammengefuehrtIn']![at]!;
    } else if (way) {
      const other = columns[way[0]]![at]!;
      who = other < 0 ? -1 : this.rawRows.tables[way[1]].columns['patid']![other]!;
    } else who = columns['patid']![at]!;
    if (who >= 0) this.places.add(who);
  }
}
