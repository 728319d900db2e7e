// Value of a position on a day. The point value is the one entered by the practice, else a certain
// one from the catalogue, else the one derived from payments for the same person's services, and
// last a guess of the catalogue. Values based on a guess, or on a payment of another year, are
// marked; an unknown value is not reported.

import { findPosition } from '../../../catalog/find-position.ts';
import { KZVEN } from '../../../catalog/kzv/kzv.ts';
import { punktwertOn, type PunktwertQuestion } from '../../../catalog/point-value.ts';
import type { Position } from '../../../catalog/position.ts';
import type { Punktwert, PunktwertArea } from '../../../catalog/point-values/values.ts';
import { bemaCents, goaeCents, gozCents } from '../../../shared/analytics/billing/fees.ts';
import { SERVICE_AREAS, KASSENART } from '../../../shared/analytics/deliveries/pvs-words.ts';
import { punktwertOf, type OwnValue } from '../../../shared/analytics/deliveries/practice-value.ts';
import { EMPTY, monthOfDay, dayText } from '../snapshot/calendar.ts';
import type { ValueKind } from '../../../shared/analytics/billing/proposal.ts';
import type { Situation } from './day-state.ts';
import type { System } from './codebook.ts';

const regionByWop = new Map(KZVEN.map((one) => [one.wop, one.region]));
const own = (values: readonly OwnValue[]): Punktwert[] =>
  values.flatMap((one) => {
    const key = one.art === 'PUNKTWERT' ? punktwertOf(one.schluessel) : undefined;
    return key
      ? [
          {
            ...key,
            value: one.wert,
            from: one.validFrom,
            to: one.validTo,
            mark: 'confirmed' as const,
            source: '',
          },
        ]
      : [];
  });

/** Ten-thousandths of a euro per point, and the certainty; 0 where it is UNBEKANNT. */
interface PointValue {
  readonly value: number;
  readonly art: ValueKind | undefined;
}
const UNKNOWN_POINT_VALUE: PointValue = { value: 0, art: 'UNBEKANNT' };
/** Points of one unit, cents of all units, and their basis where they are not certain. */
export interface Value {
  readonly punkte: number | null;
  readonly cents: number;
  readonly wertArt: ValueKind | undefined;
}
/** Combines the doubts of a sum: partly unknown is unknown as a whole. */
export const doubtOf = (...kinds: readonly (ValueKind | undefined)[]): ValueKind | undefined =>
  kinds.includes('UNBEKANNT') ? 'UNBEKANNT' : kinds.find((one) => one !== undefined);

export class PositionValues {
  private readonly own: readonly Punktwert[];
  private readonly region: string | null;
  private readonly known = new Map<string, Punktwert | undefined>();
  private readonly positions = new Map<string, Position | undefined>();
  constructor(values: readonly OwnValue[], region: string | null) {
    this.own = own(values);
    this.region = region;
  }

  position(system: System, nr: string, day: number): Position | undefined {
    // Fee schedules change at the first of a month.
    const key = `${system}${nr} ${monthOfDay(day)}`;
    if (!this.positions.has(key)) this.positions.set(key, findPosition(system, nr, dayText(day)));
    return this.positions.get(key);
  }
  private pointValue(k: Situation, area: PunktwertArea): PointValue {
    const question = this.query(k, area);
    const known = this.catalogueValue(question);
    if (known?.mark === 'confirmed') return { value: known.value, art: undefined };
    const paid = paidPointValue(k, area, this);
    if (paid !== undefined) return paid;
    return known === undefined ? UNKNOWN_POINT_VALUE : { value: known.value, art: 'GESCHAETZT' };
  }

  private query(k: Situation, area: PunktwertArea): PunktwertQuestion {
    const kassenart = KASSENART[k.m.column('patient', 'kassenart')[k.p]!] ?? null;
    const region = regionByWop.get(k.m.text('patient', 'wop', k.p)) ?? this.region;
    return { region, kassenart, area, day: dayText(valueDay(k, area)) };
  }

  private catalogueValue(question: PunktwertQuestion): Punktwert | undefined {
    const key = `${question.region} ${question.kassenart} ${question.area} ${question.day}`;
    if (!this.known.has(key)) this.known.set(key, punktwertOn(question, this.own));
    return this.known.get(key);
  }

