// Checks that every opened task has exactly one proven end or is open; every accepted submission
// has its sealed document or is being sealed.

import { isEnd } from '../../../shared/desk/task.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ScopedReader } from '../../platform/db/scope.ts';
import type { OpsRead } from './check-ops.ts';
import { SEAL_MS, type Say } from './findings.ts';
import type { Trail } from './read-trail.ts';
import {
  answeredOps,
  blankForms,
  blobNames,
  documents,
  envelopes,
  scannedFiles,
  sealingTasks,
  signedParts,
  tabletOfMappen,
  taskPages,
  type LedgerDocument,
  type LedgerEnvelope,
  type LedgerTask,
} from './store.ts';

/** A task without an end, and its state. */
export interface OpenTask {
  taskId: string;
  state: string;
  openSince: number;
  stateSince: number;
  tabletId: string | null;
}
export interface TasksRead {
  states: Record<string, number>;
  open: OpenTask[];
  sealed: number;
  files: string[];
}
interface Known {
  ops: OpsRead;
  trails: ReadonlyMap<string, Trail>;
  envelopes: ReadonlyMap<string, LedgerEnvelope>;
  documents: ReadonlyMap<string, LedgerDocument>;
  sealing: ReadonlySet<string>;
  answered: ReadonlySet<string>;
  /** Tasks by the ops that brought one of several signatures. */
  parts: ReadonlyMap<string, string>;
  blanks: ReadonlySet<string>;
  scanned: ReadonlySet<string>;
  now: number;
}

/** Proof of an end: the step in the audit, and its further requirements. */
function checkEnd(task: LedgerTask, k: Known, say: Say): void {
  const { taskId, state } = task,
    name = `task ${taskId} (${state})`,
    ends = k.trails.get(taskId)?.ends ?? [];
  if (ends.length !== 1) {
    say('task.end', `${name}: ${ends.length} ends in the audit`);
    return;
  }
  const [end] = ends,
    results = k.ops.accepted.filter((a) => a.taskId === taskId);
  if (end === 'task.paper_filed') {
    if (task.filedBy === null) say('task.end', `${name}: nobody filed the paper`);
    return;
  }
  if (state === 'declined' && results.length === 0)
    say('task.end', `${name}: no result of a patient`);
  if (state !== 'filed') return;
  if (task.kind !== 'document') {
    if (results.length === 0) say('task.end', `${name}: no result of a patient`);
    return;
  }
  if (!k.envelopes.get(taskId) || !k.documents.get(taskId))
    say('task.end', `${name}: no sealed document`);
}

function checkTask(task: LedgerTask, k: Known, say: Say): void {
  const trail = k.trails.get(task.taskId);
  if (trail ? trail.state !== task.state : task.state !== 'created')
    say(
      'task.trail',
      `task ${task.taskId}: ${task.state}, audit says ${trail?.state ?? 'nothing'}`,
    );
  if (isEnd(task.state)) checkEnd(task, k, say);
  // A revision ends once, but a paper may be read again; late results for a filed paper, and
  // questions of one of several signers, belong to no revision.
  const ended = (trail?.results ?? [])
    .filter((r) => r.event !== 'task.paper' && r.taskRev >= 0)
    .map((r) => r.taskRev);
  for (const rev of new Set(ended))
    if (ended.filter((r) => r === rev).length > 1)
      say('task.twice', `task ${task.taskId} revision ${rev}`);
  if (task.state === 'part_signed' && ![...k.parts.values()].includes(task.taskId))
    say('submission.lost', `task ${task.taskId} (part_signed): nobody's signature is there`);
  const isLate =
    task.state === 'submitted' && k.now - task.stateAt > SEAL_MS && !k.sealing.has(task.taskId);
  const wasForgotten =
    k.envelopes.get(task.taskId)?.sealedAt === null &&
    task.state !== 'submitted' &&
    trail?.hasFailed !== true;
  if (isLate || wasForgotten) say('submission.unsealed', `task ${task.taskId} (${task.state})`);
}

