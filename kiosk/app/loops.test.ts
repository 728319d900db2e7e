// What the loops of a tablet make of a heartbeat's answer: when the feed is looked at.

import { afterEach, expect, it, vi } from 'vitest';
import type { Call } from '../../shared/client.ts';
import { ensureSync } from '../outbox/db.ts';
import { settle, testClock, testRandom } from '../outbox/testing.ts';
import { startLoops } from './loops.ts';
import { createParts } from './parts.ts';

const nothing = (): void => undefined;
let end: () => Promise<void> = () => Promise.resolve();
afterEach(() => end());

/** A tablet that holds rows up to 7 of the database `old`, on a server that pokes nobody. */
async function tablet() {
  const clock = testClock(), random = testRandom(), server = { feedSeq: 7, epoch: 'old' }, seen = { pulls: 0, beats: 0 };
  const call = (async (path: string) => {
    if (path === '/tablet/heartbeat') { seen.beats++; return { ...server, serverTime: clock.now(), leaseUntil: clock.now() + 1, helpAnswered: false }; }
    if (!path.startsWith('/tablet/sync/v1/pull')) return {};
    seen.pulls++;
    return { epoch: server.epoch, cursor: server.feedSeq, more: false, items: [] };
  }) as Call;
  const own = createParts(clock, random, { onRevoked: nothing, onUnknown: nothing, onTrouble: nothing, onSaved: nothing, onQueued: nothing, offset: () => 0 });
  const parts = { ...own, api: { call, stream: () => Promise.reject(new Error('no live channel')) } };
  await ensureSync(parts.db, random.hex128);
  await parts.device.save({ tabletId: 't1', cid: 'c', tabletToken: '', exceptions: [], registeredAt: 1, isReady: true, isRevoked: false });
  await parts.inbox.apply([], 7, 'old', false);
  const loops = startLoops(parts, {
    onRows: nothing, onConnected: nothing, onHelpAnswered: nothing, onRevoked: nothing, onQueue: nothing, onServerTime: nothing, activity: () => undefined, offset: () => 0,
    onHealth: nothing, onBeat: nothing, onSilence: nothing,
  });
  end = async () => { loops.stop(); clock.pass(120_000); await settle(); await parts.db.delete(); };
  await vi.waitUntil(() => seen.beats === 1 && seen.pulls === 1, 20_000);
  await settle();
  /** Pulls that the next heartbeat brings, whose period is a third of the safety pull's. */
  const beat = async (): Promise<number> => {
    const [beats, pulls] = [seen.beats, seen.pulls];
    clock.pass(20_000);
    await vi.waitUntil(() => seen.beats === beats + 1, 20_000);
    await settle();
    return seen.pulls - pulls;
  };
  return { beat, server, seen, parts };
}

it('[sync F7, F21] a heartbeat that tells of more rows, or of another database with fewer, lets the feed be pulled; otherwise nothing is asked', async () => {
  const t = await tablet();
  expect(t.seen).toEqual({ pulls: 1, beats: 1 });
  t.server.feedSeq = 8;
  expect(await t.beat()).toBe(1);
  Object.assign(t.server, { epoch: 'put back', feedSeq: 5 });
  // The page that tells of the other database, and the feed from its start.
  expect(await t.beat()).toBe(2);
  expect(await t.parts.inbox.cursor()).toEqual({ cursor: 5, epoch: 'put back' });
});
