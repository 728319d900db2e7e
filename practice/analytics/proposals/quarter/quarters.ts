// Names of quarters. Pure.

/** Returns the given quarter and the ones before it, as `2026-Q4`. Pure. */
export function quartersBack(today: string, n: number): string[] {
  const now = Number(today.slice(0, 4)) * 4 + Math.ceil(Number(today.slice(5, 7)) / 3) - 1;
  return Array.from(
    { length: n },
    (_, back) => `${Math.floor((now - back) / 4)}-Q${((now - back) % 4) + 1}`,
  );
}
