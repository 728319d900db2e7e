// Reads the audit once: recomputes its chain, and follows every task from state to state.

import { isEnd, type TaskState } from '../../../shared/desk/task.ts';
import { auditRows } from '../../platform/audit/store.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { ScopedReader } from '../../platform/db/scope.ts';
import { verifyChain, type ChainRow } from '../../paper/seal/chain.ts';
import type { Say } from './findings.ts';

/** Audit trail of one task. */
export interface Trail {
  /** State after the newest step. */
  state: TaskState;
  /** Event that led to each end state. */
  ends: string[];
  /** Revisions that a patient's result moved, with the event. */
  results: { taskRev: number; event: string }[];
  hasFailed: boolean;
}
/** Events that end one revision of a task on a tablet. */
const RESULTS = new Set([
  'task.submit',
  'task.talk_pending',
  'task.question',
  'task.decline',
  'task.paper',
]);

const step = (
  row: ChainRow,
): { taskId: string; from: string; to: TaskState; taskRev: number } | undefined => {
  const { taskId, from, to, taskRev } = row.data;
  return typeof taskId === 'string' && typeof from === 'string' && typeof to === 'string'
    ? { taskId, from, to: to as TaskState, taskRev: Number(taskRev) }
    : undefined;
};

function follow(trails: Map<string, Trail>, row: ChainRow, say: Say): void {
  if (!row.type.startsWith('task.')) return;
  const taskId = String(row.data.taskId);
  // Read after the paper was filed, or asked while another signer continues: a result without a
  // step.
  if (row.type === 'task.read' || row.type === 'task.asked_elsewhere')
    trails.get(taskId)?.results.push({ taskRev: -1, event: row.type });
  // Came back from a tablet after a restore: its earlier steps were lost with the database.
  if (row.type === 'task.restored')
    trails.set(taskId, { state: 'assigned', ends: [], results: [], hasFailed: false });
  const moved = step(row);
  if (!moved) return;
  const trail = trails.get(taskId) ?? {
    state: moved.from as TaskState,
    ends: [],
    results: [],
    hasFailed: false,
  };
  if (trail.state !== moved.from) say('task.trail', `task ${taskId} audit ${row.seq}`);
  trail.state = moved.to;
  if (row.type === 'task.fail') trail.hasFailed = true;
  if (RESULTS.has(row.type)) trail.results.push({ taskRev: moved.taskRev, event: row.type });
  // An undone tick takes its end with it.
  if (row.type === 'task.paper_unfiled') trail.ends.pop();
  if (isEnd(moved.to)) trail.ends.push(row.type);
  trails.set(taskId, trail);
}

/** Reads the trails of all tasks and the number of audit rows. */
export async function readTrails(
  db: ScopedReader,
  t: Schema,
  say: Say,
): Promise<{ trails: Map<string, Trail>; rows: number }> {
  const trails = new Map<string, Trail>(),
    chain: ChainRow[] = [];
  for await (const page of auditRows(db, t)) {
    for (const row of page) follow(trails, row, say);
    chain.push(...page);
  }
  const verdict = verifyChain(db.cid, chain);
  if (!verdict.ok)
    say('audit.chain', `practice ${db.cid} audit ${verdict.seq} (${verdict.reason})`);
  return { trails, rows: chain.length };
}
