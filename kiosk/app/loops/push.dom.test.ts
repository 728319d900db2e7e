// Tests of the real outbox and sender against a server model with a bad network: every op arrives
// once, in order, however much traffic is lost.

import { describe, expect, it } from 'vitest';
import { CallError } from '../../../shared/base/client.ts';
import { settle } from '../../outbox/testing.ts';
import type { SenderState } from '../../sync/push/sender.types.ts';
import { bench, dice, inc, noise, type Fault } from './push.testing.ts';

describe('sender', () => {
  it('[sync F3] [inv S1] [inv S3] survives 12 seeds of lost traffic, portals, refusals, a restart', async () => {
    const kinds: Fault[] = [
      'none',
      'none',
      'no-request',
      'no-reply',
      'portal',
      'unavailable',
      'too-large',
      'busy',
      'timeout',
    ];
    for (let seed = 1; seed <= 12; seed++) {
      const r = dice(seed);
      let calm = false;
      const b = await bench(
        () => (calm ? 'none' : kinds[Math.floor(r.unit() * kinds.length)]!),
        seed,
      );
      b.sender.start();
      await b.add(7);
      await settle(10);
      await b.sender.stop();
      await b.add(6);
      b.sender.start();
      calm = true;
      await b.drained();
      await b.sender.stop();
      const rows = await b.db.outbox.orderBy('n').toArray();
      expect(b.server.heads.get(inc)!.map((o) => o.sha256)).toEqual(rows.map((x) => x.sha256));
      expect(rows.map((x) => x.n)).toEqual(Array.from({ length: 13 }, (_, i) => i + 1));
      expect(b.most()).toBe(1);
    }
  });

  it('[inv S2] [sync P16] reports dropped ops to a server restored further back, even with an empty queue', async () => {
    const b = await bench(() => 'none');
    b.sender.start();
    await b.add(5);
    await b.drained();
    await b.sender.stop();
    await b.db.outbox.clear();
    b.server.restore(2);
    await b.outbox.rewind('epoch-2', 2);
    b.sender.start();
    await settle(60);
    await b.sender.stop();
    // One op above the gap, and the numbers of the gap are marked as lost.
    expect(b.server.heads.get(inc)!.map((o) => o.id === '')).toEqual([
      false,
      false,
      true,
      true,
      true,
      false,
    ]);
    expect(await b.outbox.health()).toMatchObject({ pending: 0 });
    expect(await b.db.outbox.count()).toBe(1);
  });

  it('[sync F9] a captive portal’s 200 acknowledges nothing', async () => {
    const b = await bench(() => 'portal');
    b.sender.start();
    await b.add(1);
    await settle(30);
    await b.sender.stop();
    expect(await b.outbox.health()).toMatchObject({ pending: 1, ackSeen: 0 });
  });

  it('[sync F7] [sync F8] resends the stored ops to a restored and an emptied server', async () => {
    const b = await bench(() => 'none');
    b.sender.start();
    await b.add(5);
    await b.drained();
    b.server.restore(2);
    await b.add(1);
    await b.drained();
    expect(b.server.heads.get(inc)).toHaveLength(6);
    b.server.restore(0);
    await b.add(1);
    await b.drained();
    await b.sender.stop();
    expect(b.server.heads.get(inc)).toHaveLength(7);
    expect((await b.outbox.meta()).epoch).toBe('epoch-3');
  });

  it('[sync P16] [inv S2] resumes with the stored ops when the server was restored behind the safe mark', async () => {
    const b = await bench(() => 'none');
    b.setSafe(true);
    b.sender.start();
    await b.add(4);
    await b.drained();
    b.setSafe(false);
    await b.add(2);
    await b.drained();
    b.server.restore(1);
    await b.add(1);
    await b.drained();
    await b.sender.stop();
    const list = b.server.heads.get(inc)!,
      rows = await b.db.outbox.orderBy('n').toArray();
    expect(rows.map((r) => r.n)).toEqual([5, 6, 7]);
    expect(list.map((o) => o.id)).toEqual([list[0]!.id, '', '', '', ...rows.map((r) => r.id)]);
    expect(list[0]!.id).not.toBe('');
  });

  it('[sync 6.6] deletes rows when the server reports them safe', async () => {
    const b = await bench(() => 'none');
    b.sender.start();
    await b.add(2);
    await b.drained();
    expect(await b.db.outbox.count()).toBe(2);
    b.setSafe(true);
    await b.add(1);
    await b.drained();
    await b.sender.stop();
    expect(await b.db.outbox.count()).toBe(0);
  });

  it('[sync 6.2] batches hold at most 50 ops; 413 halves them', async () => {
    let refuse = 2;
    const b = await bench(() => (refuse-- > 0 ? 'too-large' : 'none'));
    await b.outbox.append(
      Array.from({ length: 60 }, (_, i) => ({
        kind: 'log' as const,
        taskId: '',
        taskRev: 0,
        payload: { code: 'x', at: i },
      })),
    );
    b.sender.start();
    await b.drained();
    await b.sender.stop();
    expect(b.server.batches[0]).toBe(12);
    expect(b.server.heads.get(inc)).toHaveLength(60);
  });

  it('[sync 6.2] scales the timeout for slow lines, halves a late batch, and gives a single op more time', async () => {
    let isSlow = false;
    const limits: number[] = [];
    const b = await bench(
      () => (isSlow ? 'timeout' : 'none'),
      1,
      () => ({}),
      (o) => {
        limits.push(o.timeout ?? 0);
        // The connection carries 3 000 bytes a second.
        isSlow = (o.bytes as Uint8Array).length / 3 > (o.timeout ?? 0);
      },
    );
    await b.outbox.append(
      Array.from({ length: 4 }, () => ({
        kind: 'log' as const,
        taskId: '',
        taskRev: 0,
        payload: { code: noise(30_000) },
      })),
    );
    await b.outbox.append([
      { kind: 'log', taskId: '', taskRev: 0, payload: { code: noise(300_000) } },
    ]);
    b.sender.start();
    await b.drained();
    await b.sender.stop();
    expect(b.server.heads.get(inc)).toHaveLength(5);
    expect(b.server.batches).toEqual([2, 2, 1]);
    expect(limits[0]).toBeGreaterThan(20_000 + 4 * 1_200);
    expect(limits.at(-1)! / limits.at(-2)!).toBe(2);
  });

  it('[sync 6.2] sends an op with photos alone, after the earlier ops have arrived', async () => {
    const b = await bench(() => 'none');
    const log = (code: string) => ({
      kind: 'log' as const,
      taskId: '',
      taskRev: 0,
      payload: { code },
    });
    await b.outbox.append([log('x'), log('x'), log(noise(300_000)), log('x'), log('x')]);
    b.sender.start();
    await b.drained();
    await b.sender.stop();
    expect(b.server.batches).toEqual([2, 1, 2]);
  });

  it('[sync 6.2] sends a fresh op without reading it back; a drain reads every row once', async () => {
    const read: number[] = [];
    const b = await bench(
      () => 'none',
      1,
      (store) => ({
        readFrom: async (n, limit) => {
          const rows = await store.readFrom(n, limit);
          read.push(...rows.map((r) => r.n));
          return rows;
        },
      }),
    );
    await b.add(1);
    b.sender.start();
    await b.drained();
    expect([b.server.batches, read]).toEqual([[1], []]);
    await b.sender.stop();
    await b.outbox.append(
      Array.from({ length: 60 }, () => ({
        kind: 'log' as const,
        taskId: '',
        taskRev: 0,
        payload: { code: 'x'.repeat(30_000) },
      })),
    );
    b.sender.start();
    await b.drained();
    await b.sender.stop();
    expect(b.server.batches.slice(1)).toEqual([33, 27]);
    expect(read).toEqual(Array.from({ length: 60 }, (_, i) => i + 2));
  });

  it('[sync P2] does not wait for the disk; an unrecorded acknowledgement is resent, and stored once', async () => {
    let isBroken = true,
      die: (error: Error) => void = () => undefined;
    const death = new Promise<never>((_done, fail) => {
      die = fail;
    });
    const b = await bench(
      () => 'none',
      1,
      (store) => ({ ack: (...answer) => (isBroken ? death : store.ack(...answer)) }),
    );
    await b.outbox.meetEpoch('epoch-1');
    await b.outbox.append(
      Array.from({ length: 120 }, (_, i) => ({
        kind: 'log' as const,
        taskId: '',
        taskRev: 0,
        payload: { code: 'x', at: i },
      })),
    );
    b.sender.start();
    while (b.server.batches.length < 3) await settle(1);
    expect([b.server.batches, (await b.outbox.meta()).ackN]).toEqual([[50, 50, 20], 0]);
    die(new Error('the battery died'));
    await b.sender.stop();
    isBroken = false;
    b.sender.start();
    await b.drained();
    await b.sender.stop();
    expect(b.server.heads.get(inc)!.map((o) => o.id)).toEqual(
      (await b.db.outbox.orderBy('n').toArray()).map((r) => r.id),
    );
  });

  it('does not query the database again once the acknowledgement left nothing', async () => {
    let states: SenderState[] = [];
    const asked: (SenderState | undefined)[] = [];
    const b = await bench(
      () => 'none',
      1,
      (store) => ({
        meta: () => {
          asked.push(states.at(-1));
          return store.meta();
        },
      }),
    );
    ({ states } = b);
    await b.outbox.meetEpoch('epoch-1');
    b.sender.start();
    for (let i = 1; i <= 3; i++) {
      await b.add(1);
      while (b.server.batches.length < i) await settle(1);
      await settle();
    }
    await b.sender.stop();
    expect([
      b.server.batches,
      asked.filter((state) => state === 'sending'),
      asked.includes('idle'),
    ]).toEqual([[1, 1, 1], [], true]);
  });

  it('[sync F7] [inv S2] a pending write of an acknowledgement does not survive a restore of the server', async () => {
    let isSlow = true;
    const b = await bench(
      () => 'none',
      1,
      (store) => ({
        ack: async (...answer) => {
          if (isSlow) await settle(15);
          return store.ack(...answer);
        },
      }),
    );
    await b.outbox.append(
      Array.from({ length: 60 }, (_, i) => ({
        kind: 'log' as const,
        taskId: '',
        taskRev: 0,
        payload: { code: 'x', at: i },
      })),
    );
    b.sender.start();
    while (b.server.batches.length === 0) await settle(1);
    b.server.restore(10);
    await b.outbox.meetEpoch('epoch-2');
    await settle(30);
    isSlow = false;
    await b.drained();
    await b.sender.stop();
    expect(b.server.heads.get(inc)!.map((o) => o.id)).toEqual(
      (await b.db.outbox.orderBy('n').toArray()).map((r) => r.id),
    );
  });

  it('[sync F18] a revoked tablet keeps its queue and reports it', async () => {
    const b = await bench(() => {
      throw new CallError(401, 'tablet_revoked', '');
    });
    b.sender.start();
    await b.add(1);
    await settle(10);
    await b.sender.stop();
    expect([b.revoked() > 0, (await b.outbox.health()).pending]).toEqual([true, 1]);
  });
});
