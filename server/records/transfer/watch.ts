// Watches the folders of the practice software: by file system events where available, by polling
// where not (network drives); a file is taken once it is complete.

import { watch as systemWatch, type FSWatcher } from 'node:fs';
import { lstat, readdir, readFile, rename, rm } from 'node:fs/promises';
import path from 'node:path';
import type { DoctosyncSettings, ImportKind } from '../../../shared/records/transfer.ts';
import { decodeText, encodeIn, withoutMark } from '../../../shared/records/charset.ts';
import { decodeBytes } from '../../../shared/records/gdt-bytes.ts';
import { declaredLength, isWholeGdt, readGdt } from '../../../shared/records/gdt.ts';
import { answered, readIni } from '../../../shared/records/vdds.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Workshop } from '../../platform/work.ts';
import {
  claimedOf,
  DONE_FOLDER,
  FAILED_FOLDER,
  markerIn,
  setAside,
  writeWhole,
} from '../../platform/folders.ts';
import { mayUseFolder, type ExchangeBase } from './exchange-folder.ts';
import type { DoctosyncLinks } from './links.ts';
import { setupOf, type Setup } from './settings.ts';
import { listAllSettings } from './store.ts';
import { importId, isRecordForUs, kindOf, piecesOf, takePiece } from './take-file.ts';

/**
 * Polling interval where there are no events; with it a handed-over patient is on the board within
 * a second.
 */
const POLL_MS = 700;
/**
 * A file that does not state its own length is complete when it did not grow for this time; one
 * shorter than stated gets more time.
 */
const STILL_MS = 1500,
  SHORT_MS = 10_000;
const MOST_BYTES: Readonly<Record<ImportKind, number>> = {
  gdt: 1_000_000,
  vdds: 1_000_000,
  ical: 5_000_000,
  csv: 5_000_000,
};
/** Maximum number of files named on the screen. */
const NAMED = 20;

interface Waiting {
  name: string;
  why: 'growing' | 'foreign' | 'other';
}
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
export interface WatchDeps {
  store: Store;
  workshop: Workshop;
  links: DoctosyncLinks;
  log: Log;
  now: () => number;
  /** Folder assigned to each practice by the operator. */
  base?: ExchangeBase;
  /** Tests let the process exit at a named point. */
  point?: (name: string) => void;
}
interface Seen {
  size: number;
  mtimeMs: number;
  since: number;
}
interface Watched {
  cid: string;
  setup: Setup;
  folder: string;
  state: FolderState;
  seen: Map<string, Seen>;
  system: FSWatcher | undefined;
}

