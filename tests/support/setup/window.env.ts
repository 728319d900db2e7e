/**
 * A happy-dom window for each test file, opened as Vitest does, but from the bundle made by
 * packages.ts.
 */
import { GlobalWindow } from 'happy-dom';
import { populateGlobal, type Environment } from 'vitest/runtime';

const OF_THE_WINDOW = [
  'Request',
  'Response',
  'MessagePort',
  'fetch',
  'Headers',
  'AbortController',
  'AbortSignal',
  'URL',
  'URLSearchParams',
  'FormData',
];

export default {
  name: 'window',
  viteEnvironment: 'client',
  setup(global: typeof globalThis) {
    const window = new GlobalWindow({
      console: global.console,
      url: 'http://localhost:3000',
      settings: { disableErrorCapturing: true },
    });
    const { keys, originals } = populateGlobal(global, window, {
      bindFunctions: true,
      additionalKeys: OF_THE_WINDOW,
    });
    return {
      async teardown() {
        await window.happyDOM.abort();
        window.close();
        for (const key of keys) Reflect.deleteProperty(global, key);
        for (const [key, value] of originals) Reflect.set(global, key, value);
      },
    };
  },
} satisfies Environment;
