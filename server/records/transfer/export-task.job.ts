// Exports a filed task, or changed master data, to the practice software: files created, staged, put, each step stored; may
// run twice and be killed at any point, every file is put once.

import type { ExportTarget, ExportTrouble } from '../../../shared/records/transfer.ts';
import { EXPORT_TROUBLES, targetsOf } from '../../../shared/records/transfer.ts';
import type { Job } from '../../platform/jobs/store.ts';
import type { Actor, Look, Work, Workshop } from '../../platform/work.ts';
import type { DoctosyncLinks } from './links.ts';
import { makePersonFiles, tickHanded } from './export-person.ts';
import { countedStem, makeFiles, readPaper } from './make-files.ts';
import {
  dropStaged,
  ExportFailed,
  needMarker,
  putFiles,
  stageFiles,
  type Point,
  type PutFile,
} from './put-files.ts';
import { changeOf, queueChange } from './paper-change.ts';
import { readSetup, type Setup } from './settings.ts';
import { changeItem, insertItems, itemsOf, taskOf, type ExportRow } from './store.ts';

export interface ExportDeps {
  workshop: Workshop;
  links: DoctosyncLinks;
  /** Whether the operator allows the practice to use a folder; absent: any (tests). */
  mayUse?: (cid: string, folder: string) => Promise<boolean>;
  /** Tests let the process exit at a named point. */
  point?: Point;
}

const OPEN = ['queued', 'ready'] as const;
const isTrouble = (code: string): code is ExportTrouble =>
  (EXPORT_TROUBLES as readonly string[]).includes(code);
const troubleOf = (code: string): ExportTrouble => (isTrouble(code) ? code : 'internal');

/** One export at a time per practice: two jobs must not assign the same number. */
const turns = new Map<string, Promise<unknown>>();
function inTurn<T>(cid: string, work: () => Promise<T>): Promise<T> {
  const mine = (turns.get(cid) ?? Promise.resolve()).then(work, work),
    end = mine.catch(() => undefined);
  turns.set(cid, end);
  void end.then(() => {
    if (turns.get(cid) === end) turns.delete(cid);
  });
  return mine;
}

/**
 * Exports a task to the practice software.
 * @throws ExportFailed: the job is retried with pauses; completed steps are not repeated
 */
export async function exportTask(deps: ExportDeps, job: Job): Promise<void> {
  const { cid } = job,
    taskId = String(job.payload.taskId);
  const actor: Actor = { kind: 'system', cid };
  const write = <T>(work: (w: Work) => Promise<T>): Promise<T> =>
    deps.workshop.write(cid, actor, work);
  const isChange = job.payload.isChange === true;
  await inTurn(cid, async () => {
    let failed: Error | undefined;
    // A paper that changed while it was handed over is handed over again.
    for (let round = 0; round < 3 && !failed; round++) {
      const items = await write((w) => begin(w, taskId, isChange));
      if (items.length === 0) break;
      failed = await handAllOver(deps, write, job, items);
    }
    await write((w) => settle(w, deps.links, taskId));
    if (failed) throw failed;
  });
}

/** Hands every target of a task over. @returns the first failure */
async function handAllOver(
  deps: ExportDeps,
  write: <T>(work: (w: Work) => Promise<T>) => Promise<T>,
  { cid, attempts }: Job,
  items: readonly ExportRow[],
): Promise<Error | undefined> {
  let failed: Error | undefined;
  for (const { taskId, target } of items) {
    try {
      await handOver(deps, write, cid, taskId, target);
    } catch (error) {
      if (error instanceof Error && error.name === 'Killed') throw error;
      failed ??= error instanceof Error ? error : new ExportFailed('internal', { cause: error });
      const error_ = troubleOf(error instanceof ExportFailed ? error.code : 'internal');
      await write(async (w) => {
        await changeItem(w, taskId, target, OPEN, { attempts, error: error_ });
        w.emit({ to: 'staff', event: { kind: 'transfer' } });
      });
    }
  }
  return failed;
}

