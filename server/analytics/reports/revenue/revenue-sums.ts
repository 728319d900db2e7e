/** Revenue of the chosen services by part, in total and in groups. */
import type { Selection } from '../../snapshot/selection.ts';
import {
  bookingViewOf,
  forEachBooking,
  forEachStretch,
} from '../../snapshot/selection/walk-bookings.ts';
import { selectsEveryRow } from '../../snapshot/selection/matches.ts';
import type { Snapshot } from '../../snapshot/snapshot.ts';
import { MONEY_MEASURES, ROWS_MEASURE } from '../../metrics/money.ts';
import { memoise } from '../../metrics/row-index.ts';
import { daySums, sumsPerPlace } from '../../metrics/day-sums.ts';
import { lowerBound } from '../../snapshot/tables/sort-rows.ts';

export interface Sum {
  honorar: number;
  material: number;
  eigen: number;
  fremd: number;
  umsatz: number;
  anzahl: number;
}

export const null0 = (): Sum => ({
  honorar: 0,
  material: 0,
  eigen: 0,
  fremd: 0,
  umsatz: 0,
  anzahl: 0,
});

export const addSums = (a: Sum, b: Sum): Sum => ({
  honorar: a.honorar + b.honorar,
  material: a.material + b.material,
  eigen: a.eigen + b.eigen,
  fremd: a.fremd + b.fremd,
  umsatz: a.umsatz + b.umsatz,
  anzahl: a.anzahl + b.anzahl,
});

/** Sums of the chosen services, in cents, grouped by a number. */
export function totals(
  a: Selection,
  groupOf: (i: number, day: number) => number,
): Map<number, Sum> {
  const { services } = a.snapshot,
    found = new Map<number, Sum>();
  forEachBooking(a, (i, share, day, fee) => {
    const group = groupOf(i, day);
    let sum = found.get(group);
    if (!sum) found.set(group, (sum = null0()));
    sum.honorar += fee;
    sum.material += services.material[i]! * share;
    sum.eigen += services.eigenlabor[i]! * share;
    sum.fremd += services.fremdlabor[i]! * share;
    sum.umsatz += services.betrag[i]! * share;
    sum.anzahl += services.menge[i]! * share;
  });
  return found;
}

const COLUMNS = 6;

/** Sums revenue grouped by a column of services: its values from -1 on are the groups. */
export function sumsBy(
  a: Selection,
  column: Int8Array | Uint8Array | Int32Array,
): Map<number, Sum> {
  const { honorar, material, eigenlabor, fremdlabor, betrag: cents, menge } = a.snapshot.services;
  let sums = new Float64Array(64 * COLUMNS),
    seen = new Uint8Array(64);
  forEachStretch(a, (rows, parts, from, to) => {
    for (let k = from; k < to; k += 1) {
      const i = rows ? rows[k]! : k,
        share = parts ? parts.share[k]! : 1,
        group = column[i]! + 1;
      if (group >= seen.length) {
        const size = 2 * group,
          more = new Float64Array(size * COLUMNS),
          marks = new Uint8Array(size);
        more.set(sums);
        marks.set(seen);
        sums = more;
        seen = marks;
      }
      const at = group * COLUMNS;
      seen[group] = 1;
      sums[at]! += parts ? parts.honorar[k]! : honorar[i]!;
      sums[at + 1]! += parts ? parts.material[k]! : material[i]!;
      sums[at + 2]! += parts ? parts.eigen[k]! : eigenlabor[i]!;
      sums[at + 3]! += parts ? parts.fremd[k]! : fremdlabor[i]!;
      sums[at + 4]! += cents[i]! * share;
      sums[at + 5]! += menge[i]! * share;
    }
  });
  const found = new Map<number, Sum>();
  for (let group = 0; group < seen.length; group += 1)
    if (seen[group] === 1) {
      const at = group * COLUMNS;
      found.set(group - 1, {
        honorar: sums[at]!,
        material: sums[at + 1]!,
        eigen: sums[at + 2]!,
        fremd: sums[at + 3]!,
        umsatz: sums[at + 4]!,
        anzahl: sums[at + 5]!,
      });
    }
  return found;
}

/** Sums revenue for each room, area … of a service; unfiltered from the daily sums. */
export function sumsPer(
  a: Selection,
  kind: 'behandler' | 'zimmer' | 'versicherung' | 'bereich',
): Map<number, Sum> {
  const lines = sumsPerPlace(a, ROWS_MEASURE, kind),
    found = new Map<number, Sum>();
  if (!lines) return sumsBy(a, a.snapshot.services[kind]);
  lines.forEach((many, at) => {
    if (many > 0) found.set(at - 1, null0());
  });
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const sums = sumsPerPlace(a, MONEY_MEASURES[name], kind);
    for (const [at, sum] of found) sum[name] = sums?.[at + 1] ?? 0;
  }
  return found;
}

const WORDS = [
  'honorar',
  'material',
  'eigen',
  'fremd',
  'umsatz',
  'anzahl',
] as const satisfies readonly (keyof Sum)[];

/**
 * Returns the daily sums of all services by invoice or by payment: those of the day at index `k`
 * start at `COLUMNS * k`.
 */
export function bookingSums(
  snapshot: Snapshot,
  basis: 'rechnung' | 'zahlung',
): { days: Int32Array; totals: Float64Array } {
  return memoise(snapshot, `linsensummen ${basis}`, () => {
    const { betrag: cents, menge } = snapshot.services,
      view = bookingViewOf(snapshot, basis),
      { day: dayNumber, service: row, share: part } = view,
      days: number[] = [];
    for (let k = 0; k < dayNumber.length; k += 1)
      if (dayNumber[k] !== days.at(-1)) days.push(dayNumber[k]!);
    const totals = new Float64Array(days.length * COLUMNS);
    for (let k = 0, day = -1; k < dayNumber.length; k += 1) {
      if (day < 0 || dayNumber[k] !== days[day]) day += 1;
      const i = row[k]!,
        share = part[k]!,
        at = day * COLUMNS;
      totals[at]! += view.honorar[k]!;
      totals[at + 1]! += view.material[k]!;
      totals[at + 2]! += view.eigen[k]!;
      totals[at + 3]! += view.fremd[k]!;
      totals[at + 4]! += cents[i]! * share;
      totals[at + 5]! += menge[i]! * share;
    }
    return { days: Int32Array.from(days), totals };
  });
}

/** Sums of all chosen services. */
export function totalOf(a: Selection): Sum {
  const sum = null0(),
    { basis } = a.filter;
  if (basis !== 'leistung' && selectsEveryRow(a)) {
    const { days, totals: kept } = bookingSums(a.snapshot, basis);
    for (let k = lowerBound(days, a.from), to = lowerBound(days, a.to + 1); k < to; k += 1)
      for (let at = 0; at < COLUMNS; at += 1) sum[WORDS[at]!] += kept[k * COLUMNS + at]!;
    return sum;
  }
  for (const name of Object.keys(MONEY_MEASURES) as (keyof typeof MONEY_MEASURES)[]) {
    const kept = daySums(a, MONEY_MEASURES[name]);
    if (!kept)
      return (
        sumsBy(
          a,
          memoise(a.snapshot, 'eine', () => new Int8Array(a.snapshot.services.n)),
        ).get(0) ?? null0()
      );
    sum[name] = kept.numerator;
  }
  return sum;
}
