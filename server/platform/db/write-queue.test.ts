// Tests when the writer thread checkpoints the WAL: in a pause between commits, and between pushes
// only when they do not end.

import Database from 'better-sqlite3';
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { KnownUnit } from './known-unit.ts';
import type { Writer } from './store.ts';
import { createWriteQueue, type WriteQueue } from './write-queue.ts';

let db: Database.Database, queue: WriteQueue;
const run = vi.fn<(units: readonly KnownUnit[]) => Promise<boolean[]>>((units) =>
  Promise.resolve(units.map(() => true)),
);
const checkpoint = vi.fn<() => Promise<void>>(() => Promise.resolve()),
  shorten = vi.fn<() => Promise<void>>(() => Promise.resolve()),
  isRoomShort = vi.fn(() => false);
const full = (): Promise<never> =>
  Promise.reject(Object.assign(new Error('database or disk is full'), { code: 'SQLITE_FULL' }));

beforeEach(() => {
  vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout', 'performance'] });
  run.mockClear();
  checkpoint.mockClear();
  shorten.mockClear();
  db = new Database(':memory:');
  db.exec('create table t (bytes blob not null) strict');
  queue = createWriteQueue(
    db,
    {} as Writer,
    { run, checkpoint, shorten, close: () => Promise.resolve() },
    () => undefined,
    isRoomShort,
  );
});
afterEach(async () => {
  await queue.close();
  db.close();
  vi.useRealTimers();
});

const put = (bytes: number): Promise<boolean> =>
  queue.submit([
    { sql: 'insert into t (bytes) values (?)', params: [new Uint8Array(bytes)], touches: 1 },
  ]);
/**
 * Commits every fifty ms for this long: in the thread, or in transactions so small that the main
 * thread writes them.
 */
async function commits(ms: number, ...bytes: number[]): Promise<void> {
  for (let at = 0; at < ms; at += 50) {
    for (const size of bytes) expect(await put(size)).toBe(true);
    // The queue checks its clock in the tick after the last answer.
    await new Promise<void>((done) => {
      setImmediate(done);
    });
    vi.advanceTimersByTime(50);
  }
}
const PUSH = 1_000_000,
  SMALL = 10;

it('checkpoints a tenth of a second after the last of many commits, or a large one', async () => {
  await commits(1600, SMALL);
  expect(checkpoint).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(50);
  expect(checkpoint).toHaveBeenCalledTimes(1);
  await commits(50, PUSH);
  expect([run.mock.calls.length, checkpoint.mock.calls.length]).toEqual([1, 1]);
  vi.advanceTimersByTime(50);
  expect(checkpoint).toHaveBeenCalledTimes(2);
  vi.advanceTimersByTime(60_000);
  expect(checkpoint).toHaveBeenCalledTimes(2);
});

it('leaves a few small commits in the WAL for a long pause: the next one does not restart it', async () => {
  await commits(50, SMALL);
  vi.advanceTimersByTime(19_000);
  await commits(1500, SMALL);
  vi.advanceTimersByTime(19_000);
  expect(checkpoint).toHaveBeenCalledTimes(0);
  vi.advanceTimersByTime(1_000);
  expect(checkpoint).toHaveBeenCalledTimes(1);
  // The count restarts.
  await commits(1500, SMALL);
  vi.advanceTimersByTime(19_000);
  expect(checkpoint).toHaveBeenCalledTimes(1);
});

it('checkpoints every two seconds between continuous small commits', async () => {
  await commits(1600 + 1900, SMALL);
  expect(checkpoint).toHaveBeenCalledTimes(0);
  await commits(200, SMALL);
  expect([run.mock.calls.length, checkpoint.mock.calls.length]).toEqual([0, 1]);
});

it('[sync P3] lets pushes end before it checkpoints much earlier commits', async () => {
  await commits(1900, SMALL);
  await commits(3000, PUSH, SMALL);
  expect([run.mock.calls.length, checkpoint.mock.calls.length]).toEqual([60, 0]);
  await commits(100, SMALL);
  expect(checkpoint).toHaveBeenCalledTimes(1);
});

it('[sync P3] starts no checkpoint while a push from the end of the pause is being written', async () => {
  await commits(50, PUSH);
  let written: (done: boolean[]) => void = () => undefined;
  run.mockImplementationOnce(
    () =>
      new Promise((done) => {
        written = done;
      }),
  );
  const late = put(PUSH);
  await new Promise<void>((done) => {
    setImmediate(done);
  });
  vi.advanceTimersByTime(60);
  expect([run.mock.calls.length, checkpoint.mock.calls.length]).toEqual([2, 0]);
  written([true]);
  expect(await late).toBe(true);
  await new Promise<void>((done) => {
    setImmediate(done);
  });
  vi.advanceTimersByTime(100);
  expect(checkpoint).toHaveBeenCalledTimes(1);
});