/**
 * Records the items to be exported, once: the targets that were enabled when the task was first
 * processed. After a change of the paper they are exported again.
 * @param isChange a paper that was never handed over is not handed over for its change
 */
async function begin(w: Work, taskId: string, isChange: boolean): Promise<ExportRow[]> {
  const known = await itemsOf(w, taskId);
  if (known.length > 0) await reopenChanged(w, taskId, known);
  else if (isChange) return [];
  else {
    const { settings } = await readSetup(w),
      task = await taskOf(w, taskId);
    if (task?.state !== 'filed') return [];
    await insertItems(
      w,
      targetsOf(settings).map((target) => ({
        taskId,
        target,
        patid: task.patid,
        title: task.title,
        changes: null,
        changeId: '',
        state: 'queued' as const,
        files: [],
        marker: null,
        attempts: 0,
        error: null,
        queuedAt: task.filedAt ?? w.now,
        changedAt: w.now,
        doneBy: null,
      })),
    );
  }
  return (await itemsOf(w, taskId)).filter(
    (one) => one.state === 'queued' || one.state === 'ready',
  );
}

/** Enqueues the files that were exported before the paper changed. */
async function reopenChanged(w: Work, taskId: string, items: readonly ExportRow[]): Promise<void> {
  const change = await changeOf(w, taskId);
  if (!change) return;
  for (const { target, queuedAt, changeId } of items) {
    // Times do not tell: a change declared before a hand-over may be sealed after it. Rows of
    // earlier versions have the time only.
    if (changeId === null ? queuedAt > change.at : changeId === change.id) continue;
    await changeItem(w, taskId, target, ['done', 'by_hand'], {
      state: 'queued',
      files: [],
      marker: null,
      attempts: 0,
      error: null,
      changeId: change.id,
      queuedAt: w.now,
      doneBy: null,
    });
  }
}

async function filesOf(
  look: Look,
  links: DoctosyncLinks,
  settings: Setup['settings'],
  item: ExportRow,
): Promise<{ made: PutFile[]; changeId: string | null }> {
  if (item.changes !== null)
    return { made: await makePersonFiles(look, links, settings, item), changeId: null };
  const paper = await readPaper(look, links, item.taskId);
  const made = await makeFiles(look, links, settings, item.target, paper);
  return { made, changeId: paper.change?.id ?? '' };
}

async function handOver(
  { workshop, links, mayUse, point = () => undefined }: ExportDeps,
  write: <T>(work: (w: Work) => Promise<T>) => Promise<T>,
  cid: string,
  taskId: string,
  target: ExportTarget,
): Promise<void> {
  const stagedAs = `${taskId}.${target}`;
  // A staged file with unexpected content is created again, once only, to avoid an endless loop.
  for (let round = 0; round < 3; round++) {
    const look = workshop.look(cid, { kind: 'system', cid }),
      setup = await readSetup(look),
      folder = setup.settings.outFolder,
      item = (await itemsOf(look, taskId)).find((one) => one.target === target);
    if (!item || (item.state !== 'queued' && item.state !== 'ready')) return;
    if (folder === null) throw new ExportFailed('no_settings');
    if (mayUse && !(await mayUse(cid, folder))) throw new ExportFailed('by_operator');
    const marker = await needMarker(folder);
    if (marker !== setup.markers.out) throw new ExportFailed('folder_gone');
    let { files } = item;
    // The folder was changed: files staged in the old one say nothing about this one.
    if (item.state === 'queued' || item.marker !== marker) {
      const { made, changeId } = await filesOf(look, links, setup.settings, item);
      files = await stageFiles(folder, stagedAs, made, point);
      await write(async (w) => {
        if (
          !(await changeItem(w, taskId, target, OPEN, { state: 'ready', files, marker, changeId }))
        )
          throw new ExportFailed('internal');
      });
      point('ready');
    }
    const put = await putFiles(folder, stagedAs, files, countedStem(setup.settings), point);
    if (put) {
      await write(async (w) => {
        if (
          !(await changeItem(w, taskId, target, ['ready'], {
            state: 'done',
            files: put,
            error: null,
          }))
        )
          return;
        await tickHanded(w, links, setup.settings, item);
        await w.audit('export.done', { taskId, target, files: put.length }, item.patid);
        w.emit({ to: 'staff', event: { kind: 'transfer' } });
      });
      point('done');
      return;
    }
    await write((w) =>
      changeItem(w, taskId, target, ['ready'], { state: 'queued', files: [], marker: null }),
    );
  }
  throw new ExportFailed('internal');
}

