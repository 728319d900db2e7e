// Setup gate: checks the abilities of this browser before a patient may use it (sync 6.9).

import type { Gate } from '../../shared/desk/tablet.ts';

const MIN_FREE_BYTES = 50_000_000;

/** Checks whether the browser granted persistent storage; requests it otherwise. */
export async function isPersisted(): Promise<boolean> {
  if (!navigator.storage?.persisted) return false;
  if (await navigator.storage.persisted()) return true;
  return navigator.storage.persist();
}

export async function freeBytes(): Promise<number | undefined> {
  if (!navigator.storage?.estimate) return undefined;
  const { quota, usage } = await navigator.storage.estimate();
  return quota === undefined ? undefined : Math.max(0, quota - (usage ?? 0));
}

/**
 * True when the page and its scripts are in the service worker's cache and the worker is active.
 */
async function startsOffline(): Promise<boolean> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return false;
  const registration = await navigator.serviceWorker.getRegistration();
  if (!registration?.active || registration.active.state !== 'activated') return false;
  return (await caches.match('/index.html', { ignoreSearch: true })) !== undefined;
}

const settled = (work: Promise<boolean>): Promise<'ok' | 'failed'> =>
  work.then(
    (ok) => (ok ? ('ok' as const) : ('failed' as const)),
    () => 'failed' as const,
  );

/**
 * Runs all checks. `push` is the caller's result of a transfer; a screen lock cannot be detected by
 * any page.
 */
export async function readGate(push: Gate['push']): Promise<Gate> {
  const [storage, offline] = await Promise.all([
    settled(
      Promise.all([isPersisted(), freeBytes()]).then(
        ([kept, free]) => kept && (free === undefined || free >= MIN_FREE_BYTES),
      ),
    ),
    settled(startsOffline()),
  ]);
  return {
    secure: globalThis.isSecureContext ? 'ok' : 'failed',
    storage,
    offline,
    push,
    lock: 'unknown',
  };
}
