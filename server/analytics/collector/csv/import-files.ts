// Imports a folder of tables as one delivery: inspected first, read in chunks, closed only when
// complete. Refused lines are kept with it, or stop it if wished.

import { createHash } from 'node:crypto';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { addDays } from '../../../../shared/base/day-math.ts';
import {
  guessEntity,
  type PvsMapping,
} from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_ENTITIES, type PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { createRefusedKeeper } from '../refused-lines.ts';
import { closeBatch, openBatch, putSpelled, withdrawBatch, type DeliverDeps } from '../deliver.ts';
import { createOrphanCount, type Orphans } from './orphans.ts';
import { pointColumnsOf, type PointColumns } from './point-columns.ts';
import { planFile, type FilePlan, type RefusedLine } from './read-file.ts';
import type { TableReader } from './reader.ts';
import { bytesOf, type Source } from './source.ts';
import { FileRefused, headOf, writingOf, type FileTrouble, type Writing } from './text-of.ts';
import { letOthersRun } from '../../../platform/let-others-run.ts';

export interface InputFile {
  name: string;
  size: number;
  source: Source;
  /** Chosen explicitly; otherwise guessed. */
  entity?: PvsEntity | undefined;
  /** Result of an earlier complete read. */
  facts?: FileFacts | undefined;
}
/** Results of reading all bytes of a file. */
export interface FileFacts extends Writing {
  sha256: string;
  pointColumns: PointColumns;
}
/**
 * A file that cannot be read, is of unknown kind, or lacks columns: then nothing is imported at
 * all.
 */
export interface BadFile {
  name: string;
  why: FileTrouble | 'unknown' | 'missing_columns';
  line?: number | undefined;
  fields?: string[];
}
export interface Planned {
  plans: FilePlan[];
  bad: BadFile[];
}

/** Reads all bytes; once more where a number may have a point. @throws FileRefused */
export async function factsOf(source: Source): Promise<FileFacts> {
  const sum = createHash('sha256'),
    writing = await writingOf(bytesOf(source), (piece) => {
      sum.update(piece);
    });
  const bytes = bytesOf(source),
    { separator } = await headOf(bytes, writing.charset, 0),
    pointColumns = await pointColumnsOf(bytes, writing, separator);
  return { ...writing, sha256: sum.digest('hex'), pointColumns };
}
/** Inspects every file; in the order in which entities are read. */
export async function planFiles(
  files: readonly InputFile[],
  mapping: PvsMapping,
): Promise<Planned> {
  const plans: FilePlan[] = [],
    bad: BadFile[] = [];
  for (const { name, size, source, ...file } of files) {
    try {
      const facts = file.facts ?? (await factsOf(source)),
        entity =
          file.entity ??
          guessEntity(mapping, name, (await headOf(bytesOf(source), facts.charset, 0)).header);
      if (!entity) {
        bad.push({ name, why: 'unknown' });
        continue;
      }
      const plan = await planFile({ name, size, source, ...facts }, entity, mapping);
      if (plan.missing.length > 0)
        bad.push({ name, why: 'missing_columns', fields: [...plan.missing] });
      else plans.push(plan);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      bad.push({ name, why: error.why, line: error.line });
    }
  }
  return {
    plans: plans.sort((a, b) => PVS_ENTITIES.indexOf(a.entity) - PVS_ENTITIES.indexOf(b.entity)),
    bad,
  };
}

export interface ImportOptions {
  mapping: PvsMapping;
  way: 'befehl' | 'seite';
  isDry: boolean;
  /** Import the valid lines although some are refused. */
  goesOn: boolean;
}
export interface ImportHooks {
  progress(done: number, of: number, rows: number): void;
  refuse(line: RefusedLine): void;
  /** Awaited between chunks. */
  between?: (() => Promise<void>) | undefined;
  /** Aborts the import: nothing counts then. */
  signal?: AbortSignal | undefined;
}
export interface ImportResult {
  outcome: 'checked' | 'closed' | 'refused' | 'known' | 'stopped';
  batch: number | null;
  rows: number;
  refused: number;
  counts: Partial<Record<PvsEntity, number>>;
  bad: BadFile[];
  /** Rows whose postal code got back the zero that a spreadsheet dropped. */
  zeros: number;
  /** Rows that refer to nothing known; counted by a check only. */
  orphans: Orphans[];
}

/** Returns the hash by which the same files with the same mapping are known again. */
const identityOf = (mapping: PvsMapping, plans: readonly FilePlan[]): string =>
  createHash('sha256')
    .update(JSON.stringify([mapping, ...plans.map((plan) => [plan.entity, plan.sha256])]))
    .digest('hex');

/**
 * Imports files as one delivery.
 * @returns `refused` when lines or files were refused and nothing counts; `known` when exactly
 * these files were imported before
 */
