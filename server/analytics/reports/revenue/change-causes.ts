// Splits a change of revenue into calendar, volume, mix and price, in whole cents. Pure.

/** Revenue and quantity of one position of one practitioner, in both spans. */
export interface Cell {
  readonly practitioner: number;
  readonly position: number;
  readonly before: { readonly cents: number; readonly quantity: number };
  readonly now: { readonly cents: number; readonly quantity: number };
}
/** Cents of a change by cause; the four causes add up to the change. */
export interface Causes {
  calendar: number;
  volume: number;
  mix: number;
  price: number;
}
export type ExplainedCell = Cell & { readonly causes: Causes };
/** Working days of both spans. */
export interface WorkingDays {
  readonly before: number;
  readonly now: number;
}

/**
 * Rounds numbers so that they add up to a whole: to the nearest, then those with the largest
 * remainders take the rest.
 * @param whole an integer, the rounded sum of the numbers
 */
export function roundTogether(numbers: readonly number[], whole: number): number[] {
  const rounded = numbers.map(Math.round),
    rest = whole - rounded.reduce((sum, x) => sum + x, 0),
    step = Math.sign(rest);
  const order = [...numbers.keys()].sort(
    (x, y) => step * (numbers[y]! - rounded[y]! - (numbers[x]! - rounded[x]!)) || x - y,
  );
  for (const at of order.slice(0, Math.abs(rest))) rounded[at]! += step;
  return rounded;
}

/**
 * Replaces the old span by the new one step by step: first its working days, then the number of
 * services per working day of the practitioner, then the positions among them, then the amount of
 * one service. A position without an amount in the old span counts at its new one.
 * @param growth quantity of the practitioner now by that of the old span; undefined without an old
 * one: then all is volume
 * @param pace working days now by those of the old span
 */
function causesOf({ before, now }: Cell, growth: number | undefined, pace: number): Causes {
  const atOldPrice =
      before.quantity === 0 ? now.cents : (before.cents / before.quantity) * now.quantity,
    atNewPace = before.cents * pace,
    atNewVolume = growth === undefined ? atOldPrice : before.cents * growth;
  const [calendar, volume, mix, price] = roundTogether(
    [
      atNewPace - before.cents,
      atNewVolume - atNewPace,
      atOldPrice - atNewVolume,
      now.cents - atOldPrice,
    ],
    now.cents - before.cents,
  );
  return { calendar: calendar!, volume: volume!, mix: mix!, price: price! };
}

/**
 * Explains the change of each cell. A practitioner's causes do not depend on the work of the others,
 * so that they are the same in a report on one and in a report on all.
 */
export function explain(cells: readonly Cell[], days: WorkingDays): ExplainedCell[] {
  const before = new Map<number, number>(),
    now = new Map<number, number>(),
    pace = days.before === 0 ? 1 : days.now / days.before;
  for (const cell of cells) {
    before.set(cell.practitioner, (before.get(cell.practitioner) ?? 0) + cell.before.quantity);
    now.set(cell.practitioner, (now.get(cell.practitioner) ?? 0) + cell.now.quantity);
  }
  return cells.map((cell) => {
    const quantity = before.get(cell.practitioner)!,
      growth = quantity === 0 ? undefined : now.get(cell.practitioner)! / quantity;
    return { ...cell, causes: causesOf(cell, growth, pace) };
  });
}

/** Adds up causes. */
export const addCauses = (cells: readonly ExplainedCell[]): Causes => {
  const sum: Causes = { calendar: 0, volume: 0, mix: 0, price: 0 };
  for (const { causes } of cells)
    for (const cause of Object.keys(sum) as (keyof Causes)[]) sum[cause] += causes[cause];
  return sum;
};
