// Queries of consents: papers, envelopes and documents of a person are read, only withdrawals are
// written.

import { and, asc, inArray, isNull, type SQL } from 'drizzle-orm';
import type { TaskState } from '../../../shared/desk/task.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TaskRow = Row<Schema['task']>;
export type EnvelopeRow = Row<Schema['envelope']>;
export type WithdrawalRow = Row<Schema['withdrawal']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: SQL[]): SQL => and(first, ...rest) ?? first;

/** Papers with a decision. */
const DECIDED: readonly TaskState[] = ['submitted', 'sealed', 'filed', 'declined'];
const PAPERS = ['document', 'notice'] as const;

export const findTask = (s: Source, taskId: string): Promise<TaskRow | undefined> =>
  readerOf(s).one(s.t.task, { taskId });
/** Returns decided papers of these numbers, oldest first. */
export const decidedTasks = (s: Source, patids: readonly string[]): Promise<TaskRow[]> =>
  readerOf(s).find(
    s.t.task,
    all(
      inArray(s.t.task.patid, [...patids]),
      inArray(s.t.task.kind, [...PAPERS]),
      inArray(s.t.task.state, [...DECIDED]),
    ),
    { orderBy: [asc(s.t.task.createdAt), asc(s.t.task.taskId)] },
  );
const LISTED = [
  'taskId',
  'patid',
  'template',
  'state',
  'submittedAt',
  'filedAt',
  'stateAt',
  'voidedAt',
  'voidReason',
] as const;
/** Returns decisions on texts with one of these keys, without the documents. */
export const decidedOf = (
  s: Source,
  templates: readonly string[],
): Promise<Pick<TaskRow, (typeof LISTED)[number]>[]> =>
  templates.length === 0
    ? Promise.resolve([])
    : readerOf(s).pick(
        s.t.task,
        LISTED,
        all(inArray(s.t.task.template, [...templates]), inArray(s.t.task.state, [...DECIDED])),
        { orderBy: [asc(s.t.task.createdAt), asc(s.t.task.taskId)] },
      );
/** Returns the keys of all papers ever decided here. */
export const decidedKeys = async (s: Source): Promise<string[]> => [
  ...new Set(
    (
      await readerOf(s).pick(
        s.t.task,
        ['template'],
        all(inArray(s.t.task.kind, [...PAPERS]), inArray(s.t.task.state, [...DECIDED])),
      )
    ).map((t) => t.template),
  ),
];

export const envelopesOf = (s: Source, taskIds: readonly string[]): Promise<EnvelopeRow[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.envelope, inArray(s.t.envelope.taskId, [...taskIds]));
export const envelopeOf = (s: Source, taskId: string): Promise<EnvelopeRow | undefined> =>
  readerOf(s).one(s.t.envelope, { taskId });
/** Returns valid envelopes that replaced one of these. */
export const replacementsOf = (s: Source, envelopeIds: readonly string[]): Promise<EnvelopeRow[]> =>
  envelopeIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(
        s.t.envelope,
        all(inArray(s.t.envelope.prevEnvelopeId, [...envelopeIds]), isNull(s.t.envelope.voidedAt)),
      );
export async function filesOf(s: Source, taskIds: readonly string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  return new Map(
    (await readerOf(s).find(s.t.document, inArray(s.t.document.taskId, [...taskIds]))).flatMap(
      (d) => (d.taskId === null ? [] : [[d.taskId, d.fileId] as const]),
    ),
  );
}
export const mappeOf = (s: Source, mappeId: string): Promise<Row<Schema['mappe']> | undefined> =>
  readerOf(s).one(s.t.mappe, { id: mappeId });

export const findWithdrawal = (s: Source, id: string): Promise<WithdrawalRow | undefined> =>
  readerOf(s).one(s.t.withdrawal, { id });
/** Returns withdrawals that were not undone, oldest first. */
export const withdrawalsOf = (s: Source, taskIds: readonly string[]): Promise<WithdrawalRow[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(
        s.t.withdrawal,
        all(inArray(s.t.withdrawal.taskId, [...taskIds]), isNull(s.t.withdrawal.undoneAt)),
        { orderBy: [asc(s.t.withdrawal.at), asc(s.t.withdrawal.id)] },
      );
export async function insertWithdrawal(
  w: Work,
  row: NewRow<Schema['withdrawal']>,
): Promise<WithdrawalRow | undefined> {
  return (await w.tx.insert(w.t.withdrawal, row, { ifAbsent: true }))[0];
}
/** Undoes one, once and only while it has no receipt. */
export async function undoWithdrawal(w: Work, id: string): Promise<WithdrawalRow | undefined> {
  const { withdrawal } = w.t;
  return (
    await w.tx.update(withdrawal, { undoneAt: w.now }, { id, undoneAt: NOTHING, fileId: NOTHING })
  )[0];
}
/** Records the receipt, once. */
export async function setReceipt(w: Work, id: string, fileId: string): Promise<boolean> {
  const { withdrawal } = w.t;
  return (
    (await w.tx.update(withdrawal, { fileId }, { id, undoneAt: NOTHING, fileId: NOTHING })).length >
    0
  );
}
