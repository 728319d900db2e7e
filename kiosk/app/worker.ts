// Registers the service worker and periodically checks for a newer one.

import { Workbox } from 'workbox-window';
import { allowOwnScripts } from '../documents/ownScripts.ts';

const LOOK_MS = 15 * 60_000;

/**
 * Registers the service worker.
 * @param found called with every version that waits
 * @returns looks for a newer one now; rejects where none can be registered
 */
export async function startWorker(
  found: (worker: ServiceWorker | null | undefined) => void,
): Promise<() => void> {
  allowOwnScripts();
  const workbox = new Workbox('/sw.js', { scope: '/', updateViaCache: 'none' }),
    look = (): void => {
      workbox.update().catch(() => undefined);
    };
  workbox.addEventListener('waiting', (event) => found(event.sw));
  found((await workbox.register({ immediate: true }))?.waiting);
  setInterval(look, LOOK_MS);
  return look;
}
