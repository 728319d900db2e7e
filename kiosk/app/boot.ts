// Active window and start state of the tablet: held outside of React, because a route change must
// not start it twice.

import { StorageFailure } from '../outbox/db.ts';
import { createWindowLock } from '../sync/window.ts';
import { bootTablet, type Tablet } from './tablet.ts';

export type Boot =
  | { state: 'starting' }
  | { state: 'elsewhere' }
  | { state: 'running'; tablet: Tablet }
  | { state: 'failed'; trouble: StorageFailure['trouble'] };

let boot: Boot = { state: 'starting' };
const listeners = new Set<() => void>();
const put = (next: Boot): void => {
  boot = next;
  for (const l of listeners) l();
};
const RELOADED = 'molar-reloaded';
/**
 * Several times the slowest start under load. A database may leave its first request unanswered
 * until the page is reloaded (Safari 14).
 */
const START_MS = 20_000;

export const getBoot = (): Boot => boot;
export function subscribeBoot(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}

/**
 * A broken database is retried once with a reload; after that the patient sees an error page (sync
 * 6.7).
 */
function onFailure(error: unknown): void {
  const trouble = error instanceof StorageFailure ? error.trouble : 'broken';
  try {
    if (trouble === 'broken' && sessionStorage.getItem(RELOADED) === null) {
      sessionStorage.setItem(RELOADED, '1');
      location.reload();
      return;
    }
  } catch {
    /* without session storage no reload: prevents an endless loop */
  }
  put({ state: 'failed', trouble });
}

const lock = createWindowLock();

export function startTablet(): void {
  lock.onLost(() => {
    if (boot.state === 'running') boot.tablet.stop();
    put({ state: 'elsewhere' });
  });
  lock
    .acquire(() => {
      if (boot.state === 'starting') put({ state: 'elsewhere' });
    })
    .then(async () => {
      if (boot.state === 'running') return;
      put({ state: 'starting' });
      const late = setTimeout(
        () => onFailure(new StorageFailure('broken', new Error('slow start'))),
        START_MS,
      );
      const tablet = await bootTablet().finally(() => clearTimeout(late));
      try {
        sessionStorage.removeItem(RELOADED);
      } catch {
        /* nothing to remove */
      }
      // Also for a late start, behind the error screen.
      put({ state: 'running', tablet });
    })
    .catch(onFailure);
}

/**
 * Takes over the tablet for this window; its page is reloaded, so that the state of two windows
 * never mixes.
 */
export function takeOver(): void {
  lock.takeOver().then(
    () => location.reload(),
    () => undefined,
  );
}
