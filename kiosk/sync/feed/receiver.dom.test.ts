// Tests of pull, live channel, heartbeat and registration against scripted responses.

import { describe, expect, it, vi } from 'vitest';
import { CallError, type Call } from '../../../shared/base/client.ts';
import type { Random } from '../../../shared/base/ports.ts';
import {
  beginSeal,
  createSealKeys,
  finishSeal,
  sealTo,
  toBase64,
} from '../../../shared/exchange/sealing.ts';
import { feedAad, type FeedItem, type PullAnswer } from '../../../shared/exchange/sync.ts';
import { handClock, settle } from '../hand-clock.testing.ts';
import { createReceiver } from './receiver.ts';
import { WATCHDOG_MS } from './live-channel.ts';
import type { OpenedRow } from './receiver.types.ts';

const random: Random = { id: () => 'id', unit: () => 0.5, hex128: () => 'h' };
const stream = (...chunks: string[]): ReadableStream<Uint8Array> =>
  new ReadableStream({
    start(c) {
      for (const x of chunks) c.enqueue(new TextEncoder().encode(x));
    },
  });

async function bench(
  items: (device: string) => Promise<FeedItem[]>,
  o: { epoch?: string; stream?: () => ReadableStream<Uint8Array> } = {},
) {
  const keys = await createSealKeys(false);
  const { clock, pass } = handClock();
  const store = {
    cursor: 0,
    epoch: '',
    rows: [] as OpenedRow[],
    resets: 0,
    applied: [] as [number[], number, string, boolean][],
  };
  const seen = {
    pulls: 0,
    unreadable: [] as number[],
    connected: [] as boolean[],
    rows: 0,
    epochs: [] as string[],
    streams: 0,
    helps: 0,
  };
  const put = async (seq: number, taskId: string): Promise<FeedItem> => ({
    seq,
    op: 'put',
    taskId,
    body: toBase64(
      await sealTo(
        keys.publicKey,
        new TextEncoder().encode(JSON.stringify({ taskId })),
        feedAad('dev', seq, 'put'),
      ),
    ),
  });
  const server = {
    epoch: o.epoch ?? 'e1',
    items: [] as FeedItem[],
    answer: undefined as unknown,
    failAt: 0,
    isOnce: false,
    meanwhile: undefined as (() => void) | undefined,
  };
  const call = (async (path: string) => {
    seen.pulls++;
    if (seen.pulls === server.failAt) throw new CallError(0, 'network', '');
    const { answer, meanwhile } = server;
    server.meanwhile = undefined;
    meanwhile?.();
    if (server.isOnce) server.answer = undefined;
    if (answer !== undefined) return answer;
    const cursor = Number(/cursor=(\d+)/.exec(path)?.[1]);
    const rest = server.items.filter((i) => i.seq > cursor),
      page = rest.slice(0, 2);
    return {
      epoch: server.epoch,
      cursor: page.at(-1)?.seq ?? cursor,
      more: rest.length > page.length,
      items: page,
    } satisfies PullAnswer;
  }) as Call;
  const receiver = createReceiver({
    call,
    clock,
    random,
    device: async () => 'dev',
    privateKey: async () => keys.privateKey,
    stream: async () => {
      seen.streams++;
      return o.stream ? o.stream() : stream();
    },
    store: {
      cursor: async () => ({ cursor: store.cursor, epoch: store.epoch }),
      apply: async (rows, cursor, epoch, from) => {
        const isReset = from === null;
        if (!isReset && store.cursor < from) return false;
        store.applied.push([rows.map((r) => r.seq), cursor, epoch, isReset]);
        store.rows.push(...rows);
        store.cursor = cursor;
        store.epoch = epoch;
        if (isReset) store.resets++;
        return true;
      },
    },
    onEpoch: async (e) => {
      seen.epochs.push(e);
    },
    onRows: () => {
      seen.rows++;
    },
    onConnected: (c) => seen.connected.push(c),
    onHelpAnswered: () => {
      seen.helps++;
    },
    onUnreadable: (n) => seen.unreadable.push(n),
  });
  server.items = await items('dev');
  return { receiver, keys, store, seen, server, put, pass };
}

