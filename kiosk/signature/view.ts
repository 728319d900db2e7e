/**
 * Maps recorded ink to a pad of another size: scaled uniformly and centred, so that a signature
 * never changes its shape.
 */
import type { InkPoint, Stroke } from '../../shared/papers/signature.ts';

export interface Rect {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

/** pad = frame × scale + offset, in CSS px. */
export interface View {
  readonly scale: number;
  readonly left: number;
  readonly top: number;
}

/** A point in the drawing library's format. */
export interface DrawnPoint {
  readonly x: number;
  readonly y: number;
  readonly time: number;
  readonly color: string;
}

/** Fits a frame into a pad. Never larger than written: enlarged ink looks foreign. */
export function fitView(
  frame: Rect,
  pad: { readonly width: number; readonly height: number },
): View {
  if (frame.width <= 0 || frame.height <= 0) return { scale: 1, left: 0, top: 0 };
  const scale = Math.min(1, pad.width / frame.width, pad.height / frame.height);
  return {
    scale,
    left: (pad.width - frame.width * scale) / 2 - frame.x * scale,
    top: (pad.height - frame.height * scale) / 2 - frame.y * scale,
  };
}

export function toFrame(view: View, x: number, y: number): { x: number; y: number } {
  return { x: (x - view.left) / view.scale, y: (y - view.top) / view.scale };
}

export function toPad(view: View, point: Pick<InkPoint, 'x' | 'y'>): { x: number; y: number } {
  return { x: point.x * view.scale + view.left, y: point.y * view.scale + view.top };
}

function union(a: Rect, b: Rect): Rect {
  const x = Math.min(a.x, b.x);
  const y = Math.min(a.y, b.y);
  return {
    x,
    y,
    width: Math.max(a.x + a.width, b.x + b.width) - x,
    height: Math.max(a.y + a.height, b.y + b.height) - y,
  };
}

/** Returns the bounding box of all points; of size 0 at 0/0 when there is none. */
function boundsOf(strokes: readonly Stroke[]): Rect {
  let left = Infinity;
  let top = Infinity;
  let right = -Infinity;
  let bottom = -Infinity;
  for (const stroke of strokes) {
    for (const { x, y } of stroke.points) {
      left = Math.min(left, x);
      right = Math.max(right, x);
      top = Math.min(top, y);
      bottom = Math.max(bottom, y);
    }
  }
  return right < left
    ? { x: 0, y: 0, width: 0, height: 0 }
    : { x: left, y: top, width: right - left, height: bottom - top };
}

/** Margin between the edge and ink that ran over it. */
const MARGIN = 8;

/** Returns the frame, extended where ink written on a larger pad is outside it. */
export function frameAround(frame: Rect, strokes: readonly Stroke[]): Rect {
  if (!strokes.some((stroke) => stroke.points.length > 0)) return frame;
  const ink = boundsOf(strokes);
  const whole = union(frame, ink);
  if (whole.width === frame.width && whole.height === frame.height) return frame;
  return union(frame, {
    x: ink.x - MARGIN,
    y: ink.y - MARGIN,
    width: ink.width + 2 * MARGIN,
    height: ink.height + 2 * MARGIN,
  });
}

/**
 * The library draws nothing between points less than a pixel apart, and its curves break on equal
 * ones.
 */
const NEAR = 1.5;

/**
 * Converts one stroke to a point group of signature_pad 2. The library draws a curve only up to the
 * last point but two and nothing at all for two points, so short strokes get intermediate points
 * and every stroke a tail of almost no length: a short dash stays visible, a line reaches its end.
 */
export function drawnStroke(stroke: Stroke, view: View, color: string): DrawnPoint[] {
  const out: DrawnPoint[] = [];
  for (const point of stroke.points) {
    const { x, y } = toPad(view, point);
    const last = out[out.length - 1];
    if (!last || Math.hypot(x - last.x, y - last.y) >= NEAR)
      out.push({ x, y, time: point.t, color });
  }
  const first = out[0];
  const last = out[out.length - 1];
  if (!first || !last || out.length === 1) return out;
  if (out.length < 4) {
    const between = out.slice(1).flatMap((to, i) => {
      const from = out[i] ?? first;
      return [middle(from, to, 1 / 3), middle(from, to, 2 / 3), to];
    });
    out.splice(1, out.length - 1, ...between);
  }
  out.push(
    { ...last, x: last.x + 0.02, time: last.time + 1 },
    { ...last, x: last.x + 0.04, time: last.time + 2 },
  );
  return out;
}

function middle(from: DrawnPoint, to: DrawnPoint, part: number): DrawnPoint {
  return {
    x: from.x + (to.x - from.x) * part,
    y: from.y + (to.y - from.y) * part,
    time: from.time + (to.time - from.time) * part,
    color: from.color,
  };
}
