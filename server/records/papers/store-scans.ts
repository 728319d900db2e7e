// Queries of scanned pages: the only writer of their table, a reader of tasks and documents.

import { and, asc, desc, eq, gte, inArray, lt, ne, type SQL } from 'drizzle-orm';
import type { ScanState } from '../../../shared/papers/scan.ts';
import type { TaskState } from '../../../shared/desk/task.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';
import { agreementsByIds, findAgreement, type AgreementRow } from './store-agreements.ts';

export type ScanRow = Row<Schema['scanPage']>;
export type TaskRow = Row<Schema['task']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: (SQL | undefined)[]): SQL => and(first, ...rest) ?? first;
type Change = Partial<Omit<NewRow<Schema['scanPage']>, 'id' | 'fileSha256' | 'number'>>;

export const pagesOfFile = (s: Source, fileSha256: string): Promise<ScanRow[]> =>
  readerOf(s).find(s.t.scanPage, eq(s.t.scanPage.fileSha256, fileSha256), {
    orderBy: asc(s.t.scanPage.number),
  });
export const pagesByIds = (s: Source, ids: readonly string[]): Promise<ScanRow[]> =>
  readerOf(s).find(s.t.scanPage, inArray(s.t.scanPage.id, [...ids]));
export const pagesOfTask = (
  s: Source,
  taskId: string,
  states: readonly ScanState[],
): Promise<ScanRow[]> =>
  readerOf(s).find(
    s.t.scanPage,
    all(eq(s.t.scanPage.taskId, taskId), inArray(s.t.scanPage.state, [...states])),
    { orderBy: [asc(s.t.scanPage.page), asc(s.t.scanPage.at)] },
  );
export const pagesOfAll = (
  s: Source,
  taskIds: readonly string[],
  states: readonly ScanState[],
): Promise<Pick<ScanRow, 'taskId'>[]> =>
  taskIds.length === 0
    ? Promise.resolve([])
    : readerOf(s).pick(
        s.t.scanPage,
        ['taskId'],
        all(inArray(s.t.scanPage.taskId, [...taskIds]), inArray(s.t.scanPage.state, [...states])),
      );
export const pagesOfDocument = (s: Source, fileId: string): Promise<ScanRow[]> =>
  readerOf(s).find(s.t.scanPage, eq(s.t.scanPage.fileId, fileId), {
    orderBy: asc(s.t.scanPage.page),
  });
export const pagesIn = (
  s: Source,
  state: ScanState,
  order: 'oldest' | 'newest',
  limit: number,
  since = 0,
): Promise<ScanRow[]> =>
  readerOf(s).find(
    s.t.scanPage,
    all(eq(s.t.scanPage.state, state), gte(s.t.scanPage.stateAt, since)),
    {
      orderBy:
        order === 'oldest'
          ? [asc(s.t.scanPage.at), asc(s.t.scanPage.number)]
          : desc(s.t.scanPage.stateAt),
      limit,
    },
  );
export const countIn = (s: Source, state: ScanState): Promise<number> =>
  readerOf(s).count(s.t.scanPage, eq(s.t.scanPage.state, state));

/** Returns false when this page of this file existed before. */
export const insertPage = async (w: Work, row: NewRow<Schema['scanPage']>): Promise<boolean> =>
  (await w.tx.insert(w.t.scanPage, row, { ifAbsent: true })).length > 0;
/** Changes these pages while each is in one of the states. @returns the number of changed pages */
export const changePages = async (
  w: Work,
  ids: readonly string[],
  from: readonly ScanState[],
  set: Change,
): Promise<number> =>
  (
    await w.tx.update(
      w.t.scanPage,
      { ...set, ...(set.state && { stateAt: w.now }) },
      all(inArray(w.t.scanPage.id, [...ids]), inArray(w.t.scanPage.state, [...from])),
    )
  ).length;

