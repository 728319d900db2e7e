// Last fallback (sync 6.7): the disk failed, the answers are in memory only, so the op is sent
// straight to the server.

import type { Call } from '../../shared/base/client.ts';
import {
  packFrame,
  PROTO,
  PUSH_TYPE,
  type OpHeader,
  type PushAnswer,
} from '../../shared/exchange/sync.ts';
import { ours } from './ours.ts';
import { uploadMs } from './upload-time.ts';

/**
 * Pushes one sealed op as a separate incarnation, apart from the disk's.
 * @returns the epoch of the database that has it
 * @throws CallError, or Error when the server does not acknowledge it
 */
export async function pushDirect(
  call: Call,
  o: { device: string; inc: string; header: OpHeader; sealed: Uint8Array },
): Promise<string> {
  const answer = ours(
    await call<PushAnswer>('/tablet/sync/v1/push', {
      bytes: packFrame({ proto: PROTO, device: o.device, inc: o.inc, epoch: '', ops: [o.header] }, [
        o.sealed,
      ]),
      contentType: PUSH_TYPE,
      isR4c: true,
      timeout: uploadMs(o.sealed.length),
    }),
    ['epoch'],
    ['ackN', 'safeN', 'serverTime'],
  );
  if (answer.ackN < o.header.n || answer.epoch === '')
    throw new Error('The server does not hold it yet.');
  return answer.epoch;
}
