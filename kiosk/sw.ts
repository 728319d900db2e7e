// The tablet's service worker: caches only the app's own files, and activates only when the page
// requests it.

import { clientsClaim } from 'workbox-core';
import {
  cleanupOutdatedCaches,
  createHandlerBoundToURL,
  precacheAndRoute,
  type PrecacheEntry,
} from 'workbox-precaching';
import { NavigationRoute, registerRoute } from 'workbox-routing';
import { navigationDenylist, serverPathnames } from '../shared/base/mounts.ts';

/** Routing rules that the browser applies without the worker (ServiceWorker static routing). */
interface InstallEvent {
  addRoutes?(
    rules: { condition: { urlPattern: { pathname: string } }; source: 'network' }[],
  ): Promise<void>;
}
/** Worker globals that a window lacks; the project's types include both. */
interface WorkerScope {
  __WB_MANIFEST: (string | PrecacheEntry)[];
  skipWaiting(): Promise<void>;
  addEventListener(type: 'message', listener: (event: { data: unknown }) => void): void;
  addEventListener(type: 'install', listener: (event: InstallEvent) => void): void;
}
declare const self: WorkerScope;

// API requests bypass the worker where the browser supports it: waking a worker that only passes
// them through takes longer than some of them.
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
// API requests are never answered from here: no data in the cache, no page for a call.
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
