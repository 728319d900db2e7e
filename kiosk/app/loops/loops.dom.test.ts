// Tests of the tablet's loops: when a heartbeat's response triggers a pull of the feed.

import { afterEach, expect, it, vi } from 'vitest';
import type { Call, CallOptions } from '../../../shared/base/client.ts';
import { createSealKeys, sha256Hex } from '../../../shared/exchange/sealing.ts';
import type { ConfigBody, TaskBody } from '../../../shared/exchange/sync.ts';
import type { Activity, Heartbeat } from '../../../shared/desk/tablet.ts';
import { createBlanks } from '../../outbox/blanks.ts';
import { ensureSync } from '../../outbox/db.ts';
import { settle, testClock, testRandom } from '../../outbox/testing.ts';
import { startLoops } from './loops.ts';
import { createParts } from '../parts.ts';

const nothing = (): void => undefined;
let end: () => Promise<void> = () => Promise.resolve();
afterEach(() => end());

/** A tablet with rows up to 7 of the database `old`, on a server without a live channel. */
async function tablet() {
  const clock = testClock(),
    random = testRandom(),
    server = { feedSeq: 7, epoch: 'old' },
    seen = { pulls: 0, beats: 0 };
  const told: Heartbeat[] = [],
    page = { isHidden: false, open: undefined as Activity | undefined };
  const call = (async (path: string, options?: CallOptions) => {
    if (path === '/tablet/heartbeat') {
      seen.beats++;
      told.push(options?.json as Heartbeat);
      return {
        ...server,
        serverTime: clock.now(),
        leaseUntil: clock.now() + 1,
        helpAnswered: false,
      };
    }
    if (!path.startsWith('/tablet/sync/v1/pull')) return {};
    seen.pulls++;
    return { epoch: server.epoch, cursor: server.feedSeq, more: false, items: [] };
  }) as Call;
  const own = createParts(clock, random, {
    onRevoked: nothing,
    onUnknown: nothing,
    onTrouble: nothing,
    onSaved: nothing,
    onQueued: nothing,
    offset: () => 0,
  });
  const parts = {
    ...own,
    api: { call, stream: () => Promise.reject(new Error('no live channel')) },
  };
  await ensureSync(parts.db, random.hex128);
  await parts.device.save({
    tabletId: 't1',
    cid: 'c',
    tabletToken: '',
    exceptions: [],
    registeredAt: 1,
    isReady: true,
    isRevoked: false,
  });
  await parts.inbox.apply([], 7, 'old', 0);
  const loops = startLoops(parts, {
    onRows: nothing,
    onConnected: nothing,
    onHelpAnswered: nothing,
    onRevoked: nothing,
    onQueue: nothing,
    onServerTime: nothing,
    activity: () => page.open,
    isHidden: () => page.isHidden,
    offset: () => 0,
    onHealth: nothing,
    onBeat: nothing,
    onSilence: nothing,
  });
  end = async () => {
    loops.stop();
    clock.pass(120_000);
    await settle();
    await parts.db.delete();
  };
  await vi.waitUntil(() => seen.beats === 1 && seen.pulls === 1, 20_000);
  await settle();
  /** Pulls caused by the next heartbeat, whose period is a third of the safety pull's. */
  const beat = async (): Promise<number> => {
    const [beats, pulls] = [seen.beats, seen.pulls];
    clock.pass(20_000);
    await vi.waitUntil(() => seen.beats === beats + 1, 20_000);
    await settle();
    return seen.pulls - pulls;
  };
  return { beat, server, seen, parts, told, page };
}

it('[sync F7, F21] pulls the feed when a heartbeat reports more rows or another database, else not', async () => {
  const t = await tablet();
  expect(t.seen).toEqual({ pulls: 1, beats: 1 });
  t.server.feedSeq = 8;
  expect(await t.beat()).toBe(1);
  Object.assign(t.server, { epoch: 'put back', feedSeq: 5 });
  // The page that reports the other database, and the feed from its start.
  expect(await t.beat()).toBe(2);
  expect(await t.parts.inbox.cursor()).toEqual({ cursor: 5, epoch: 'put back' });
});

