// Queries of Mappen and tasks, the one writer of both; patients, filed documents and answers are
// read for the board.

import { and, asc, desc, eq, gte, inArray, isNull, type SQL } from 'drizzle-orm';
import { targetsOf } from '../../../shared/records/transfer.ts';
import type { VoidReason } from '../../../shared/papers/consent.ts';
import { isEnd, TASK_STATES, type TaskState } from '../../../shared/desk/task.ts';
import { searchText } from '../../../shared/desk/patient.ts';
import { findPeople, recordsOf } from '../../platform/db/people/people-index.ts';
import { withStandIns } from '../../platform/db/cells/cells.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import { oneOf } from '../../platform/db/query/one-of.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type TaskRow = Row<Schema['task']>;
export type MappeRow = Row<Schema['mappe']>;
export type PatientRow = Row<Schema['patient']>;
type Source = Look | Work;
const all = (first: SQL, ...rest: SQL[]): SQL => and(first, ...rest) ?? first;

export const findTask = (s: Source, taskId: string): Promise<TaskRow | undefined> =>
  readerOf(s).one(s.t.task, { taskId });
export const findMappe = (s: Source, id: string): Promise<MappeRow | undefined> =>
  readerOf(s).one(s.t.mappe, { id });
export const tasksOf = (s: Source, mappeId: string): Promise<TaskRow[]> =>
  readerOf(s).find(s.t.task, eq(s.t.task.mappeId, mappeId), { orderBy: asc(s.t.task.position) });
/** Returns the Mappe of a task, if it belongs to this tablet. */
export async function mappeOfTaskAt(
  s: Source,
  tabletId: string,
  taskId: string,
): Promise<string | undefined> {
  const [task] = await readerOf(s).pick(s.t.task, ['mappeId'], eq(s.t.task.taskId, taskId));
  const mappe = task && (await findMappe(s, task.mappeId));
  return mappe?.tabletId === tabletId ? mappe.id : undefined;
}
/**
 * Reads the columns that decide whether a Mappe's tasks are on its tablet, without their documents.
 * A damaged reading counts as none, so that the other tasks stay on the tablet.
 */
export const siblingsOf = async (
  s: Source,
  mappeId: string,
): Promise<Pick<TaskRow, 'taskId' | 'state' | 'read' | 'presentedPdfSha256'>[]> =>
  (
    await readerOf(s).pick(
      s.t.task,
      ['taskId', 'state', 'read', 'presentedPdfSha256'],
      eq(s.t.task.mappeId, mappeId),
    )
  ).map((one) => withStandIns(one, { read: null }).row);
/**
 * Finds the Mappen on a tablet with a task in one of the states. Starts from the open tasks, which
 * are few; a tablet's Mappen of all years are many.
 */
export async function mappenAt(
  s: Source,
  tabletId: string,
  states: readonly TaskState[],
): Promise<MappeRow[]> {
  const open = await readerOf(s).pick(s.t.task, ['mappeId'], inArray(s.t.task.state, [...states]));
  const ids = [...new Set(open.map((t) => t.mappeId))];
  return ids.length === 0
    ? []
    : readerOf(s).find(s.t.mappe, all(oneOf(s.t.mappe.id, ids), eq(s.t.mappe.tabletId, tabletId)));
}
/** Lists the papers to be signed by hand that may be on a tablet for reading, unread so far. */
export async function unreadPapersAt(s: Source, tabletId: string): Promise<TaskRow[]> {
  const { task, mappe } = s.t;
  const open = await readerOf(s).pick(
    task,
    ['taskId', 'mappeId'],
    all(eq(task.state, 'paper'), isNull(task.read)),
  );
  const here =
    open.length === 0
      ? []
      : await readerOf(s).pick(
          mappe,
          ['id'],
          all(
            oneOf(mappe.id, [...new Set(open.map((t) => t.mappeId))]),
            eq(mappe.tabletId, tabletId),
          ),
        );
  const ids = open.filter((t) => here.some((m) => m.id === t.mappeId)).map((t) => t.taskId);
  return ids.length === 0 ? [] : readerOf(s).find(task, oneOf(task.taskId, ids));
}
/** Lists the tasks of these Mappen in one of the states. */
export async function tasksIn(
  s: Source,
  mappeIds: string[],
  states: readonly TaskState[],
): Promise<TaskRow[]> {
  if (mappeIds.length === 0) return [];
  return readerOf(s).find(
    s.t.task,
    all(oneOf(s.t.task.mappeId, mappeIds), inArray(s.t.task.state, [...states])),
    { orderBy: asc(s.t.task.position) },
  );
}

