// The tablet's service worker: keeps the app's own files and nothing else, and takes over only when the page says so.

import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { navigationDenylist, serverPathnames } from '../shared/base/mounts.ts';

/** Rules that the browser follows without asking a worker (ServiceWorker static routing). */
interface InstallEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ): Promise<void>;
}
/** What a worker has and a window has not; the project's types know both worlds. */
interface WorkerScope {
  __WB_MANIFEST: (string | PrecacheEntry)[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
}
declare const self: WorkerScope;

// Calls of the server do not come by here where the browser knows how: waking a worker that only waves them through takes longer than some of them.
self.addEventListener('install', (event) => {
  event
    .addRoutes?.(
      serverPathnames().map((pathname) => ({
        condition: { urlPattern: { pathname } },
        source: 'network' as const,
      })),
    )
    .catch(() => undefined);
});

precacheAndRoute(self.__WB_MANIFEST);
cleanupOutdatedCaches();
// Calls of the server are never answered from here: no data in the cache, no page for a call.
registerRoute(
  new NavigationRoute(createHandlerBoundToURL('/index.html'), { denylist: navigationDenylist() }),
);

self.addEventListener('message', (event) => {
  if (
    typeof event.data === 'object' &&
    event.data !== null &&
    'type' in event.data &&
    event.data.type === 'SKIP_WAITING'
  ) {
    self.skipWaiting().catch(() => undefined);
  }
});
clientsClaim();