  /**
   * Returns the points of one unit of a delivered service, from the catalogue where they were not
   * delivered. 0 where unknown.
   */
  pointsOf(k: Situation, l: number, code: number): number {
    const delivered = k.m.snapshot.services.punkte[l]!;
    if (delivered !== EMPTY) return delivered;
    return (
      this.position('BEMA', k.m.codebook.positionNumbers[code]!, k.m.snapshot.services.day[l]!)
        ?.points ?? 0
    );
  }

  /**
   * Returns the value of a position.
   * @param factor hundredths; null takes 2.3, for GOÄ its threshold
   */
  valueOf(
    k: Situation,
    system: System,
    nr: string,
    quantity: number,
    factor: number | null,
  ): Value {
    const position = this.position(system, nr, k.day);
    const pointSum = position?.points ?? null;
    if (!position || pointSum === null) return { punkte: pointSum, cents: 0, wertArt: 'UNBEKANNT' };
    if (system === 'BEMA') {
      const { value, art: kind } = this.pointValue(k, position.area as PunktwertArea);
      return { punkte: pointSum, cents: bemaCents(pointSum, quantity, value), wertArt: kind };
    }
    const cents =
      system === 'GOZ'
        ? gozCents(pointSum, (factor ?? 230) / 100, quantity)
        : goaeCents(
            pointSum,
            factor === null
              ? ((position as { threshold?: number }).threshold ?? 2.3)
              : factor / 100,
            quantity,
          );
    return { punkte: pointSum, cents, wertArt: undefined };
  }
}
/**
 * Range of statutory point values in ten-thousandths of a euro over the delivered years; anything
 * outside is no point value.
 */
const LEAST = 8_000;
const MOST = 16_000;
const isPointValue = (value: number): boolean => value >= LEAST && value <= MOST;

/**
 * The day whose point value applies: for dentures the day the plan was drawn up (§ 87 Abs. 1a SGB
 * V), else the day of the treatment.
 */
function valueDay(k: Situation, area: PunktwertArea): number {
  if (area !== 'ZE') return k.day;
  const plan = k.plan >= 0 ? k.plan : k.currentPlan();
  const drawnUp = plan < 0 ? EMPTY : k.m.column('hkp', 'erstelltAm')[plan]!;
  return drawnUp === EMPTY || drawnUp > k.day ? k.day : drawnUp;
}

const yearOf = (day: number): string => dayText(day).slice(0, 4);
const NEAR_DAYS = 400;
/**
 * Derives the point value from payments for the same person's services of the area: those of the
 * same year first, of these the nearest to the day. Point values change with the year, so that a
 * payment of another year is a guess. Undefined where nothing near was paid.
 */
function paidPointValue(
  k: Situation,
  area: PunktwertArea,
  values: PositionValues,
): PointValue | undefined {
  const { services } = k.m.snapshot;
  const billingArea = SERVICE_AREAS.indexOf(area);
  const year = yearOf(k.day);
  let best: PointValue | undefined;
  let distance = NEAR_DAYS;
  let points = 0;
  for (let i = 0; i < k.n; i += 1) {
    const l = k.serviceOf[i]!;
    const code = k.code[i]!;
    if (
      k.m.codebook.systems[code] !== 'BEMA' ||
      services.bereich[l] !== billingArea ||
      services.honorar[l]! <= 0
    )
      continue;
    const away = Math.abs(k.days[i]! - k.day);
    if (away > NEAR_DAYS) continue;
    const kind: ValueKind | undefined = yearOf(k.days[i]!) === year ? undefined : 'GESCHAETZT';
    const isBetterYear = best?.art === 'GESCHAETZT' && kind === undefined;
    const isWorseYear = best !== undefined && best.art === undefined && kind !== undefined;
    const all = values.pointsOf(k, l, code) * k.quantities[i]!;
    if (all <= 0 || isWorseYear) continue;
    if (!isBetterYear && (away > distance || (away === distance && all <= points))) continue;
    const value = Math.round((services.honorar[l]! * 100) / all);
    if (!isPointValue(value)) continue;
    best = { value, art: kind };
    distance = away;
    points = all;
  }
  return best;
}
