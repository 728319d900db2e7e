// Tests of the draft that a tab keeps: a small one at each letter, a large one once the letters pause
// or the page is closed.

import { cleanup, renderHook } from '@testing-library/react';
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
