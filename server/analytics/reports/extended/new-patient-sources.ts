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
import { rowName } from '../cells/row-name.ts';
import { type ReportBuilder, column, eur, figureValue, kpisOf, ratioOf } from '../report-kind.ts';

/** Last day of a month `YYYY-MM`. */
const endOfMonth = (month: string): number =>
  firstOfMonth(monthOfDay(dayNumberOf(`${month}-01`)) + 1) - 1;

export const newPatientSources: ReportBuilder = (k) => {
  const { visits, services, rawRows, today } = k.a.snapshot,
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
    const first = visits.day[visit]!,
      day = newOn(k.a.snapshot, visit),
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
    if (visit + 1 < visits.from[pat + 1]! && visits.day[visit + 1]! <= first + 180) row.second += 1;
    for (let g = services.byPatient.from[pat]!; g < services.byPatient.from[pat + 1]!; g += 1) {
      const i = services.byPatient.rows[g]!;
      // Services of a patient are sorted by day.
      if (services.day[i]! > first + 180) break;
      if (services.day[i]! >= first) row.cents += services.betrag[i]!;
    }
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
