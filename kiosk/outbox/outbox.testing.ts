// A tablet with one open task, and the ops that end it.

import { ensureKey } from './keys.ts';
import { createOutbox } from './outbox.ts';
import type { OpOrder } from './seal-op.ts';
import { testTablet } from './testing.ts';

export const submit = (o: Partial<OpOrder> = {}): OpOrder => ({
  id: 'op-1',
  kind: 'task.submit',
  taskId: 't1',
  taskRev: 1,
  payload: { taskId: 't1', secret: 'Erika Mustermann' },
  ...o,
});
export const cancel = (o: Partial<OpOrder> = {}): OpOrder => ({
  id: 'op-2',
  kind: 'task.cancel',
  taskId: 't1',
  taskRev: 1,
  payload: { taskId: 't1', reason: 'idle' },
  ...o,
});

export async function tablet() {
  const t = await testTablet();
  const outbox = createOutbox(t);
  await ensureKey(t.db, 'task:t1');
  await t.db.inbox.put({
    taskId: 't1',
    mappeId: 'm',
    taskRev: 1,
    seq: 1,
    iv: new Uint8Array(12),
    bytes: new Uint8Array(3),
  });
  await t.db.drafts.put({
    taskId: 't1',
    taskRev: 1,
    draftRev: 4,
    page: 2,
    of: 4,
    iv: new Uint8Array(12),
    bytes: new Uint8Array(9),
    sealed: new Uint8Array(5),
    sealedRev: 4,
  });
  return { ...t, outbox };
}
