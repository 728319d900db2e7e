// The strokes of one signature in their own frame, and the position of that frame on the pad.

import type { Ink, Stroke } from '../../shared/papers/signature.ts';
import { fitView, frameAround, type Rect, type View } from './view.ts';

/** Size in CSS px. */
interface Size {
  width: number;
  height: number;
}
interface Sheet {
  readonly strokes: Stroke[];
  /** Points of all strokes. */
  count: number;
  pad: Size;
  frame: Rect;
  view: View;
}

function rectOf(size: Size): Rect {
  return { x: 0, y: 0, width: size.width, height: size.height };
}

/** Returns the sheet of a pad, with the ink of a draft. */
export function openSheet(pad: Size, from: Ink | null): Sheet {
  const strokes: Stroke[] = (from?.strokes ?? []).map((stroke) => ({
    pointerType: stroke.pointerType,
    points: [...stroke.points],
  }));
  const frame: Rect =
    strokes.length > 0 && from
      ? { x: 0, y: 0, width: from.width, height: from.height }
      : rectOf(pad);
  return {
    strokes,
    count: strokes.reduce((sum, stroke) => sum + stroke.points.length, 0),
    pad,
    frame,
    view: fitView(frame, pad),
  };
}

/** Returns the largest time of a last point, 0 without strokes. */
export const lastTimeOf = (strokes: readonly Stroke[]): number =>
  strokes.reduce(
    (last, stroke) => Math.max(last, stroke.points[stroke.points.length - 1]?.t ?? 0),
    0,
  );

/** Removes the last stroke where it has no point. */
export function dropIfEmpty(strokes: Stroke[], stroke: Stroke): void {
  if (stroke.points.length === 0 && strokes[strokes.length - 1] === stroke) strokes.pop();
}

/** Grows the frame around all strokes, and fits it into the pad. */
export function growFrame(sheet: Sheet): void {
  sheet.frame =
    sheet.strokes.length === 0 ? rectOf(sheet.pad) : frameAround(sheet.frame, sheet.strokes);
  sheet.view = fitView(sheet.frame, sheet.pad);
}

/**
 * Returns the evidence: strokes shifted so that the frame starts at 0/0 and contains every point.
 */
export function inkOf({ frame, strokes }: Sheet, clears: number, undos: number): Ink {
  const written = strokes.filter((stroke) => stroke.points.length > 0);
  const all = frameAround(frame, written);
  return {
    width: Math.ceil(all.width),
    height: Math.ceil(all.height),
    strokes: written.map(({ pointerType, points }) => ({
      pointerType,
      points: points.map((point) => ({ ...point, x: point.x - all.x, y: point.y - all.y })),
    })),
    clears,
    undos,
  };
}
