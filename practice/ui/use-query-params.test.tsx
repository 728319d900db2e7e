// Tests of filters in the address: two changes before the next render both count.

import { act, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, expect, test } from 'vitest';
import { useQueryParams, type QueryParams } from './use-query-params.ts';

const NAMES = ['kind', 'user'] as const;
type Params = QueryParams<(typeof NAMES)[number]>;

/** A page with one button that acts on the rendered parameters. */
async function open(
  address: string,
  act_: (params: Params) => void | Promise<void>,
): Promise<() => Promise<void>> {
  window.history.replaceState(null, '', address);
  function Filters() {
    const params = useQueryParams(NAMES);
    return (
      <>
        <output>{JSON.stringify(params.values)}</output>
        <button type="button" onClick={() => void act_(params)}>
          tun
        </button>
      </>
    );
  }
  const router = createBrowserRouter([{ path: '*', element: <Filters /> }]);
  await act(async () => void render(<RouterProvider router={router} />));
  return () => act(async () => screen.getByRole('button').click());
}
afterEach(() => window.history.replaceState(null, '', '/'));

test('the second of two quick changes does not lose the first, and foreign parameters stay', async () => {
  const press = await open('/protokoll?tab=2', async ({ set }) => {
    set('kind', 'access');
    await Promise.resolve();
    set('user', 'u1');
  });
  await press();
  expect(Object.fromEntries(new URLSearchParams(window.location.search))).toEqual({
    tab: '2',
    kind: 'access',
    user: 'u1',
  });
  expect(screen.getByRole('status').textContent).toBe('{"kind":"access","user":"u1"}');
});

test('an empty text removes a parameter', async () => {
  const press = await open('/protokoll?kind=access&user=u1&tab=2', ({ set }) => set('kind', ''));
  await press();
  expect(window.location.search).toBe('?user=u1&tab=2');
});

test('reset removes all of them, and only them', async () => {
  const press = await open('/protokoll?kind=access&user=u1&tab=2', ({ reset }) => reset());
  await press();
  expect(window.location.search).toBe('?tab=2');
});
