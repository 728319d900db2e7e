// Tests of a lazily loaded part: waits while the server is unreachable, fails where it answers
// without the part.

import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Dispensable } from './Dispensable.tsx';
import { fetched, lazyPart } from './lazy-part.ts';
import { speak } from './words.ts';

// One clock for all tests: the time of the last answer persists between them.
beforeAll(() => {
  const elapsed = performance.now();
  vi.useFakeTimers();
  // The clock that is set begins at zero: an answer to an earlier file would lie in the future.
  vi.advanceTimersByTime(elapsed);
});
afterAll(() => {
  vi.useRealTimers();
});
afterEach(() => {
  cleanup();
  vi.restoreAllMocks();
});

async function shown(load: () => Promise<() => string>): Promise<void> {
  await speak('de');
  const Part = lazyPart(load);
  render(
    <Dispensable>
      <Suspense fallback="gleich">
        <Part />
      </Suspense>
    </Dispensable>,
  );
  await act(() => vi.advanceTimersByTimeAsync(0));
}

it('is not requested while the server is away: a browser would cache the failure', async () => {
  const server = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away')),
    load = vi.fn(() => Promise.resolve(() => 'da'));
  // The page was loaded from the server, but some time ago.
  await vi.advanceTimersByTimeAsync(60_000);
  await shown(load);
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect([
    screen.queryByText('gleich') !== null,
    server.mock.calls.length > 5,
    load.mock.calls.length,
  ]).toEqual([true, true, 0]);
  server.mockImplementation(() => Promise.resolve(Response.json({ environment: 'dev' })));
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect([screen.queryByText('da') !== null, load.mock.calls.length]).toEqual([true, 1]);
});

it('is available without the server once it was loaded', async () => {
  const server = vi
      .spyOn(globalThis, 'fetch')
      .mockImplementation(() => Promise.resolve(Response.json({ environment: 'dev' }))),
    load = (): Promise<() => string> => Promise.resolve(() => 'da');
  await fetched(load);
  server.mockRejectedValue(new TypeError('away'));
  await vi.advanceTimersByTimeAsync(60_000);
  await shown(load);
  expect(screen.queryByText('da')).not.toBeNull();
});

it('fails where the server answers without it: the page around it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ environment: 'dev' })),
  );
  const { container } = render(<p>Seite</p>);
  await shown(() => Promise.reject(new TypeError('gone')));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect([container.textContent, screen.queryByText('gleich')]).toEqual(['Seite', null]);
});