/** Lists the papers of one person that wait to be signed, newest first. */
export const openPapersOf = (s: Source, patids: readonly string[]): Promise<TaskRow[]> =>
  readerOf(s).find(
    s.t.task,
    all(
      inArray(s.t.task.patid, [...patids]),
      inArray(s.t.task.state, ['created', 'interrupted', 'assigned', 'started', 'part_signed']),
    ),
    { orderBy: desc(s.t.task.createdAt), limit: 50 },
  );

/** Checks whether this practice hands filed papers over to its practice software. */
export async function isHandedOver(s: Source): Promise<boolean> {
  const row = await readerOf(s).one(s.t.doctosync);
  return row !== undefined && targetsOf(row.settings).length > 0;
}

/** Returns the created Mappe, or undefined when its id is taken. */
export async function insertMappe(
  w: Work,
  row: NewRow<Schema['mappe']>,
): Promise<MappeRow | undefined> {
  return (await w.tx.insert(w.t.mappe, row, { ifAbsent: true }))[0];
}
export const insertTasks = (w: Work, rows: NewRow<Schema['task']>[]): Promise<TaskRow[]> =>
  w.tx.insert(w.t.task, rows);
export async function changeMappe(
  w: Work,
  id: string,
  set: Partial<NewRow<Schema['mappe']>>,
): Promise<MappeRow | undefined> {
  return (await w.tx.update(w.t.mappe, set, { id }))[0];
}
/** Changes a task only while its state and revision are unchanged since they were read. */
export async function changeTask(
  w: Work,
  read: Pick<TaskRow, 'taskId' | 'state' | 'taskRev'>,
  set: Partial<NewRow<Schema['task']>>,
): Promise<TaskRow | undefined> {
  const t = w.t.task;
  return (
    await w.tx.update(t, set, { taskId: read.taskId, state: read.state, taskRev: read.taskRev })
  )[0];
}
/**
 * Marks a paper that was signed by hand as void, once.
 * @returns false when it was marked before
 */
export async function voidTask(
  w: Work,
  taskId: string,
  reason: VoidReason,
  by: string,
): Promise<boolean> {
  const set = { voidedAt: w.now, voidReason: reason, voidedBy: by };
  return (await w.tx.update(w.t.task, set, { taskId, voidedAt: NOTHING })).length > 0;
}

const LISTED = [
  'taskId',
  'mappeId',
  'patid',
  'position',
  'kind',
  'template',
  'title',
  'formRequirement',
  'state',
  'stateAt',
  'page',
  'of',
  'talk',
  'read',
  'readIn',
  'startedAt',
  'attention',
  'createdAt',
] as const;
/** A task without its document: enough for lists, a hundredth of the bytes. */
export type ListedTask = Pick<TaskRow, (typeof LISTED)[number]>;

/** States are listed explicitly: an index finds values in a list, not values outside of one. */
const isOpen = (s: Look): SQL =>
  inArray(
    s.t.task.state,
    TASK_STATES.filter((state) => !isEnd(state)),
  );
