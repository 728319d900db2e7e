/**
 * Tests of a tablet whose disk does not answer: it reloads once, then informs the patient; a start
 * that finishes late is still shown.
 */
import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import type { Tablet } from './tablet.ts';

const started = vi.hoisted(() => ({ end: (_tablet: Tablet): void => undefined }));
vi.mock('./tablet.ts', () => ({
  bootTablet: () =>
    new Promise<Tablet>((done) => {
      started.end = done;
    }),
}));
vi.mock('../sync/window.ts', () => ({
  createWindowLock: () => ({
    acquire: () => Promise.resolve(),
    takeOver: () => Promise.resolve(),
    onLost: () => undefined,
  }),
}));

const reload = vi.fn();
beforeEach(() => {
  vi.resetModules();
  vi.useFakeTimers();
  reload.mockClear();
  sessionStorage.clear();
  vi.stubGlobal('location', { reload });
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

const begin = async () => {
  const boot = await import('./boot.ts');
  boot.startTablet();
  return boot;
};

it('reloads the page once when the start times out, then shows an error with a retry', async () => {
  const first = await begin();
  await vi.advanceTimersByTimeAsync(19_000);
  expect([first.getBoot(), reload.mock.calls.length]).toEqual([{ state: 'starting' }, 0]);
  await vi.advanceTimersByTimeAsync(2_000);
  expect([first.getBoot(), reload.mock.calls.length]).toEqual([{ state: 'starting' }, 1]);
  vi.resetModules();
  const second = await begin();
  await vi.advanceTimersByTimeAsync(21_000);
  expect([second.getBoot(), reload.mock.calls.length]).toEqual([
    { state: 'failed', trouble: 'broken' },
    1,
  ]);
  const tablet = {} as Tablet;
  started.end(tablet);
  await vi.advanceTimersByTimeAsync(0);
  expect(second.getBoot()).toEqual({ state: 'running', tablet });
});
it('a start in time is not disturbed later', async () => {
  const boot = await begin(),
    tablet = {} as Tablet;
  await vi.advanceTimersByTimeAsync(5_000);
  started.end(tablet);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([boot.getBoot(), reload.mock.calls.length]).toEqual([{ state: 'running', tablet }, 0]);
});