/** Lists the pages with an obsolete picture: replaced ones, and those discarded before `before`. */
export const spentPages = (s: Source, before: number, limit: number): Promise<ScanRow[]> =>
  readerOf(s).find(
    s.t.scanPage,
    all(
      inArray(s.t.scanPage.state, ['discarded', 'replaced']),
      ne(s.t.scanPage.sha256, ''),
      lt(s.t.scanPage.stateAt, before),
    ),
    { limit },
  );
/** Removes the picture of a page. @returns the picture's hash where no other page has the same */
export async function dropPicture(
  w: Work,
  { id, sha256 }: Pick<ScanRow, 'id' | 'sha256'>,
): Promise<string | undefined> {
  if (sha256 === '' || (await w.tx.update(w.t.scanPage, { sha256: '' }, { id })).length === 0)
    return undefined;
  return (await w.tx.count(w.t.scanPage, eq(w.t.scanPage.sha256, sha256))) === 0
    ? sha256
    : undefined;
}

// Tables written by other slices.
/**
 * Target of the code on a sheet: the paper of a task, or an agreement that was printed without one.
 */
export interface Paper {
  readonly taskId: string;
  readonly patid: string;
  readonly title: string;
  readonly mappeId: string;
  readonly kind: 'task' | 'agreement';
  /** It accepts a scan: it is outstanding, or was ticked off manually. */
  readonly isOpen: boolean;
  /** It was not marked as returned. */
  readonly isOut: boolean;
}
const ofTask = ({ taskId, patid, title, mappeId, state }: TaskRow): Paper => ({
  taskId,
  patid,
  title,
  mappeId,
  kind: 'task',
  isOpen: state === 'paper' || state === 'filed',
  isOut: state === 'paper',
});
const ofAgreement = ({ id, patid, title, voidedAt, backAt }: AgreementRow): Paper => ({
  taskId: id,
  patid,
  title,
  mappeId: '',
  kind: 'agreement',
  isOpen: voidedAt === null,
  isOut: voidedAt === null && backAt === null,
});
export async function findPaper(s: Source, id: string): Promise<Paper | undefined> {
  const task = await readerOf(s).one(s.t.task, { taskId: id }),
    row = task ? undefined : await findAgreement(s, id);
  return task ? ofTask(task) : row && ofAgreement(row);
}
export const papersByIds = async (s: Source, ids: readonly string[]): Promise<Paper[]> =>
  ids.length === 0
    ? []
    : [
        ...(await readerOf(s).find(s.t.task, inArray(s.t.task.taskId, [...ids]))).map(ofTask),
        ...(await agreementsByIds(s, ids)).map(ofAgreement),
      ];
/** Checks whether its scan exists, or is being filed. */
export const isScanned = async (
  s: Source,
  { taskId, kind }: Pick<Paper, 'taskId' | 'kind'>,
): Promise<boolean> =>
  (await pagesOfTask(s, taskId, ['filing', 'filed'])).length > 0 ||
  (kind === 'task' && (await hasDocument(s, taskId)));
export const hasDocument = async (s: Source, taskId: string): Promise<boolean> =>
  (await readerOf(s).count(s.t.document, eq(s.t.document.taskId, taskId))) > 0;
export const withDocument = async (s: Source, ids: readonly string[]): Promise<Set<string>> =>
  new Set(
    ids.length === 0
      ? []
      : (await readerOf(s).find(s.t.document, inArray(s.t.document.taskId, [...ids]))).flatMap(
          (one) => one.taskId ?? [],
        ),
  );
/** Lists the hand-signed papers of these numbers: outstanding, or ticked off without a scan. */
export const papersOf = (
  s: Source,
  patids: readonly string[],
  states: readonly TaskState[],
): Promise<TaskRow[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(
        s.t.task,
        all(
          inArray(s.t.task.patid, [...patids]),
          eq(s.t.task.kind, 'document'),
          inArray(s.t.task.state, [...states]),
        ),
        { orderBy: desc(s.t.task.createdAt) },
      );
