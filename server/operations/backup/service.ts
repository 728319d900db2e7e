// The backup of a running server: schedule, state, and status for staff; a child process does the
// work.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  BACKUP_OLD_MS,
  backupReasons,
  type BackupReason,
} from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { installationOf } from './container.ts';
import { DRILL_FOLDER } from './drill.ts';
import { WORK_FOLDER, type BackupResult } from './make-backup.ts';
import { listsBeside, noteRevoked, type ListsDeps } from './outside-lists.ts';
import type { Revoked } from './revoked.ts';
import { takeReturned } from './rollback.ts';
import { createRuns, type Runs, type RunsDeps } from './runs.ts';
import { readFacts, readStatus, type StatusDeps } from './status.ts';
import { saveConfig, setRight } from './store.ts';
import { isSameDisk, judgeTarget, prepareTarget, targetFolder } from './target-folder.ts';

/** Interval of the check for due runs. */
const LOOK_MS = 60_000;

export interface BackupDeps extends RunsDeps {
  program: string;
  /** Checks whether both are on one disk; by default asks the system. */
  isSameDisk?: (target: string, data: string) => boolean;
  /** Called with the contents of a backup that would survive the loss of this machine. */
  saved: (heads: BackupResult['heads']) => Promise<void>;
}
export interface BackupService extends Pick<Runs, 'begin'> {
  start(): void;
  stop(): Promise<void>;
  /** Runs the due backups and drills; also called by the timer. */
  look(): Promise<void>;
  setTarget(target: string, by: string): Promise<void>;
  setEvery(everyMinutes: number, by: string): Promise<void>;
  status(forOwner: boolean): Promise<BackupStatus>;
  reasons(): Promise<BackupReason[]>;
  /**
   * Returns true while a good backup younger than 48 hours would survive the loss of this machine:
   * on another disk, and with a sheet that opens it.
   */
  hasBackup(): boolean;
  /**
   * Writes revoked and re-enabled users outside the database and to the target, so that a restore
   * respects them.
   */
  noteRevoked(more?: readonly Revoked[]): Promise<void>;
  /** Reads the list of erased patients at the target; empty while it is unavailable. */
  listsBeside(): Promise<string[]>;
}

type Around = BackupDeps & ListsDeps & StatusDeps;

export function createBackupService(deps: BackupDeps): BackupService {
  const { store, now, log } = deps,
    installation = installationOf(deps.rootKey);
  const around: Around = {
    ...deps,
    folderOf: (target) => targetFolder(target, installation),
    isSameDisk: deps.isSameDisk ?? isSameDisk,
  };
  let timer: NodeJS.Timeout | undefined,
    looking: Promise<void> | undefined,
    goodUntil = 0;

  const hasBackup = (): boolean => now() < goodUntil;
  const measure = async (): Promise<void> => {
    goodUntil = await readGoodUntil(around);
  };
  const runs = createRuns({ ...deps, installation }, async (heads) => {
    await noteRevoked(around, []);
    await measure();
    if (hasBackup()) await deps.saved(heads);
  });
  const look = (): Promise<void> =>
    (looking ??= (async () => {
      await setRight(store, now());
      // The command may have made one meanwhile.
      await measure();
      for (let kind = await runs.due(); kind !== undefined; kind = await runs.due())
        if (!(await (await runs.begin(kind)).done).ok) return;
    })()
      .catch((error: unknown) => {
        log.failure({ code: 'backup.look', error });
      })
      .finally(() => {
        looking = undefined;
      }));

  return {
    begin: runs.begin,
    look,
    start() {
      void takeUp(around)
        .then(look)
        .catch((error: unknown) => {
          log.failure({ code: 'backup.start', error });
        });
      timer = setInterval(() => void look(), LOOK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      deps.perform.stop();
      await runs.settled();
      await looking;
    },
    async setTarget(target, by) {
      if (runs.isBusy()) throw new AppError('state_conflict');
      const clean = await prepareNew(around, target);
      await saveConfig(store, { path: clean, targetSince: now() });
      await measure();
      await deps.note('backup.target', {
        by,
        isSameDisk: around.isSameDisk(clean, deps.data),
      });
      deps.changed();
    },
    async setEvery(everyMinutes, by) {
      await saveConfig(store, { everyMinutes });
      await deps.note('backup.every', { by, everyMinutes });
      deps.changed();
    },
    hasBackup,
    reasons: async () => backupReasons((await readFacts(around)).facts, now()),
    status: (forOwner) => readStatus(around, forOwner, runs.current),
    noteRevoked: (more = []) => noteRevoked(around, more),
    listsBeside: () => listsBeside(around),
  };
}

/**
 * Returns until when the last good backup protects, or 0. Without a sheet it could not be opened
 * elsewhere, and one disk fails as a whole: then tablets keep their copies for a day as if there
 * were no backup (P7).
 */
async function readGoodUntil(around: Around): Promise<number> {
  const { good, facts: f } = await readFacts(around);
  return good &&
    !f.isSameDisk &&
    f.sheetConfirmedAt !== null &&
    good.startedAt >= f.sheetConfirmedAt
    ? good.startedAt + BACKUP_OLD_MS
    : 0;
}

/** Tidies up after the last process and records a rollback that happened in between. */
async function takeUp(around: Around): Promise<void> {
  const { data } = around;
  // Leftovers of a killed server.
  await Promise.all(
    [WORK_FOLDER, DRILL_FOLDER].map((f) =>
      rm(path.join(data, f), { recursive: true, force: true }),
    ),
  ).catch(() => undefined);
  const returned = takeReturned(data);
  if (returned) await around.note('backup.rolled_back', returned);
  await noteRevoked(around, []);
}

/**
 * Checks a new target and creates its folders.
 * @returns its absolute path
 * @throws validation
 */
async function prepareNew({ data, program, folderOf }: Around, target: string): Promise<string> {
  const clean = path.resolve(target),
    problem = await judgeTarget(
      path.isAbsolute(target) ? clean : target,
      path.resolve(data),
      program,
    );
  if (problem) throw new AppError('validation', { fields: { path: problem } });
  await prepareTarget(folderOf(clean));
  return clean;
}
