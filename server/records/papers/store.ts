// Queries of missing signatures and of one person's papers and answers; a reader, it writes nothing.

import { and, eq, inArray, isNull } from 'drizzle-orm';
import type { TaskState } from '../../../shared/desk/task.ts';
import type { Look } from '../../platform/work.ts';

/** Nobody signed yet, or nobody can say so. What was declined, withdrawn or ran out waits for no signature. */
export const UNSIGNED: readonly TaskState[] = [
  'created',
  'assigned',
  'started',
  'interrupted',
  'talk_pending',
  'question',
  'part_signed',
  'paper',
  'needs_attention',
];

/** A signature, or answers, arrived. */
export const SIGNED: readonly TaskState[] = ['submitted', 'sealed', 'filed'];

/** Papers to be signed, without a proof, of these numbers; oldest first. */
export async function unsignedOf(look: Look, patids: readonly string[]) {
  if (patids.length === 0) return [];
  const { task } = look.t;
  const rows = await look.db.pick(
    task,
    [
      'taskId',
      'patid',
      'template',
      'title',
      'state',
      'formRequirement',
      'createdAt',
      'position',
      'data',
    ],
    and(
      inArray(task.patid, [...patids]),
      eq(task.kind, 'document'),
      inArray(task.state, [...UNSIGNED]),
    ),
  );
  const parts =
    rows.length === 0
      ? []
      : await look.db.find(
          look.t.signaturePart,
          inArray(
            look.t.signaturePart.taskId,
            rows.map((row) => row.taskId),
          ),
        );
  return rows
    .map((row) => ({
      ...row,
      signed: parts.filter((one) => one.taskId === row.taskId).map((one) => one.role),
      signedAt: Math.max(
        0,
        ...parts.filter((one) => one.taskId === row.taskId).map((one) => one.receivedAt),
      ),
    }))
    .sort((a, b) => a.createdAt - b.createdAt || a.position - b.position);
}

/** Every paper and questionnaire that was sent to these numbers, with who signed of several. */
export async function tasksOf(look: Look, patids: readonly string[]) {
  const { task, signaturePart } = look.t;
  const rows = await look.db.pick(
    task,
    ['taskId', 'kind', 'template', 'title', 'state', 'createdAt', 'submittedAt', 'filedAt', 'data'],
    inArray(task.patid, [...patids]),
  );
  const parts = rows.some((row) => row.state === 'part_signed')
    ? await look.db.find(
        signaturePart,
        inArray(
          signaturePart.taskId,
          rows.map((row) => row.taskId),
        ),
      )
    : [];
  return rows.map((row) => ({
    ...row,
    signed: parts.filter((one) => one.taskId === row.taskId).map((one) => one.role),
  }));
}
/** Answers to forms, wherever they were given; additions to them are none of their own. */
export const answeredOf = (look: Look, patids: readonly string[]) =>
  look.db.pick(
    look.t.answers,
    ['id', 'form', 'title', 'answeredAt'],
    and(inArray(look.t.answers.patid, [...patids]), isNull(look.t.answers.addsTo)),
  );
/** Whether somebody has a record under this number. */
export const isHere = async (look: Look, patid: string): Promise<boolean> =>
  (await look.db.one(look.t.patient, { patid })) !== undefined;
