// Tests of navigating the board by keyboard.

import { beforeEach, expect, test, vi } from 'vitest';
import { walkRows } from './row-keys.ts';

const row = (id: string): string =>
  `<li data-row tabindex="-1" id="${id}"><button>more</button><button data-default>go</button></li>`;
beforeEach(() => {
  document.body.innerHTML = `<div id="root"><ul data-rows>${row('a')}${row('b')}</ul><ul data-rows></ul><ul data-rows>${row('c')}<li><details>${row('folded')}</details></li></ul></div>`;
});
const root = (): HTMLElement => document.getElementById('root')!;
const press = (key: string): string | undefined => {
  walkRows(root(), key, document.activeElement);
  return document.activeElement?.id;
};

test('down, up, J, K move through all rows and stop at the ends; collapsed rows are skipped', () => {
  expect(['ArrowDown', 'j', 'j', 'ArrowDown', 'k', 'ArrowUp', 'k'].map(press)).toEqual([
    'a',
    'b',
    'c',
    'c',
    'b',
    'a',
    'a',
  ]);
});
test('left and right move from list to list, skipping empty ones', () => {
  press('ArrowDown');
  expect(['ArrowRight', 'ArrowRight', 'ArrowLeft'].map(press)).toEqual(['c', 'c', 'a']);
});
test('left and right begin with the first row where none has the focus', () => {
  expect(press('ArrowRight')).toBe('a');
});
test('Enter triggers the first action of a row, and ignores a focused button', () => {
  const clicked = vi.fn();
  root().addEventListener('click', (event) => clicked((event.target as HTMLElement).textContent));
  press('ArrowDown');
  expect(walkRows(root(), 'Enter', document.activeElement)).toBe(true);
  expect(clicked.mock.calls).toEqual([['go']]);
  document.querySelector('button')!.focus();
  expect(walkRows(root(), 'Enter', document.activeElement)).toBe(false);
});