const body = (taskId: string) => ({ taskId, taskRev: 1, mappeId: 'm', position: 0 }) as TaskBody;
const draft = {
  page: 1,
  declarations: [],
  language: 'de',
  textScale: 100 as const,
  isCalm: false,
  ink: null,
  reading: {
    shownAt: 1,
    sections: [],
    reachedEnd: true,
    fontScale: 1,
    openedPdf: false,
    languageSwitches: 0,
    unclear: [],
  },
};
/** A draft's data on disk: its key, and texts readable with it. */
const readable = async ({ parts }: Awaited<ReturnType<typeof tablet>>) => [
  (await parts.db.keys.toArray()).map((k) => k.id).filter((id) => id.startsWith('task:')),
  (await parts.db.drafts.toArray()).filter((d) => d.bytes !== null).map((d) => d.taskId),
];
async function typed(taskId: string) {
  const t = await tablet();
  await t.parts.inbox.apply([{ seq: 8, op: 'put', body: body(taskId) }], 8, 'old', 0);
  await t.parts.drafts.open(taskId);
  t.parts.drafts.save({ taskId, taskRev: 1, of: 1 }, draft);
  await t.parts.drafts.flush();
  t.server.feedSeq = 8;
  await t.beat();
  return t;
}

it('[inv S4][sync F7] deletes a withdrawn task’s closed draft with its key, not with an ending pending', async () => {
  const t = await typed('t1'),
    whole = [['task:t1'], ['t1']];
  await t.parts.inbox.setConfig({
    serverKey: await crypto.subtle.exportKey('jwk', (await createSealKeys(true)).publicKey),
  } as ConfigBody);
  // Restored: the task is unknown to this database, and an ending acknowledged before must be sent
  // again.
  await t.parts.outbox.append([
    { kind: 'log', taskId: '', taskRev: 0, payload: { code: 'x', at: 1 } },
  ]);
  Object.assign(t.server, { epoch: 'put back', feedSeq: 5 });
  await t.beat();
  expect((await t.parts.inbox.cursor()).epoch).toBe('put back');
  for (let i = 0; i < 3; i++) await t.beat();
  expect([await t.parts.inbox.read(), await readable(t)]).toEqual([[], whole]);
  await t.parts.outbox.ack(1, 1);
  // Stored there, and judged a moment later.
  await t.beat();
  expect(await readable(t)).toEqual(whole);
  await t.beat();
  await vi.waitUntil(async () => JSON.stringify(await readable(t)) === '[[],[]]', 20_000);
});

it('[inv S4] leaves an open draft to the machine', async () => {
  const t = await typed('t1');
  t.page.open = {
    taskId: 't1',
    taskRev: 1,
    screen: 'filling',
    page: 1,
    of: 1,
    silentMs: 0,
    isReading: false,
  };
  await t.parts.inbox.apply([{ seq: 9, op: 'revoke', taskId: 't1' }], 9, 'old', 0);
  t.server.feedSeq = 9;
  for (let i = 0; i < 3; i++) await t.beat();
  expect(await readable(t)).toEqual([['task:t1'], ['t1']]);
});

it('[inv S2] a heartbeat reports the offline blank forms and a tablet in the background, if any', async () => {
  const t = await tablet(),
    forms = createBlanks(t.parts.db),
    text = '{}';
  const ref = {
    key: 'bogen@1',
    url: 'u',
    version: '1',
    sha256: 'b',
    languages: ['de'],
    title: { de: 'Bogen' },
    textSha256: await sha256Hex(text),
    chars: 2,
  };
  await t.beat();
  expect(t.told.at(-1)).not.toHaveProperty('isHidden');
  await forms.put(ref.textSha256, text);
  await forms.keep([ref]);
  await t.beat();
  // Without a PIN that the tablet can verify no blank form can be started.
  expect(t.told.at(-1)).not.toHaveProperty('blanks');
  await t.parts.inbox.setConfig({ pinCheck: { salt: 'AA==', rounds: 1, mark: 1 } } as ConfigBody);
  t.page.isHidden = true;
  await t.beat();
  expect(t.told.at(-1)).toMatchObject({ blanks: 1, isHidden: true });
});
