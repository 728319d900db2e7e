/** Report of plans that need attention. */
import type { HkpReason } from '../../../../shared/analytics/reports/worklist.ts';
import { HKP_STATUS } from '../../../../shared/analytics/deliveries/pvs.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { forEachOpenPlanOn, planHints } from '../../metrics/cutoff-day.ts';
import { serviceRowSet } from '../../metrics/row-index.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { medianOf } from '../../snapshot/tables/sort-rows.ts';
import { type ReportBuilder, type Row, column, eur, kpisOf, ratioOf } from '../report-kind.ts';
import { duePlans } from '../../cases/hkp-cases.ts';
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

/** Builds the watch list of the practice, each item with its number of plans and their value. */
export const hkpFigures: ReportBuilder = (k) => {
  const { snapshot } = k.a,
    { today } = snapshot,
    c = snapshot.rawRows.tables.hkp.columns,
    statusOf = (word: (typeof HKP_STATUS)[number]): number => HKP_STATUS.indexOf(word),
    all = [...snapshot.live.hkp].filter(
      (at) => c['erstelltAm']![at]! <= k.a.to && matchesPlan(k.a, 'hkp', at),
    ),
    cohort = all.filter(
      (at) => c['erstelltAm']![at]! >= k.a.from && c['status']![at] !== statusOf('ALTERNATIVE'),
    );
  const is = (word: (typeof HKP_STATUS)[number]): ((at: number) => boolean) => {
    const place = statusOf(word),
      status = c['status']!;
    return (at) => status[at] === place;
  };
  const sum = (plans: readonly number[]): number =>
      eur(plans.reduce((cents, at) => cents + centsOrZero(c['gesamt']![at]!), 0)),
    lines: Row[] = [];
  const tell = (was: string, plans: readonly number[]): void => {
    lines.push({ was, anzahl: plans.length, wert: sum(plans), anteil: null, tage: null });
  };
  const open: number[] = [];
  forEachOpenPlanOn(snapshot, k.a.cutoffDate, (at) => {
    if (matchesPlan(k.a, 'hkp', at)) open.push(at);
  });
  tell('OFFEN', open);
  // The rule of the work list determines pending plans, so that both count the same.
  const due = duePlans(snapshot),
    wants = (reason: HkpReason): number[] => all.filter((at) => due.get(at)?.includes(reason));
  tell('BEI_PATIENT_14', wants('beim_patienten'));
  tell('BEI_KASSE_21', wants('bei_der_kasse'));
  tell('GENEHMIGT_OHNE_TERMIN', wants('ohne_termin'));
  const isApproved = is('GENEHMIGT'),
    isScheduled = is('TERMINIERT');
  tell(
    'GENEHMIGT_NICHT_BEGONNEN',
    all.filter((at) => (isApproved(at) || isScheduled(at)) && !isExpired(snapshot, at, today)),
  );
  tell('LAEUFT_AB', wants('laeuft_ab'));
  tell('ABGELAUFEN', wants('abgelaufen'));
  const share = (was: string, z: readonly number[], n: readonly number[]): void => {
    lines.push({
      was,
      anzahl: z.length,
      wert: sum(z),
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
    anteil: ratioOf(billed / 100, sum(cohort)),
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
    hints: planHints(k.a),
  };
};
