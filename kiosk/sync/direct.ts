// The last step of the ladder (sync 6.7): the disk failed, the answers are in memory only, so the op goes straight to the server.

import type { Call } from '../../shared/client.ts';
import { packFrame, PROTO, PUSH_TYPE, type OpHeader, type PushAnswer } from '../../shared/sync.ts';

/**
 * Pushes sealed ops of an incarnation that lives in memory only, numbered from `from`.
 * @throws CallError, or Error when the server does not say that it holds them
 */
export async function pushDirect(call: Call, o: { device: string; inc: string; epoch: string; ops: { header: OpHeader; sealed: Uint8Array }[] }): Promise<void> {
  const answer = await call<Partial<PushAnswer>>('/tablet/sync/v1/push', {
    bytes: packFrame({ proto: PROTO, device: o.device, inc: o.inc, epoch: o.epoch, ops: o.ops.map(x => x.header) }, o.ops.map(x => x.sealed)),
    contentType: PUSH_TYPE, isR4c: true, timeout: 20_000,
  });
  const last = o.ops[o.ops.length - 1]?.header.n ?? 0;
  if (typeof answer.ackN !== 'number' || answer.ackN < last) throw new Error('The server does not hold it yet.');
}
