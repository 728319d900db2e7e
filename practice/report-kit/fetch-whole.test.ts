// Tests of reading a table page by page: all rows once, from one state of the data.

import { expect, test, vi } from 'vitest';
import { CallError } from '../../shared/base/client.ts';
import { Cancelled, fetchWhole, type Taking, type TablePage } from './fetch-whole.ts';

const ROWS = Array.from({ length: 12 }, (_, at) => at),
  quiet = (): Taking => ({ signal: new AbortController().signal, onRows: () => undefined });
const pageFrom = (from: number, state = 1): TablePage<number> => ({
  zeilen: ROWS.slice(from, from + 5),
  all: ROWS.length,
  state,
});
const itself = (row: number): number => row;

test('all pages are read in order, and each tells how far it is', async () => {
  const told: number[][] = [];
  const found = await fetchWhole((from) => Promise.resolve(pageFrom(from)), itself, {
    ...quiet(),
    onRows: (done, all) => told.push([done, all]),
  });
  expect(found).toEqual(ROWS);
  expect(told).toEqual([
    [5, 12],
    [10, 12],
    [12, 12],
  ]);
});
test('a delivery between two pages starts the reading again; one that never ends is an error', async () => {
  let state = 1;
  const asked: number[] = [];
  const found = await fetchWhole(
    (from) => {
      asked.push(from);
      if (asked.length === 2) state = 2;
      return Promise.resolve(pageFrom(from, state));
    },
    itself,
    quiet(),
  );
  expect([found, asked]).toEqual([ROWS, [0, 5, 0, 5, 10]]);
  await expect(
    fetchWhole((from) => Promise.resolve(pageFrom(from, (state += 1))), itself, quiet()),
  ).rejects.toBeInstanceOf(CallError);
});
test('a row that moved from one page to another is noticed', async () => {
  let turn = 0;
  const found = await fetchWhole(
    (from) => {
      if (from === 0) turn += 1;
      return Promise.resolve(
        turn === 1 && from === 5 ? { ...pageFrom(5), zeilen: [4, 5, 6, 7, 8] } : pageFrom(from),
      );
    },
    itself,
    quiet(),
  );
  expect([found, turn]).toEqual([ROWS, 2]);
});
test('a busy server is asked again after the time it names, for a minute at most', async () => {
  vi.useFakeTimers();
  try {
    const busy = new CallError(503, 'unavailable', 'loading', { retryAfter: 2 });
    let refusals = 2;
    const reading = fetchWhole(
      (from) =>
        from === 5 && (refusals -= 1) >= 0 ? Promise.reject(busy) : Promise.resolve(pageFrom(from)),
      itself,
      quiet(),
    );
    await vi.advanceTimersByTimeAsync(5_000);
    expect(await reading).toEqual(ROWS);
    const refused = fetchWhole(() => Promise.reject(busy), itself, quiet()).catch(
      (e: unknown) => e,
    );
    await vi.advanceTimersByTimeAsync(70_000);
    expect(await refused).toBe(busy);
  } finally {
    vi.useRealTimers();
  }
});
test('cancelling ends the reading before the next page', async () => {
  const stop = new AbortController(),
    asked: number[] = [];
  await expect(
    fetchWhole(
      (from) => {
        asked.push(from);
        if (from === 5) stop.abort();
        return Promise.resolve(pageFrom(from));
      },
      itself,
      { signal: stop.signal, onRows: () => undefined },
    ),
  ).rejects.toBeInstanceOf(Cancelled);
  expect(asked).toEqual([0, 5]);
});
