// Converts handwriting to PDF vector paths: each stroke a smooth line whose width follows the
// pressure.
import type { Ink, InkPoint, Stroke } from '../../../shared/papers/signature.ts';

// Widths in CSS px of the pad, as the tablet draws them.
const THIN = 1.8;
const THICK = 4.4;
// Fingers and mice report no pressure (0) or a constant 0.5.
const FLAT = 3;

type Placed = { readonly x: number; readonly y: number; readonly width: number };

const number = (value: number): string => (Math.round(value * 100) / 100).toString();

function boundsOf(
  strokes: readonly Stroke[],
  ink: Ink,
): { left: number; top: number; width: number; height: number } {
  let left = Infinity;
  let right = -Infinity;
  let top = Infinity;
  let bottom = -Infinity;
  for (const stroke of strokes) {
    for (const point of stroke.points) {
      left = Math.min(left, point.x);
      right = Math.max(right, point.x);
      top = Math.min(top, point.y);
      bottom = Math.max(bottom, point.y);
    }
  }
  if (left === Infinity) return { left: 0, top: 0, width: ink.width, height: ink.height };
  const edge = THICK * 2;
  return {
    left: left - edge,
    top: top - edge,
    width: right - left + 2 * edge,
    height: bottom - top + 2 * edge,
  };
}

function widthAt(stroke: Stroke, point: InkPoint, scale: number): number {
  const px =
    stroke.pointerType === 'pen' ? THIN + (THICK - THIN) * Math.min(1, Math.max(0, point.p)) : FLAT;
  // A tenth of a point: neighbours of the same width share one path.
  return Math.max(0.4, Math.round(px * scale * 10) / 10);
}

function strokePath(points: readonly Placed[]): string {
  const [first] = points;
  if (first === undefined) return '';
  const at = (i: number): Placed => points[Math.min(points.length - 1, Math.max(0, i))] ?? first;
  const out: string[] = [];
  if (points.length === 1)
    return `${number(first.width)} w ${number(first.x)} ${number(first.y)} m ${number(first.x)} ${number(first.y)} l S\n`;
  let open = 0;
  for (let i = 0; i + 1 < points.length; i += 1) {
    const [before, from, to, after] = [at(i - 1), at(i), at(i + 1), at(i + 2)];
    if (from.width !== open) {
      if (i > 0) out.push('S');
      open = from.width;
      out.push(`${number(open)} w ${number(from.x)} ${number(from.y)} m`);
    }
    // Catmull-Rom through the recorded points: the curve passes through all of them.
    const c = [
      from.x + (to.x - before.x) / 6,
      from.y + (to.y - before.y) / 6,
      to.x - (after.x - from.x) / 6,
      to.y - (after.y - from.y) / 6,
      to.x,
      to.y,
    ];
    out.push(`${c.map(number).join(' ')} c`);
  }
  out.push('S\n');
  return out.join('\n');
}

/**
 * Returns the content stream that draws ink into a field.
 * @param field left, bottom, width and height in points; the proportions of the pad are kept, small
 * writing grows at most by half
 */
export function inkPath(
  ink: Ink,
  field: {
    readonly left: number;
    readonly bottom: number;
    readonly width: number;
    readonly height: number;
  },
): string {
  const strokes = ink.strokes.filter((stroke) => stroke.points.length > 0);
  const bounds = boundsOf(strokes, ink);
  const fits = Math.min(field.width / bounds.width, field.height / bounds.height);
  const pad = Math.min(
    field.width / Math.max(1, ink.width),
    field.height / Math.max(1, ink.height),
  );
  const scale = Math.min(fits, pad * 1.5);
  const left = field.left + (field.width - bounds.width * scale) / 2;
  const top = field.bottom + field.height - (field.height - bounds.height * scale) / 2;
  const paths = strokes.map((stroke) =>
    strokePath(
      stroke.points.map((point) => ({
        x: left + (point.x - bounds.left) * scale,
        y: top - (point.y - bounds.top) * scale,
        width: widthAt(stroke, point, scale),
      })),
    ),
  );
  // Ink colour of the signing field, #111A2E.
  return `q 1 J 1 j 0.067 0.102 0.180 RG\n${paths.join('')}Q\n`;
}

/** Returns the content stream of a line across a square box: answered, and not agreed to. */
export function dashPath(size: number): string {
  const p = (part: number): string => number(size * part);
  return `q 1 J 0.067 0.102 0.180 RG ${number(size * 0.14)} w ${p(0.2)} ${p(0.5)} m ${p(0.8)} ${p(0.5)} l S Q\n`;
}

/** Returns the content stream of a tick that fills a square box. */
export function tickPath(size: number): string {
  const p = (part: number): string => number(size * part);
  return `q 1 J 1 j 0.067 0.102 0.180 RG ${number(size * 0.14)} w ${p(0.2)} ${p(0.5)} m ${p(0.42)} ${p(0.25)} l ${p(0.82)} ${p(0.8)} l S Q\n`;
}
