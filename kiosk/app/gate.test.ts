/**
 * Persistent storage: requested without waiting for a user who does not answer; and a start without
 * a network, which is not missing while the app is still being fetched.
 */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPersisted, readGate } from './gate.ts';

/** A storage whose requests are answered by the test. */
function storageThatAsks(): {
  storage: StorageManager;
  answers: ((isGranted: boolean) => void)[];
} {
  const answers: ((isGranted: boolean) => void)[] = [];
  const storage = {
    persisted: () => Promise.resolve(false),
    persist: () => new Promise<boolean>((resolve) => answers.push(resolve)),
  } as unknown as StorageManager;
  return { storage, answers };
}

beforeEach(() => {
  vi.useFakeTimers();
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.useRealTimers();
});

test('[R1] Firefox asks its user: no check waits for the answer, and the question comes once', async () => {
  const { storage, answers } = storageThatAsks();
  const first = isPersisted(storage);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await first).toBe(false);
  const second = isPersisted(storage);
  await vi.advanceTimersByTimeAsync(1_000);
  expect(await second).toBe(false);
  answers[0]?.(false);
  expect(await isPersisted(storage)).toBe(false);
  expect(answers).toHaveLength(1);
});

test('[R1] a browser that decides alone is asked again at each check', async () => {
  const { storage, answers } = storageThatAsks();
  for (const isGranted of [false, true]) {
    const check = isPersisted(storage);
    await vi.advanceTimersByTimeAsync(1);
    answers.at(-1)?.(isGranted);
    expect(await check).toBe(isGranted);
  }
  expect(answers).toHaveLength(2);
});

test('[R1] a start without a network is unknown while the app is fetched, missing only afterwards', async () => {
  const kept: { page?: Response } = {};
  vi.stubGlobal('navigator', {
    serviceWorker: { getRegistration: async () => ({ active: { state: 'activated' } }) },
  });
  vi.stubGlobal('caches', { match: async () => kept.page });
  const offline = async (): Promise<string> => (await readGate('unknown')).offline;
  expect(await offline()).toBe('unknown');
  await vi.advanceTimersByTimeAsync(29_000);
  expect(await offline()).toBe('unknown');
  await vi.advanceTimersByTimeAsync(2_000);
  expect(await offline()).toBe('failed');
  kept.page = new Response('');
  expect(await offline()).toBe('ok');
});
