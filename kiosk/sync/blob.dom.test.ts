// Tests of fetching the original PDF against scripted responses.

import { expect, it } from 'vitest';
import type { Call } from '../../shared/base/client.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';
import { fetchBlob } from './blob.ts';

it('the original PDF is used only with the expected hash', async () => {
  const bytes = new TextEncoder().encode('%PDF');
  const call = (async () => bytes) as unknown as Call;
  expect(await fetchBlob(call, await sha256Hex(bytes), 't')).toBe(bytes);
  await expect(fetchBlob(call, 'other', 't')).rejects.toThrow();
});