/** The state of the task is the combined state of its exports. */
async function settle(w: Work, links: DoctosyncLinks, taskId: string): Promise<void> {
  const items = await itemsOf(w, taskId),
    is = (...states: ExportRow['state'][]): boolean =>
      items.some((one) => states.includes(one.state));
  await links.setExport(
    w,
    taskId,
    items.length === 0
      ? 'none'
      : is('failed')
        ? 'failed'
        : is('queued', 'ready')
          ? 'queued'
          : 'done',
  );
}

/**
 * Gives an export up; called once when the job gave up: staff sees it above every page until it is
 * handled.
 */
export const giveUpExport =
  ({ workshop, links }: ExportDeps) =>
  (job: Job, code: string): Promise<void> =>
    workshop.write(job.cid, { kind: 'system', cid: job.cid }, async (w) => {
      const taskId = String(job.payload.taskId);
      for (const { target, patid } of await itemsOf(w, taskId)) {
        const error = troubleOf(code);
        if (
          await changeItem(w, taskId, target, OPEN, {
            state: 'failed',
            error,
            attempts: job.attempts,
          })
        )
          await w.audit('export.failed', { taskId, target, code: error }, patid);
      }
      await settle(w, links, taskId);
      w.emit({ to: 'staff', event: { kind: 'transfer' } });
    });

/**
 * Repeats an export („Noch einmal“): resumes where it stopped, so that no file is put twice. An
 * export that waits for its retry is retried at once.
 * @returns false when there is nothing to repeat
 */
export async function retryExport(
  w: Work,
  links: DoctosyncLinks,
  taskId: string,
  target: ExportTarget,
): Promise<boolean> {
  const item = (await itemsOf(w, taskId)).find((one) => one.target === target);
  if (item?.state !== 'failed') return false;
  await changeItem(w, taskId, target, ['failed'], {
    state: item.files.length > 0 ? 'ready' : 'queued',
    attempts: 0,
  });
  await w.audit('export.retried', { taskId, target }, item.patid);
  await settle(w, links, taskId);
  await w.job('export-task', links.exportKey(taskId), { taskId });
  const change = await changeOf(w, taskId);
  if (change) await queueChange(w, taskId, change.id);
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
  return true;
}

/**
 * Settles an export by hand („Von Hand erledigt“): it was entered manually in the practice
 * software.
 * @returns false when it was not waiting
 */
export async function settleByHand(
  w: Work,
  links: DoctosyncLinks,
  taskId: string,
  target: ExportTarget,
  by: string,
): Promise<boolean> {
  const item = (await itemsOf(w, taskId)).find((one) => one.target === target);
  if (
    !item ||
    !(await changeItem(w, taskId, target, ['failed', 'queued', 'ready'], {
      state: 'by_hand',
      doneBy: by,
      error: null,
    }))
  )
    return false;
  await w.audit('export.by_hand', { taskId, target }, item.patid);
  await settle(w, links, taskId);
  w.emit({ to: 'staff', event: { kind: 'transfer' } });
  return true;
}
export const dropStagedOf = (setup: Setup, taskId: string, target: ExportTarget): Promise<void> =>
  setup.settings.outFolder === null
    ? Promise.resolve()
    : dropStaged(setup.settings.outFolder, `${taskId}.${target}`);
