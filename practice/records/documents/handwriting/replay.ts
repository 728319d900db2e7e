// Geometry and time of a replayed signature.

import type { Ink, InkPoint } from '../../../../shared/papers/signature.ts';

/** Times in ms since the pad opened. */
interface Span {
  readonly from: number;
  readonly until: number;
}
/** One drawn piece between two points of a stroke; a single point is a piece of no length. */
interface Piece {
  readonly from: InkPoint;
  readonly to: InkPoint;
}

/** Returns the time from the first to the last point; zero length for a single one. */
export function spanOf({ strokes }: Ink): Span {
  const times = strokes.flatMap((one) => one.points.map((point) => point.t));
  return times.length === 0
    ? { from: 0, until: 0 }
    : {
        from: times.reduce((a, b) => Math.min(a, b)),
        until: times.reduce((a, b) => Math.max(a, b)),
      };
}

/** Returns the pieces in the order of drawing. */
export const piecesOf = ({ strokes }: Ink): Piece[] =>
  strokes.flatMap(({ points }) => points.map((to, at) => ({ from: points[at - 1] ?? to, to })));

/** Returns the point that was drawn last at a time; undefined before the first one. */
export const pointAt = (pieces: readonly Piece[], at: number): InkPoint | undefined =>
  pieces.findLast((one) => one.to.t <= at)?.to;

/** Width of the line in CSS px of the pad by pressure. */
export const widthOf = (pressure: number): number => 0.8 + 3.2 * pressure;
