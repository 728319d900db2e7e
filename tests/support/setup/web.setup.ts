/**
 * Prepares every web test: an in-memory IndexedDB before Dexie loads, longer timeouts for a busy
 * machine, and an empty document after each test. Files of one worker share the window: each gets
 * it with an empty page, the first address, empty storages and no replaced globals.
 */
import 'fake-indexeddb/auto';
import type { GlobalWindow } from 'happy-dom';
import { afterAll, afterEach, beforeAll, expect, vi } from 'vitest';

/** As `window.env.ts` opens it. */
const FIRST_ADDRESS = 'http://localhost:3000/';
/**
 * Timeout of `findBy…` and `waitFor`: existing elements are found at once, and the default of one
 * second is too short under load.
 */
const PATIENCE_MS = 20_000;
// happy-dom has no list of fonts; growing text fields listen to it.
if (!('fonts' in document)) Object.defineProperty(document, 'fonts', { value: new EventTarget() });

beforeAll(async () => {
  // Tests without a component do not load it.
  if (expect.getState().testPath?.endsWith('.tsx') === true)
    (await import('@testing-library/react')).configure({
      asyncUtilTimeout: PATIENCE_MS,
      // The whole document, printed by default, throws on some nodes of happy-dom;
      // within a timer it ends no query.
      getElementError: (message) => new Error(message ?? 'no element'),
    });
});

afterEach(async () => {
  // Without vitest globals Testing Library does not clean up automatically; not every web test
  // renders.
  if (document.body.childElementCount === 0) return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});

afterAll(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  vi.restoreAllMocks();
  // Elements that a file made without rendering would be found by the next one.
  document.body.replaceChildren();
  // A router counts its entries here.
  window.history.replaceState(null, '');
  (window as unknown as GlobalWindow).happyDOM.setURL(FIRST_ADDRESS);
  window.localStorage.clear();
  window.sessionStorage.clear();
});
