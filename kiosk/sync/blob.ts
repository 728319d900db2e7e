// The original PDF of a document: fetched on demand, used only when its hash is the one that will
// be signed.

import type { Call } from '../../shared/base/client.ts';
import { sha256Hex } from '../../shared/exchange/sealing.ts';

/**
 * Fetches a file and checks its hash.
 * @throws CallError offline; Error when the bytes do not match the hash
 */
export async function fetchBlob(call: Call, sha256: string, taskId: string): Promise<Uint8Array> {
  const bytes = await call<Uint8Array>(`/documents/blob/${encodeURIComponent(sha256)}`, {
    isR4c: true,
    answer: 'bytes',
    timeout: 30_000,
    taskId,
  });
  if ((await sha256Hex(bytes)) !== sha256)
    throw new Error('The file is not the one that was promised.');
  return bytes;
}
