// Queries of changes that wait; the only writer of them.

import { and, desc, eq, gt, inArray, or } from 'drizzle-orm';
import type { HeldKind, HeldState } from '../../../../shared/vendor/contract/held-change.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import type { NewRow, Row } from '../../../platform/db/scope.ts';
import type { Store } from '../../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type HeldRow = Row<Schema['heldChange']>;
const MOST_SHOWN = 20;

/** Stores a change; false while another one of its kind waits. */
export const insertHeld = async (
  w: Work,
  row: Omit<NewRow<Schema['heldChange']>, 'openKey' | 'state'>,
): Promise<boolean> =>
  (
    await w.tx.insert(
      w.t.heldChange,
      { ...row, openKey: row.kind, state: 'waiting' },
      { ifAbsent: true },
    )
  ).length > 0;
export const findHeld = (s: Look | Work, id: string): Promise<HeldRow | undefined> =>
  readerOf(s).one(s.t.heldChange, { id });
/** Lists changes that are not over. */
export const openHeld = (s: Look | Work): Promise<HeldRow[]> =>
  readerOf(s).find(s.t.heldChange, inArray(s.t.heldChange.state, ['waiting', 'applying']));
export const openHeldOf = async (s: Look | Work, kind: HeldKind): Promise<HeldRow | undefined> =>
  readerOf(s).one(s.t.heldChange, { openKey: kind });
/** Lists open changes and those that ended since, the newest first. */
export const listHeld = (s: Look | Work, since: number): Promise<HeldRow[]> =>
  readerOf(s).find(
    s.t.heldChange,
    or(inArray(s.t.heldChange.state, ['waiting', 'applying']), gt(s.t.heldChange.endedAt, since)),
    { orderBy: [desc(s.t.heldChange.at), desc(s.t.heldChange.id)], limit: MOST_SHOWN },
  );

const isOver = (state: HeldState): boolean => state !== 'waiting' && state !== 'applying';
/** Moves a change on; undefined when another call was first. */
export const moveHeld = async (
  w: Work,
  id: string,
  from: HeldState,
  to: HeldState,
): Promise<HeldRow | undefined> =>
  (
    await w.tx.update(
      w.t.heldChange,
      { state: to, ...(isOver(to) && { openKey: id, endedAt: w.now }) },
      and(eq(w.t.heldChange.id, id), eq(w.t.heldChange.state, from))!,
    )
  )[0];
/** Adds a word to a waiting change. */
export const noteWord = (
  w: Work,
  id: string,
  set: Pick<Partial<NewRow<Schema['heldChange']>>, 'approvedAt' | 'approvedBy' | 'confirmedAt'>,
): Promise<HeldRow[]> =>
  w.tx.update(
    w.t.heldChange,
    set,
    and(eq(w.t.heldChange.id, id), eq(w.t.heldChange.state, 'waiting'))!,
  );

/** Finds a waiting change of any practice by the hash of a mail's secret. */
export async function heldByHash(
  { read, t }: Store,
  act: 'stop' | 'confirm',
  hash: string,
): Promise<HeldRow | undefined> {
  const h = t.heldChange;
  return (
    await read
      .select()
      .from(h)
      .where(and(eq(act === 'stop' ? h.stopHash : h.readerHash, hash), eq(h.state, 'waiting')))
      .limit(1)
  )[0];
}
