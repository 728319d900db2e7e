/** Report of the observed revenue per new patient, by quarter of the first visit. */
import { withPeriod, type Selection } from '../../snapshot/selection.ts';
import { matchesService, selectsEveryRow } from '../../snapshot/selection/matches.ts';
import { periodsBetween, plusMonths, quarterOfDay } from '../../snapshot/calendar.ts';
import { undocumentedUntil } from '../../metrics/coverage.ts';
import { newOn } from '../../metrics/derived/new-patients.ts';
import { forEachNewPatient } from '../../metrics/patients.ts';
import { column, kpisOf, ratioOf, type ReportBuilder, type ReportContext } from '../report-kind.ts';
import { moneyFigure } from '../report-charts.ts';

/** Months after the first visit whose revenue is compared, by column. */
const WINDOWS = { m12: 12, m24: 24, m36: 36 } as const;
type Window = keyof typeof WINDOWS;
const NAMES = Object.keys(WINDOWS) as Window[];

/** Patients whose first visit was in one quarter; amounts in cents. */
interface Cohort {
  readonly name: string;
  /** The earliest first visit, and the last day of the quarter. */
  first: number;
  readonly last: number;
  patients: number;
  total: number;
  readonly within: Record<Window, number>;
}
function newCohort(day: number): Cohort {
  const [quarter] = periodsBetween(day, day + 92, 'QUARTAL');
  return {
    name: quarter!.name,
    first: day,
    last: quarter!.to,
    patients: 0,
    total: 0,
    within: { m12: 0, m24: 0, m36: 0 },
  };
}
/** Adds the chosen services of a patient until today to a cohort. */
function addServices(k: ReportContext, pat: number, first: number, cohort: Cohort): void {
  const { services, today } = k.a.snapshot,
    { from, rows } = services.byPatient,
    cents = moneyFigure(k) === 'umsatz' ? services.betrag : services.honorar,
    all = selectsEveryRow(k.a),
    ends = NAMES.map((name) => plusMonths(first, WINDOWS[name]));
  for (let g = from[pat]!; g < from[pat + 1]!; g += 1) {
    const i = rows[g]!,
      day = services.day[i]!;
    // Services of a patient are sorted by day.
    if (day > today) break;
    if (!all && !matchesService(k.a, i)) continue;
    cohort.total += cents[i]!;
    for (let at = 0; at < NAMES.length; at += 1)
      if (day < ends[at]!) cohort.within[NAMES[at]!] += cents[i]!;
  }
}
/** Checks whether the deliveries contain all days since the first visits of a cohort. */
const isDocumented = (a: Selection, { first, last }: Cohort): boolean =>
  undocumentedUntil('umsatz', withPeriod(a, first, last)) === undefined;

/**
 * Reports cohorts by the quarter of the first visit. The revenue of a window is empty until its
 * months are over for all members; nothing is estimated.
 */
export const cohortValue: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { today } = snapshot,
    cohorts = new Map<number, Cohort>();
  forEachNewPatient(k.a, (pat, visit) => {
    const first = newOn(snapshot, visit),
      quarter = quarterOfDay(first),
      cohort = cohorts.get(quarter) ?? newCohort(first);
    cohorts.set(quarter, cohort);
    cohort.patients += 1;
    cohort.first = Math.min(cohort.first, first);
    addServices(k, pat, first, cohort);
  });
  const rows = [...cohorts]
    .sort(([x], [y]) => x - y)
    .map(([, cohort]) => {
      const isKnown = isDocumented(k.a, cohort),
        each = (cents: number): number | null =>
          isKnown ? ratioOf(cents / 100, cohort.patients, 2) : null;
      const within = (name: Window): number | null =>
        plusMonths(cohort.last, WINDOWS[name]) > today ? null : each(cohort.within[name]);
      return {
        kohorte: cohort.name,
        start: cohort.patients,
        m12: within('m12'),
        m24: within('m24'),
        m36: within('m36'),
        bisher: each(cohort.total),
      };
    });
  return {
    kpis: kpisOf(k, 'neupatienten', 'umsatzJePatient'),
    columns: [
      column('kohorte', 'Erster Besuch', 'periode'),
      column('start', 'Patienten', 'zahl'),
      column('m12', 'Je Patient bis Monat 12', 'eur'),
      column('m24', 'Je Patient bis Monat 24', 'eur'),
      column('m36', 'Je Patient bis Monat 36', 'eur'),
      column('bisher', 'Je Patient bis heute', 'eur'),
    ],
    rows,
    series: NAMES.map((name) => ({
      name: `bis${name.toUpperCase()}`,
      punkte: rows.map((row) => ({ x: row.kohorte, y: row[name] })),
    })),
    hints: ['kohortenWert'],
  };
};
