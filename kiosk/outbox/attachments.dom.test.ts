// Tests of photos on the tablet with the real server: slow and torn lines, kills, repeated pieces,
// restored servers; and of what stays on the disk.

import { describe, expect, it } from 'vitest';
import { attachmentAad } from '../../shared/exchange/attachment.ts';
import { openSealed } from '../../shared/exchange/opening.ts';
import { CallError, type Call, type CallOptions } from '../../shared/base/client.ts';
import { createAttachmentSender } from '../sync/photos/attachment-sender.ts';
import { createAttachments } from './attachments.ts';
import { createDb } from './db.ts';
import { createDrafts } from './drafts/drafts.ts';
import { createOutbox } from './outbox.ts';
import { testTablet } from './testing.ts';

const PHOTO = crypto.getRandomValues(new Uint8Array(60_000));
const big = (): Uint8Array => {
  const bytes = new Uint8Array(900_000);
  for (let i = 0; i < bytes.length; i += 60_000) bytes.set(PHOTO, i);
  return bytes;
};

async function tablet() {
  const t = await testTablet();
  const drafts = createDrafts({ ...t, onTrouble: () => undefined, onSaved: () => undefined });
  await drafts.open('t1');
  return { ...t, drafts, attachments: createAttachments(t), outbox: createOutbox(t) };
}
type Tablet = Awaited<ReturnType<typeof tablet>>;

/** A server that keeps pieces as the real one does, behind a line of so many bytes a second. */
function line(t: Tablet, bytesPerSecond = Infinity) {
  const stored = new Map<string, Uint8Array>(),
    sizes: number[] = [];
  let epoch = 'e1',
    isTorn = false,
    losesAnswer = false,
    moved = 0;
  const call = (async (path: string, o: CallOptions = {}) => {
    const [, sha256 = '', query = ''] = /attachments\/(\w+)\?(.*)$/.exec(path) ?? [],
      from = Number(new URLSearchParams(query).get('from')),
      size = Number(new URLSearchParams(query).get('size')),
      bytes = o.bytes as Uint8Array,
      ms = (bytes.length * 1000) / bytesPerSecond;
    sizes.push(bytes.length);
    moved += bytes.length;
    if (ms > (o.timeout ?? Infinity)) {
      t.clock.pass(o.timeout ?? 0);
      throw new CallError(0, 'timeout', 'late');
    }
    t.clock.pass(ms);
    if (isTorn) throw new CallError(0, 'network', 'torn');
    const own = stored.get(sha256) ?? new Uint8Array();
    if (from === own.length && own.length < size) {
      const next = new Uint8Array(own.length + bytes.length);
      next.set(own);
      next.set(bytes, own.length);
      stored.set(sha256, next);
    }
    if (losesAnswer) throw new CallError(0, 'network', 'torn');
    return Promise.resolve({ have: stored.get(sha256)?.length ?? 0, epoch });
  }) as Call;
  return {
    call,
    stored,
    sizes,
    moved: () => moved,
    tear: (on: boolean) => (isTorn = on),
    loseAnswers: (on: boolean) => (losesAnswer = on),
    restore: () => {
      epoch = 'e2';
      stored.clear();
    },
  };
}
const sender = (t: Tablet, call: Call) =>
  createAttachmentSender({ call, clock: t.clock, random: t.random, store: t.attachments });
async function until(t: Tablet, isDone: () => Promise<boolean> | boolean, most = 500) {
  for (let i = 0; i < most; i++) {
    if (await isDone()) return;
    await new Promise((done) => setTimeout(done, 1));
    t.clock.pass(1_000);
  }
  throw new Error('it never happened');
}
const allSent = (t: Tablet) => async () => (await t.attachments.unsent()).length === 0;

