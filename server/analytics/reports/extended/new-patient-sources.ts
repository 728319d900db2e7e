/** Report of new patients: where from, worth, whether they stay. */
import { withPeriod } from '../../snapshot/selection.ts';
import {
  dayNumberOf,
  dayText,
  firstOfMonth,
  monthOfDay,
  periodsBetween,
} from '../../snapshot/calendar.ts';
import { newOn } from '../../metrics/derived/new-patients.ts';
import { forEachNewPatient } from '../../metrics/patients.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { rowName } from '../cells/row-name.ts';
import { type ReportBuilder, column, eur, figureValue, kpisOf, ratioOf } from '../report-kind.ts';

/** Last day of a month `YYYY-MM`. */
const endOfMonth = (month: string): number =>
  firstOfMonth(monthOfDay(dayNumberOf(`${month}-01`)) + 1) - 1;

/** Days up to which a new patient's further visits and revenue count. */
const RETURN_DAYS = 180;
/** Checks whether a new patient came again in time. @param visit the first visit */
export const isBack = ({ visits }: Snapshot, pat: number, visit: number): boolean =>
  visit + 1 < visits.from[pat + 1]! && visits.day[visit + 1]! <= visits.day[visit]! + RETURN_DAYS;
/** Iterates over the services of a new patient that count. @param visit the first visit */
export function forEachFirstService(
  { visits, services }: Snapshot,
  pat: number,
  visit: number,
  take: (i: number) => void,
): void {
  const { from, rows } = services.byPatient,
    first = visits.day[visit]!;
  for (let g = from[pat]!; g < from[pat + 1]!; g += 1) {
    const i = rows[g]!;
    // Services of a patient are sorted by day.
    if (services.day[i]! > first + RETURN_DAYS) break;
    if (services.day[i]! >= first) take(i);
  }
}

export const newPatientSources: ReportBuilder = (k) => {
  const { services, rawRows, today } = k.a.snapshot,
    p = rawRows.tables.patient,
    rows = new Map<
      string,
      {
        month: string;
        source: string;
        plz: string;
        name: string;
        count: number;
        cents: number;
        second: number;
      }
    >();
  forEachNewPatient(k.a, (pat, visit) => {
    const day = newOn(k.a.snapshot, visit),
      key = `${monthOfDay(day)}|${p.text('quelle', pat)}|${p.text('plz', pat)}`;
    let row = rows.get(key);
    if (!row)
      rows.set(
        key,
        (row = {
          month: dayText(day).slice(0, 7),
          source: p.text('quelle', pat) || '–',
          plz: p.text('plz', pat) || '–',
          name: rowName('herkunft', p.text('quelle', pat), p.text('plz', pat)),
          count: 0,
          cents: 0,
          second: 0,
        }),
      );
    row.count += 1;
    if (isBack(k.a.snapshot, pat, visit)) row.second += 1;
    forEachFirstService(k.a.snapshot, pat, visit, (i) => {
      row.cents += services.betrag[i]!;
    });
  });
  const lines = [...rows.values()]
    .map((row) => ({
      monat: row.month,
      neu: row.count,
      quelle: row.source,
      plz: row.plz,
      nur: row.name,
      umsatz180: eur(row.cents),
      zweitbesuch: row.second,
      // A month whose patients had less time than others has no share yet.
      quote: endOfMonth(row.month) + 180 > today ? null : ratioOf(row.second, row.count),
    }))
    .sort((x, y) => (x.monat < y.monat ? -1 : x.monat > y.monat ? 1 : y.neu - x.neu));
  const parts = periodsBetween(k.a.from, k.a.to, k.filter.gruppierung);
  return {
    kpis: kpisOf(k, 'neupatienten', 'neupatientenquote', 'bindungNeu'),
    columns: [
      column('monat', 'Monat', 'periode'),
      column('neu', 'Neu', 'zahl'),
      column('quelle', 'Woher', 'text'),
      column('plz', 'PLZ', 'code'),
      column('umsatz180', 'Umsatz in 180 Tagen', 'eur'),
      column('zweitbesuch', 'Zweiter Besuch', 'zahl'),
      column('quote', 'Anteil', 'anteil'),
    ],
    rows: lines,
    series: [
      {
        name: 'neu',
        punkte: parts.map((x) => ({
          x: x.name,
          y: figureValue('neupatienten', withPeriod(k.a, x.from, x.to)),
        })),
      },
    ],
    hints: k.a.to + 180 > k.a.snapshot.today ? ['nochNichtReif'] : [],
  };
};
