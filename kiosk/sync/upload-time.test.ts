// Tests that an upload's timeout follows its size.
import { expect, it } from 'vitest';
import { MAX_OP_BYTES } from '../../shared/exchange/sync.ts';
import { uploadMs } from './upload-time.ts';

it('[sync 6.2] twenty seconds for small uploads, 200 kbit/s for large ones, doubled after a timeout', () => {
  expect(uploadMs(0)).toBe(20_000);
  expect(uploadMs(1_000)).toBe(20_040);
  expect(uploadMs(MAX_OP_BYTES)).toBe(180_000);
  expect([1, 2, 3, 4].map((late) => uploadMs(MAX_OP_BYTES, late))).toEqual([
    360_000, 720_000, 1_440_000, 1_440_000,
  ]);
});
