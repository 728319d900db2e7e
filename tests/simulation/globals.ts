/** Globals of browser and Node, replaced by the simulated world; loaded before anything else. */
import { installDisks } from './disk.ts';
import { installTime, life, escape } from './kernel.ts';
import { installCrypto } from './webcrypto.ts';

installTime();
installCrypto();
installDisks();

const give = (name: string, value: unknown): void => {
  Object.defineProperty(globalThis, name, { value, configurable: true, writable: true });
};
give('navigator', {
  userAgent: 'simulated',
  onLine: true,
  language: 'de',
  storage: {
    persisted: () => Promise.resolve(true),
    persist: () => Promise.resolve(true),
    estimate: () => Promise.resolve({ quota: 1e9, usage: 1e6 }),
  },
  serviceWorker: { getRegistration: () => Promise.resolve({ active: { state: 'activated' } }) },
});
give('caches', { match: () => Promise.resolve({}) });
give('screen', { width: 1280, height: 800 });
give('devicePixelRatio', 2);
give('matchMedia', () => ({ matches: true }));
give('isSecureContext', true);
// Node's own version creates an async resource for each; Dexie later patches `then` for its zones,
// this copy stays unpatched.
const [resolved, then] = [Promise.resolve(), Promise.prototype.then];
give('queueMicrotask', (work: () => void): void => {
  then.call(resolved, work, undefined).catch(escape);
});

/** Node's own version creates an exception with a stack for every wake-up of a loop. */
class Signal {
  aborted = false;
  readonly reason = undefined;
  #listeners = new Set<() => void>();
  addEventListener(_name: 'abort', listener: () => void): void {
    this.#listeners.add(listener);
  }
  removeEventListener(_name: 'abort', listener: () => void): void {
    this.#listeners.delete(listener);
  }
  fire(): void {
    if (this.aborted) return;
    this.aborted = true;
    const told = this.#listeners;
    this.#listeners = new Set();
    for (const listener of told) listener();
  }
}
give(
  'AbortController',
  class {
    readonly signal = new Signal();
    abort(): void {
      this.signal.fire();
    }
  },
);

/** The network of the running seed; pages reach it by `fetch`. */
export const wire: { fetch: (url: string, init: never) => Promise<unknown> } = {
  fetch: () => Promise.reject(new TypeError('no network')),
};
give('fetch', (url: string, init: never) =>
  life().isAlive ? wire.fetch(url, init) : new Promise(() => undefined),
);
process.on('unhandledRejection', escape);
