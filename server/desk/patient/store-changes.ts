// Queries of proposed changes of master data; the one writer of the table.

import { and, asc, desc, eq, gt, gte, inArray, isNull, or, type SQL } from 'drizzle-orm';
import type { ChangeState } from '../../../shared/desk/master-data.ts';
import { oneOf } from '../../platform/db/query/one-of.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type ChangeRow = Row<Schema['masterChange']>;
type From = Look | Work;
/** More open changes than one person can have. */
const OF_ONE = 200;

/** Changes of one person, under all of their numbers. */
export const findChanges = (
  s: From,
  patids: readonly string[],
  states: readonly ChangeState[],
): Promise<ChangeRow[]> =>
  readerOf(s).find(
    s.t.masterChange,
    and(inArray(s.t.masterChange.patid, [...patids]), inArray(s.t.masterChange.state, [...states])),
    { orderBy: [desc(s.t.masterChange.proposedAt), asc(s.t.masterChange.id)], limit: OF_ONE },
  );
export const findChangesById = (s: From, ids: readonly string[]): Promise<ChangeRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.masterChange, inArray(s.t.masterChange.id, [...ids]));
export const changesOfAnswers = (s: From, answersId: string): Promise<ChangeRow[]> =>
  readerOf(s).find(s.t.masterChange, eq(s.t.masterChange.answersId, answersId), { limit: OF_ONE });

/** Lists the open changes of all people, oldest first. */
export const listOpenChanges = (
  s: From,
  limit: number,
): Promise<Pick<ChangeRow, 'patid' | 'field' | 'proposedAt'>[]> =>
  readerOf(s).pick(
    s.t.masterChange,
    ['patid', 'field', 'proposedAt'],
    eq(s.t.masterChange.state, 'open'),
    { orderBy: [asc(s.t.masterChange.proposedAt), asc(s.t.masterChange.id)], limit },
  );
export const openChangesOf = (
  s: From,
  patids: readonly string[],
): Promise<Pick<ChangeRow, 'patid' | 'field'>[]> =>
  patids.length === 0
    ? Promise.resolve([])
    : readerOf(s).pick(
        s.t.masterChange,
        ['patid', 'field'],
        and(eq(s.t.masterChange.state, 'open'), oneOf(s.t.masterChange.patid, patids)),
      );
/**
 * Lists the accepted changes not yet in the practice software, or entered there since `since` (ms);
 * oldest first.
 */
export const listTakenChanges = (s: From, since: number, limit: number): Promise<ChangeRow[]> =>
  readerOf(s).find(
    s.t.masterChange,
    and(
      eq(s.t.masterChange.state, 'taken'),
      or(isNull(s.t.masterChange.notedAt), gte(s.t.masterChange.notedAt, since)),
    ),
    { orderBy: [asc(s.t.masterChange.decidedAt), asc(s.t.masterChange.id)], limit },
  );

/** Inserts changes and returns the new ones. */
export const insertChanges = (
  w: Work,
  rows: NewRow<Schema['masterChange']>[],
): Promise<ChangeRow[]> => w.tx.insert(w.t.masterChange, rows, { ifAbsent: true });

/** Moves changes that are still in `from`; the ids of the others are missing from the result. */
export async function moveChanges(
  w: Work,
  ids: readonly string[],
  from: ChangeState,
  set: Partial<NewRow<Schema['masterChange']>> & { state: ChangeState },
  decidedAfter?: number,
): Promise<ChangeRow[]> {
  if (ids.length === 0) return [];
  const { masterChange: c } = w.t,
    late: SQL[] = decidedAfter === undefined ? [] : [gt(c.decidedAt, decidedAfter)];
  return w.tx.update(
    c,
    set,
    and(inArray(c.id, [...ids]), eq(c.state, from), ...late) ?? eq(c.state, from),
  );
}
/** Ticks off changes entered into the practice software, or removes the tick. */
export async function markNoted(
  w: Work,
  ids: readonly string[],
  noted: { notedAt: number; notedBy: string } | null,
): Promise<ChangeRow[]> {
  const { masterChange: c } = w.t;
  return ids.length === 0
    ? []
    : w.tx.update(
        c,
        noted ?? { notedAt: null, notedBy: null },
        and(inArray(c.id, [...ids]), eq(c.state, 'taken')) ?? eq(c.state, 'taken'),
      );
}
