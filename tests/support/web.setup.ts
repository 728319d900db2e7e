/** Prepares every web test: an IndexedDB in memory before Dexie loads, and an empty document after each test. */
import 'fake-indexeddb/auto';
import { afterEach } from 'vitest';

afterEach(async () => {
  // Without vitest globals Testing Library does not clean up by itself; not every web test renders.
  if (document.body.childElementCount === 0) return;
  const { cleanup } = await import('@testing-library/react');
  cleanup();
});
