/** Report of the plans of a period by their state at its end. */
import { HKP_STATIONS } from '../../../../shared/analytics/reports/worklist.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import { plansByDay } from '../../metrics/row-index.ts';
import { planHints } from '../../metrics/plan-on-day.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { lowerBound, medianOf } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, column, eur, kpisOf } from '../report-kind.ts';
import { rowName } from '../cells/row-name.ts';
import { planStateWords } from './plan-states.ts';

/** Last step of a plan by the end of a day; from today on any step. */
function lastSteps({ rawRows, today }: Snapshot, day: number): (at: number) => number {
  const columns = HKP_STATIONS.map((name) => rawRows.tables.hkp.columns[name]!),
    latest = day < today ? day : Infinity;
  return (at) => {
    let last = EMPTY;
    for (const column of columns)
      if (column[at]! > last && column[at]! <= latest) last = column[at]!;
    return last;
  };
}

export const hkpFunnel: ReportBuilder = (k) => {
  const { snapshot, cutoffDate } = k.a,
    c = snapshot.rawRows.tables.hkp.columns,
    rows = new Map<string, { status: string; order: number; reason: string; plans: number[] }>();
  const { rows: made, days: day } = plansByDay(snapshot),
    lastOf = lastSteps(snapshot, cutoffDate),
    wordsOf = planStateWords(k.a);
  for (let n = lowerBound(day, k.a.from), end = lowerBound(day, k.a.to + 1); n < end; n += 1) {
    const at = made[n]!;
    if (!matchesPlan(k.a, 'hkp', at)) continue;
    const { status, order, reason } = wordsOf(at),
      key = `${status}|${reason}`;
    let row = rows.get(key);
    if (!row) rows.set(key, (row = { status, order, reason, plans: [] }));
    row.plans.push(at);
  }
  const sum = (plans: number[], name: string): number => {
    const column = c[name]!;
    return eur(plans.reduce((cents, at) => cents + centsOrZero(column[at]!), 0));
  };
  const lines = [...rows.values()]
    .sort((x, y) => x.order - y.order || (x.reason < y.reason ? -1 : 1))
    .map((row) => ({
      status: row.status,
      anzahl: row.plans.length,
      gesamt: sum(row.plans, 'gesamt'),
      festzuschuss: sum(row.plans, 'festzuschuss'),
      eigenanteil: sum(row.plans, 'eigenanteil'),
      medianTage: medianOf(row.plans.map((at) => cutoffDate - lastOf(at))),
      grund: row.reason,
      nur: rowName('stand', row.status, row.reason),
    }));
  return {
    kpis: kpisOf(
      k,
      'hkpAnnahme',
      'hkpAnnahmeWert',
      'hkpOffen',
      'hkpAblaufend',
      'patientenAnnahme',
      'behandlungsAnnahme',
    ),
    columns: [
      column('status', 'Stand', 'wort'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('gesamt', 'Summe', 'eur'),
      column('festzuschuss', 'Festzuschuss', 'eur'),
      column('eigenanteil', 'Eigenanteil', 'eur'),
      column('medianTage', 'Tage seit dem letzten Schritt', 'tage'),
      column('grund', 'Grund', 'text'),
    ],
    rows: lines,
    series: [
      {
        name: 'gesamt',
        punkte: lines.map((z) => ({
          x: z.grund === '' ? z.status : `${z.status}: ${z.grund}`,
          y: z.gesamt,
        })),
      },
    ],
    hints: planHints(k.a),
  };
};
