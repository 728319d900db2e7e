// Tests of the outbox's cache: valid only while the database agrees.

import { describe, expect, it } from 'vitest';
import { openSealed } from '../../shared/exchange/opening.ts';
import { unpackPayload } from '../../shared/exchange/payload.ts';
import { createSealKeys } from '../../shared/exchange/sealing.ts';
import { opAad } from '../../shared/exchange/sync.ts';
import { createOutbox } from './outbox.ts';
import type { OpOrder } from './seal-op.ts';
import { testTablet } from './testing.ts';

async function tablet() {
  const t = await testTablet();
  return { ...t, outbox: createOutbox(t) };
}

describe('the outbox cache', () => {
  it("seals to the practice's current key, also when it was replaced since the last op", async () => {
    const t = await tablet(),
      later = await createSealKeys(true),
      log = (at: number): OpOrder => ({ kind: 'log', taskId: '', taskRev: 0, payload: { at } });
    const putKey = async (of: CryptoKey): Promise<void> => {
      await t.db.meta.put({
        key: 'config',
        value: { serverKey: await crypto.subtle.exportKey('jwk', of) },
      });
    };
    await putKey(t.server.publicKey);
    await t.outbox.append([log(1)]);
    await putKey(later.publicKey);
    await t.outbox.append([log(2)]);
    const [first, second] = await t.db.outbox.orderBy('n').toArray();
    expect(await t.open(first!)).toEqual({ at: 1 });
    await expect(t.open(second!)).rejects.toThrow();
    expect(
      unpackPayload(
        await openSealed(
          later.privateKey,
          second!.sealed,
          opAad({ device: 'device-1', inc: t.inc, id: second!.id, kind: 'log', schema: 1 }),
        ),
      ),
    ).toEqual({ at: 2 });
  });

  it('[sync F15] a database without counters gets new ones, and reports nothing pending', async () => {
    const t = await tablet();
    await t.db.meta.delete('sync');
    expect(await t.outbox.health()).toMatchObject({ highN: 0, pending: 0 });
    expect(await t.db.meta.get('sync')).toMatchObject({ n: 0 });
  });
});