describe('photos next to the answers', () => {
  it('are shown here, sealed for the server, and deleted with the withdrawn task', async () => {
    const t = await tablet(),
      name = await t.attachments.keep('t1', PHOTO);
    expect(await t.attachments.load('t1', name)).toEqual(PHOTO);
    const sealed = (await t.attachments.sealed(name))!;
    expect(await openSealed(t.server.privateKey, sealed, attachmentAad('device-1', 't1'))).toEqual(
      PHOTO,
    );
    const other = await t.attachments.keep('t1', PHOTO);
    await t.attachments.keepOnly('t1', [other]);
    expect((await t.attachments.unsent()).map((one) => one.sha256)).toEqual([other]);
    await t.attachments.forget(['t1']);
    expect([await t.db.attachments.count(), await t.db.attachmentBytes.count()]).toEqual([0, 0]);
  });

  it('[inv S4] cannot be read here once the key of the task is destroyed, and are still sent', async () => {
    const t = await tablet(),
      name = await t.attachments.keep('t1', PHOTO);
    await t.drafts.shredAll();
    expect(await t.attachments.load('t1', name)).toBeUndefined();
    await expect(t.attachments.keep('t1', PHOTO)).rejects.toThrow('over');
    expect(await t.attachments.unsent()).toHaveLength(1);
  });

  it('arrive over 16 kbit/s, however long it takes, and no piece is larger than the line bears', async () => {
    const t = await tablet(),
      slow = line(t, 2_000);
    await t.attachments.keep('t1', big());
    const started = t.clock.mono();
    const own = sender(t, slow.call);
    own.wake();
    await until(t, allSent(t), 3_000);
    own.stop();
    expect([...slow.stored.values()][0]?.length).toBeGreaterThan(900_000);
    expect(t.clock.mono() - started).toBeGreaterThan(400_000);
    // Pieces that were cut are a small part of what moved.
    expect(slow.moved()).toBeLessThan(1_500_000);
  });

  it('arrive quickly over a good line, in a few pieces', async () => {
    const t = await tablet(),
      quick = line(t);
    await t.attachments.keep('t1', big());
    const own = sender(t, quick.call);
    own.wake();
    await until(t, allSent(t));
    own.stop();
    expect(quick.sizes.length).toBeLessThan(6);
  });

  it('go on after a kill where the server ends, and lost answers cost nothing', async () => {
    const t = await tablet(),
      net = line(t);
    await t.attachments.keep('t1', big());
    net.loseAnswers(true);
    const first = sender(t, net.call);
    first.wake();
    await until(t, () => net.stored.size > 0);
    first.stop();
    const there = [...net.stored.values()][0]!.length;
    net.loseAnswers(false);
    const before = net.moved(),
      second = sender(t, net.call);
    second.wake();
    await until(t, allSent(t));
    second.stop();
    // One piece tells where the server ends; the rest is sent once.
    expect(net.moved() - before).toBeLessThan(900_000 - there + 200_000);
  });

  it('wait for a torn line, and a refusal of one does not hold up the others', async () => {
    const t = await tablet(),
      net = line(t),
      refused = await t.attachments.keep('t1', PHOTO);
    await t.attachments.keep('t1', PHOTO);
    net.tear(true);
    const call = ((path: string, o?: CallOptions) =>
      path.includes(refused)
        ? Promise.reject(new CallError(413, 'too_large', 'no'))
        : net.call(path, o)) as Call;
    const own = sender(t, call);
    own.wake();
    await until(t, () => net.sizes.length > 3);
    net.tear(false);
    await until(t, async () => (await t.attachments.unsent()).length === 1);
    own.stop();
    expect((await t.attachments.unsent()).map((one) => one.sha256)).toEqual([refused]);
  });

  it('[sync F7] are sent again to a restored server while their op is not safe, then deleted', async () => {
    const t = await tablet(),
      net = line(t);
    await t.attachments.keep('t1', PHOTO);
    await t.outbox.finalize({ kind: 'task.answers', taskId: 't1', taskRev: 1, payload: {} });
    await t.outbox.meetEpoch('e1');
    let own = sender(t, net.call);
    own.wake();
    await until(t, allSent(t));
    await t.attachments.tidy();
    expect(await t.db.attachments.count()).toBe(1);
    net.restore();
    await t.outbox.meetEpoch('e2');
    expect(await t.attachments.unsent()).toHaveLength(1);
    own.stop();
    own = sender(t, net.call);
    own.wake();
    await until(t, allSent(t));
    own.stop();
    await t.outbox.ack(1, 1);
    await t.attachments.tidy();
    expect([await t.db.attachments.count(), await t.db.attachmentBytes.count()]).toEqual([0, 0]);
  });

  it('a database of an earlier version is opened, and one of this version by the earlier one', async () => {
    const t = await tablet();
    await t.attachments.keep('t1', PHOTO);
    t.db.close();
    const { Dexie } = await import('dexie/dist/modern/dexie.mjs');
    const earlier = new Dexie(t.db.name);
    earlier.version(1).stores({
      meta: 'key',
      inbox: 'taskId, seq',
      drafts: 'taskId',
      keys: 'id',
      outbox: 'n, &id',
      quarantine: '++id',
    });
    await earlier.open();
    expect(await earlier.table('keys').count()).toBeGreaterThan(0);
    earlier.close();
    const again = createDb(t.db.name);
    expect(await again.attachments.count()).toBe(1);
    again.close();
  });
});