/** Every accepted result left its trace: a submission its envelope, a choice its step. */
function checkAccepted(k: Known, say: Say): void {
  const brought = new Set([...[...k.envelopes.values()].map((e) => e.opId), ...k.parts.keys()]);
  for (const { id, kind, taskId } of k.ops.accepted) {
    if (kind === 'task.answers' && !k.answered.has(id)) {
      say('submission.lost', `op ${id} task ${taskId}`);
      continue;
    }
    if (kind === 'blank.answers') {
      if (!k.blanks.has(taskId)) say('submission.lost', `op ${id} blank form ${taskId}`);
      continue;
    }
    if (kind === 'task.submit') {
      if (!brought.has(id)) say('submission.lost', `op ${id} task ${taskId}`);
      continue;
    }
    if (!k.trails.get(taskId)?.results.length) say('op.effect', `op ${id} task ${taskId}`);
  }
  const submitted = new Set(
    k.ops.accepted
      .filter((a) => a.kind === 'task.submit' || a.kind === 'task.answers')
      .map((a) => a.id),
  );
  for (const [opId, taskId] of k.parts)
    if (!submitted.has(opId)) say('document.orphan', `signature of task ${taskId} op ${opId}`);
  for (const e of k.envelopes.values()) {
    if (!submitted.has(e.opId))
      say('document.orphan', `envelope ${e.id} task ${e.taskId} op ${e.opId}`);
    if (
      e.sealedAt !== null &&
      e.voidedAt === null &&
      k.documents.get(e.taskId)?.sha256 !== e.finalSha256.at(-1)
    )
      say('document.missing', `envelope ${e.id} task ${e.taskId}`);
  }
  for (const d of k.documents.values())
    if (
      d.taskId !== null &&
      !k.scanned.has(d.fileId) &&
      k.envelopes.get(d.taskId)?.sealedAt == null
    )
      say('document.orphan', `document ${d.fileId} task ${d.taskId}`);
}

/** Checks the tasks of a practice. @returns counts, open tasks, and the files that must exist */
export async function checkTasks(
  db: ScopedReader,
  t: Schema,
  ops: OpsRead,
  trails: ReadonlyMap<string, Trail>,
  now: number,
  say: Say,
): Promise<TasksRead> {
  const listed = await documents(db, t),
    placed = await tabletOfMappen(db, t),
    stored = await blobNames(db, t);
  const known: Known = {
    ops,
    trails,
    now,
    sealing: await sealingTasks(db, t),
    answered: await answeredOps(db, t),
    parts: new Map((await signedParts(db, t)).map((one) => [one.opId, one.taskId])),
    blanks: await blankForms(db, t),
    scanned: await scannedFiles(db, t),
    envelopes: new Map((await envelopes(db, t)).map((e) => [e.taskId, e])),
    documents: new Map(listed.map((d) => [d.taskId ?? d.fileId, d])),
  };
  const read: TasksRead = { states: {}, open: [], sealed: 0, files: [] };
  for await (const page of taskPages(db, t)) {
    for (const task of page) {
      read.states[task.state] = (read.states[task.state] ?? 0) + 1;
      checkTask(task, known, say);
      if (!isEnd(task.state))
        read.open.push({
          taskId: task.taskId,
          state: task.state,
          openSince: task.createdAt,
          stateSince: task.stateAt,
          tabletId: placed.get(task.mappeId) ?? null,
        });
    }
  }
  checkAccepted(known, say);
  const files = new Set<string>(listed.map((d) => d.sha256));
  for (const e of known.envelopes.values()) {
    if (e.sealedAt === null) continue;
    read.sealed++;
    for (const file of [...e.finalSha256, ...e.pointFiles]) if (file !== null) files.add(file);
  }
  for (const file of files)
    if (!stored.has(file)) say('document.blob', `file ${file} is not listed`);
  read.files = [...files].filter((file) => stored.has(file));
  read.open.sort((a, b) => a.openSince - b.openSince);
  return read;
}