describe('receiver', () => {
  it('[sync 6.3] pulls page after page, decrypts sealed rows, and skips and reports a corrupt one', async () => {
    const b = await bench(async () => []);
    b.server.items = [
      await b.put(1, 'a'),
      { ...(await b.put(2, 'b')), seq: 3 },
      { seq: 4, op: 'revoke', taskId: 'a' },
      await b.put(5, 'c'),
    ];
    await b.receiver.pull();
    expect(b.store.rows.map((r) => [r.seq, r.op])).toEqual([
      [1, 'put'],
      [3, 'skip'],
      [4, 'revoke'],
      [5, 'put'],
    ]);
    expect([b.store.cursor, b.seen.unreadable]).toEqual([5, [3]]);
  });

  it('[sync F9] a captive portal’s response changes nothing', async () => {
    const b = await bench(async () => []);
    b.server.answer = { ok: true };
    await expect(b.receiver.pull()).rejects.toThrow();
    expect([b.store.cursor, b.store.rows]).toEqual([0, []]);
  });

  it('[sync F7] after a restore reads the feed from its start and notifies the outbox', async () => {
    const b = await bench(async () => []);
    b.server.items = [await b.put(1, 'a'), await b.put(2, 'b')];
    await b.receiver.pull();
    b.server.epoch = 'e2';
    b.server.items = [await b.put(1, 'a')];
    await b.receiver.pull();
    expect([b.seen.epochs, b.store.resets, b.store.cursor, b.store.epoch]).toEqual([
      ['e1', 'e2'],
      1,
      1,
      'e2',
    ]);
  });

  it('[sync F7] a full re-read of several pages replaces all rows at once, also after an interruption', async () => {
    const b = await bench(async () => []);
    b.server.items = [await b.put(1, 'a'), await b.put(2, 'b')];
    await b.receiver.pull();
    b.server.epoch = 'e2';
    b.server.items = [
      await b.put(1, 'x'),
      await b.put(2, 'y'),
      await b.put(3, 'z'),
      await b.put(4, 'b'),
    ];
    const before = b.seen.pulls;
    b.server.failAt = before + 3;
    await expect(b.receiver.pull()).rejects.toThrow();
    expect([b.store.applied.length, b.store.cursor, b.store.epoch, b.seen.rows]).toEqual([
      1,
      2,
      'e1',
      1,
    ]);
    await b.receiver.pull();
    expect(b.store.applied.slice(1)).toEqual([[[1, 2, 3, 4], 4, 'e2', true]]);
    expect(b.seen.rows).toBe(2);
  });

  it('[sync F12] discards a response for a cursor reset meanwhile, and fetches everything again', async () => {
    const b = await bench(async () => []);
    b.server.items = [await b.put(1, 'a'), await b.put(2, 'b')];
    await b.receiver.pull();
    b.server.items.push(await b.put(3, 'c'));
    b.server.meanwhile = () => {
      b.store.cursor = 0;
    };
    await b.receiver.pull();
    expect(b.store.applied.map((a) => a[0])).toEqual([[1, 2], [1, 2], [3]]);
    expect(b.store.cursor).toBe(3);
  });

  it('[sync L3] a server that resends everything is read to its end, and applied as a whole', async () => {
    const b = await bench(async () => []);
    b.server.items = [await b.put(1, 'a'), await b.put(2, 'b')];
    await b.receiver.pull();
    const page = (items: FeedItem[], more: boolean) => ({
      epoch: 'e1',
      cursor: items.at(-1)?.seq ?? 0,
      more,
      reset: true,
      items,
    });
    b.server.items = [await b.put(1, 'a')];
    b.server.answer = page(b.server.items, true);
    b.server.isOnce = true;
    await b.receiver.pull();
    expect(b.store.applied.slice(1)).toEqual([[[1], 1, 'e1', true]]);
    // A server that always requests a pull is not pulled forever.
    Object.assign(b.server, { isOnce: false, answer: page(b.server.items, true) });
    await b.receiver.pull();
    expect(b.seen.pulls).toBe(5);
  });

  it('[sync F7, F21] serves a request made during a failing pull at once, not by the next safety pull', async () => {
    const b = await bench(async () => []);
    b.server.items = [await b.put(1, 'a')];
    let lose: () => void = () => undefined;
    b.server.answer = new Promise((_done, fail) => {
      lose = () => fail(new CallError(0, 'timeout', ''));
    });
    const first = b.receiver.pull();
    await settle();
    const wish = b.receiver.pull();
    b.server.answer = undefined;
    lose();
    await Promise.all([first, wish]);
    expect([b.seen.pulls, b.store.cursor]).toEqual([2, 1]);
    // Without a pending request a failure is final, and the earlier one is cleared.
    b.server.answer = Promise.reject(new CallError(0, 'timeout', ''));
    await expect(b.receiver.pull()).rejects.toThrow();
    expect(b.seen.pulls).toBe(3);
  });

  it('[sync F21] closes a silent stream after 40 s and reopens it; each poke pulls', async () => {
    const b = await bench(async () => [], {
      stream: () =>
        stream('event: poke\ndata: {"seq":1}\n\n', 'event: help\ndata: {"answered":true}\n\n'),
    });
    b.receiver.start();
    await settle();
    expect([b.seen.connected, b.seen.helps, b.seen.streams]).toEqual([[true], 1, 1]);
    expect(b.seen.pulls).toBeGreaterThan(1);
    await b.pass(WATCHDOG_MS);
    expect(b.seen.connected).toEqual([true, false]);
    await b.pass(1_000);
    expect(b.seen.streams).toBe(2);
    b.receiver.wake();
    await settle();
    expect(b.seen.streams).toBe(3);
    const stopped = b.receiver.stop();
    await b.pass(0);
    await stopped;
  });
});

