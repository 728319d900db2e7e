/** Shares cents among lines by their weights, so that the parts add up to the whole. */

/**
 * Returns the cents of each line by the method of the largest remainder: each gets its share rounded
 * down, and the lines with the largest remainders get one cent more. Without any weight all lines
 * count the same.
 * @param isFirst order of lines with equal remainders, independent of the order of delivery
 */
export function shareCents(
  cents: number,
  weights: Float64Array,
  isFirst: (x: number, y: number) => boolean,
): Float64Array {
  const n = weights.length,
    parts = new Float64Array(n),
    remainders = new Float64Array(n);
  let total = 0;
  for (let k = 0; k < n; k += 1) total += weights[k]!;
  if (cents === total && total !== 0) return weights.slice();
  const isEven = total === 0,
    divisor = isEven ? n : Math.abs(total),
    factor = total < 0 ? -cents : cents;
  let rest = cents;
  for (let k = 0; k < n; k += 1) {
    const product = isEven ? cents : factor * weights[k]!,
      low = Math.floor(product / divisor);
    parts[k] = low;
    remainders[k] = product - low * divisor;
    rest -= low;
  }
  if (rest <= 0) return parts;
  const order = Array.from(remainders.keys()).sort(
    (x, y) => remainders[y]! - remainders[x]! || (isFirst(x, y) ? -1 : 1),
  );
  for (let k = 0; k < rest && k < n; k += 1) parts[order[k]!]! += 1;
  return parts;
}
