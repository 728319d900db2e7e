// Tests of the draft that a tab keeps (a small one at each letter, a large one once the letters pause
// or the page is closed) and of what is kept and saved after a change was undone.

import { act, cleanup, renderHook } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { keptDraft, useAutosave } from './use-drafting.ts';

const LONG = 'x'.repeat(300_000);
beforeEach(() => {
  vi.useFakeTimers();
  sessionStorage.clear();
});
afterEach(() => {
  cleanup();
  vi.useRealTimers();
});
const stored = (key: string): string | undefined => {
  const text = sessionStorage.getItem(`practice.draft.${key}`);
  return text === null ? undefined : (JSON.parse(text) as { value: string }).value;
};
/** Edits a draft that is never saved. */
const editing = (key: string, start: string) => {
  const { rerender } = renderHook(
    ({ now }) =>
      useAutosave(
        {
          key,
          rev: 1,
          start,
          base: start,
          isDraft: true,
          save: () => new Promise(() => undefined),
        },
        now,
      ),
    { initialProps: { now: start } },
  );
  return (now: string): void => rerender({ now });
};

test('a small draft is kept at each letter', () => {
  const write = editing('small', 'a');
  write('ab');
  expect(stored('small')).toBe('ab');
  write('abc');
  expect(stored('small')).toBe('abc');
});
test('a large draft is kept once the letters pause', () => {
  const write = editing('pause', LONG);
  write(`${LONG}a`);
  write(`${LONG}ab`);
  write(`${LONG}abc`);
  expect(stored('pause')).toBe(`${LONG}a`);
  vi.advanceTimersByTime(500);
  expect(stored('pause')).toBe(`${LONG}abc`);
});
test('a large draft is kept before the page is closed, and is found again', () => {
  const write = editing('closed', LONG);
  write(`${LONG}a`);
  write(`${LONG}ab`);
  window.dispatchEvent(new Event('pagehide'));
  expect(stored('closed')).toBe(`${LONG}ab`);
  write(`${LONG}abc`);
  expect(keptDraft<string>('closed')?.value).toBe(`${LONG}abc`);
});

/** Edits a draft whose saves are answered by the test. */
const saving = (key: string, start: string) => {
  const sent: { text: string; done: () => void; fail: () => void }[] = [];
  const { rerender, result } = renderHook(
    ({ now }) =>
      useAutosave(
        {
          key,
          rev: 1,
          start,
          base: start,
          isDraft: true,
          save: (rev, text) =>
            new Promise((resolve, reject) => {
              sent.push({
                text,
                done: () => resolve({ rev: rev + 1 }),
                fail: () => reject(new Error('the line broke')),
              });
            }),
        },
        now,
      ),
    { initialProps: { now: start } },
  );
  return { sent, result, write: (now: string): void => rerender({ now }) };
};
const rest = (): Promise<void> =>
  act(async () => {
    await vi.advanceTimersByTimeAsync(1_500);
  });

test('a change that is undone before it was saved does not come back with a reload', async () => {
  const { sent, write } = saving('undone', 'a');
  write('ab');
  expect(stored('undone')).toBe('ab');
  write('a');
  expect(stored('undone')).toBeUndefined();
  await rest();
  expect(sent).toEqual([]);
});
test('a large change that is undone while it waits to be kept does not come back either', () => {
  const { write } = saving('undone large', LONG);
  write(`${LONG}a`);
  write(`${LONG}ab`);
  write(LONG);
  vi.advanceTimersByTime(500);
  expect(stored('undone large')?.length).toBeUndefined();
});
test('a change that is undone while its save is under way is undone on the server too', async () => {
  const { sent, result, write } = saving('under way', 'a');
  write('ab');
  await rest();
  expect(sent.map((one) => one.text)).toEqual(['ab']);
  write('a');
  sent[0]?.done();
  await rest();
  expect(sent.map((one) => one.text)).toEqual(['ab', 'a']);
  expect(stored('under way')).toBe('a');
  sent[1]?.done();
  await rest();
  expect(stored('under way')).toBeUndefined();
  expect(result.current.state).toBe('saved');
});
test('a change that is undone after its save broke off is undone on the server too', async () => {
  const { sent, result, write } = saving('broken', 'a');
  write('ab');
  await rest();
  sent[0]?.fail();
  await rest();
  expect(result.current.state).toBe('failed');
  write('a');
  await rest();
  expect(sent.map((one) => one.text)).toEqual(['ab', 'a']);
  sent[1]?.done();
  await rest();
  expect(stored('broken')).toBeUndefined();
  expect(result.current.state).toBe('saved');
});