describe('a poke that contains its rows', () => {
  it('[sync L6] is applied without a pull when nothing before it is missing; otherwise pulls', async () => {
    let send: (text: string) => void = () => undefined;
    const b = await bench(async () => [], {
      stream: () =>
        new ReadableStream({
          start(c) {
            send = (text) => {
              c.enqueue(new TextEncoder().encode(text));
            };
          },
        }),
    });
    const poke = (o: object): void => {
      send(`event: poke\ndata: ${JSON.stringify(o)}\n\n`);
    };
    b.server.items = [await b.put(1, 'a')];
    b.receiver.start();
    const reach = (cursor: number, epoch = 'e1') =>
      vi.waitUntil(() => b.store.cursor === cursor && b.store.epoch === epoch, 20_000);
    await reach(1);
    const before = b.seen.pulls;
    b.server.items.push(await b.put(2, 'b'), await b.put(3, 'c'));
    poke({ seq: 3, from: 1, epoch: 'e1', items: b.server.items.slice(1) });
    await reach(3);
    expect([b.store.rows.map((r) => r.seq), b.seen.pulls - before]).toEqual([[1, 2, 3], 0]);
    // A duplicate: nothing happens. Then an earlier one was missed.
    poke({ seq: 3, from: 1, epoch: 'e1', items: b.server.items.slice(1) });
    b.server.items.push(await b.put(4, 'd'), await b.put(5, 'e'));
    poke({ seq: 5, from: 4, epoch: 'e1', items: b.server.items.slice(4) });
    await reach(5);
    expect(b.store.rows.map((r) => r.seq)).toEqual([1, 2, 3, 4, 5]);
    expect(b.seen.pulls - before).toBeGreaterThan(0);
    // One that cannot be decrypted, another database, and corrupt text.
    b.server.items.push(await b.put(6, 'f'));
    poke({ seq: 6, from: 5, epoch: 'e1', items: [{ ...b.server.items[5], seq: 7 }] });
    await reach(6);
    expect(b.store.rows.at(-1)).toMatchObject({ seq: 6, op: 'put' });
    b.server.epoch = 'e2';
    poke({ seq: 7, from: 6, epoch: 'e2', items: [await b.put(7, 'g')] });
    await reach(6, 'e2');
    expect([b.seen.epochs, b.store.resets]).toEqual([['e1', 'e2'], 1]);
    b.server.items = [await b.put(8, 'h')];
    poke({ seq: 8, items: 'nothing' });
    await reach(8, 'e2');
    const stopped = b.receiver.stop();
    await b.pass(0);
    await stopped;
  });
});

it("[sync L6] decrypts by the channel's key without a new one; a corrupt channel point changes nothing", async () => {
  let send: (text: string) => void = () => undefined;
  const b = await bench(async () => [], {
    stream: () =>
      new ReadableStream({
        start(c) {
          send = (text) => {
            c.enqueue(new TextEncoder().encode(text));
          };
        },
      }),
  });
  const start = await beginSeal(b.keys.publicKey),
    body = toBase64(
      await finishSeal(start, new TextEncoder().encode('{"taskId":"b"}'), feedAad('dev', 2, 'put')),
    );
  b.server.items = [await b.put(1, 'a')];
  b.receiver.start();
  await vi.waitUntil(() => b.store.cursor === 1, 20_000);
  const derive = vi.spyOn(crypto.subtle, 'deriveBits');
  send(`event: seal\ndata: ${JSON.stringify(toBase64(start.point))}\n\n`);
  await vi.waitUntil(() => derive.mock.calls.length === 1, 20_000);
  send(
    `event: poke\ndata: ${JSON.stringify({ seq: 2, from: 1, epoch: 'e1', items: [{ seq: 2, op: 'put', taskId: 'b', body }] })}\n\n`,
  );
  await vi.waitUntil(() => b.store.cursor === 2, 20_000);
  expect([b.store.rows.at(-1), derive.mock.calls.length]).toEqual([
    { seq: 2, op: 'put', body: { taskId: 'b' } },
    1,
  ]);
  derive.mockRestore();
  for (const torn of ['', '7', '"short"', '"***"']) send(`event: seal\ndata: ${torn}\n\n`);
  send(
    `event: poke\ndata: ${JSON.stringify({ seq: 3, from: 2, epoch: 'e1', items: [await b.put(3, 'c')] })}\n\n`,
  );
  await vi.waitUntil(() => b.store.cursor === 3, 20_000);
  expect([b.store.rows.map((r) => r.op), b.seen.unreadable]).toEqual([['put', 'put', 'put'], []]);
  const stopped = b.receiver.stop();
  await b.pass(0);
  await stopped;
});
