/** A practice of a few rows, written by hand. */
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import {
  PVS_FIELDS,
  type PvsEntity,
  type PvsValue,
} from '../../shared/analytics/deliveries/pvs.ts';
import { buildSelection } from '../../server/analytics/snapshot/selection.ts';
import { type Snapshot } from '../../server/analytics/snapshot/snapshot.ts';
import { buildSnapshot } from '../../server/analytics/snapshot/build/build-snapshot.ts';
import { dayNumberOf } from '../../server/analytics/snapshot/calendar.ts';
import { figureResult } from '../../server/analytics/metrics/compute.ts';
import { RawData } from '../../server/analytics/snapshot/tables/raw-tables.ts';

export const TODAY = '2026-11-26';
export const FILTER: PracticeReportFilter = {
  von: '2026-01-01',
  bis: '2026-12-31',
  vergleich: 'KEIN',
  behandler: [],
  zimmer: [],
  teams: [],
  stempel: [],
  versicherung: [],
  bereich: [],
  terminart: [],
  termingruppe: [],
  basis: 'leistung',
  gruppierung: 'MONAT',
  kennzahl: 'umsatz',
};
export type Row = readonly [PvsEntity, string, Record<string, PvsValue>];
/** Builds the image of the practice on 26 November 2026. */
export function snapshotFrom(rows: readonly Row[]): Snapshot {
  const rawRows = new RawData();
  rows.forEach(([entity, id, given], at) => {
    const empty = Object.fromEntries(PVS_FIELDS[entity].map((field) => [field.name, null]));
    rawRows.take({
      entity,
      id,
      version: 1,
      hash: at,
      isDeleted: false,
      values: { ...empty, ...given },
    });
  });
  return buildSnapshot(rawRows, dayNumberOf(TODAY));
}
/** Returns the value of a figure for a filter. */
export const wert = (
  snapshot: Snapshot,
  key: string,
  filter: Partial<PracticeReportFilter> = {},
): number | null => figureResult(key, buildSelection(snapshot, { ...FILTER, ...filter })).value;
export const patient = (id: string): Row => [
  'patient',
  id,
  { vorname: 'V', nachname: id, versicherung: 'GKV' },
];
export const leistung = (
  id: string,
  patid: string,
  datum: string,
  betrag: number,
  more: Record<string, PvsValue> = {},
): Row => [
  'leistung',
  id,
  {
    patid,
    behandler: 'b1',
    datum,
    system: 'GOZ',
    nr: '2060',
    menge: 1,
    honorar: betrag,
    betrag,
    kostentraeger: 'EIGEN',
    status: 'ERBRACHT',
    ...more,
  },
];
export const termin = (id: string, patid: string, start: string, status: string): Row => [
  'termin',
  id,
  { patid, behandler: 'b1', start: Date.parse(start), dauerMin: 60, status },
];
