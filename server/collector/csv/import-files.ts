// A folder of tables becomes one delivery: looked at first, read row by row, closed only when all of it is here; with refused lines only if told to go on.

import { createHash } from 'node:crypto';
import { berlinDay } from '../../../shared/dates.ts';
import { addDays } from '../../../shared/day-math.ts';
import type { CheckedRow } from '../../../shared/pvs-check.ts';
import { guessEntity, type PvsMapping } from '../../../shared/pvs-mapping.ts';
import { PVS_ENTITIES, type PvsEntity } from '../../../shared/pvs.ts';
import { closeBatch, openBatch, putPart, withdrawBatch, type DeliverDeps } from '../deliver.ts';
import { planFile, readFile, type FilePlan, type RefusedLine } from './read-file.ts';
import { charsetOf, FileRefused, headOf, type Bytes, type FileTrouble } from './text-of.ts';

export interface InputFile { name: string; size: number; bytes: Bytes; /** Chosen by hand; else it is guessed. */ entity?: PvsEntity | undefined }
/** A file that cannot be read, is of no known kind, or lacks columns: then nothing is taken at all. */
export interface BadFile { name: string; why: FileTrouble | 'unknown' | 'missing_columns'; line?: number | undefined; fields?: readonly string[] }
export interface Planned { plans: FilePlan[]; bad: BadFile[] }

/** Looks at every file; in the order in which entities are read. */
export async function planFiles(files: readonly InputFile[], mapping: PvsMapping): Promise<Planned> {
  const plans: FilePlan[] = [], bad: BadFile[] = [];
  for (const file of files) {
    try {
      const sum = createHash('sha256'), charset = await charsetOf(file.bytes, piece => { sum.update(piece); }), { header } = await headOf(file.bytes, charset, 0), entity = file.entity ?? guessEntity(mapping, file.name, header);
      if (!entity) { bad.push({ name: file.name, why: 'unknown' }); continue; }
      const plan = await planFile({ name: file.name, bytes: file.bytes, size: file.size, charset, sha256: sum.digest('hex') }, entity, mapping);
      if (plan.missing.length > 0) bad.push({ name: file.name, why: 'missing_columns', fields: plan.missing });
      else plans.push(plan);
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      bad.push({ name: file.name, why: error.why, line: error.line });
    }
  }
  return { plans: plans.sort((a, b) => PVS_ENTITIES.indexOf(a.entity) - PVS_ENTITIES.indexOf(b.entity)), bad };
}

export interface ImportOptions { mapping: PvsMapping; way: 'befehl' | 'seite'; isDry: boolean; /** Takes the good lines although some are refused. */ goesOn: boolean }
export interface ImportHooks { progress(done: number, of: number): void; refuse(line: RefusedLine): void }
export interface ImportResult { outcome: 'checked' | 'closed' | 'refused' | 'known'; batch: number | null; rows: number; refused: number; counts: Partial<Record<PvsEntity, number>>; bad: BadFile[] }
/** Rows of one part. */
const PART = 20_000;

/**
 * @returns `refused` when lines or files were refused and nothing counts; `known` when exactly these files were taken in before
 */
export async function importFiles(deps: DeliverDeps, plans: readonly FilePlan[], { mapping, way, isDry, goesOn }: ImportOptions, hooks: ImportHooks): Promise<ImportResult> {
  const total = plans.reduce((n, plan) => n + plan.size, 0), { now } = deps.workshop.look(deps.cid, deps.actor), counts: Partial<Record<PvsEntity, number>> = {}, bad: BadFile[] = [];
  const said = createHash('sha256').update(JSON.stringify([mapping, ...plans.map(plan => [plan.entity, plan.sha256])])).digest('hex');
  let batch: number | null = null, fallback = now, part = 0, rows = 0, refused = 0, before = 0;
  if (!isDry) {
    const open = await openRun(deps, said, mapping.source, way);
    if (open.state === 'closed') return { outcome: 'known', batch: open.batch, rows: open.rows, refused: open.refused, counts: open.counts, bad };
    ({ batch, openedAt: fallback } = open);
  }
  for (const plan of plans) {
    let waiting: CheckedRow[] = [];
    const put = async (isAll: boolean): Promise<void> => {
      while (batch !== null && (waiting.length >= PART || (isAll && waiting.length > 0))) {
        const piece = waiting.slice(0, PART);
        waiting = waiting.slice(PART);
        part++;
        await putPart(deps, { batch, part, entity: plan.entity, sha256: createHash('sha256').update(`${said}:${part}`).digest('hex'), rows: piece });
      }
    };
    try {
      const done = await readFile(plan, { mapping, lastDay: addDays(berlinDay(now), 1), fallback }, {
        take: async piece => { if (!isDry) { waiting.push(...piece); await put(false); } }, refuse: hooks.refuse, progress: sent => { hooks.progress(before + sent, total); },
      });
      await put(true);
      counts[plan.entity] = (counts[plan.entity] ?? 0) + done.rows;
      rows += done.rows;
      refused += done.refused;
    } catch (error) {
      if (!(error instanceof FileRefused)) throw error;
      bad.push({ name: plan.name, why: error.why, line: error.line });
    }
    before += plan.size;
  }
  const isRefused = bad.length > 0 || (refused > 0 && !goesOn);
  if (batch === null) return { outcome: isRefused ? 'refused' : 'checked', batch, rows, refused, counts, bad };
  const number = batch;
  if (isRefused) {
    await deps.workshop.write(deps.cid, deps.actor, w => withdrawBatch(w, number));
    return { outcome: 'refused', batch: null, rows, refused, counts, bad };
  }
  await deps.workshop.write(deps.cid, deps.actor, async w => {
    await closeBatch(w, number, { parts: part, refused });
    await w.job('carry-delivery', `carry:${number}:closed`, { batch: number });
  });
  return { outcome: 'closed', batch, rows, refused, counts, bad };
}

/** The same files are the same delivery, unless that was withdrawn: then it is the next one of them. */
async function openRun(deps: DeliverDeps, said: string, source: string, way: 'befehl' | 'seite'): Promise<Awaited<ReturnType<typeof openBatch>>> {
  for (let n = 1; ; n++) {
    const open = await openBatch(deps, { run: `csv-${said.slice(0, 40)}-${n}`, source, way });
    if (open.state !== 'withdrawn') return open;
  }
}