it('[sync P3] sends the next transactions while the thread writes, small ones behind them; reads wait for all', async () => {
  const turn = (): Promise<void> =>
      new Promise((done) => {
        setImmediate(done);
      }),
    answers: (() => void)[] = [],
    order: string[] = [];
  const handOut = (units: readonly KnownUnit[]): Promise<boolean[]> =>
    new Promise((done) => {
      answers.push(() => {
        done(units.map(() => true));
      });
    });
  run.mockImplementationOnce(handOut).mockImplementationOnce(handOut);
  const first = put(PUSH).then(() => order.push('first'));
  await turn();
  const second = put(SMALL).then(() => order.push('second'));
  await turn();
  const reading = queue.write(() => Promise.resolve(order.push('reading'))),
    third = put(SMALL).then(() => order.push('third'));
  await turn();
  expect([run.mock.calls.length, order]).toEqual([2, []]);
  answers[0]?.();
  await first;
  await turn();
  expect(order).toEqual(['first']);
  answers[1]?.();
  await Promise.all([second, reading, third]);
  expect([run.mock.calls.length, order]).toEqual([2, ['first', 'second', 'reading', 'third']]);
});

it('[sync P3] starts no checkpoint while the thread has pushes, however old the last answer is', async () => {
  const turn = (): Promise<void> =>
      new Promise((done) => {
        setImmediate(done);
      }),
    answers: ((done: boolean[]) => void)[] = [],
    handOut = (): Promise<boolean[]> =>
      new Promise((done) => {
        answers.push(done);
      });
  run.mockImplementationOnce(handOut).mockImplementationOnce(handOut);
  const first = put(PUSH);
  await turn();
  const second = put(PUSH);
  await turn();
  answers[0]?.([true]);
  await first;
  await turn();
  vi.advanceTimersByTime(5000);
  const meanwhile = [run.mock.calls.length, checkpoint.mock.calls.length];
  answers[1]?.([true]);
  await second;
  await turn();
  vi.advanceTimersByTime(100);
  expect([meanwhile, checkpoint.mock.calls.length]).toEqual([[2, 0], 1]);
});

it('ends when the thread has answered everything', async () => {
  let answer: (done: boolean[]) => void = () => undefined,
    isOver = false;
  run.mockImplementationOnce(
    () =>
      new Promise((done) => {
        answer = done;
      }),
  );
  const last = put(PUSH);
  await new Promise<void>((done) => {
    setImmediate(done);
  });
  const closing = queue.close().then(() => {
    isOver = true;
  });
  await expect(put(PUSH)).rejects.toMatchObject({ code: 'unavailable' });
  expect(isOver).toBe(false);
  answer([true]);
  expect(await last).toBe(true);
  await closing;
});

it('checkpoints every ten seconds between continuous pushes', async () => {
  await commits(9900, PUSH);
  expect(checkpoint).toHaveBeenCalledTimes(0);
  await commits(200, PUSH);
  expect(checkpoint).toHaveBeenCalledTimes(1);
});

it('[sync F6] shortens the WAL before the disk has less room than its checkpoint needs', async () => {
  await commits(100, PUSH, SMALL);
  expect(shorten).toHaveBeenCalledTimes(0);
  isRoomShort.mockReturnValueOnce(true);
  await commits(50, SMALL);
  expect(shorten).toHaveBeenCalledTimes(1);
  await commits(50, PUSH);
  expect(shorten).toHaveBeenCalledTimes(1);
});

it('[sync F6] on a full disk checkpoints before anything else uses freed room, retried once a second', async () => {
  const later = { code: 'unavailable', retryAfter: 1 };
  run.mockImplementationOnce(full);
  shorten.mockImplementation(full);
  await expect(put(PUSH)).rejects.toMatchObject(later);
  expect([run.mock.calls.length, shorten.mock.calls.length]).toEqual([1, 0]);
  for (let at = 0; at < 3; at++)
    await expect(put(at === 1 ? SMALL : PUSH)).rejects.toMatchObject(later);
  expect([run.mock.calls.length, shorten.mock.calls.length]).toEqual([1, 1]);
  shorten.mockImplementation(() => Promise.resolve());
  await expect(put(PUSH)).rejects.toMatchObject(later);
  vi.advanceTimersByTime(1_000);
  expect(await put(PUSH)).toBe(true);
  expect([run.mock.calls.length, shorten.mock.calls.length]).toEqual([2, 2]);
  expect(await put(SMALL)).toBe(true);
  expect(shorten).toHaveBeenCalledTimes(2);
});

it('[sync F6] detects a full disk from a reading transaction, too', async () => {
  await expect(queue.write(full)).rejects.toMatchObject({ code: 'SQLITE_FULL' });
  expect(await put(SMALL)).toBe(true);
  expect(shorten).toHaveBeenCalledTimes(1);
});
