/** Medians, ranges and shares of what was measured. */

const sorted = (values: readonly number[]): number[] => [...values].sort((a, b) => a - b);

/** Value below which the share `q` (0..1) lies, nearest rank. @throws RangeError when nothing was measured */
export function quantile(values: readonly number[], q: number): number {
  const all = sorted(values);
  const value = all[Math.min(all.length - 1, Math.max(0, Math.ceil(q * all.length) - 1))];
  if (value === undefined) throw new RangeError('nothing was measured');
  return value;
}

/** Middle value; the mean of the two middle ones of an even count. @throws RangeError when nothing was measured */
export function median(values: readonly number[]): number {
  const all = sorted(values),
    half = Math.floor(all.length / 2);
  const high = all[half],
    low = all.length % 2 === 1 ? high : all[half - 1];
  if (high === undefined || low === undefined) throw new RangeError('nothing was measured');
  return (low + high) / 2;
}

/** Smallest and largest. */
export function range(values: readonly number[]): [number, number] {
  return [quantile(values, 0), quantile(values, 1)];
}

/** Three significant digits for people, no exponent. */
export function show(value: number): string {
  if (!Number.isFinite(value)) return String(value);
  const digits = value === 0 ? 0 : Math.max(0, 2 - Math.floor(Math.log10(Math.abs(value))));
  return value.toFixed(Math.min(digits, 4));
}

/** `median (least-most)`. */
export const spread = (values: readonly number[]): string =>
  `${show(median(values))} (${range(values).map(show).join('-')})`;
