/**
 * Report of finished plans against services done and billed: planned and never done, done and never
 * billed, and laboratory that was billed for less than planned.
 */
import { findPosition } from '../../../../catalog/find-position.ts';
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { FOLLOWED_BY } from '../../../../shared/analytics/reports/figure-filters.ts';
import { unfollowedBy } from '../../snapshot/selection/followed-filters.ts';
import { dayOrNull, dayText } from '../../snapshot/calendar.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { MAX_NUMBERS, person } from '../lists/list-rows.ts';
import {
  column,
  eur,
  free,
  pageBounds,
  wholeOf,
  type ReportBuilder,
  type Row,
} from '../report-kind.ts';
import { finishedPlans, type FinishedPlan, type MissingPart } from './finished-plans.ts';

const KPI_OF = {
  NICHT_ERBRACHT: 'planNichtErbracht',
  NICHT_BERECHNET: 'planNichtBerechnet',
  LABOR_WENIGER: 'planLaborWeniger',
} as const satisfies Record<MissingPart['kind'], string>;
function rowOf(
  snapshot: Snapshot,
  { plan, pat, day }: FinishedPlan,
  { kind, cents, position }: MissingPart,
): Row {
  const system = position ? (GEBUEHREN[position.system] ?? 'EIGEN') : null;
  return {
    stand: kind,
    ...person(snapshot, pat),
    plan: snapshot.rawRows.tables.hkp.text('bezeichnung', plan),
    fertig: dayOrNull(day),
    system,
    nr: position?.nr ?? '',
    text: (position && findPosition(system!, position.nr, dayText(day))?.text) ?? '',
    zahn: position?.tooth ?? '',
    geplant: position?.quantity ?? null,
    erbracht: position?.done ?? null,
    berechnet: position?.billed ?? null,
    wert: position?.cents === null ? null : eur(cents),
  };
}

/** Lists what finished plans contain beyond services done and billed, the latest plan first. */
export const planAgainstInvoice: ReportBuilder = (k) => {
  const { a } = k,
    plans = finishedPlans(a.snapshot).filter(
      ({ plan, day }) => day >= a.from && day <= a.to && matchesPlan(a, 'hkp', plan),
    ),
    lines = plans.flatMap((plan) => plan.missing.map((part) => ({ plan, part }))),
    { first, end } = pageBounds(k, MAX_NUMBERS),
    sumOf = (kind: MissingPart['kind']): number =>
      eur(lines.reduce((sum, { part }) => sum + (part.kind === kind ? part.cents : 0), 0));
  const sums = (['NICHT_ERBRACHT', 'NICHT_BERECHNET', 'LABOR_WENIGER'] as const).map((kind) => ({
    kind,
    value: sumOf(kind),
  }));
  const isWithout = plans.some(({ hasPositions }) => !hasPositions);
  return {
    kpis: sums.map(({ kind, value }) =>
      free(KPI_OF[kind], value, null, unfollowedBy(FOLLOWED_BY.PLANS, k.a)),
    ),
    columns: [
      column('stand', 'Stand', 'wort'),
      column('patid', 'Patient', 'patient'),
      column('name', 'Name', 'text'),
      column('plan', 'Plan', 'text'),
      column('fertig', 'Fertig am', 'tag'),
      column('system', 'Gebührenordnung', 'wort'),
      column('nr', 'Nr.', 'code'),
      column('text', 'Leistung', 'text'),
      column('zahn', 'Zahn', 'code'),
      column('geplant', 'Geplant', 'zahl'),
      column('erbracht', 'Erbracht', 'zahl'),
      column('berechnet', 'Berechnet', 'zahl'),
      column('wert', 'Wert', 'eur'),
    ],
    rows: lines.slice(first, end).map(({ plan, part }) => rowOf(a.snapshot, plan, part)),
    series: [{ name: 'wert', punkte: sums.map(({ kind, value }) => ({ x: kind, y: value })) }],
    hints: ['planGegenRechnung', ...(isWithout ? ['planOhnePositionen'] : [])],
    ...wholeOf(lines.length, MAX_NUMBERS, () => ({
      wert: eur(lines.reduce((sum, { part }) => sum + part.cents, 0)),
    })),
  };
};
