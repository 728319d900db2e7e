// Tests of the recorder: every point kept, palms ignored, one pointer, undo and clear counted, ink
// kept through rotation.
import { describe, expect, it } from 'vitest';
import {
  encodeStrokes,
  decodeStrokes,
  inkVerdict,
  type PointerKind,
} from '../../shared/papers/signature.ts';
import { createRecorder, PALM_MS, type Sample } from './recorder.ts';

const PAD = { width: 700, height: 300 };
const at = (kind: PointerKind, time: number, x: number, y: number, id = 1): Sample => ({
  id,
  kind,
  x,
  y,
  at: time,
  pressure: 0.5,
});

function line(
  recorder: ReturnType<typeof createRecorder>,
  kind: PointerKind,
  time: number,
  id = 1,
): void {
  recorder.down(at(kind, time, 100, 100, id));
  recorder.move(
    Array.from({ length: 20 }, (_, i) => at(kind, time + i * 4, 100 + i * 10, 100 + i, id)),
  );
  recorder.up(id);
}

describe('recorder', () => {
  it('records every coalesced point with pressure and time since the pad opened', () => {
    const recorder = createRecorder(PAD, 1_000);
    recorder.down(at('pen', 1_010, 5, 6));
    recorder.move([at('pen', 1_012, 7, 8), { ...at('pen', 1_014, 9, 10), pressure: 2 }]);
    recorder.up(1);
    expect(recorder.ink().strokes).toEqual([
      {
        pointerType: 'pen',
        points: [
          { x: 5, y: 6, t: 10, p: 0.5 },
          { x: 7, y: 8, t: 12, p: 0.5 },
          { x: 9, y: 10, t: 14, p: 1 },
        ],
      },
    ]);
  });

  it('ignores fingers for 800 ms after a pen was detected, also when it only hovered', () => {
    const recorder = createRecorder(PAD, 0);
    line(recorder, 'pen', 100);
    recorder.penSeen(500);
    expect(recorder.down(at('touch', 500 + PALM_MS - 1, 1, 1, 2))).toBe(false);
    expect(recorder.move([at('touch', 500 + PALM_MS + 50, 2, 2, 2)])).toEqual([]);
    expect(recorder.down(at('touch', 500 + PALM_MS, 1, 1, 3))).toBe(true);
    expect(recorder.strokes.map((stroke) => stroke.pointerType)).toEqual(['pen', 'touch']);
  });

  it('removes a palm that landed before the pen', () => {
    const recorder = createRecorder(PAD, 0);
    recorder.down(at('touch', 10, 600, 280, 7));
    recorder.move([at('touch', 12, 601, 281, 7)]);
    expect(recorder.down(at('pen', 20, 100, 100, 8))).toBe(true);
    recorder.move([at('touch', 22, 602, 282, 7), at('pen', 22, 110, 105, 8)]);
    expect(recorder.up(7)).toBe(false);
    recorder.up(8);
    expect(recorder.ink().strokes.map((stroke) => stroke.pointerType)).toEqual(['pen']);
  });

  it('follows one pointer only: a second finger writes nothing', () => {
    const recorder = createRecorder(PAD, 0);
    recorder.down(at('touch', 10, 100, 100, 1));
    expect(recorder.down(at('touch', 11, 400, 100, 2))).toBe(false);
    recorder.move([at('touch', 12, 401, 101, 2), at('touch', 12, 101, 101, 1)]);
    expect(recorder.ink().strokes).toHaveLength(1);
    expect(recorder.ink().strokes[0]?.points).toHaveLength(2);
  });

  it('counts undos and clears only when something was removed', () => {
    const recorder = createRecorder(PAD, 0);
    recorder.undo();
    recorder.clear();
    expect(recorder.ink()).toMatchObject({ undos: 0, clears: 0 });
    line(recorder, 'touch', 0);
    line(recorder, 'touch', 500);
    recorder.undo();
    expect(recorder.ink()).toMatchObject({ undos: 1, clears: 0 });
    expect(recorder.ink().strokes).toHaveLength(1);
    recorder.clear();
    expect(recorder.ink()).toMatchObject({ undos: 1, clears: 1, strokes: [] });
  });

  it('[sync F1] continues from the ink of a draft: same strokes, same counts, later times', () => {
    const first = createRecorder(PAD, 0);
    line(first, 'pen', 0);
    line(first, 'pen', 100);
    first.undo();
    const saved = first.ink();
    const second = createRecorder(PAD, 9_000, saved);
    expect(second.ink()).toEqual(saved);
    line(second, 'pen', 9_100);
    const [old, added] = second.ink().strokes;
    expect(old).toEqual(saved.strokes[0]);
    expect(added?.points[0]?.t).toBeGreaterThan(old?.points[19]?.t ?? Infinity);
  });

  it('keeps ink and shape through a rotation mid-stroke, and adds no connecting line', () => {
    const recorder = createRecorder(PAD, 0);
    line(recorder, 'touch', 0);
    const before = recorder.ink().strokes[0]?.points;
    recorder.down(at('touch', 200, 600, 50));
    recorder.resize(320, 500);
    recorder.move([at('touch', 210, 20, 490), at('touch', 214, 25, 495)]);
    recorder.up(1);
    expect(recorder.strokes).toHaveLength(3);
    recorder.resize(PAD.width, PAD.height);
    const ink = recorder.ink();
    const moved = ink.strokes[0]?.points ?? [];
    // The drawing is shifted as a whole only: every distance stays unchanged.
    const dx = (moved[0]?.x ?? 0) - (before?.[0]?.x ?? 0);
    const dy = (moved[0]?.y ?? 0) - (before?.[0]?.y ?? 0);
    moved.forEach((point, i) => {
      expect(point.x - dx).toBeCloseTo(before?.[i]?.x ?? NaN);
      expect(point.y - dy).toBeCloseTo(before?.[i]?.y ?? NaN);
    });
    for (const point of ink.strokes.flatMap((stroke) => stroke.points)) {
      expect(point.x).toBeGreaterThanOrEqual(0);
      expect(point.x).toBeLessThanOrEqual(ink.width);
      expect(point.y).toBeGreaterThanOrEqual(0);
      expect(point.y).toBeLessThanOrEqual(ink.height);
    }
    expect(decodeStrokes(encodeStrokes(ink.strokes))).toHaveLength(3);
  });

  it('leaves no empty stroke when the pointer is lifted right after a rotation', () => {
    const recorder = createRecorder(PAD, 0);
    recorder.down(at('touch', 0, 10, 10));
    recorder.resize(320, 500);
    recorder.up(1);
    expect(recorder.strokes).toHaveLength(1);
  });

  it('starts over at the size of the pad after a clear', () => {
    const recorder = createRecorder(PAD, 0);
    line(recorder, 'touch', 0);
    recorder.resize(320, 500);
    expect(recorder.view.scale).toBeLessThan(1);
    recorder.clear();
    expect(recorder.view).toEqual({ scale: 1, left: 0, top: 0 });
    expect(recorder.ink()).toMatchObject({ width: 320, height: 500 });
  });

  it('one tap is a dot, a short shaky line is ink', () => {
    const recorder = createRecorder(PAD, 0);
    recorder.down(at('touch', 0, 50, 50));
    recorder.up(1);
    expect(inkVerdict(recorder.ink().strokes)).toBe('dot');
    recorder.down(at('touch', 900, 50, 50));
    recorder.move([at('touch', 904, 55, 52), at('touch', 908, 59, 49)]);
    recorder.up(1);
    expect(inkVerdict(recorder.ink().strokes)).toBe('ok');
  });
});
