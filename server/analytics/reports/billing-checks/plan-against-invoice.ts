/**
 * Report of finished plans against services done and billed: planned and never done, done and never
 * billed, and laboratory that was billed for less than planned.
 */
import { findPosition } from '../../../../catalog/find-position.ts';
import { GEBUEHREN } from '../../../../shared/analytics/deliveries/pvs.ts';
import { FOLLOWED_BY } from '../../../../shared/analytics/reports/figure-filters.ts';
import { unfollowedBy } from '../../snapshot/selection/followed-filters.ts';
import { memoise } from '../../metrics/row-index.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { normalizedNumber } from '../../snapshot/area.ts';
import { dayOrNull, dayText, EMPTY } from '../../snapshot/calendar.ts';
import { matchesPlan } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LIVE } from '../../snapshot/tables/column-table.ts';
import { groupRows, type RowGroups } from '../../snapshot/tables/sort-rows.ts';
import { MAX_NUMBERS, person } from '../lists/list-rows.ts';
import {
  column,
  eur,
  free,
  pageBounds,
  wholeOf,
  type ReportBuilder,
  type ReportContext,
  type Row,
} from '../report-kind.ts';

const BILLED = 2;
/** Differences of laboratory below this share are rounding and prices that changed. */
const LAB_TOLERANCE = 0.05;

/** Returns the rows of each plan's positions, by index of the plan. */
const positionsOfPlans = (snapshot: Snapshot): RowGroups =>
  memoise(snapshot, 'Positionen der Pläne', () => {
    const { hkpposition: p, hkp } = snapshot.rawRows.tables,
      of = Int32Array.from({ length: p.count }, (_, at) =>
        p.rowState[at] === LIVE ? p.columns['hkpid']![at]! : -1,
      );
    return groupRows(of, hkp.count);
  });

/** A planned position with how many units of it are left to be found. */
interface Planned {
  readonly system: number;
  readonly nr: string;
  readonly tooth: string;
  readonly quantity: number;
  readonly cents: number | null;
  done: number;
  billed: number;
}
interface Finished {
  readonly plan: number;
  readonly pat: number;
  readonly day: number;
}

/** Lists the chosen plans that were finished in the span, by that day. */
function finishedPlans({ a }: ReportContext): Finished[] {
  const { rawRows, mergedInto, live } = a.snapshot,
    { columns } = rawRows.tables.hkp,
    found: Finished[] = [];
  for (const plan of live.hkp) {
    const billed = columns['abgerechnetAm']![plan]!,
      day = billed === EMPTY ? columns['eingegliedertAm']![plan]! : billed,
      record = columns['patid']![plan]!;
    if (day !== EMPTY && day >= a.from && day <= a.to && matchesPlan(a, 'hkp', plan))
      found.push({ plan, pat: record < 0 ? -1 : mergedInto[record]!, day });
  }
  return found.sort((x, y) => y.day - x.day || x.plan - y.plan);
}

/** Services that belong to a plan: those that name it, else those of its patient from its day on. */
function servicesOf(
  snapshot: Snapshot,
  { plan, pat }: Finished,
): { own: number[]; near: number[] } {
  const { services, rawRows } = snapshot,
    made = rawRows.tables.hkp.columns['erstelltAm']![plan]!,
    own: number[] = [],
    near: number[] = [];
  if (pat < 0) return { own, near };
  for (let g = services.byPatient.from[pat]!; g < services.byPatient.from[pat + 1]!; g += 1) {
    const i = services.byPatient.rows[g]!;
    if (services.hkp[i] === plan) own.push(i);
    else if (services.hkp[i]! < 0 && services.day[i]! >= made) near.push(i);
  }
  return { own, near };
}
/** Checks whether a service is on a valid invoice, or marked as billed. */
export function isBilled({ services, rawRows }: Snapshot, i: number): boolean {
  if (services.status[i] === BILLED) return true;
  const { rowState, columns } = rawRows.tables.rechnung,
    invoice = services.rechnung[i]!;
  return invoice >= 0 && rowState[invoice] === LIVE && columns['stornoAm']![invoice] === EMPTY;
}
function plannedOf(snapshot: Snapshot, plan: number): Planned[] {
  const t = snapshot.rawRows.tables.hkpposition,
    { from, rows } = positionsOfPlans(snapshot);
  return [...rows.subarray(from[plan], from[plan + 1])].map((at) => {
    const cents = t.columns['betrag']![at]!,
      quantity = t.columns['menge']![at]!;
    return {
      system: t.columns['system']![at]!,
      nr: normalizedNumber(t.text('nr', at)),
      tooth: t.text('zahn', at),
      quantity: quantity === EMPTY ? 1 : quantity,
      cents: Number.isNaN(cents) ? null : cents,
      done: 0,
      billed: 0,
    };
  });
}
const teethIn = (text: string): string[] => text.split(/\D+/).filter((one) => one !== '');
/** Assigns the units of services to planned positions: the same tooth first, then any open one. */
function assign(snapshot: Snapshot, planned: readonly Planned[], found: readonly number[]): void {
  const { services, rawRows } = snapshot;
  for (const i of found) {
    const nr = services.positionNumbers.words[services.nr[i]!] ?? '',
      teeth = teethIn(rawRows.tables.leistung.text('zahn', services.rawRows[i]!)),
      isPaid = isBilled(snapshot, i),
      same = planned.filter((one) => one.system === services.system[i] && one.nr === nr);
    let left = services.menge[i]!;
    for (const isAtTooth of [true, false])
      for (const one of same) {
        const fits = isAtTooth
          ? one.tooth !== '' && teeth.includes(one.tooth)
          : one.tooth === '' || teeth.length === 0;
        const units = fits ? Math.min(left, one.quantity - one.done) : 0;
        if (units <= 0) continue;
        one.done += units;
        if (isPaid) one.billed += units;
        left -= units;
      }
  }
}

