// Tests of lists that are drawn in steps: the first rows at once, all of them soon, and for a print.

import { act, cleanup, renderHook, waitFor } from '@testing-library/react';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { FIRST_ROWS, useDrawn } from './use-drawn.ts';

const rowsOf = (n: number): number[] => Array.from({ length: n }, (_, at) => at);
let idle: (() => void)[];
/** Lets the browser be idle once. */
const rest = (): void => act(() => idle.splice(0).forEach((one) => one()));
beforeEach(() => {
  idle = [];
  vi.stubGlobal('requestIdleCallback', (one: () => void) => idle.push(one));
  vi.stubGlobal('cancelIdleCallback', () => undefined);
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
});
const print = (): void => act(() => void window.dispatchEvent(new Event('beforeprint')));
const drawnOf = (n: number) =>
  renderHook(({ rows }) => useDrawn(rows), { initialProps: { rows: rowsOf(n) } });

test('a short list is whole at once and waits for nothing', () => {
  const rows = rowsOf(FIRST_ROWS),
    { result } = renderHook(() => useDrawn(rows));
  expect(result.current).toBe(rows);
  expect(idle).toHaveLength(0);
});
test('a long list begins with its first rows and is whole after some idle moments', async () => {
  const { result } = drawnOf(200);
  expect(result.current).toEqual(rowsOf(FIRST_ROWS));
  rest();
  expect(result.current.length).toBeGreaterThan(FIRST_ROWS);
  expect(result.current.length).toBeLessThan(200);
  await waitFor(() => {
    rest();
    expect(result.current).toEqual(rowsOf(200));
  });
  rest();
  expect(idle).toHaveLength(0);
});
test('a print has all rows at once', () => {
  const { result } = drawnOf(200);
  print();
  expect(result.current).toEqual(rowsOf(200));
});
test('a list that a filter made short grows in steps again', () => {
  const { result, rerender } = drawnOf(200);
  print();
  rerender({ rows: rowsOf(5) });
  expect(result.current).toEqual(rowsOf(5));
  rerender({ rows: rowsOf(200) });
  expect(result.current).toEqual(rowsOf(FIRST_ROWS));
});
test('a row that arrives in a whole list takes none away', () => {
  const { result, rerender } = drawnOf(200);
  print();
  for (let n = 201; n < 220; n += 1) {
    rerender({ rows: rowsOf(n) });
    expect(result.current).toEqual(rowsOf(n));
  }
});
test('a row that is wanted is drawn at once with those before it, and stays', () => {
  const { result, rerender } = renderHook(({ least }) => useDrawn(rowsOf(200), FIRST_ROWS, least), {
    initialProps: { least: 150 },
  });
  expect(result.current).toEqual(rowsOf(151));
  rerender({ least: 0 });
  expect(result.current).toEqual(rowsOf(151));
});
