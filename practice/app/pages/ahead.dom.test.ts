// Tests that the chunk of a page is loaded once a link to it is pointed at, focused or pressed.

import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { watchLinks } from './ahead.ts';

vi.mock('../../ui/lazy-part.ts', () => ({ fetched: (load: () => Promise<unknown>) => load() }));

let stop: () => void;
const loaded: string[] = [],
  load = vi.fn((path: string) => {
    loaded.push(path);
    return Promise.resolve();
  });
beforeEach(() => {
  loaded.length = 0;
  document.body.innerHTML = `
    <a id="hkp" href="/practice/hkp?grund=1"><span id="word">HKP</span></a>
    <a id="file" href="/practice/daten" download>Datei</a>
    <a id="other" href="https://example.org/practice/par">Anderswo</a>
    <a id="kiosk" href="/go">Tablet</a>
    <button id="button">Knopf</button>`;
  stop = watchLinks(load);
});
afterEach(() => stop());
const meet = (id: string, event: string): boolean =>
  document.querySelector(`#${id}`)!.dispatchEvent(new Event(event, { bubbles: true }));

test.each(['pointerover', 'focusin', 'pointerdown'])(
  '%s on a link loads its page once',
  (event) => {
    meet('word', event);
    meet('hkp', 'pointerdown');
    expect(loaded).toEqual(['/hkp']);
  },
);
test('other links, files and buttons load nothing, and nothing is loaded after the end', () => {
  for (const id of ['file', 'other', 'kiosk', 'button']) meet(id, 'pointerover');
  stop();
  meet('hkp', 'pointerover');
  expect(loaded).toEqual([]);
});
test('a page that could not be loaded is tried again', async () => {
  load.mockRejectedValueOnce(new Error('away'));
  meet('hkp', 'pointerover');
  await Promise.resolve();
  await Promise.resolve();
  meet('hkp', 'pointerover');
  expect(loaded).toEqual(['/hkp']);
});
