// Ends a task although the disk refuses: the op is sent to the server from memory (F13).

import { headerOf, sealOp, type OpOrder, type SealedOp } from '../../outbox/seal-op.ts';
import { keyOf } from '../../session/session.setup.ts';
import type { TaskRef } from '../../session/session.types.ts';
import type { EffectDeps } from './effect-deps.ts';

interface Sent {
  inc: string;
  op: SealedOp;
}
export interface MemorySender {
  /** The op that was sent without a reply. */
  unsure(): Sent | null;
  /**
   * Sends the same op to the server as a new incarnation of this tablet, or the caller gets an
   * error.
   */
  send(order: OpOrder): Promise<void>;
  /**
   * Retries an op that got no reply, because the server may have it. Sealing it again under its id
   * would create a fork and block the queue permanently, so the same bytes are sent; without a
   * server it becomes a separate, competing submission on the disk.
   * @returns true when the server has it
   */
  repeat(order: OpOrder, sent: Sent): Promise<boolean>;
}

/** Creates the sender of ops that the disk refuses. */
export function createMemorySender({ parts, clockOffset }: EffectDeps): MemorySender {
  const { api, clock, outbox, random } = parts;
  let unsure: Sent | null = null;
  const push = async (device: string, { inc, op }: Sent): Promise<void> => {
    const { pushDirect } = await import('../../sync/direct.ts'),
      header = headerOf(op, 1);
    const epoch = await pushDirect(api.call, { device, inc, header, sealed: op.sealed });
    await parts.carried.add({
      inc,
      header,
      sealed: op.sealed,
      epoch,
      at: clock.now() + clockOffset(),
    });
  };
  return {
    unsure: () => unsure,
    async send(order) {
      const who = await parts.identity();
      if (!who) throw new Error('not registered');
      const inc = random.hex128();
      unsure = { inc, op: await sealOp(order, { ...who, inc }, clock, random) };
      await push(who.device, unsure);
      unsure = null;
    },
    async repeat(order, sent) {
      const who = await parts.identity();
      try {
        if (!who) throw new Error('not registered');
        await push(who.device, sent);
      } catch {
        await outbox.finalize({ ...order, id: random.id() });
        unsure = null;
        return false;
      }
      unsure = null;
      return true;
    },
  };
}

/**
 * Notes the end of a task whose op the server has, if the disk accepts writes again; deletions need
 * no space and are done anyway: no plaintext remains (S4), and after a restart the task is not
 * offered (F23).
 */
export async function endFromMemory({ parts }: EffectDeps, task: TaskRef): Promise<void> {
  const { drafts, outbox } = parts;
  parts.endedHere.add(keyOf(task));
  await outbox.cancel([], false, [task]).catch(() => undefined);
  const letGo = async (): Promise<void> => {
    await drafts.shred(task.taskId);
    await parts.inbox.forget(task);
  };
  await letGo()
    .catch(letGo)
    .catch(letGo)
    .catch(() => undefined);
}
