// Names and days of quarters. Pure.

/** Returns the given quarter and the ones before it, as `2026-Q4`. Pure. */
export function quartersBack(today: string, n: number): string[] {
  const now = Number(today.slice(0, 4)) * 4 + Math.ceil(Number(today.slice(5, 7)) / 3) - 1;
  return Array.from(
    { length: n },
    (_, back) => `${Math.floor((now - back) / 4)}-Q${((now - back) % 4) + 1}`,
  );
}
/** Returns first and last day of `2026-Q4`. */
export function quarterSpan(quarter: string): { von: string; bis: string } {
  const year = Number(quarter.slice(0, 4)),
    last = Number(quarter[6]) * 3;
  return {
    von: `${year}-${String(last - 2).padStart(2, '0')}-01`,
    bis: new Date(Date.UTC(year, last, 0)).toISOString().slice(0, 10),
  };
}