/** Lists open Mappen, and the newest of those created since `since`; oldest first. */
export async function boardRows(
  s: Look,
  since: number,
  limit: number,
): Promise<{ mappen: MappeRow[]; tasks: ListedTask[] }> {
  const { task, mappe } = s.t;
  const recent = (
    await s.db.find(mappe, gte(mappe.createdAt, since), { orderBy: desc(mappe.createdAt), limit })
  ).reverse();
  // Two queries, each with its index: as one, every task would be scanned for each board request.
  const [open, found] = await Promise.all([
    s.db.pick(task, ['mappeId'], isOpen(s), { orderBy: asc(task.position), limit: limit * 20 }),
    recent.length === 0
      ? []
      : s.db.pick(
          task,
          LISTED,
          oneOf(
            task.mappeId,
            recent.map((m) => m.id),
          ),
          { orderBy: asc(task.position), limit: limit * 20 },
        ),
  ]);
  const known = new Set(recent.map((m) => m.id));
  const older = [...new Set(open.map((t) => t.mappeId))]
    .filter((id) => !known.has(id))
    .slice(0, limit);
  if (older.length === 0) return { mappen: recent, tasks: found };
  const [mappen, rest] = await Promise.all([
    s.db.find(mappe, oneOf(mappe.id, older)),
    s.db.pick(task, LISTED, oneOf(task.mappeId, older), { orderBy: asc(task.position) }),
  ]);
  // Sorted here: with ORDER BY time a database scans all Mappen instead of looking these up.
  return {
    mappen: [...mappen.sort((a, b) => a.createdAt - b.createdAt), ...recent],
    tasks: [...rest, ...found],
  };
}
/** Lists the ledger: every task without a proven end, oldest first. */
export const openTasks = (s: Look, limit: number): Promise<ListedTask[]> =>
  s.db.pick(s.t.task, LISTED, isOpen(s), { orderBy: asc(s.t.task.createdAt), limit });
export async function filesOf(s: Look, taskIds: string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await s.db.pick(
    s.t.document,
    ['taskId', 'fileId'],
    oneOf(s.t.document.taskId, taskIds),
  );
  return new Map(rows.flatMap((r) => (r.taskId === null ? [] : [[r.taskId, r.fileId] as const])));
}

/** Checks whether a task has a filed document. */
export const hasFile = async (s: Source, taskId: string): Promise<boolean> =>
  (await readerOf(s).count(s.t.document, eq(s.t.document.taskId, taskId))) > 0;

/** Lists the ids of the answers submitted to these tasks. */
export async function answersOf(s: Look, taskIds: string[]): Promise<Map<string, string>> {
  if (taskIds.length === 0) return new Map();
  const rows = await s.db.pick(s.t.answers, ['id', 'taskId'], oneOf(s.t.answers.taskId, taskIds));
  return new Map(rows.flatMap((r) => (r.taskId === null ? [] : [[r.taskId, r.id] as const])));
}

const MERGES = 5;
/** Finds the patient of a patid, after merges. */
export async function findPatient(s: Source, patid: string): Promise<PatientRow | undefined> {
  let row = await readerOf(s).one(s.t.patient, { patid });
  for (let i = 0; i < MERGES && row?.mergedInto; i++)
    row = await readerOf(s).one(s.t.patient, { patid: row.mergedInto });
  return row;
}
export async function patientsOf(s: Source, patids: string[]): Promise<Map<string, PatientRow>> {
  if (patids.length === 0) return new Map();
  return new Map(
    (await readerOf(s).find(s.t.patient, oneOf(s.t.patient.patid, patids))).map((p) => [
      p.patid,
      p,
    ]),
  );
}
/** Finds other people with the same last name, at most a hundred. */
export async function sameLastName(
  s: Source,
  p: Pick<PatientRow, 'patid' | 'lastName'>,
): Promise<PatientRow[]> {
  const start = searchText({ firstName: '', lastName: p.lastName }).trimEnd();
  const found = await findPeople(
    s,
    ({ patid, search, mergedInto }) =>
      mergedInto === null && patid !== p.patid && search.startsWith(`${start} `),
  );
  return (await recordsOf(s, found)).filter((row) => row.lastName === p.lastName).slice(0, 100);
}
