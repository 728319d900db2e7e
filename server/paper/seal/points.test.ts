// Tests of point files: only the escrow key opens them, for their own envelope and signer; evidence
// contains counts, never points.
import { describe, expect, it } from 'vitest';
import { openPointFile } from '../../../shared/exchange/point-file.ts';
import { createSealKeys } from '../../../shared/exchange/sealing.ts';
import { summariseInk, zoneOffset } from './evidence.ts';
import { encodePoints, encryptToEscrow } from './points.ts';
import { sampleInk } from './sample.fixture.ts';

describe('point file', () => {
  it('preserves every point with time and force, and opens only for its envelope and signer', async () => {
    const keys = await createSealKeys(false);
    const plain = encodePoints(sampleInk(100));
    const file = await encryptToEscrow(keys.publicKey, plain, 'e1', 0);
    const back = await openPointFile(keys.privateKey, file.bytes, 'e1', 0);
    expect(back.strokes.map((stroke) => stroke.points.length)).toEqual([100, 1]);
    expect(back.strokes[1]?.points[0]).toEqual({ x: 300, y: 60, t: 2000, p: 128 / 255 });
    expect([back.width, back.height, back.clears]).toEqual([
      sampleInk(100).width,
      sampleInk(100).height,
      sampleInk(100).clears,
    ]);
    await expect(openPointFile(keys.privateKey, file.bytes, 'e2', 0)).rejects.toThrow();
    await expect(openPointFile(keys.privateKey, file.bytes, 'e1', 1)).rejects.toThrow();
    await expect(
      openPointFile((await createSealKeys(false)).privateKey, file.bytes, 'e1', 0),
    ).rejects.toThrow();
  });

  it('summarises ink without its shape', () => {
    const summary = summariseInk(sampleInk(126), { sha256: 'f'.repeat(64), escrowKeyId: 'k1' });
    expect(summary).toMatchObject({
      strokes: 2,
      points: 127,
      durationMs: 2_000,
      pointerTypes: ['pen'],
      pointsPerSecond: 64,
      clears: 1,
    });
    expect(JSON.stringify(summary)).not.toContain('x');
  });

  it('returns the offset of the zone in summer and winter', () => {
    expect(zoneOffset(Date.UTC(2026, 10, 20), 'Europe/Berlin')).toBe(60);
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'Europe/Berlin')).toBe(120);
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'America/St_Johns')).toBe(-150);
    expect(zoneOffset(Date.UTC(2026, 6, 1), 'UTC')).toBe(0);
  });
});
