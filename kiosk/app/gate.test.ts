/** Persistent storage: requested without waiting for a user who does not answer. */
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { isPersisted } from './gate.ts';

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
