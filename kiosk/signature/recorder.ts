/**
 * Converts pointer events into strokes: every coalesced point with time and pressure, palms
 * ignored, one pointer at a time.
 */
import type { Ink, InkPoint, PointerKind, Stroke } from '../../shared/papers/signature.ts';
import { dropIfEmpty, growFrame, inkOf, lastTimeOf, openSheet } from './sheet.ts';
import { toFrame, type View } from './view.ts';

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

const pointAt = (view: View, sample: Sample, t: number): InkPoint => {
  const { x, y } = toFrame(view, sample.x, sample.y);
  return { x, y, t, p: Math.min(1, Math.max(0, sample.pressure)) };
};

/**
 * Creates the recorder of a pad.
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
  const sheet = openSheet(size, from);
  const { strokes } = sheet;
  let clears = from?.clears ?? 0,
    undos = from?.undos ?? 0;
  const restoredUntil = lastTimeOf(strokes);
  let active: { id: number; kind: PointerKind; stroke: Stroke } | null = null;
  let penAt = -Infinity;
  const pointOf = (sample: Sample): InkPoint =>
    pointAt(sheet.view, sample, Math.max(0, sample.at - openedAt) + restoredUntil);

  return {
    down(sample) {
      if (sample.kind === 'pen') penAt = sample.at;
      if (sample.kind === 'touch' && sample.at - penAt < PALM_MS) return false;
      // There is one pen: its first stroke ended, even where the browser did not report it.
      if (active && sample.kind === 'pen' && active.kind === 'pen') {
        dropIfEmpty(strokes, active.stroke);
        active = null;
      }
      if (active) {
        // Only a pen may take over, and only from a finger: that finger was the palm that landed
        // first.
        if (sample.kind !== 'pen' || active.kind !== 'touch') return false;
        strokes.splice(strokes.indexOf(active.stroke), 1);
        sheet.count -= active.stroke.points.length;
      }
      if (sheet.count >= MAX_POINTS) return false;
      if (strokes.length === 0) growFrame(sheet);
      const stroke: Stroke = { pointerType: sample.kind, points: [pointOf(sample)] };
      sheet.count += 1;
      strokes.push(stroke);
      active = { id: sample.id, kind: sample.kind, stroke };
      return true;
    },
    move(samples) {
      const taken: Sample[] = [];
      for (const sample of samples) {
        if (sample.kind === 'pen') penAt = Math.max(penAt, sample.at);
        if (active?.id !== sample.id || sheet.count >= MAX_POINTS) continue;
        active.stroke.points.push(pointOf(sample));
        sheet.count += 1;
        taken.push(sample);
      }
      return taken;
    },
    up(id) {
      if (active?.id !== id) return false;
      dropIfEmpty(strokes, active.stroke);
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
      sheet.count -= last.points.length;
      undos += 1;
      if (strokes.length === 0) growFrame(sheet);
    },
    clear() {
      active = null;
      if (strokes.length === 0) return;
      strokes.length = 0;
      sheet.count = 0;
      clears += 1;
      growFrame(sheet);
    },
    resize(width, height) {
      if (width <= 0 || height <= 0 || (width === sheet.pad.width && height === sheet.pad.height))
        return;
      sheet.pad = { width, height };
      growFrame(sheet);
      if (!active) return;
      // The finger is still down but the pad moved below it: continuing the stroke would add a line
      // that the signer did not draw.
      dropIfEmpty(strokes, active.stroke);
      const stroke: Stroke = { pointerType: active.kind, points: [] };
      strokes.push(stroke);
      active = { ...active, stroke };
    },
    get strokes() {
      return strokes;
    },
    get view() {
      return sheet.view;
    },
    get isWriting() {
      return active !== null;
    },
    ink: () => inkOf(sheet, clears, undos),
  };
}
