// The backup of a running server: schedule, state, and status for staff; a child process does the
// work.

import { rm } from 'node:fs/promises';
import path from 'node:path';
import {
  BACKUP_OLD_MS,
  backupLevel,
  backupReasons,
  type BackupFacts,
  type BackupReason,
  type BackupTrouble,
} from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { BackupRunFacts } from '../../platform/db/schema/backup.ts';
import { addErased, LEDGER, readLines } from '../../platform/db/carry/erased-list.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/http/log.ts';
import { installationOf, type Say } from './container.ts';
import { DRILL_FOLDER, type DrillOrder, type DrillResult } from './drill.ts';
import { WORK_FOLDER, type BackupOrder, type BackupResult } from './make-backup.ts';
import { readRevoked, type Revoked } from './revoked.ts';
import { takeReturned } from './rollback.ts';
import { currentSheets, openSheets } from './sheet.ts';
import {
  changeMark,
  insertRun,
  lastRun,
  listCids,
  listRevoked,
  listSheets,
  readConfig,
  removeOldRuns,
  runsSince,
  saveConfig,
  setRight,
  type RunRow,
} from './store.ts';
import {
  appendLine,
  freeBytes,
  isPrepared,
  isSameDisk,
  judgeTarget,
  prepareTarget,
  targetFolder,
  type TargetFolder,
} from './target-folder.ts';
import { isTrouble, troubleOf } from './trouble.ts';

const MINUTE = 60_000,
  WEEK = 7 * DAY_MS;
/** Number of days in the history. */
const DAYS = 35;
const RUNS_KEPT_MS = 400 * DAY_MS;
/** Interval of the check for due runs; a failed run is retried after this time. */
const LOOK_MS = MINUTE,
  RETRY_MS = { backup: 5 * MINUTE, drill: 60 * MINUTE };

