/** Medians, ranges and quantiles of measured values. */

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Returns the quantile `q` (0..1), nearest rank. @throws RangeError for an empty list */
export function quantile(values: readonly number[], q: number): number {
  const all = sorted(values);
  const value = all[Math.min(all.length - 1, Math.max(0, Math.ceil(q * all.length) - 1))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}

/**
 * Returns the median; the mean of the two middle values for an even count.
 * @throws RangeError for an empty list
 */
export function median(values: readonly number[]): number {
  const all = sorted(values),
    half = Math.floor(all.length / 2);
  const high = all[half],
    low = all.length % 2 === 1 ? high : all[half - 1];
  if (high === undefined || low === undefined) throw new RangeError('nothing was measured');
  return (low + high) / 2;
}

/** Returns minimum and maximum. */
export function range(values: readonly number[]): [number, number] {
  return [quantile(values, 0), quantile(values, 1)];
}

/** Formats with three significant digits and no exponent. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 4));
}

/** Formats as `median (min-max)`. */
export const spread = (values: readonly number[]): string =>
  `${show(median(values))} (${range(values).map(show).join('-')})`;
