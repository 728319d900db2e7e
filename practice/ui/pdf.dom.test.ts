// Tests of files in windows of their own: the file stays as long as its window is open.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { openFile, printFile, saveBytes } from './pdf.ts';

const HOUR_MS = 3_600_000;
const PDF = new Blob(['%PDF-1.7'], { type: 'application/pdf' });
const dropped: string[] = [];
beforeEach(() => {
  vi.useFakeTimers();
  let n = 0;
  dropped.length = 0;
  vi.stubGlobal(
    'URL',
    Object.assign(URL, {
      createObjectURL: () => `blob:${++n}`,
      revokeObjectURL: (url: string) => dropped.push(url),
    }),
  );
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

test('an opened file stays until its window is closed', async () => {
  const view = { closed: false, opener: null, location: { replace: vi.fn() } };
  vi.spyOn(window, 'open').mockReturnValue(view as unknown as Window);
  expect(await openFile(() => Promise.resolve(PDF), 'a.pdf')).toBe(true);
  vi.advanceTimersByTime(HOUR_MS);
  expect(dropped).toEqual([]);
  view.closed = true;
  vi.advanceTimersByTime(HOUR_MS);
  expect(dropped).toEqual(['blob:1']);
});
test('a printed file stays until the next one is printed', () => {
  printFile(PDF, 'a.pdf');
  vi.advanceTimersByTime(HOUR_MS);
  expect([document.querySelectorAll('iframe').length, dropped]).toEqual([1, []]);
  printFile(PDF, 'b.pdf');
  expect([document.querySelectorAll('iframe').length, dropped]).toEqual([1, ['blob:1']]);
});
test('a download is released after two minutes', () => {
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockReturnValue();
  saveBytes(PDF, 'a.pdf');
  vi.advanceTimersByTime(HOUR_MS);
  expect(dropped).toEqual(['blob:1']);
});
