/** Prepares every web test: an IndexedDB in memory before Dexie loads, patience for a busy machine, an empty document after each test, and for each file a page as if nobody had been there. */
import 'fake-indexeddb/auto';
import { IDBFactory } from 'fake-indexeddb';
import { afterEach, beforeAll, expect, vi } from 'vitest';

/** How long `findBy…` and `waitFor` wait: what is there is found at once, and the second they have by themselves is little beside two other programs. */
const PATIENCE_MS = 20_000;

/** Where every page of a test lies. */
const ADDRESS = 'http://localhost:3000/';

declare global { interface Window { happyDOM: { setURL(url: string): void } } }

/** What tests put in the place of what a browser has, as it was before the first of them. */
const PLACES: readonly object[] = [document, navigator, screen, URL, HTMLElement.prototype, HTMLCanvasElement.prototype, HTMLAnchorElement.prototype, Event.prototype];
type Properties = Record<string, PropertyDescriptor>;
type Heard = [type: string, listener: EventListener, options?: boolean | AddEventListenerOptions];
const state = globalThis as { heard?: Heard[]; webAsItWas?: readonly Properties[]; IS_REACT_ACT_ENVIRONMENT?: boolean };
const asItWas = (state.webAsItWas ??= PLACES.map(place => ({ ...Object.getOwnPropertyDescriptors(place) })));

/** Modules of an earlier file must not hear what happens in this one. */
function hearNothing(): void {
  for (const [type, listener, options] of state.heard?.splice(0) ?? []) window.removeEventListener(type, listener, options);
  if (state.heard) return;
  const heard: Heard[] = (state.heard = []), add = window.addEventListener as (...one: Heard) => void;
  Object.assign(window, { addEventListener: (...one: Heard): void => { heard.push(one); add.call(window, ...one); } });
}

/** Files of one worker share its window and most packages: what is the house's own, and packages that keep something (`server.deps.inline`), begin anew with each of them. */
function beginAnew(): void {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  delete state.IS_REACT_ACT_ENVIRONMENT;
  for (const [i, place] of PLACES.entries()) {
    const before: Properties = asItWas[i] ?? {};
    for (const [name, now] of Object.entries(Object.getOwnPropertyDescriptors(place))) {
      const was = before[name];
      // A mark of React's own, which stands for as long as its listener does, begins so.
      if (was === undefined) { if (!name.startsWith('_')) Reflect.deleteProperty(place, name); }
      else if (was.configurable === true && (was.get !== now.get || (typeof was.value === 'function' && was.value !== now.value))) Object.defineProperty(place, name, was);
    }
  }
  for (const one of [document.documentElement, document.body]) for (const name of one.getAttributeNames()) one.removeAttribute(name);
  document.head.replaceChildren();
  document.body.replaceChildren();
  document.title = '';
  window.happyDOM.setURL(ADDRESS);
  history.replaceState(null, '', '/');
  for (const cookie of document.cookie.split('; ')) document.cookie = `${cookie.split('=')[0] ?? ''}=; Max-Age=0; path=/`;
  localStorage.clear();
  sessionStorage.clear();
  Object.defineProperty(globalThis, 'indexedDB', { value: new IDBFactory(), configurable: true, writable: true });
  hearNothing();
  vi.resetModules();
}
beginAnew();

beforeAll(async () => {
  // Tests without a component do not load it.
  if (expect.getState().testPath?.endsWith('.tsx') === true) (await import('@testing-library/react')).configure({ asyncUtilTimeout: PATIENCE_MS });
});

afterEach(async () => {
  // Without vitest globals Testing Library does not clean up by itself; not every web test renders.
  if (document.body.childElementCount === 0) return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});
