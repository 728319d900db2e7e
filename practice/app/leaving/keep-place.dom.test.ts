// Tests of the place that Back leads to: scroll position and row, also where the rows come later.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { createPlaces, leadTo, leadToPart, placeNow } from './keep-place.ts';

let grow: () => void, height: number;
beforeEach(() => {
  height = 600;
  sessionStorage.clear();
  document.body.innerHTML = '<main id="main"></main><input id="palette" />';
  vi.stubGlobal(
    'ResizeObserver',
    class {
      constructor(look: () => void) {
        grow = look;
      }
      observe(): void {}
      disconnect(): void {
        grow = () => undefined;
      }
    },
  );
  vi.stubGlobal('innerHeight', 600);
  vi.spyOn(document.documentElement, 'scrollHeight', 'get').mockImplementation(() => height);
  vi.spyOn(window, 'scrollTo').mockImplementation((to) => {
    vi.stubGlobal('scrollY', (to as ScrollToOptions).top);
  });
});
afterEach(() => {
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
});
const show = (rows: number): void => {
    document.querySelector('#main')!.innerHTML = Array.from(
      { length: rows },
      (_, at) => `<div data-row tabindex="-1" id="r${at}"><a href="#" id="a${at}">x</a></div>`,
    ).join('');
    height = 600 + rows * 40;
  },
  focus = (id: string): void => document.querySelector<HTMLElement>(`#${id}`)!.focus();

test('the row around the focus is noted; a palette above the page does not forget it', () => {
  show(5);
  focus('a3');
  vi.stubGlobal('scrollY', 120);
  const place = placeNow(undefined);
  expect(place).toEqual({ top: 120, row: 3 });
  focus('palette');
  expect(placeNow(place)).toEqual({ top: 120, row: 3 });
});
test('the place is reached once the page is long enough', () => {
  leadTo({ top: 200, row: 4 });
  expect(window.scrollY).toBe(0);
  show(10);
  grow();
  expect(window.scrollY).toBe(200);
  expect(document.activeElement?.id).toBe('r4');
});
test('a user who scrolls meanwhile, and a field that has the focus, are left alone', () => {
  leadTo({ top: 200, row: 4 });
  dispatchEvent(new Event('wheel'));
  show(10);
  grow();
  expect(window.scrollY).toBe(0);
  focus('palette');
  leadTo({ top: 200, row: 4 });
  expect(document.activeElement?.id).toBe('palette');
});
test('places last over a reload, the newest fifty of them', () => {
  const places = createPlaces();
  for (let n = 0; n < 60; n++) places.keep(`k${n}`, { top: n });
  places.store();
  const again = createPlaces();
  expect(again.find('k9')).toBeUndefined();
  expect(again.find('k59')).toEqual({ top: 59 });
});

test('a part that the address names is reached once it is there, and has the focus', () => {
  const seen: string[] = [];
  Element.prototype.scrollIntoView = function scrollIntoView() {
    seen.push(this.id);
  };
  leadToPart('r3');
  expect(seen).toEqual([]);
  show(5);
  grow();
  expect(seen).toEqual(['r3']);
  expect(document.activeElement?.id).toBe('r3');
});
