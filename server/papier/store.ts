// Queries of the list of missing signatures; a reader of tasks, it writes nothing.

import { and, eq, inArray } from 'drizzle-orm';
import type { TaskState } from '../../shared/task.ts';
import type { Look } from '../work.ts';

/** Nobody signed yet, or nobody can say so. What was declined, withdrawn or ran out waits for no signature. */
const UNSIGNED: readonly TaskState[] = ['created', 'assigned', 'started', 'interrupted', 'talk_pending', 'question', 'part_signed', 'paper', 'needs_attention'];

/** Papers to be signed, without a proof, of these numbers; oldest first. */
export async function unsignedOf(look: Look, patids: readonly string[]) {
  if (patids.length === 0) return [];
  const { task } = look.t;
  const rows = await look.db.pick(task, ['taskId', 'patid', 'template', 'title', 'state', 'formRequirement', 'createdAt', 'position', 'data'], and(inArray(task.patid, [...patids]), eq(task.kind, 'document'), inArray(task.state, [...UNSIGNED])));
  const parts = rows.length === 0 ? [] : await look.db.find(look.t.signaturePart, inArray(look.t.signaturePart.taskId, rows.map(row => row.taskId)));
  return rows.map(row => ({ ...row, signed: parts.filter(one => one.taskId === row.taskId).map(one => one.role) })).sort((a, b) => a.createdAt - b.createdAt || a.position - b.position);
}
