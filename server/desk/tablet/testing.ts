// Shared helpers of tablet tests: the links to other slices as the server makes them, and a
// heartbeat.

import type { Heartbeat } from '../../../shared/desk/tablet.ts';
import { appendFeed, tabletSide } from '../sync/feed.ts';
import type { Device, World } from '../sync/testing.ts';
import { listBoardMappen } from '../task/list-mappen.ts';
import { releaseTablet } from '../task/place-mappe.ts';
import { mappeOfTaskAt } from '../task/store.ts';
import { takeHeartbeat } from './take-heartbeat.ts';

/** Builds the links of a test. @param world the current world; tests make one each */
export const linksOf = (world: () => World) => ({
  feed: appendFeed,
  release: (w: Parameters<typeof releaseTablet>[0], id: string) => releaseTablet(w, tabletSide, id),
  dropTokens: () => Promise.resolve(),
  installation: () => world().installation,
  mappeAt: mappeOfTaskAt,
  boardMappen: listBoardMappen,
  expected: () => Promise.resolve([]),
  rooms: () => Promise.resolve([]),
  arrivals: () => Promise.resolve([]),
  version: '1',
});

/** Sends the tablet's held tasks; `unsent` are tasks that were finished and did not arrive. */
export const beatOf = (
  world: World,
  tablet: Device,
  unsent: string[] = [],
  change: Partial<Heartbeat> = {},
) =>
  world.write(
    (w) =>
      takeHeartbeat(w, world.installation, tablet.id, {
        inc: tablet.inc,
        highN: tablet.n,
        ackSeen: tablet.n - unsent.length,
        pending: unsent.length,
        unsent: unsent.length,
        unsentTasks: unsent,
        oldestPendingMs: 0,
        persisted: true,
        appVersion: '1',
        clockOffsetMs: 0,
        quarantined: 0,
        ...change,
      }),
    tablet.actor,
  );
