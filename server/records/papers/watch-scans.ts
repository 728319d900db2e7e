// Watches the folders in which scanners put signed paper: a file is taken once it is complete, and
// leaves the folder only when its pages are stored.

import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import { SCAN_LIMIT, type ScanTrouble } from '../../../shared/papers/scan.ts';
import {
  claimedOf,
  DONE_FOLDER,
  FAILED_FOLDER,
  markerIn,
  setAside,
} from '../../platform/folders.ts';
import type { Log } from '../../platform/http/log.ts';

/** A scanner takes seconds per page, and no user waits at the screen. */
const POLL_MS = 2_000;
/** A file is complete when it did not grow for this time: scanners write a stack page by page. */
const STILL_MS = 4_000;
const SCAN = /\.(pdf|jpe?g|png|tiff?|webp)$/i;

export interface ScanFolder {
  cid: string;
  folder: string;
  marker: string | null;
  afterRead: 'delete' | 'move';
}
export interface ScanWatchDeps {
  /** Currently configured folders of all practices. */
  folders(): Promise<ScanFolder[]>;
  /**
   * Stores the pages of a file; for an oversized one `bytes` only identify it.
   * @returns why it could not be read.
   * @throws for failures on our side (database unavailable): the file is retried
   */
  take(cid: string, bytes: Uint8Array, isTooLarge: boolean): Promise<ScanTrouble | undefined>;
  log: Log;
  now: () => number;
}
export interface ScanWatcher {
  start(): void;
  stop(): Promise<void>;
  /** Scans every folder once. */
  look(): Promise<void>;
  /** Null for a practice without a folder. */
  stateOf(cid: string): { isThere: boolean; waiting: number } | null;
}
interface Seen {
  size: number;
  mtimeMs: number;
  since: number;
}

export function createScanWatcher({ folders, take, log, now }: ScanWatchDeps): ScanWatcher {
  const seen = new Map<string, Seen>();
  let states = new Map<string, { isThere: boolean; waiting: number }>(),
    timer: NodeJS.Timeout | undefined,
    looking: Promise<void> | undefined,
    isStopped = false;

  const look = (): Promise<void> =>
    (looking ??= (async () => {
      const next: typeof states = new Map();
      for (const one of await folders()) {
        if (isStopped) return;
        next.set(
          one.cid,
          await lookAt(one).catch((error: unknown) => {
            log.failure({ code: 'scans.look', error });
            return { isThere: false, waiting: 0 };
          }),
        );
      }
      states = next;
    })()
      .catch((error: unknown) => {
        log.failure({ code: 'scans.folders', error });
      })
      .finally(() => {
        looking = undefined;
      }));

  async function lookAt(one: ScanFolder): Promise<{ isThere: boolean; waiting: number }> {
    // An empty mount point is not the folder: nothing is created in it or read from it.
    if ((await markerIn(one.folder)) !== one.marker) return { isThere: false, waiting: 0 };
    // Files taken before a crash come first.
    for (const name of (await readdir(claimedOf(one.folder))).sort()) await readOrKeep(one, name);
    let waiting = 0;
    for (const entry of (await readdir(one.folder, { withFileTypes: true }))
      .filter((e) => e.isFile() && SCAN.test(e.name))
      .sort((a, b) => (a.name < b.name ? -1 : 1))) {
      if (!(await isWhole(path.join(one.folder, entry.name)))) {
        waiting++;
        continue;
      }
      await rename(path.join(one.folder, entry.name), path.join(claimedOf(one.folder), entry.name));
      seen.delete(path.join(one.folder, entry.name));
      await readOrKeep(one, entry.name);
    }
    return { isThere: true, waiting };
  }
  async function isWhole(file: string): Promise<boolean> {
    const found = await lstat(file),
      known = seen.get(file),
      isSame = known !== undefined && known.size === found.size && known.mtimeMs === found.mtimeMs,
      since = isSame ? known.since : now();
    seen.set(file, { size: found.size, mtimeMs: found.mtimeMs, since });
    return isSame && now() - since >= STILL_MS;
  }
  /** A failure on our side leaves the file in place for the next scan; it blocks no other file. */
  const readOrKeep = (one: ScanFolder, name: string): Promise<void> =>
    read(one, name).catch((error: unknown) => {
      log.failure({ code: 'scans.read', error });
    });
  async function read(one: ScanFolder, name: string): Promise<void> {
    const file = path.join(claimedOf(one.folder), name),
      found = await lstat(file);
    if (!found.isFile()) {
      await setAside(one.folder, file, name, FAILED_FOLDER);
      return;
    }
    // An oversized file is not read; size and time identify it.
    const isLarge = found.size > SCAN_LIMIT,
      trouble = await take(
        one.cid,
        isLarge ? Buffer.from(`${found.size} ${found.mtimeMs}`) : await readFile(file),
        isLarge,
      );
    if (trouble !== undefined) await setAside(one.folder, file, name, FAILED_FOLDER);
    else if (one.afterRead === 'move') await setAside(one.folder, file, name, DONE_FOLDER);
    else await rm(file, { force: true });
  }

  return {
    look,
    stateOf: (cid) => states.get(cid) ?? null,
    start() {
      isStopped = false;
      void look();
      timer = setInterval(() => {
        void look();
      }, POLL_MS);
      timer.unref();
    },
    async stop() {
      isStopped = true;
      clearInterval(timer);
      await looking;
    },
  };
}
