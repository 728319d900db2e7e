/**
 * Converts pointer events into strokes: every coalesced point with time and pressure, palms
 * ignored, one pointer at a time.
 */
import type { Ink, InkPoint, PointerKind, Stroke } from '../../shared/papers/signature.ts';
import { fitView, frameAround, toFrame, type Rect, type View } from './view.ts';

/** One pointer sample in CSS px of the pad's current size; `at` in ms of the page's clock. */
export interface Sample {
  readonly id: number;
  readonly kind: PointerKind;
  readonly x: number;
  readonly y: number;
  readonly at: number;
  /** 0..1; always 0 for fingers on many tablets. */
  readonly pressure: number;
}

/**
 * A palm lands before and after the pen: within this time after a pen was detected, fingers do not
 * write (design.md 5).
 */
export const PALM_MS = 800;
/**
 * An hour of scribbling at 240 points a second would make an op that no server accepts; no
 * signature takes that long.
 */
const MAX_POINTS = 200_000;

export interface Recorder {
  /** Handles a pointer down. Returns true when it writes, false for palms and second fingers. */
  down(sample: Sample): boolean;
  /** Handles coalesced samples of one pointer, oldest first. Returns the accepted ones. */
  move(samples: readonly Sample[]): readonly Sample[];
  /**
   * Handles pointer up or cancel: the ink stays, undo is available. Returns true when it was
   * writing.
   */
  up(id: number): boolean;
  /** A pen hovers: palms are ignored from here on. */
  penSeen(at: number): void;
  /** Removes the last stroke. */
  undo(): void;
  /** Removes all strokes. */
  clear(): void;
  /**
   * Changes the size of the pad (rotation, text size, keyboard): ink keeps its shape, the view
   * follows.
   */
  resize(width: number, height: number): void;
  /** Strokes in their own frame, and the position of that frame on the pad. */
  readonly strokes: readonly Stroke[];
  readonly view: View;
  readonly isWriting: boolean;
  /** The evidence: strokes shifted so that the frame starts at 0/0 and contains every point. */
  ink(): Ink;
}

/**
 * @param size CSS px of the pad when it opens
 * @param openedAt page clock (ms) when the pad opened; `t` of every point is relative to it
 * @param from ink of a draft; time continues after its last point, because the length of the pause
 * is unknown
 */
export function createRecorder(
  size: { width: number; height: number },
  openedAt: number,
  from: Ink | null = null,
): Recorder {
  const strokes: Stroke[] = (from?.strokes ?? []).map((stroke) => ({
    pointerType: stroke.pointerType,
    points: [...stroke.points],
  }));
  let clears = from?.clears ?? 0;
  let undos = from?.undos ?? 0;
  let count = strokes.reduce((sum, stroke) => sum + stroke.points.length, 0);
  const restoredUntil = strokes.reduce(
    (last, stroke) => Math.max(last, stroke.points[stroke.points.length - 1]?.t ?? 0),
    0,
  );
  let pad = size;
  let frame: Rect =
    strokes.length > 0 && from
      ? { x: 0, y: 0, width: from.width, height: from.height }
      : rectOf(size);
  let view = fitView(frame, pad);
  let active: { id: number; kind: PointerKind; stroke: Stroke } | null = null;
  let penAt = -Infinity;

  const timeOf = (at: number): number => Math.max(0, at - openedAt) + restoredUntil;
  const pointOf = (sample: Sample): InkPoint => {
    const { x, y } = toFrame(view, sample.x, sample.y);
    return { x, y, t: timeOf(sample.at), p: Math.min(1, Math.max(0, sample.pressure)) };
  };
  const dropIfEmpty = (stroke: Stroke): void => {
    if (stroke.points.length === 0 && strokes[strokes.length - 1] === stroke) strokes.pop();
  };
  const growFrame = (): void => {
    frame = strokes.length === 0 ? rectOf(pad) : frameAround(frame, strokes);
    view = fitView(frame, pad);
  };

  return {
    down(sample) {
      if (sample.kind === 'pen') penAt = sample.at;
      if (sample.kind === 'touch' && sample.at - penAt < PALM_MS) return false;
      if (active) {
        // Only a pen may take over, and only from a finger: that finger was the palm that landed
        // first.
        if (sample.kind !== 'pen' || active.kind !== 'touch') return false;
        strokes.splice(strokes.indexOf(active.stroke), 1);
        count -= active.stroke.points.length;
      }
      if (count >= MAX_POINTS) return false;
      if (strokes.length === 0) growFrame();
      const stroke: Stroke = { pointerType: sample.kind, points: [pointOf(sample)] };
      count += 1;
      strokes.push(stroke);
      active = { id: sample.id, kind: sample.kind, stroke };
      return true;
    },
    move(samples) {
      const taken: Sample[] = [];
      for (const sample of samples) {
        if (sample.kind === 'pen') penAt = Math.max(penAt, sample.at);
        if (active?.id !== sample.id || count >= MAX_POINTS) continue;
        active.stroke.points.push(pointOf(sample));
        count += 1;
        taken.push(sample);
      }
      return taken;
    },
    up(id) {
      if (active?.id !== id) return false;
      dropIfEmpty(active.stroke);
      active = null;
      return true;
    },
    penSeen(at) {
      penAt = Math.max(penAt, at);
    },
    undo() {
      active = null;
      const last = strokes.pop();
      if (!last) return;
      count -= last.points.length;
      undos += 1;
      if (strokes.length === 0) growFrame();
    },
    clear() {
      active = null;
      if (strokes.length === 0) return;
      strokes.length = 0;
      count = 0;
      clears += 1;
      growFrame();
    },
    resize(width, height) {
      if (width <= 0 || height <= 0 || (width === pad.width && height === pad.height)) return;
      pad = { width, height };
      growFrame();
      if (!active) return;
      // The finger is still down but the pad moved below it: continuing the stroke would add a line
      // nobody drew.
      dropIfEmpty(active.stroke);
      const stroke: Stroke = { pointerType: active.kind, points: [] };
      strokes.push(stroke);
      active = { ...active, stroke };
    },
    get strokes() {
      return strokes;
    },
    get view() {
      return view;
    },
    get isWriting() {
      return active !== null;
    },
    ink() {
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
    },
  };
}

function rectOf(size: { width: number; height: number }): Rect {
  return { x: 0, y: 0, width: size.width, height: size.height };
}
