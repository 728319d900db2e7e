// A part that does not come: asked for again while the server is away, given up where it answers.

import { act, cleanup, render, screen } from '@testing-library/react';
import { Suspense } from 'react';
import { afterEach, expect, it, vi } from 'vitest';
import { Dispensable } from './Dispensable.tsx';
import { lazyPart } from './lazy-part.ts';
import { speak } from './words.ts';

afterEach(() => { cleanup(); vi.useRealTimers(); vi.restoreAllMocks(); });

async function shown(load: () => Promise<() => string>): Promise<void> {
  await speak('de');
  const Part = lazyPart(load);
  render(<Dispensable><Suspense fallback="gleich"><Part /></Suspense></Dispensable>);
  await act(() => vi.advanceTimersByTimeAsync(0));
}

it('comes with the server, however long that was away', async () => {
  vi.useFakeTimers();
  const server = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new TypeError('away'));
  let isThere = false;
  await shown(() => (isThere ? Promise.resolve(() => 'da') : Promise.reject(new TypeError('away'))));
  await act(() => vi.advanceTimersByTimeAsync(120_000));
  expect([screen.queryByText('gleich') !== null, server.mock.calls.length > 5]).toEqual([true, true]);
  isThere = true;
  await act(() => vi.advanceTimersByTimeAsync(15_000));
  expect(screen.queryByText('da')).not.toBeNull();
});

it('is given up where the server answers and it does not come: the page around it stays', async () => {
  vi.useFakeTimers();
  vi.spyOn(console, 'error').mockImplementation(() => undefined);
  vi.spyOn(globalThis, 'fetch').mockImplementation(() => Promise.resolve(Response.json({ environment: 'dev' })));
  const { container } = render(<p>Seite</p>);
  await shown(() => Promise.reject(new TypeError('gone')));
  await act(() => vi.advanceTimersByTimeAsync(5_000));
  expect([container.textContent, screen.queryByText('gleich')]).toEqual(['Seite', null]);
});
