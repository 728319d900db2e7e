// A figure by day as a small line; for sighted users only, the value stands next to it.

const WIDTH = 96,
  HEIGHT = 28,
  EDGE = 2;

/** @param values by day; null: unknown, the line continues at the next known one */
export function Sparkline({ values }: { values: readonly (number | null)[] }) {
  const known = values.flatMap((value, at) => (value === null ? [] : [{ at, value }]));
  if (known.length < 2) return null;
  const all = known.map(({ value }) => value),
    low = Math.min(0, ...all),
    span = Math.max(...all) - low || 1;
  const points = known.map(({ at, value }) => {
    const x = EDGE + (at / (values.length - 1)) * (WIDTH - 2 * EDGE),
      y = HEIGHT - EDGE - ((value - low) / span) * (HEIGHT - 2 * EDGE);
    return `${x.toFixed(1)},${y.toFixed(1)}`;
  });
  return (
    <svg
      className="be-spark"
      width={WIDTH}
      height={HEIGHT}
      viewBox={`0 0 ${WIDTH} ${HEIGHT}`}
      aria-hidden
    >
      <polyline points={points.join(' ')} />
    </svg>
  );
}
