/**
 * Finished plans of an image with what is missing of each: planned and never done, done and never
 * billed, and laboratory that was billed for less than planned.
 */
import { memoise } from '../../metrics/row-index.ts';
import { centsOrZero } from '../../metrics/walks.ts';
import { normalizedNumber } from '../../snapshot/area.ts';
import { EMPTY } from '../../snapshot/calendar.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { LIVE } from '../../snapshot/tables/column-table.ts';
import { groupRows, type RowGroups } from '../../snapshot/tables/sort-rows.ts';

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
/** What is missing of a plan: units of a position, or laboratory. */
export interface MissingPart {
  readonly kind: 'NICHT_ERBRACHT' | 'NICHT_BERECHNET' | 'LABOR_WENIGER';
  readonly cents: number;
  /** Undefined for laboratory. */
  readonly position: Readonly<Planned> | undefined;
}
export interface FinishedPlan {
  /** Index in `hkp`. */
  readonly plan: number;
  /** Index of the record; -1 without one. */
  readonly pat: number;
  readonly day: number;
  readonly hasPositions: boolean;
  readonly missing: readonly MissingPart[];
}

/** Services that belong to a plan: those that name it, else those of its patient from its day on. */
function servicesOf(
  { services, rawRows }: Snapshot,
  plan: number,
  pat: number,
): { own: number[]; near: number[] } {
  const made = rawRows.tables.hkp.columns['erstelltAm']![plan]!,
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
  return Array.from(rows.subarray(from[plan], from[plan + 1]), (at) => {
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
  const { services, rawRows } = snapshot,
    { words } = services.positionNumbers;
  for (const i of found) {
    const nr = words[services.nr[i]!] ?? '',
      same = planned.filter((one) => one.system === services.system[i] && one.nr === nr);
    if (same.length === 0) continue;
    const teeth = teethIn(rawRows.tables.leistung.text('zahn', services.rawRows[i]!)),
      isPaid = isBilled(snapshot, i);
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

/** Lists what is missing of one finished plan. */
function missingOf(snapshot: Snapshot, plan: number, pat: number): MissingPart[] {
  const { services } = snapshot,
    { columns } = snapshot.rawRows.tables.hkp,
    { own, near } = servicesOf(snapshot, plan, pat),
    planned = plannedOf(snapshot, plan),
    missing: MissingPart[] = [];
  assign(snapshot, planned, own);
  assign(snapshot, planned, near);
  for (const position of planned) {
    const { quantity, done, billed, cents } = position,
      add = (kind: MissingPart['kind'], units: number): void => {
        if (units > 0)
          missing.push({
            kind,
            cents: cents === null ? 0 : Math.round((cents * units) / quantity),
            position,
          });
      };
    add('NICHT_ERBRACHT', quantity - done);
    add('NICHT_BERECHNET', done - billed);
  }
  const lab =
      centsOrZero(columns['matLabGkv']![plan]!) + centsOrZero(columns['matLabPrivat']![plan]!),
    // Services that name no plan may carry the laboratory of another one.
    charged = own.reduce(
      (sum, i) => sum + services.material[i]! + services.eigenlabor[i]! + services.fremdlabor[i]!,
      0,
    );
  if (own.length > 0 && lab - charged > lab * LAB_TOLERANCE)
    missing.push({ kind: 'LABOR_WENIGER', cents: lab - charged, position: undefined });
  return missing;
}

/** Lists the finished plans with what is missing of each, the latest first; once per image. */
export const finishedPlans = (snapshot: Snapshot): readonly FinishedPlan[] =>
  memoise(snapshot, 'fertige Pläne', () => {
    const { columns } = snapshot.rawRows.tables.hkp,
      { from } = positionsOfPlans(snapshot),
      found: FinishedPlan[] = [];
    for (const plan of snapshot.live.hkp) {
      const billed = columns['abgerechnetAm']![plan]!,
        day = billed === EMPTY ? columns['eingegliedertAm']![plan]! : billed,
        record = columns['patid']![plan]!,
        pat = record < 0 ? -1 : snapshot.mergedInto[record]!;
      if (day !== EMPTY)
        found.push({
          plan,
          pat,
          day,
          hasPositions: from[plan] !== from[plan + 1],
          missing: missingOf(snapshot, plan, pat),
        });
    }
    return found.sort((x, y) => y.day - x.day || x.plan - y.plan);
  });
