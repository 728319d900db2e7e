// A part that does not come: waited for while the server is away, given up where it answers.

import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterAll, afterEach, beforeAll, expect, it, vi } from 'vitest';
import { Dispensable } from './Dispensable.tsx';
import { fetched, lazyPart } from './lazy-part.ts';
import { speak } from './words.ts';

// One clock for all: when the server was last heard is kept between them.
beforeAll(() => {
  vi.useFakeTimers();
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

it('is not asked for while the server is away, however long that is: a browser would refuse it from then on', async () => {
  const server = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away')),
    load = vi.fn(() => Promise.resolve(() => 'da'));
  // The page was brought by the server, but not just now.
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

it('is there without the server once it has come', async () => {
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

it('is given up where the server answers and it does not come: the page around it stays', async () => {
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(() =>
    Promise.resolve(Response.json({ environment: 'dev' })),
  );
  const { container } = render(<p>Seite</p>);
  await shown(() => Promise.reject(new TypeError('gone')));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect([container.textContent, screen.queryByText('gleich')]).toEqual(['Seite', null]);
});
