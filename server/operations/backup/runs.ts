// Runs backups and drills, one at a time, and decides which one is due; a child process does the
// work.

import path from 'node:path';
import type { BackupTrouble } from '../../../shared/operations/backup.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { BackupRunFacts } from '../../platform/db/schema/backup.ts';
import type { ObjectConfig } from '../../platform/blobs/object-store.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/http/log.ts';
import { formerKeys } from '../../platform/keys/rootkey/former-keys.ts';
import { keysOf, type Root } from '../../platform/keys/rootkey/root-keys.ts';
import type { Say } from './container.ts';
import { DRILL_FOLDER, type DrillOrder, type DrillResult } from './drill.ts';
import type { BackupOrder, BackupResult } from './make-backup.ts';
import { openSheets } from './sheet.ts';
import type { Running } from './status.ts';
import {
  changeMark,
  insertRun,
  lastRun,
  listCids,
  listSheets,
  readConfig,
  removeOldRuns,
  type RunRow,
} from './store.ts';
import { troubleOf } from './trouble.ts';

const MINUTE = 60_000,
  WEEK = 7 * DAY_MS;
const RUNS_KEPT_MS = 400 * DAY_MS;
/** A failed run is retried after this time. */
const RETRY_MS = { backup: 5 * MINUTE, drill: 60 * MINUTE };

export interface RunsDeps {
  store: Store;
  log: Log;
  rootKey: Root;
  /** File of the root key; absent: it is not rotated (tests). */
  rootKeyFile?: string | undefined;
  data: string;
  /** Bucket of the files; undefined: in the data folder. */
  objects?: ObjectConfig | undefined;
  /** URL of a PostgreSQL database; undefined: `molar.db` in `data`. */
  databaseUrl: string | undefined;
  /** Key of the database file, which backups carry; absent: the file is plain (tests). */
  databaseKey?: Uint8Array | undefined;
  version: string;
  now: () => number;
  newId: () => string;
  blobKey: (cid: string) => Promise<Uint8Array>;
  perform: {
    backup(order: BackupOrder, say: Say): Promise<BackupResult>;
    drill(order: DrillOrder, say: Say): Promise<DrillResult>;
    stop(): void;
  };
  /** Records events in every practice's audit chain. */
  note: (type: string, data: Record<string, unknown>) => Promise<void>;
  /** Makes staff's screens reload. */
  changed: () => void;
}

type Kind = RunRow['kind'];
type Heads = BackupResult['heads'];
export interface Runs {
  /**
   * Starts a backup or drill; `done` resolves with the result.
   * @throws state_conflict without a target, without a backup to drill, or while one runs
   */
  begin(kind: Kind): Promise<{ done: Promise<RunRow> }>;
  /** Returns the kind of run to start now, or undefined. */
  due(): Promise<Kind | undefined>;
  isBusy(): boolean;
  /** Returns the progress of the present run. */
  current(): Running | null;
  /** Resolves after the present run, whatever its result. */
  settled(): Promise<unknown>;
}

/** State that the runs of this process keep. */
interface Memory {
  running: Running | null;
  work: Promise<RunRow> | undefined;
  /** Mark of the database when it was last backed up. */
  savedMark: string;
  tidiedAt: number;
}

/**
 * Creates the runs of one server.
 * @param afterBackup called after each good backup, before its run ends
 */
export function createRuns(
  deps: RunsDeps & { installation: string },
  afterBackup: (heads: Heads) => Promise<void>,
): Runs {
  const { store, now } = deps,
    memory: Memory = { running: null, work: undefined, savedMark: '', tidiedAt: -Infinity };
  const say: Say = (phase, done, of) => {
    if (!memory.running) return;
    const isNew = memory.running.phase !== phase;
    memory.running = { ...memory.running, phase, done, of };
    if (isNew) deps.changed();
  };

  async function perform(kind: Kind, target: string): Promise<RunRow> {
    const startedAt = now();
    let code: BackupTrouble | null = null,
      facts: BackupRunFacts = {},
      heads: Heads = [];
    try {
      if (kind === 'backup') ({ facts, heads } = await backUp(deps, memory, target, say));
      else facts = await drill(deps, target, say);
    } catch (error) {
      code = troubleOf(error, 'data');
      deps.log.failure({ code: `backup.${kind}.${code}`, error });
    }
    const row: RunRow = {
      id: deps.newId(),
      kind,
      startedAt,
      endedAt: now(),
      ok: code === null,
      code,
      facts,
    };
    // A run that ended with the server is no failure; the next start repeats it.
    if (code === 'interrupted') return row;
    await insertRun(store, row);
    if (kind === 'backup' && row.ok) await afterBackup(heads);
    if (kind === 'drill')
      await deps.note('backup.drilled', { ok: row.ok, ...(code && { code }), ...facts });
    return row;
  }

  return {
    async begin(kind) {
      const { path: target } = await readConfig(store);
      if (
        memory.work ||
        target === null ||
        (kind === 'drill' && !(await lastRun(store, 'backup', now(), true)))
      )
        throw new AppError('state_conflict');
      // The queries above were awaited: another run may have started.
      if (memory.work) throw new AppError('state_conflict');
      memory.running = { kind, phase: 'waiting', done: 0, of: 0, startedAt: now() };
      const work = perform(kind, target).finally(() => {
        memory.work = undefined;
        memory.running = null;
        deps.changed();
      });
      memory.work = work;
      work.catch((error: unknown) => {
        deps.log.failure({ code: `backup.${kind}`, error });
      });
      deps.changed();
      return { done: work };
    },
    due: () => dueRun(deps, memory),
    isBusy: () => memory.work !== undefined,
    current: () => memory.running,
    settled: async () => memory.work?.catch(() => undefined),
  };
}

