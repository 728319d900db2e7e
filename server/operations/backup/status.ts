// Reads the state of the backup: the facts behind warnings, and the details that the owner sees.

import {
  backupLevel,
  backupReasons,
  type BackupFacts,
  type BackupTrouble,
} from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, berlinInstant } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { Store } from '../../platform/db/store.ts';
import { currentSheets } from './sheet.ts';
import {
  lastRun,
  listSheets,
  readConfig,
  runsSince,
  type ConfigRow,
  type RunRow,
  type SheetRow,
} from './store.ts';
import { freeBytes, isPrepared, type TargetFolder } from './target-folder.ts';
import { isTrouble } from './trouble.ts';

const MINUTE = 60_000;
/** Number of days in the history. */
const DAYS = 35;

type Details = NonNullable<BackupStatus['details']>;
/** Progress of the present run. */
export type Running = NonNullable<Details['run']>;

export interface StatusDeps {
  store: Store;
  data: string;
  now: () => number;
  folderOf: (target: string) => TargetFolder;
  isSameDisk: (target: string, data: string) => boolean;
}

interface Known {
  facts: BackupFacts;
  good: RunRow | undefined;
  last: RunRow | undefined;
  drill: RunRow | undefined;
  config: ConfigRow;
  sheets: SheetRow[];
}

/** Reads the runs, sheets and target behind the warnings. */
export async function readFacts({
  store,
  data,
  now,
  folderOf,
  isSameDisk,
}: StatusDeps): Promise<Known> {
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
      isSameDisk: config.path !== null && isSameDisk(config.path, data),
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

/**
 * Returns the status that staff see.
 * @param running returns the present run at the moment the answer is built
 */
export async function readStatus(
  deps: StatusDeps,
  forOwner: boolean,
  running: () => Running | null,
): Promise<BackupStatus> {
  const known = await readFacts(deps),
    reasons = backupReasons(known.facts, deps.now()),
    { good } = known;
  return {
    at: deps.now(),
    level: backupLevel(reasons),
    reasons,
    lastGood: good
      ? {
          at: good.startedAt,
          patients: good.facts.patients ?? 0,
          documents: good.facts.documents ?? 0,
        }
      : null,
    details: forOwner ? await detailsOf(deps, known, running) : null,
  };
}

async function detailsOf(
  { store, now, folderOf }: StatusDeps,
  { facts, good, last, drill, config, sheets }: Known,
  running: () => Running | null,
): Promise<Details> {
  const [sheet] = currentSheets(sheets).filter((s) => s.confirmedAt !== null),
    { kept } = good?.facts ?? {};
  const isThere = config.path !== null && isPrepared(folderOf(config.path));
  return {
    target:
      config.path === null
        ? null
        : {
            path: config.path,
            isSameDisk: facts.isSameDisk,
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
    run: running(),
    last: last ? runOf(last) : null,
    drill: drill ? drillOf(drill) : null,
    days: await daysOf(store, now()),
    kept: {
      count: kept?.count ?? 0,
      oldestAt: kept?.oldestAt ?? null,
      bytes: kept?.bytes ?? 0,
    },
  };
}

async function daysOf(store: Store, now: number): Promise<Details['days']> {
  // Computed at noon: a day of 23 or 25 hours is neither doubled nor skipped.
  const first = berlinInstant(berlinDay(now), '12:00') - (DAYS - 1) * DAY_MS,
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
