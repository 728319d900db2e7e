/** Tests of packing files over 160 kB without a worker, which the content policy would block. */

import { unzipSync } from 'fflate';
import { afterEach, expect, test, vi } from 'vitest';
import { zip } from './zip-here.ts';

afterEach(() => {
  vi.unstubAllGlobals();
});

test('packs a large file where no worker may be started', async () => {
  const startWorker = vi.fn(() => {
    throw new Error("violates worker-src 'self'");
  });
  vi.stubGlobal('Worker', startWorker);
  const sheet = Uint8Array.from({ length: 400_000 }, (_, at) => (at * 7919) % 251);
  const archive = await new Promise<Uint8Array>((resolve, reject) => {
    zip({ 'sheet1.xml': sheet }, (error, packed) => {
      if (error) reject(error);
      else resolve(packed);
    });
  });
  expect(unzipSync(archive)['sheet1.xml']).toEqual(sheet);
  expect(startWorker).not.toHaveBeenCalled();
});