async function backUp(
  deps: RunsDeps & { installation: string },
  memory: Memory,
  target: string,
  say: Say,
): Promise<{ facts: BackupRunFacts; heads: Heads }> {
  const { store, now, data, databaseUrl, databaseKey } = deps;
  const keys = await Promise.all(
    (await listCids(store)).map(async (cid) => [cid, await deps.blobKey(cid)] as const),
  );
  const mark = await changeMark(store),
    since = now() - memory.tidiedAt,
    tidy = since < 0 || since >= DAY_MS;
  const { heads, ...facts } = await deps.perform.backup(
    {
      data,
      objects: deps.objects,
      databaseUrl,
      databaseKey,
      target,
      installation: deps.installation,
      rootKeys: keysOf(deps.rootKey),
      rootKeyFile: deps.rootKeyFile,
      sheets: openSheets(await listSheets(store), deps.rootKey),
      blobKeys: Object.fromEntries(keys),
      app: deps.version,
      now: now(),
      tidy,
    },
    say,
  );
  memory.savedMark = mark;
  if (tidy) {
    memory.tidiedAt = now();
    await removeOldRuns(store, now() - RUNS_KEPT_MS);
  }
  return { facts, heads };
}

const drill = async (
  { perform, installation, rootKey, rootKeyFile, now, data }: RunsDeps & { installation: string },
  target: string,
  say: Say,
): Promise<BackupRunFacts> =>
  perform.drill(
    {
      target,
      installation,
      snapshot: undefined,
      unlock: {
        rootKeys: [
          ...keysOf(rootKey),
          ...(rootKeyFile === undefined ? [] : formerKeys(rootKeyFile)),
        ],
      },
      now: now(),
      work: path.join(data, DRILL_FOLDER),
    },
    say,
  );

async function dueRun({ store, now }: RunsDeps, memory: Memory): Promise<Kind | undefined> {
  const config = await readConfig(store);
  if (config.path === null || memory.work) return undefined;
  const good = await lastRun(store, 'backup', now(), true);
  const isNewTarget = good === undefined || good.startedAt < (config.targetSince ?? 0),
    age = now() - (good?.startedAt ?? 0);
  // A backup from before the sheet was confirmed does not count as safe: it may open with the
  // replaced sheet, or with none.
  const isNewSheet =
    good !== undefined &&
    (await listSheets(store)).some((s) => s.confirmedAt !== null && s.confirmedAt > good.startedAt);
  const wants =
    isNewTarget ||
    isNewSheet ||
    age >= DAY_MS ||
    (age >= config.everyMinutes * MINUTE && (await changeMark(store)) !== memory.savedMark);
  if (wants) return (await mayTry(store, 'backup', now)) ? 'backup' : undefined;
  const since = (await lastRun(store, 'drill', now(), true))?.startedAt ?? 0;
  if (since < (config.targetSince ?? 0) || now() - since >= WEEK)
    return (await mayTry(store, 'drill', now)) ? 'drill' : undefined;
  return undefined;
}

/** Checks whether the newest attempt of a kind is old enough for a retry. */
const mayTry = async (store: Store, kind: Kind, now: () => number): Promise<boolean> => {
  const last = await lastRun(store, kind, now());
  return (
    !last || last.ok || now() - last.startedAt >= (last.code === 'busy' ? MINUTE : RETRY_MS[kind])
  );
};
