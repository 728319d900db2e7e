// Setup gate: checks the abilities of this browser before a patient may use it (sync 6.9).

import type { Gate, GateCheck } from '../../shared/desk/tablet.ts';

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

/** Time for the service worker to fetch the page; until then nothing is reported as missing. */
const FETCH_MS = 30_000;
let firstLook: number | undefined;

/** Whether the page and its scripts are in the service worker's cache, with an active worker. */
async function startsOffline(): Promise<Gate['offline']> {
  if (!('serviceWorker' in navigator) || !('caches' in globalThis)) return 'failed';
  const registration = await navigator.serviceWorker.getRegistration(),
    isCached =
      registration?.active?.state === 'activated' &&
      (await caches.match('/index.html', { ignoreSearch: true })) !== undefined;
  if (isCached) return 'ok';
  firstLook ??= performance.now();
  return performance.now() - firstLook < FETCH_MS ? 'unknown' : 'failed';
}

const settled = (work: Promise<Gate[GateCheck]>): Promise<Gate[GateCheck]> =>
  work.catch(() => 'failed' as const);

/**
 * Runs all checks. `push` is the caller's result of a transfer; a screen lock cannot be detected by
 * any page.
 */
export async function readGate(push: Gate['push']): Promise<Gate> {
  const [storage, offline] = await Promise.all([
    settled(
      Promise.all([isPersisted(), freeBytes()]).then(([kept, free]) =>
        kept && (free === undefined || free >= MIN_FREE_BYTES) ? 'ok' : 'failed',
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