export function createWatcher({
  store,
  workshop,
  links,
  log,
  now,
  base,
  point = () => undefined,
}: WatchDeps): Watcher {
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
              system: undefined,
            },
      );
    }
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
      if (one.state.isThere) workshopTold(one.cid);
      one.state = { isThere: false, lookedAt: now(), waiting: [] };
      close(one);
      return;
    }
    open(one);
    const wasAway = !one.state.isThere;
    // Files taken before a crash come first.
    for (const name of (await readdir(claimedOf(folder))).sort()) await readOrKeep(one, name);
    const waiting: Waiting[] = [],
      names = (await readdir(folder, { withFileTypes: true }))
        .filter((entry) => entry.isFile())
        .map((entry) => entry.name)
        .sort(),
      gone = new Set(one.seen.keys());
    for (const name of names) {
      gone.delete(name);
      const why = await consider(one, name);
      if (why !== undefined && waiting.length < NAMED) waiting.push({ name, why });
    }
    for (const name of gone) one.seen.delete(name);
    one.state = { isThere: true, lookedAt: now(), waiting };
    if (wasAway) workshopTold(one.cid);
  }
  const workshopTold = (cid: string): void => {
    workshop
      .write(cid, { kind: 'system', cid }, (w) => {
        w.emit({ to: 'staff', event: { kind: 'transfer' } });
        return Promise.resolve();
      })
      .catch((error: unknown) => {
        log.failure({ code: 'doctosync.tell', error });
      });
  };

  /**
   * Takes a file when it is complete and for us.
   * @returns why it stays; undefined when it was taken or is ignored
   */
  async function consider(one: Watched, name: string): Promise<Waiting['why'] | undefined> {
    const kind = kindOf(name),
      file = path.join(one.folder, name);
    if (kind === undefined)
      return name.startsWith('.') || name.endsWith('.part') || /\.(pdf|json)$/i.test(name)
        ? undefined
        : 'other';
    const found = await lstat(file).catch(() => undefined);
    if (!found?.isFile()) return undefined;
    const known = one.seen.get(name),
      isSame = known !== undefined && known.size === found.size && known.mtimeMs === found.mtimeMs,
      since = isSame ? known.since : now();
    one.seen.set(name, { size: found.size, mtimeMs: found.mtimeMs, since });
    const still = now() - since;
    // An oversized file is moved away unread; first it gets the time to become complete.
    if (found.size > MOST_BYTES[kind]) {
      if (still < STILL_MS) return 'growing';
      await claim(one, name);
      return undefined;
    }
    const bytes = await readFile(file).catch(() => undefined);
    if (!bytes) return undefined;
    const said = kind === 'gdt' ? declaredLength(bytes) : undefined;
    const isWhole =
      kind === 'gdt'
        ? isWholeGdt(bytes)
        : kind === 'ical'
          ? /END:VCALENDAR\s*$/.test(decodeBytes(bytes.subarray(-40), 'latin1'))
          : false;
    if (!isWhole && still < (said !== undefined && said > bytes.length ? SHORT_MS : STILL_MS))
      return 'growing';
    if (kind === 'gdt' && !isForUs(bytes, one.setup.settings)) return 'foreign';
    if (kind === 'csv' && isOwnIndex(bytes)) return undefined;
    if (kind === 'vdds') {
      const person = readIni(decodeText(bytes, 'latin1').text).get('PATIENT');
      // A file without a person contains settings of some program, or of the system.
      if (!person) return 'other';
      if (person.get('READY') === '1') return undefined;
    }
    await claim(one, name);
    return undefined;
  }
  /** Moves it into our own subfolder: from then on no other program writes or takes it. */
  async function claim(one: Watched, name: string): Promise<void> {
    point('claim');
    await rename(path.join(one.folder, name), path.join(claimedOf(one.folder), name));
    one.seen.delete(name);
    point('claimed');
    await readOrKeep(one, name);
  }
  /**
   * A failure on our side (database unavailable) leaves the file in place for the next scan; it
   * blocks no other file.
   */
  const readOrKeep = (one: Watched, name: string): Promise<void> =>
    readClaimed(one, name).catch((error: unknown) => {
      if (error instanceof Error && error.name === 'Killed') throw error;
      log.failure({ code: 'doctosync.read', error });
    });

  async function readClaimed(one: Watched, name: string): Promise<void> {
    const file = path.join(claimedOf(one.folder), name),
      kind = kindOf(name),
      found = await lstat(file);
    if (kind === undefined || !found.isFile()) {
      await setAside(one.folder, file, name, FAILED_FOLDER);
      return;
    }
    const isLarge = found.size > MOST_BYTES[kind],
      bytes = isLarge ? Buffer.alloc(0) : await readFile(file);
    const id = importId(
      name,
      isLarge ? Buffer.from(`too large: ${found.size}`) : bytes,
      found.mtimeMs,
    );
    const { cid } = one;
    const { settings } = one.setup;
    const content = isLarge ? new Uint8Array(MOST_BYTES[kind] + 1) : bytes;
    let outcome: 'taken' | 'failed' = 'taken';
    // The file counts as taken only after all its records were committed.
    const pieces = piecesOf({ kind, bytes: content }, settings, now());
    for (const [at, piece] of pieces.entries()) {
      const place = { at, of: pieces.length };
      const taken = await workshop.write(cid, { kind: 'system', cid }, (w) =>
        takePiece(w, links, { id, name, kind }, piece, place),
      );
      if (taken.outcome === 'failed') outcome = 'failed';
      point('piece');
    }
    point('noted');
    // The program that wrote an exchange file expects its answer in the same place.
    if (kind === 'vdds' && !isLarge)
      await writeWhole(path.join(one.folder, name), answerFor(bytes, outcome), 0o660);
    // A program with the file open has written more: it is read again at the next scan.
    const left = await lstat(file);
    if (left.size !== found.size || left.mtimeMs !== found.mtimeMs) return;
    if (outcome === 'failed') await setAside(one.folder, file, name, FAILED_FOLDER);
    else if (settings.afterRead === 'move') await setAside(one.folder, file, name, DONE_FOLDER);
    else await rm(file, { force: true });
    point('removed');
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

/** The exchange file with its answer, in its own character set: no character of it changes. */
function answerFor(bytes: Uint8Array, outcome: 'taken' | 'failed'): Buffer {
  const level = outcome === 'taken' ? 0 : 1;
  const read = decodeText(bytes, 'latin1');
  if (read.charset === 'utf16le' || read.charset === 'utf16be') {
    return Buffer.from(encodeIn(answered(read.text, level), read));
  }
  // Byte for byte: characters outside the set are preserved as well.
  const mark = bytes.subarray(0, bytes.length - withoutMark(bytes).length);
  const text = Buffer.from(withoutMark(bytes)).toString('latin1');
  return Buffer.concat([mark, Buffer.from(answered(text, level), 'latin1')]);
}

/**
 * In a folder shared by several programs a file without a record for us is ignored. An unreadable
 * one is judged when it is taken.
 */
function isForUs(bytes: Uint8Array, { ownId }: DoctosyncSettings): boolean {
  const read = readGdt(bytes);
  return !read.ok || read.records.some((record) => isRecordForUs(record, ownId));
}
/** First words of the index files that we write ourselves. */
export const INDEX_HEAD = 'patid;nachname;vorname;geburtsdatum;titel;abgelegt;datei;sha256';
const isOwnIndex = (bytes: Uint8Array): boolean =>
  decodeBytes(bytes.subarray(0, 120), 'latin1').includes(INDEX_HEAD);