export async function importFiles(
  deps: DeliverDeps,
  reader: TableReader,
  plans: readonly FilePlan[],
  { mapping, way, isDry, goesOn }: ImportOptions,
  hooks: ImportHooks,
): Promise<ImportResult> {
  const total = plans.reduce((n, plan) => n + plan.size, 0),
    { now } = deps.workshop.look(deps.cid, deps.actor),
    counts: Partial<Record<PvsEntity, number>> = {},
    bad: BadFile[] = [];
  const said = identityOf(mapping, plans);
  let batch: number | null = null,
    fallback = now,
    part = 0,
    refused = 0,
    zeros = 0;
  if (!isDry) {
    const open = await openRun(deps, said, mapping.source, way, now);
    if (open.state === 'closed')
      return {
        outcome: 'known',
        batch: open.batch,
        rows: open.rows,
        refused: open.refused,
        counts: open.counts,
        bad,
        zeros: 0,
        orphans: [],
      };
    ({ batch, openedAt: fallback } = open);
  }
  const lastDay = addDays(berlinDay(now), 1),
    orphanCount = createOrphanCount(),
    keepRefused = batch === null ? undefined : createRefusedKeeper(deps, batch);
  const behind = plans.map((_, at) => plans.slice(0, at).reduce((n, plan) => n + plan.size, 0)),
    mine = plans.map(() => 0);
  let writing: Promise<unknown> = Promise.resolve();
  try {
    for await (const read of reader.read(plans, { mapping, lastDay, fallback, batch })) {
      const { file } = read,
        plan = plans[file]!;
      if ('refused' in read) {
        bad.push({ name: plan.name, why: read.refused.why, line: read.refused.line });
        mine[file] = 0;
        continue;
      }
      const { piece } = read;
      // One chunk is written while the next one is read.
      await writing;
      await hooks.between?.();
      if (hooks.signal?.aborted) break;
      piece.refused.forEach(hooks.refuse);
      await keepRefused?.(piece.refused);
      refused += piece.refusedCount;
      zeros += piece.zeros;
      if (piece.refs) orphanCount.take(plan.entity, piece.refs);
      mine[file]! += piece.count;
      if (batch !== null && piece.count > 0) {
        part++;
        writing = putSpelled(deps, {
          batch,
          part,
          entity: plan.entity,
          sha256: piece.sha256,
          rows: piece.count,
          pieces: [piece],
        });
        // Awaited above, or below.
        writing.catch(() => undefined);
      }
      hooks.progress(
        behind[file]! + piece.sent,
        total,
        mine.reduce((n, one) => n + one, 0),
      );
      await letOthersRun();
    }
    await writing;
  } finally {
    await writing.catch(() => undefined);
  }
  const rows = mine.reduce((n, one) => n + one, 0),
    orphans = await orphanCount.count(deps.workshop.look(deps.cid, deps.actor));
  for (const [at, { entity }] of plans.entries())
    if (mine[at]! > 0) counts[entity] = (counts[entity] ?? 0) + mine[at]!;
  return finishRun(
    deps,
    batch,
    {
      parts: part,
      isStopped: hooks.signal?.aborted === true,
      isRefused: bad.length > 0 || (refused > 0 && !goesOn),
    },
    { rows, refused, counts, bad, zeros, orphans },
  );
}

/** Closes the delivery, or withdraws it after refused lines or a stop; without one, nothing. */
async function finishRun(
  deps: DeliverDeps,
  batch: number | null,
  { parts, isStopped, isRefused }: { parts: number; isStopped: boolean; isRefused: boolean },
  found: Pick<ImportResult, 'rows' | 'refused' | 'counts' | 'bad' | 'zeros' | 'orphans'>,
): Promise<ImportResult> {
  const drop = (number: number): Promise<boolean> =>
    deps.workshop.write(deps.cid, deps.actor, (w) => withdrawBatch(w, number));
  if (isStopped) {
    if (batch !== null) await drop(batch);
    return { outcome: 'stopped', batch: null, ...found };
  }
  if (batch === null) return { outcome: isRefused ? 'refused' : 'checked', batch, ...found };
  if (isRefused) {
    await drop(batch);
    return { outcome: 'refused', batch: null, ...found };
  }
  await deps.workshop.write(deps.cid, deps.actor, async (w) => {
    await closeBatch(w, batch, { parts, refused: found.refused });
    await w.job('carry-delivery', `carry:${batch}:closed`, { batch });
  });
  return { outcome: 'closed', batch, ...found };
}

/**
 * The same files are the same delivery, unless it was withdrawn: then a new run of them. An
 * interrupted import resumes on the same day only, since the set of future days changes tomorrow.
 */
async function openRun(
  deps: DeliverDeps,
  said: string,
  source: string,
  way: 'befehl' | 'seite',
  now: number,
): Promise<Awaited<ReturnType<typeof openBatch>>> {
  for (let n = 1; ; n++) {
    const open = await openBatch(deps, { run: `csv-${said.slice(0, 40)}-${n}`, source, way });
    if (open.state === 'open' && berlinDay(open.openedAt) !== berlinDay(now))
      await deps.workshop.write(deps.cid, deps.actor, (w) => withdrawBatch(w, open.batch));
    else if (open.state !== 'withdrawn') return open;
  }
}
