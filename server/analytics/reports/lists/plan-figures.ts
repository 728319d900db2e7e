/** Report of plans that need attention. */
import type { HkpReason } from '../../../../shared/analytics/reports/worklist.ts';
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs-words.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { forEachOpenPlanOn, planHints, planStateOn } from '../../metrics/plan-on-day.ts';
import { plansByDay, serviceRowSet } from '../../metrics/row-index.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { lowerBound, medianOf } from '../../snapshot/tables/sort-rows.ts';
import {
  type ReportBuilder,
  type ReportContext,
  type Row,
  column,
  eur,
  kpisOf,
  ratioOf,
} from '../report-kind.ts';
import { duePlansOn } from '../../cases/hkp-cases.ts';
import { isExpired } from '../../cases/plan-approval.ts';

/** Both conditions of a plan. */
const both =
  (one: (at: number) => boolean, other: (at: number) => boolean) =>
  (at: number): boolean =>
    one(at) && other(at);
/** Cents of the services that belong to some plans. */
function billedCents(snapshot: Snapshot, plans: readonly number[]): number {
  const { services } = snapshot;
  const planned = new Uint8Array(snapshot.rawRows.tables.hkp.count);
  const { rows } = serviceRowSet(snapshot, 'hkp', (at) => services.hkp[at]! >= 0);
  for (const at of plans) planned[at] = 1;
  let billed = 0;
  for (let n = 0; n < rows.length; n += 1) {
    const i = rows[n]!;
    if (planned[services.hkp[i]!] === 1) billed += services.betrag[i]!;
  }
  return billed;
}

const statusOf = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word);
const sumOf = ({ a }: ReportContext, plans: readonly number[]): number => {
  const total = a.snapshot.rawRows.tables.hkp.columns['gesamt']!;
  return eur(plans.reduce((cents, at) => cents + centsOrZero(total[at]!), 0));
};

/** Lists approved plans that were neither begun nor expired at the end of a day. */
function approvedNotBegun(snapshot: Snapshot, day: number): number[] {
  const approved = statusOf('GENEHMIGT'),
    booked = statusOf('TERMINIERT'),
    plans: number[] = [];
  for (const at of snapshot.live.hkp) {
    const state = planStateOn(snapshot, at, day);
    if ((state === approved || state === booked) && !isExpired(snapshot, at, day)) plans.push(at);
  }
  return plans;
}
/** Lists the chosen plans that were made in the period, without alternatives. */
function plansOfPeriod({ a }: ReportContext): number[] {
  const { rows, days } = plansByDay(a.snapshot),
    status = a.snapshot.rawRows.tables.hkp.columns['status']!,
    alternative = statusOf('ALTERNATIVE'),
    plans: number[] = [],
    end = lowerBound(days, a.to + 1);
  for (let k = lowerBound(days, a.from); k < end; k += 1) {
    const at = rows[k]!;
    if (status[at] !== alternative && matchesPlan(a, 'hkp', at)) plans.push(at);
  }
  return plans;
}

/**
 * Rows of the plans by their state at the end of the period. A row has no number where the state of
 * any plan then is not known.
 */