export interface BackupDeps {
  store: Store;
  log: Log;
  rootKey: Uint8Array;
  data: string;
  /** URL of a PostgreSQL database; undefined: `molar.db` in `data`. */
  databaseUrl: string | undefined;
  program: string;
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
  /** Checks whether both are on one disk; by default asks the system. */
  isSameDisk?: (target: string, data: string) => boolean;
  /** Called with the contents of a backup that would survive the loss of this machine. */
  saved: (heads: BackupResult['heads']) => Promise<void>;
}
export interface BackupService {
  start(): void;
  stop(): Promise<void>;
  /** Runs what is due; also called by the timer. */
  look(): Promise<void>;
  /**
   * Starts a backup or drill; `done` resolves with the result.
   * @throws state_conflict without a target, without a backup to drill, or while one runs
   */
  begin(kind: RunRow['kind']): Promise<{ done: Promise<RunRow> }>;
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

type Running = NonNullable<NonNullable<BackupStatus['details']>['run']>;

export function createBackupService(deps: BackupDeps): BackupService {
  const { store, now, data, databaseUrl } = deps,
    installation = installationOf(deps.rootKey);
  let running: Running | null = null,
    work: Promise<RunRow> | undefined,
    timer: NodeJS.Timeout | undefined,
    looking: Promise<void> | undefined;
  const sameDisk = deps.isSameDisk ?? isSameDisk;
  let goodUntil = 0,
    savedMark = '',
    tidiedAt = -Infinity;

  const folderOf = (target: string): TargetFolder => targetFolder(target, installation);
  const say: Say = (phase, done, of) => {
    if (!running) return;
    const isNew = running.phase !== phase;
    running = { ...running, phase, done, of };
    if (isNew) deps.changed();
  };

  async function backupNow(
    target: string,
  ): Promise<{ facts: BackupRunFacts; heads: BackupResult['heads'] }> {
    const keys = await Promise.all(
      (await listCids(store)).map(async (cid) => [cid, await deps.blobKey(cid)] as const),
    );
    const mark = await changeMark(store),
      since = now() - tidiedAt,
      tidy = since < 0 || since >= DAY_MS;
    const { heads, ...facts } = await deps.perform.backup(
      {
        data,
        databaseUrl,
        target,
        rootKey: deps.rootKey,
        sheets: openSheets(await listSheets(store), deps.rootKey),
        blobKeys: Object.fromEntries(keys),
        app: deps.version,
        now: now(),
        tidy,
      },
      say,
    );
    savedMark = mark;
    if (tidy) {
      tidiedAt = now();
      await removeOldRuns(store, now() - RUNS_KEPT_MS);
    }
    return { facts, heads };
  }
  const drillNow = async (target: string): Promise<BackupRunFacts> =>
    deps.perform.drill(
      {
        target,
        installation,
        snapshot: undefined,
        unlock: { rootKey: deps.rootKey },
        now: now(),
        work: path.join(data, DRILL_FOLDER),
      },
      say,
    );

  async function perform(kind: RunRow['kind'], target: string): Promise<RunRow> {
    const startedAt = now();
    let code: BackupTrouble | null = null,
      facts: BackupRunFacts = {},
      heads: BackupResult['heads'] = [];
    try {
      if (kind === 'backup') ({ facts, heads } = await backupNow(target));
      else facts = await drillNow(target);
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
    if (kind === 'backup' && row.ok) {
      await noteRevoked();
      await measure();
      if (hasBackup()) await deps.saved(heads);
    }
    if (kind === 'drill')
      await deps.note('backup.drilled', { ok: row.ok, ...(code && { code }), ...facts });
    return row;
  }

  const begin = async (kind: RunRow['kind']): Promise<{ done: Promise<RunRow> }> => {
    const { path: target } = await readConfig(store);
    if (
      work ||
      target === null ||
      (kind === 'drill' && !(await lastRun(store, 'backup', now(), true)))
    )
      throw new AppError('state_conflict');
    // The queries above were awaited: another run may have started.
    if (work) throw new AppError('state_conflict');
    running = { kind, phase: 'waiting', done: 0, of: 0, startedAt: now() };
    work = perform(kind, target).finally(() => {
      work = undefined;
      running = null;
      deps.changed();
    });
    work.catch((error: unknown) => {
      deps.log.failure({ code: `backup.${kind}`, error });
    });
    deps.changed();
    return { done: work };
  };

  const hasBackup = (): boolean => now() < goodUntil;
  /**
   * Without a sheet it could not be opened elsewhere, and one disk fails as a whole: then tablets
   * keep their copies for a day as if there were no backup (P7).
   */
  async function measure(): Promise<void> {
    const { good, facts: f } = await facts();
    goodUntil =
      good && !f.isSameDisk && f.sheetConfirmedAt !== null && good.startedAt >= f.sheetConfirmedAt
        ? good.startedAt + BACKUP_OLD_MS
        : 0;
  }

  /** Checks whether the newest attempt of a kind is old enough for a retry. */
  const mayTry = async (kind: RunRow['kind']): Promise<boolean> => {
    const last = await lastRun(store, kind, now());
    return (
      !last || last.ok || now() - last.startedAt >= (last.code === 'busy' ? MINUTE : RETRY_MS[kind])
    );
  };
  async function due(): Promise<RunRow['kind'] | undefined> {
    const config = await readConfig(store);
    if (config.path === null || work) return undefined;
    const good = await lastRun(store, 'backup', now(), true);
    const isNewTarget = good === undefined || good.startedAt < (config.targetSince ?? 0),
      age = now() - (good?.startedAt ?? 0);
    // A backup from before the sheet was confirmed does not count as safe: it may open with the
    // replaced sheet, or with none.
    const isNewSheet =
      good !== undefined &&
      (await listSheets(store)).some(
        (s) => s.confirmedAt !== null && s.confirmedAt > good.startedAt,
      );
    const wants =
      isNewTarget ||
      isNewSheet ||
      age >= DAY_MS ||
      (age >= config.everyMinutes * MINUTE && (await changeMark(store)) !== savedMark);
    if (wants) return (await mayTry('backup')) ? 'backup' : undefined;
    const since = (await lastRun(store, 'drill', now(), true))?.startedAt ?? 0;
    if (since < (config.targetSince ?? 0) || now() - since >= WEEK)
      return (await mayTry('drill')) ? 'drill' : undefined;
    return undefined;
  }
  const look = (): Promise<void> =>
    (looking ??= (async () => {
      await setRight(store, now());
      // The command may have made one meanwhile.
      await measure();
      for (let kind = await due(); kind !== undefined; kind = await due())
        if (!(await (await begin(kind)).done).ok) return;
    })()
      .catch((error: unknown) => {
        deps.log.failure({ code: 'backup.look', error });
      })
      .finally(() => {
        looking = undefined;
      }));

  async function facts(): Promise<{
    facts: BackupFacts;
    good: RunRow | undefined;
    last: RunRow | undefined;
    drill: RunRow | undefined;
    config: Awaited<ReturnType<typeof readConfig>>;
    sheets: Awaited<ReturnType<typeof listSheets>>;
  }> {
    const [config, good, last, drill, goodDrill, sheets] = await Promise.all([
      readConfig(store),
      lastRun(store, 'backup', now(), true),
      lastRun(store, 'backup', now()),
      lastRun(store, 'drill', now()),
      lastRun(store, 'drill', now(), true),
      listSheets(store),
    ]);
    // The state of an earlier target does not apply to this one.
    const since = config.targetSince ?? Infinity,
      here = (row: RunRow | undefined): RunRow | undefined =>
        row && row.startedAt >= since ? row : undefined;
    const isThere = config.path !== null && isPrepared(folderOf(config.path));
    return {
      config,
      good: here(good),
      last: here(last),
      drill: here(drill),
      sheets,
      facts: {
        targetSince: config.path === null ? null : config.targetSince,
        isSameDisk: config.path !== null && sameDisk(config.path, data),
        sheetConfirmedAt: sheets.find((s) => s.confirmedAt !== null)?.confirmedAt ?? null,
        lastGoodAt: here(good)?.startedAt ?? null,
        lastFailed: here(last)?.ok === false || (config.path !== null && !isThere),
        isDamaged: here(last)?.code === 'database_damaged',
        filesMissing: (here(good)?.facts.missing ?? 0) > 0,
        goodDrillAt: here(goodDrill)?.startedAt ?? null,
        lastDrillFailed: here(drill)?.ok === false && here(drill)?.code !== 'busy',
      },
    };
  }

  return {
    begin,
    look,
    start() {
      // Leftovers of a killed server are unencrypted copies.
      const clear = Promise.all(
        [WORK_FOLDER, DRILL_FOLDER].map((f) =>
          rm(path.join(data, f), { recursive: true, force: true }),
        ),
      ).catch(() => undefined);
      void clear
        .then(async () => {
          const returned = takeReturned(data);
          if (returned) await deps.note('backup.rolled_back', returned);
          await noteRevoked();
          await look();
        })
        .catch((error: unknown) => {
          deps.log.failure({ code: 'backup.start', error });
        });
      timer = setInterval(() => void look(), LOOK_MS);
      timer.unref();
    },
    async stop() {
      clearInterval(timer);
      deps.perform.stop();
      await work?.catch(() => undefined);
      await looking;
    },
    async setTarget(target, by) {
      if (work) throw new AppError('state_conflict');
      const clean = path.resolve(target),
        problem = await judgeTarget(
          path.isAbsolute(target) ? clean : target,
          path.resolve(data),
          deps.program,
        );
      if (problem) throw new AppError('validation', { fields: { path: problem } });
      const folder = folderOf(clean);
      await prepareTarget(folder);
      await saveConfig(store, { path: clean, targetSince: now() });
      await measure();
      await deps.note('backup.target', { by, isSameDisk: sameDisk(clean, data) });
      deps.changed();
    },
    async setEvery(everyMinutes, by) {
      await saveConfig(store, { everyMinutes });
      await deps.note('backup.every', { by, everyMinutes });
      deps.changed();
    },
    hasBackup,
    reasons: async () => backupReasons((await facts()).facts, now()),
    async status(forOwner) {
      const known = await facts(),
        reasons = backupReasons(known.facts, now()),
        { good, config } = known;
      return {
        at: now(),
        level: backupLevel(reasons),
        reasons,
        lastGood: good
          ? {
              at: good.startedAt,
              patients: good.facts.patients ?? 0,
              documents: good.facts.documents ?? 0,
            }
          : null,
        details: forOwner ? await detailsOf(known) : null,
      };

      async function detailsOf({
        last,
        drill,
        sheets,
      }: Awaited<ReturnType<typeof facts>>): Promise<NonNullable<BackupStatus['details']>> {
        const [sheet] = currentSheets(sheets).filter((s) => s.confirmedAt !== null),
          { kept } = good?.facts ?? {};
        const isThere = config.path !== null && isPrepared(folderOf(config.path));
        return {
          target:
            config.path === null
              ? null
              : {
                  path: config.path,
                  isSameDisk: known.facts.isSameDisk,
                  isThere,
                  freeBytes: isThere ? freeBytes(config.path) : null,
                },
          everyMinutes: config.everyMinutes,
          nextAt:
            config.path === null
              ? null
              : good
                ? Math.max(now(), good.startedAt + config.everyMinutes * MINUTE)
                : now(),
          sheet: sheet
            ? {
                fingerprint: sheet.fingerprint,
                createdAt: sheet.createdAt,
                confirmedAt: sheet.confirmedAt,
              }
            : null,
          run: running,
          last: last ? runOf(last) : null,
          drill: drill ? drillOf(drill) : null,
          days: await daysOf(),
          kept: {
            count: kept?.count ?? 0,
            oldestAt: kept?.oldestAt ?? null,
            bytes: kept?.bytes ?? 0,
          },
        };
      }
    },
    noteRevoked,
    listsBeside,
  };

  /**
   * Compares with the database instead of appending one entry: entries lost by a crash or a missing
   * drive are added.
   */
  async function noteRevoked(more: readonly Revoked[] = []): Promise<void> {
    try {
      const rows = [...(await listRevoked(store, now())), ...more],
        { path: target } = await readConfig(store);
      const files = [
        path.join(data, 'revoked.jsonl'),
        ...(target !== null && isPrepared(folderOf(target)) ? [folderOf(target).revokedFile] : []),
      ];
      for (const file of files) {
        const known = new Set((await readRevoked(file)).map((r) => r.id));
        for (const row of rows)
          if (known.has(row.id) === (row.isBack === true)) await appendLine(file, row);
      }
      for (const file of await listsBeside())
        await addErased(file, await readLines(path.join(data, LEDGER)));
    } catch (error) {
      deps.log.failure({ code: 'backup.revoked', error });
    }
  }

  async function listsBeside(): Promise<string[]> {
    const { path: target } = await readConfig(store);
    return target !== null && isPrepared(folderOf(target)) ? [folderOf(target).erasedFile] : [];
  }

  async function daysOf(): Promise<NonNullable<BackupStatus['details']>['days']> {
    // Computed at noon: a day of 23 or 25 hours is neither doubled nor skipped.
    const first = berlinInstant(berlinDay(now()), '12:00') - (DAYS - 1) * DAY_MS,
      days = new Map(
        Array.from({ length: DAYS }, (_, i) => [
          berlinDay(first + i * DAY_MS),
          { good: 0, failed: 0 },
        ]),
      );
    for (const r of await runsSince(store, first - DAY_MS)) {
      const day = days.get(berlinDay(r.startedAt));
      if (day) day[r.ok ? 'good' : 'failed']++;
    }
    return [...days].map(([day, n]) => ({ day, ...n }));
  }
}

const codeOf = ({ code }: RunRow): BackupTrouble | null =>
  code === null ? null : isTrouble(code) ? code : 'internal';
const runOf = (r: RunRow) => ({
  startedAt: r.startedAt,
  endedAt: r.endedAt,
  ok: r.ok,
  code: codeOf(r),
  bytes: r.facts.bytes ?? 0,
  patients: r.facts.patients ?? 0,
  documents: r.facts.documents ?? 0,
  files: r.facts.files ?? 0,
  copied: r.facts.copied ?? 0,
  missing: r.facts.missing ?? 0,
});
const drillOf = (r: RunRow) => ({
  startedAt: r.startedAt,
  endedAt: r.endedAt,
  ok: r.ok,
  code: codeOf(r),
  takenAt: r.facts.takenAt ?? null,
  patients: r.facts.patients ?? 0,
  documents: r.facts.documents ?? 0,
  auditRows: r.facts.auditRows ?? 0,
  files: r.facts.files ?? 0,
  opened: r.facts.opened ?? 0,
  missing: r.facts.missing ?? 0,
});
