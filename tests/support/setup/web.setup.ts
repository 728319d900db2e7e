/**
 * Prepares every web test: an in-memory IndexedDB before Dexie loads, longer timeouts for a busy
 * machine, and an empty document after each test.
 */
import 'fake-indexeddb/auto';
import { afterEach, beforeAll, expect } from 'vitest';

/**
 * Timeout of `findBy…` and `waitFor`: existing elements are found at once, and the default of one
 * second is too short under load.
 */
const PATIENCE_MS = 20_000;
beforeAll(async () => {
  // Tests without a component do not load it.
  if (expect.getState().testPath?.endsWith('.tsx') === true)
    (await import('@testing-library/react')).configure({ asyncUtilTimeout: PATIENCE_MS });
});

afterEach(async () => {
  // Without vitest globals Testing Library does not clean up automatically; not every web test
  // renders.
  if (document.body.childElementCount === 0) return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});
