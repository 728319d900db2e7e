// Queries of rules of switches; the only writer of them. All rows are the vendor's.

import { and, desc, eq, isNull } from 'drizzle-orm';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type FlagRow = Row<Schema['flagRule']>;

/** Stores a rule; false when its id is taken. */
export const insertRule = async (w: Work, row: NewRow<Schema['flagRule']>): Promise<boolean> =>
  (await w.tx.insert(w.t.flagRule, row, { ifAbsent: true })).length > 0;
export const findRule = (s: Look | Work, id: string): Promise<FlagRow | undefined> =>
  readerOf(s).one(s.t.flagRule, { id });
/** Ends a rule once; undefined when it is ended already. */
export const endRule = async (
  w: Work,
  id: string,
  set: { endedBy: string; endReason: string },
): Promise<FlagRow | undefined> =>
  (
    await w.tx.update(
      w.t.flagRule,
      { ...set, endedAt: w.now },
      and(eq(w.t.flagRule.id, id), isNull(w.t.flagRule.endedAt))!,
    )
  )[0];
/** Lists rules that were not ended; their last day may have passed. */
export const openRules = (s: Look): Promise<FlagRow[]> =>
  s.db.find(s.t.flagRule, isNull(s.t.flagRule.endedAt));
/** Lists all rules, the newest first. */
export const listRules = (s: Look): Promise<FlagRow[]> =>
  s.db.find(s.t.flagRule, undefined, {
    orderBy: [desc(s.t.flagRule.at), desc(s.t.flagRule.id)],
  });
/** Returns the name of a practice; undefined for a cid of none. */
export const nameOfPractice = async (
  { read, t }: Store,
  cid: string,
): Promise<string | undefined> =>
  (await read.select({ name: t.praxis.name }).from(t.praxis).where(eq(t.praxis.cid, cid)))[0]?.name;
