// Tests of the place at the start of a page: kept over a reload of the same address, and of no other.

import { cleanup, render } from '@testing-library/react';
import { MemoryRouter } from 'react-router';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { usePlaceKept } from './use-place.ts';

let tops: (number | undefined)[];
beforeEach(() => {
  tops = [];
  sessionStorage.clear();
  vi.stubGlobal(
    'ResizeObserver',
    class {
      observe(): void {}
      disconnect(): void {}
    },
  );
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockReturnValue(5_000);
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
    tops.push((to as ScrollToOptions).top);
  });
});
afterEach(() => {
  cleanup();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});

function Page() {
  usePlaceKept(false);
  return null;
}
/** Loads an address, as a reload or a link from a mail does. */
const load = (address: string) =>
  render(
    <MemoryRouter initialEntries={[address]}>
      <Page />
    </MemoryRouter>,
  );
/** Leaves the page where it was scrolled to. */
function leaveAt(top: number): void {
  vi.stubGlobal('scrollY', top);
  window.dispatchEvent(new Event('pagehide'));
  cleanup();
  vi.stubGlobal('scrollY', 0);
  tops = [];
}

test('a reload leads back to the place; another address in the same tab begins at its top', () => {
  load('/recall');
  leaveAt(700);
  load('/recall');
  expect(tops).toContain(700);
  leaveAt(700);
  load('/par');
  expect(tops).not.toContain(700);
});
