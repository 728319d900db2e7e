// The image that reports read: counted rows sorted by day, with all values derived from other rows
// precomputed. Rebuilt as a whole from the delivered rows, so that it does not depend on their
// order.

import {
  SERVICE_AREAS,
  GEBUEHREN,
  KOSTENTRAEGER,
  TERMIN_STATUS,
  VERSICHERUNG,
} from '../../../shared/analytics/deliveries/pvs-words.ts';
import { STANDARD_GROUPS } from '../../../shared/analytics/deliveries/standard-groups.ts';
import type { Invoices } from './invoices.ts';
import type { RowGroups } from './tables/sort-rows.ts';
import type { RawData } from './tables/raw-tables.ts';
import type { WordList } from './tables/column-table.ts';

/**
 * Services that count: not deleted, not cancelled, not only planned; sorted by day of treatment.
 * Indexes into other tables are -1 where there is no row.
 */
export interface Services {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  pat: Int32Array;
  behandler: Int32Array;
  abrBehandler: Int32Array;
  zimmer: Int32Array;
  stempel: Int32Array;
  termin: Int32Array;
  /** Kind of the appointment of that day, index in `terminarten`. */
  terminart: Int32Array;
  /** Standard group by the keywords of that appointment, as in the appointments. */
  stichwort: Int8Array;
  system: Int8Array;
  nr: Int32Array;
  menge: Int32Array;
  punkte: Int32Array;
  faktor: Int32Array;
  hasReason: Int8Array;
  honorar: Float64Array;
  material: Float64Array;
  eigenlabor: Float64Array;
  fremdlabor: Float64Array;
  betrag: Float64Array;
  bereich: Int8Array;
  traeger: Int8Array;
  versicherung: Int8Array;
  status: Int8Array;
  rechnung: Int32Array;
  hkp: Int32Array;
  visit: Int32Array;
  byPatient: RowGroups;
  /** Distinct position numbers in their comparison form. */
  positionNumbers: WordList;
}
/** Every appointment that was not deleted, sorted by its day in Berlin. */
export interface Appointments {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  minute: Int32Array;
  start: Float64Array;
  pat: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  terminart: Int32Array;
  gruppe: Int8Array;
  dauer: Int32Array;
  /** Standard group by its keywords where its type has none; -1 otherwise. */
  stichwort: Int8Array;
  /** Index in TERMIN_STATUS; derived where it was not delivered. */
  status: Int8Array;
  versicherung: Int8Array;
  createdAt: Float64Array;
  absage: Float64Array;
  ankunft: Float64Array;
  beginn: Float64Array;
  ende: Float64Array;
  quelle: Int8Array;
  hkp: Int32Array;
  visit: Int32Array;
  byPatient: RowGroups;
}
/** By patient, then by day: visits of patient `p` are `from[p]` up to before `from[p + 1]`. */
export interface Visits {
  n: number;
  day: Int32Array;
  pat: Int32Array;
  from: Int32Array;
  hasService: Uint8Array;
  hasAppointment: Uint8Array;
}
/**
 * Working hours of kind BEHANDLUNG, sorted by day. `minutes` of the row, `roomMinutes` those that
 * no earlier row of the same room and day covers.
 */
/**
 * Stretches of treatment time, one or more for each row. `minutes` are those of the person, 0 where
 * another stretch has the same ones; `roomMinutes` likewise those of the room.
 */
export interface WorkingHours {
  n: number;
  rawRows: Int32Array;
  day: Int32Array;
  behandler: Int32Array;
  zimmer: Int32Array;
  from: Int32Array;
  to: Int32Array;
  minutes: Int32Array;
  roomMinutes: Int32Array;
}
export interface Snapshot {
  readonly rawRows: RawData;
  /** Day in Berlin at build time; the derived state of an appointment depends on it. */
  readonly today: number;
  readonly services: Services;
  readonly appointments: Appointments;
  readonly workingHours: WorkingHours;
  readonly visits: Visits;
  readonly invoices: Invoices;
  /** Record that a record was merged into, itself where it was not merged. */
  readonly mergedInto: Int32Array;
  /** Standard group of each appointment type, -1 without one. */
  readonly groupByType: Int8Array;
  /** Whether the practice maps keywords to groups. */
  readonly hasKeywords: boolean;
  /** Indexes of all valid rows of the smaller tables, by id. */
  readonly live: Readonly<
    Record<
      | 'patient'
      | 'hkp'
      | 'parfall'
      | 'recall'
      | 'mitarbeiter'
      | 'fehlzeit'
      | 'behandler'
      | 'zimmer'
      | 'terminarten'
      | 'warteliste',
      Int32Array
    >
  >;
  /** Last day with a service or a kept appointment; EMPTY without one. */
  readonly dataUntil: number;
}

export const STATUS = Object.fromEntries(TERMIN_STATUS.map((word, at) => [word, at])) as Record<
  (typeof TERMIN_STATUS)[number],
  number
>;
export const BEREICH = Object.fromEntries(SERVICE_AREAS.map((word, at) => [word, at])) as Record<
  (typeof SERVICE_AREAS)[number],
  number
>;
export const PAYER = Object.fromEntries(KOSTENTRAEGER.map((word, at) => [word, at])) as Record<
  (typeof KOSTENTRAEGER)[number],
  number
>;
export const INSURANCE = Object.fromEntries(VERSICHERUNG.map((word, at) => [word, at])) as Record<
  (typeof VERSICHERUNG)[number],
  number
>;
export const SYSTEM = Object.fromEntries(GEBUEHREN.map((word, at) => [word, at])) as Record<
  (typeof GEBUEHREN)[number],
  number
>;
export const GROUP = Object.fromEntries(STANDARD_GROUPS.map((word, at) => [word, at])) as Record<
  (typeof STANDARD_GROUPS)[number],
  number
>;