interface Line {
  readonly row: Row;
  readonly kind: 'NICHT_ERBRACHT' | 'NICHT_BERECHNET' | 'LABOR_WENIGER';
  readonly cents: number;
}
const KPI_OF = {
  NICHT_ERBRACHT: 'planNichtErbracht',
  NICHT_BERECHNET: 'planNichtBerechnet',
  LABOR_WENIGER: 'planLaborWeniger',
} as const satisfies Record<Line['kind'], string>;
/** Lists what is missing of one finished plan. */
function linesOf({ a: { snapshot } }: ReportContext, finished: Finished): Line[] {
  const { plan, pat, day } = finished,
    t = snapshot.rawRows.tables.hkp,
    { own, near } = servicesOf(snapshot, finished),
    planned = plannedOf(snapshot, plan),
    head = {
      ...person(snapshot, pat),
      plan: t.text('bezeichnung', plan),
      fertig: dayOrNull(day),
    };
  assign(snapshot, planned, own);
  assign(snapshot, planned, near);
  const lines: Line[] = [];
  for (const one of planned) {
    const system = GEBUEHREN[one.system] ?? 'EIGEN',
      line = (kind: Line['kind'], units: number): void => {
        const cents = one.cents === null ? 0 : Math.round((one.cents * units) / one.quantity);
        lines.push({
          kind,
          cents,
          row: {
            stand: kind,
            ...head,
            system,
            nr: one.nr,
            text: findPosition(system, one.nr, dayText(day))?.text ?? '',
            zahn: one.tooth,
            geplant: one.quantity,
            erbracht: one.done,
            berechnet: one.billed,
            wert: one.cents === null ? null : eur(cents),
          },
        });
      };
    if (one.quantity > one.done) line('NICHT_ERBRACHT', one.quantity - one.done);
    if (one.done > one.billed) line('NICHT_BERECHNET', one.done - one.billed);
  }
  const { services } = snapshot,
    lab =
      centsOrZero(t.columns['matLabGkv']![plan]!) + centsOrZero(t.columns['matLabPrivat']![plan]!),
    // Services that name no plan may carry the laboratory of another one.
    charged = own.reduce(
      (sum, i) => sum + services.material[i]! + services.eigenlabor[i]! + services.fremdlabor[i]!,
      0,
    );
  if (own.length > 0 && lab - charged > lab * LAB_TOLERANCE)
    lines.push({
      kind: 'LABOR_WENIGER',
      cents: lab - charged,
      row: {
        stand: 'LABOR_WENIGER',
        ...head,
        system: null,
        nr: '',
        text: '',
        zahn: '',
        geplant: null,
        erbracht: null,
        berechnet: null,
        wert: eur(lab - charged),
      },
    });
  return lines;
}

/** Lists what finished plans contain beyond services done and billed, the latest plan first. */
export const planAgainstInvoice: ReportBuilder = (k) => {
  const plans = finishedPlans(k),
    lines = plans.flatMap((one) => linesOf(k, one)),
    { first, end } = pageBounds(k, MAX_NUMBERS),
    sumOf = (kind: Line['kind']): number =>
      eur(lines.reduce((sum, one) => sum + (one.kind === kind ? one.cents : 0), 0));
  const sums = (['NICHT_ERBRACHT', 'NICHT_BERECHNET', 'LABOR_WENIGER'] as const).map((kind) => ({
    kind,
    value: sumOf(kind),
  }));
  const { from } = positionsOfPlans(k.a.snapshot),
    isWithout = plans.some(({ plan }) => from[plan] === from[plan + 1]);
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
    rows: lines.slice(first, end).map(({ row }) => row),
    series: [{ name: 'wert', punkte: sums.map(({ kind, value }) => ({ x: kind, y: value })) }],
    hints: ['planGegenRechnung', ...(isWithout ? ['planOhnePositionen'] : [])],
    ...wholeOf(lines.length, MAX_NUMBERS, () => ({
      wert: eur(lines.reduce((sum, { cents }) => sum + cents, 0)),
    })),
  };
};
