// Setup gate: checks the abilities of this browser before a patient may use it (sync 6.9).

import type { Gate, GateCheck } from '../../shared/desk/tablet.ts';

const MIN_FREE_BYTES = 50_000_000;

/** Time in which a browser decides without its user. */
const ALONE_MS = 500;
interface Asked {
  answer: Promise<boolean>;
  /** Firefox asks its user, and the question may stay open. */
  isByUser: boolean;
}
const asked = new WeakMap<StorageManager, Asked>();

/**
 * Requests persistent storage. A browser that decides alone may decide otherwise later; a user is
 * asked once per page, and an open question counts as a refusal.
 */
async function requestPersistence(storage: StorageManager): Promise<boolean> {
  const request = asked.get(storage) ?? { answer: storage.persist(), isByUser: false };
  asked.set(storage, request);
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<'late'>((resolve) => {
    timer = setTimeout(() => resolve('late'), ALONE_MS);
  });
  try {
    const answer = await Promise.race([request.answer, late]);
    if (answer === 'late') request.isByUser = true;
    return answer === true;
  } finally {
    clearTimeout(timer);
    if (!request.isByUser) asked.delete(storage);
  }
}

/** Checks whether the browser granted persistent storage; requests it otherwise. */
export async function isPersisted(
  storage: StorageManager | undefined = navigator.storage,
): Promise<boolean> {
  if (!storage?.persisted) return false;
  if (await storage.persisted()) return true;
  return requestPersistence(storage);
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
