// Tests of the text of a search: typed at once, written to the address after a rest.

import { act, fireEvent, render, screen } from '@testing-library/react';
import { createBrowserRouter, RouterProvider } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { useQueryParams } from './use-query-params.ts';
import { useSearchText } from './use-search-text.ts';

function Field() {
  const { values, set, reset } = useQueryParams(['q']),
    [typed, setTyped] = useSearchText(values.q ?? '', (text) => set('q', text));
  return (
    <>
      <input value={typed} onChange={(event) => setTyped(event.currentTarget.value)} />
      <button type="button" onClick={reset}>
        alle
      </button>
    </>
  );
}
async function open(address: string): Promise<HTMLInputElement> {
  window.history.replaceState(null, '', address);
  const router = createBrowserRouter([{ path: '*', element: <Field /> }]);
  await act(async () => void render(<RouterProvider router={router} />));
  return screen.getByRole('textbox');
}
const type = (field: HTMLInputElement, value: string): Promise<void> =>
  act(async () => void fireEvent.change(field, { target: { value } }));
const wait = (ms: number): Promise<unknown> => act(() => vi.advanceTimersByTimeAsync(ms));
beforeEach(() => vi.useFakeTimers());
afterEach(() => {
  vi.useRealTimers();
  window.history.replaceState(null, '', '/');
});

test('the address follows after a pause, without outer spaces, and the field keeps what is typed', async () => {
  const field = await open('/liste');
  await type(field, 'groß ');
  await wait(200);
  expect(window.location.search).toBe('');
  await wait(100);
  expect([new URLSearchParams(window.location.search).get('q'), field.value]).toEqual([
    'groß',
    'groß ',
  ]);
});

test('a reset of the address empties the field and stays', async () => {
  const field = await open('/liste?q=anna');
  expect(field.value).toBe('anna');
  await act(async () => screen.getByRole('button').click());
  await wait(1000);
  expect([field.value, window.location.search]).toEqual(['', '']);
});

test('a text that was searched, reset and typed again is searched again', async () => {
  const field = await open('/liste');
  await type(field, 'anna');
  await wait(300);
  await act(async () => screen.getByRole('button').click());
  expect(field.value).toBe('');
  await type(field, 'anna');
  await wait(300);
  expect(window.location.search).toBe('?q=anna');
});
