// Queries of missing signatures and of one patient's papers and answers; read-only.

import { and, desc, eq, inArray, isNull } from 'drizzle-orm';
import type { TaskState } from '../../../shared/desk/task.ts';
import { DAMAGED_TEXT } from '../../../shared/base/damaged-text.ts';
import { withStandIns } from '../../platform/db/cells/cells.ts';
import type { Look } from '../../platform/work.ts';

/** Unsigned, or unknown. Declined, withdrawn or expired ones wait for no signature. */
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

/** A signature, or answers, were received. */
export const SIGNED: readonly TaskState[] = ['submitted', 'sealed', 'filed'];

/** Shows a damaged paper by its title, without signers and amounts. */
const shown = <R extends { title: string; data: string }>(stored: R): R => {
  const { row, isDamaged } = withStandIns(stored, NO_DOCUMENT as Partial<R>);
  return isDamaged ? { ...row, title: `${row.title} ${DAMAGED_TEXT}` } : row;
};
const NO_DOCUMENT = { data: '{"fields":[],"signers":[]}' };

/** Lists the papers of these numbers to be signed, without a proof; oldest first. */
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
      ...shown(row),
      signed: parts.filter((one) => one.taskId === row.taskId).map((one) => one.role),
      signedAt: Math.max(
        0,
        ...parts.filter((one) => one.taskId === row.taskId).map((one) => one.receivedAt),
      ),
    }))
    .sort((a, b) => a.createdAt - b.createdAt || a.position - b.position);
}

/**
 * Lists every paper and questionnaire sent to these numbers, with the signers where there are
 * several.
 */
export async function tasksOf(look: Look, patids: readonly string[]) {
  const { task, signaturePart } = look.t;
  const rows = await look.db.pick(
    task,
    ['taskId', 'kind', 'template', 'title', 'state', 'createdAt', 'submittedAt', 'filedAt', 'data'],
    inArray(task.patid, [...patids]),
    { orderBy: [desc(task.createdAt), desc(task.taskId)] },
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
    ...shown(row),
    signed: parts.filter((one) => one.taskId === row.taskId).map((one) => one.role),
  }));
}
/** Answers to forms, from any channel; additions to them do not count separately. */
export const answeredOf = (look: Look, patids: readonly string[]) =>
  look.db.pick(
    look.t.answers,
    ['id', 'form', 'title', 'answeredAt'],
    and(inArray(look.t.answers.patid, [...patids]), isNull(look.t.answers.addsTo)),
  );
/** Checks whether this number has a record. */
export const isHere = async (look: Look, patid: string): Promise<boolean> =>
  (await look.db.one(look.t.patient, { patid })) !== undefined;
