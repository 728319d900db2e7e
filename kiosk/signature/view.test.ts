// Tests of mapping ink to a pad of another size and to the drawing library.
import { describe, expect, it } from 'vitest';
import type { Stroke } from '../../shared/papers/signature.ts';
import { drawnStroke, fitView, frameAround, toFrame, toPad } from './view.ts';

const FRAME = { x: 0, y: 0, width: 700, height: 300 };
const strokeOf = (...points: [number, number][]): Stroke => ({
  pointerType: 'pen',
  points: points.map(([x, y], i) => ({ x, y, t: i * 4, p: 0.5 })),
});

describe('view', () => {
  it('scales uniformly, centres, and never enlarges', () => {
    expect(fitView(FRAME, { width: 350, height: 600 })).toEqual({ scale: 0.5, left: 0, top: 225 });
    expect(fitView(FRAME, { width: 1400, height: 600 })).toEqual({ scale: 1, left: 350, top: 150 });
  });

  it('maps there and back', () => {
    const view = fitView({ x: -40, y: 10, width: 800, height: 290 }, { width: 333, height: 444 });
    const pad = toPad(view, { x: 123, y: 45 });
    expect(toFrame(view, pad.x, pad.y).x).toBeCloseTo(123);
    expect(toFrame(view, pad.x, pad.y).y).toBeCloseTo(45);
  });

  it('extends the frame only for ink outside it, with a margin at the edge', () => {
    expect(frameAround(FRAME, [strokeOf([0, 0], [700, 300])])).toEqual(FRAME);
    expect(frameAround(FRAME, [strokeOf([-50, 10], [10, 10])])).toEqual({
      x: -58,
      y: 0,
      width: 758,
      height: 300,
    });
    expect(frameAround(FRAME, [])).toEqual(FRAME);
  });

  it('gives the library enough points to draw even a dash of two, up to its very end', () => {
    const drawn = drawnStroke(
      strokeOf([10, 10], [40, 10]),
      { scale: 1, left: 0, top: 0 },
      '#111A2E',
    );
    expect(drawn.length).toBeGreaterThanOrEqual(4);
    expect(drawn[drawn.length - 3]).toMatchObject({ x: 40, y: 10 });
  });

  it('drops duplicate points and keeps a dot a dot', () => {
    const view = { scale: 1, left: 0, top: 0 };
    expect(drawnStroke(strokeOf([10, 10], [10, 10], [10.2, 10]), view, 'x')).toHaveLength(1);
    const xs = drawnStroke(
      strokeOf([10, 10], [10, 10], [30, 10], [30, 10], [60, 10], [90, 10]),
      view,
      'x',
    ).map((point) => point.x);
    expect(new Set(xs).size).toBe(xs.length);
  });
});
