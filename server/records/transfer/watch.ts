// Watches the folders of the practice software: by file system events where available, by polling
// where not (network drives); a file is taken once it is complete.

import { watch as systemWatch, type FSWatcher } from 'node:fs';
import { readdir } from 'node:fs/promises';
import type { Store } from '../../platform/db/store.ts';
import { claimedOf, markerIn } from '../../platform/folders.ts';
import { readOrKeep, type ClaimDeps, type Place } from './claim-file.ts';
import { considerFile, type Waiting } from './consider-file.ts';
import { mayUseFolder, type ExchangeBase } from './exchange-folder.ts';
import { setupOf } from './settings.ts';
import { listAllSettings } from './store.ts';

/**
 * Polling interval where there are no events; with it a handed-over patient is on the board within
 * a second.
 */
const POLL_MS = 700;
/** Maximum number of files named on the screen. */
const NAMED = 20;

interface FolderState {
  isThere: boolean;
  lookedAt: number | null;
  waiting: Waiting[];
}
export interface Watcher {
  start(): void;
  stop(): Promise<void>;
  /** Scans every folder once. */
  look(): Promise<void>;
  /** Reloads the settings. */
  reload(): Promise<void>;
  stateOf(cid: string): FolderState;
}
export interface WatchDeps extends Omit<ClaimDeps, 'point'>, Partial<Pick<ClaimDeps, 'point'>> {
  store: Store;
  /** Folder assigned to each practice by the operator. */
  base?: ExchangeBase;
}
interface Watched extends Place {
  state: FolderState;
  system: FSWatcher | undefined;
}

/** Creates the watcher of all practices' folders. */
export function createWatcher({ store, base, ...rest }: WatchDeps): Watcher {
  const deps: ClaimDeps = { ...rest, point: rest.point ?? (() => undefined) },
    { log, now } = deps;
  let watched = new Map<string, Watched>(),
    timer: NodeJS.Timeout | undefined,
    looking: Promise<void> | undefined,
    isAsked = false,
    isOn = false;

  const open = (one: Watched): void => {
    if (!isOn || one.system) return;
    // Only the fact of an event is used, not its content.
    try {
      one.system = systemWatch(one.folder, () => {
        void look();
      }).on('error', () => {
        close(one);
      });
    } catch {
      one.system = undefined;
    }
  };
  const close = (one: Watched): void => {
    one.system?.close();
    one.system = undefined;
  };
  async function reload(): Promise<void> {
    const next = await readWatched({ store, base, log }, watched);
    for (const one of watched.values()) if (next.get(one.cid)?.system !== one.system) close(one);
    watched = next;
    for (const one of watched.values()) open(one);
  }

  const look = (): Promise<void> => {
    isAsked = true;
    return (looking ??= (async () => {
      while (isAsked) {
        isAsked = false;
        for (const one of watched.values())
          await lookAt(one).catch((error: unknown) => {
            log.failure({ code: 'doctosync.look', error });
            one.state = { ...one.state, isThere: false, lookedAt: now() };
          });
      }
    })().finally(() => {
      looking = undefined;
    }));
  };

  async function lookAt(one: Watched): Promise<void> {
    const { folder, setup } = one;
    // An empty mount point is not the folder: nothing is created in it or read from it.
    if ((await markerIn(folder)) !== setup.markers.in) {
      if (one.state.isThere) tellStaff(deps, one.cid);
      one.state = { isThere: false, lookedAt: now(), waiting: [] };
      close(one);
      return;
    }
    open(one);
    const wasAway = !one.state.isThere;
    const waiting = await scan(deps, one);
    one.state = { isThere: true, lookedAt: now(), waiting };
    if (wasAway) tellStaff(deps, one.cid);
  }
  return {
    look,
    reload,
    stateOf: (cid) => watched.get(cid)?.state ?? { isThere: false, lookedAt: null, waiting: [] },
    start() {
      isOn = true;
      reload()
        .then(look)
        .catch((error: unknown) => {
          log.failure({ code: 'doctosync.start', error });
        });
      timer = setInterval(() => {
        void look();
      }, POLL_MS);
      timer.unref();
    },
    async stop() {
      isOn = false;
      clearInterval(timer);
      for (const one of watched.values()) close(one);
      await looking;
    },
  };
}

/**
 * Reads the folders of all practices; those already watched keep the known state of their files.
 */
async function readWatched(
  { store, base, log }: Pick<WatchDeps, 'store' | 'base' | 'log'>,
  watched: ReadonlyMap<string, Watched>,
): Promise<Map<string, Watched>> {
  const next = new Map<string, Watched>();
  for (const row of await listAllSettings(store)) {
    const setup = setupOf(row),
      folder = setup.settings.inFolder,
      old = watched.get(row.cid);
    if (folder === null) continue;
    if (!(await mayUseFolder({ store, base }, row.cid, folder))) {
      log.note('doctosync.folder.refused', { cid: row.cid });
      continue;
    }
    next.set(
      row.cid,
      old?.folder === folder
        ? { ...old, setup }
        : {
            cid: row.cid,
            setup,
            folder,
            state: { isThere: true, lookedAt: null, waiting: [] },
            seen: new Map(),
            settling: new Map(),
            system: undefined,
          },
    );
  }
  return next;
}

/** Takes the complete files of a folder, and returns the remaining ones. */
async function scan(deps: ClaimDeps, one: Place): Promise<Waiting[]> {
  const { folder, seen } = one;
  // Files taken before a crash come first.
  for (const name of (await readdir(claimedOf(folder))).sort()) await readOrKeep(deps, one, name);
  const waiting: Waiting[] = [],
    names = (await readdir(folder, { withFileTypes: true }))
      .filter((entry) => entry.isFile())
      .map((entry) => entry.name)
      .sort(),
    gone = new Set(seen.keys());
  for (const name of names) {
    gone.delete(name);
    const why = await considerFile(deps, one, name);
    if (why !== undefined && waiting.length < NAMED) waiting.push({ name, why });
  }
  for (const name of gone) seen.delete(name);
  return waiting;
}

function tellStaff({ workshop, log }: ClaimDeps, cid: string): void {
  workshop
    .write(cid, { kind: 'system', cid }, (w) => {
      w.emit({ to: 'staff', event: { kind: 'transfer' } });
      return Promise.resolve();
    })
    .catch((error: unknown) => {
      log.failure({ code: 'doctosync.tell', error });
    });
}