function stateRows(k: ReportContext): { rows: Row[]; isKnown: boolean } {
  const { snapshot, cutoffDate: day } = k.a,
    rows: Row[] = [],
    isChosen = (at: number): boolean => matchesPlan(k.a, 'hkp', at),
    made = snapshot.rawRows.tables.hkp.columns['erstelltAm']!,
    isAsked = (at: number): boolean => made[at]! <= k.a.to && isChosen(at);
  const tell = (was: string, plans: readonly number[], isKnown: boolean): void => {
    rows.push({
      was,
      anzahl: isKnown ? plans.length : null,
      wert: isKnown ? sumOf(k, plans) : null,
      anteil: null,
      tage: null,
    });
  };
  const open: number[] = [];
  let isOpenKnown = true;
  forEachOpenPlanOn(
    snapshot,
    day,
    (at) => {
      if (isChosen(at)) open.push(at);
    },
    (at) => {
      if (isChosen(at)) isOpenKnown = false;
    },
  );
  tell('OFFEN', open, isOpenKnown);
  // The rule of the work list determines pending plans, so that both count the same.
  const { due, unknown, unbooked } = duePlansOn(snapshot, day),
    isKnown = !unknown.some(isChosen),
    byReason = new Map<HkpReason, number[]>();
  for (const [at, reasons] of due)
    if (isAsked(at))
      for (const reason of reasons) {
        const plans = byReason.get(reason) ?? [];
        plans.push(at);
        byReason.set(reason, plans);
      }
  const wants = (reason: HkpReason): number[] => byReason.get(reason) ?? [];
  tell('BEI_PATIENT_14', wants('beim_patienten'), isKnown);
  tell('BEI_KASSE_21', wants('bei_der_kasse'), isKnown);
  tell('GENEHMIGT_OHNE_TERMIN', wants('ohne_termin'), isKnown && !unbooked.some(isChosen));
  tell('GENEHMIGT_NICHT_BEGONNEN', approvedNotBegun(snapshot, day).filter(isAsked), isKnown);
  tell('LAEUFT_AB', wants('laeuft_ab'), isKnown);
  tell('ABGELAUFEN', wants('abgelaufen'), isKnown);
  return { rows, isKnown: isKnown && isOpenKnown };
}

/** Builds the watch list of the practice, each item with its number of plans and their value. */
export const hkpFigures: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    c = snapshot.rawRows.tables.hkp.columns,
    cohort = plansOfPeriod(k),
    { rows: lines, isKnown } = stateRows(k);
  const is = (word: (typeof HKP_STATUS)[number]): ((at: number) => boolean) => {
    const place = statusOf(word),
      status = c['status']!;
    return (at) => status[at] === place;
  };
  const share = (was: string, z: readonly number[], n: readonly number[]): void => {
    lines.push({
      was,
      anzahl: z.length,
      wert: sumOf(k, z),
      anteil: ratioOf(z.length, n.length),
      tage: null,
    });
  };
  const has = (name: string): ((at: number) => boolean) => {
    const column = c[name]!;
    return (at) => column[at] !== EMPTY;
  };
  share('BEGONNEN', cohort.filter(has('begonnenAm')), cohort);
  share(
    'ANGENOMMEN',
    cohort.filter(both(has('angenommenAm'), has('besprochenAm'))),
    cohort.filter(has('besprochenAm')),
  );
  share(
    'ABGELEHNT_KASSE',
    cohort.filter(both(is('ABGELEHNT'), has('beantwortetAm'))),
    cohort.filter(has('beantwortetAm')),
  );
  const wait = (was: string, from: string, to: string): void => {
    const days: number[] = [],
      first = c[from]!,
      last = c[to]!;
    for (const at of cohort)
      if (first[at] !== EMPTY && last[at] !== EMPTY) days.push(last[at]! - first[at]!);
    lines.push({ was, anzahl: days.length, wert: null, anteil: null, tage: medianOf(days) });
  };
  wait('ZEIT_BIS_GENEHMIGUNG', 'gesendetAm', 'genehmigtAm');
  wait('ZEIT_BIS_BEGINN', 'genehmigtAm', 'begonnenAm');
  wait('ZEIT_BIS_ABRECHNUNG', 'eingegliedertAm', 'abgerechnetAm');
  const billed = billedCents(snapshot, cohort);
  lines.push({
    was: 'GEPLANT_ABGERECHNET',
    anzahl: cohort.length,
    wert: eur(billed),
    anteil: ratioOf(billed / 100, sumOf(k, cohort)),
    tage: null,
  });
  return {
    kpis: kpisOf(k, 'hkpOffen', 'hkpAnnahme', 'hkpAnnahmeWert'),
    columns: [
      column('was', 'Was', 'wort'),
      column('anzahl', 'Anzahl', 'zahl'),
      column('wert', 'Wert', 'eur'),
      column('anteil', 'Anteil', 'anteil'),
      column('tage', 'Tage', 'tage'),
    ],
    rows: lines,
    hints: [...new Set([...planHints(k.a), ...(isKnown ? [] : ['planOhneDatum'])])],
  };
};
