// Queries of feedback; the only writer of it. Unscoped where the vendor's staff read across
// practices.

import { and, count, desc, eq, gte, isNull, lt } from 'drizzle-orm';
import type { FeedbackRating, FeedbackView } from '../../../shared/vendor/feedback.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type FeedbackRow = Row<Schema['feedback']>;
const MOST_SHOWN = 200,
  MOST_OWN = 50;

export const findFeedback = (s: Look | Work, id: string): Promise<FeedbackRow | undefined> =>
  readerOf(s).one(s.t.feedback, { id });
export const insertFeedback = (w: Work, row: NewRow<Schema['feedback']>): Promise<unknown> =>
  w.tx.insert(w.t.feedback, row);
/** Lists what a user sent, the newest first. */
export const feedbackOf = (s: Look, userId: string): Promise<FeedbackRow[]> =>
  readerOf(s).find(s.t.feedback, eq(s.t.feedback.userId, userId), {
    orderBy: [desc(s.t.feedback.at), desc(s.t.feedback.id)],
    limit: MOST_OWN,
  });
export const countSince = (s: Look | Work, userId: string, since: number): Promise<number> =>
  readerOf(s).count(
    s.t.feedback,
    and(eq(s.t.feedback.userId, userId), gte(s.t.feedback.at, since)),
  );
export const setSeen = async (w: Work, id: string, isSeen: boolean): Promise<boolean> =>
  (await w.tx.update(w.t.feedback, { seenAt: isSeen ? w.now : null }, { id })).length > 0;

/** Lists feedback of all practices, the newest first, and how much matches. */
export async function listFeedback(
  { read, t: { feedback: f, praxis } }: Store,
  view: FeedbackView,
): Promise<{ items: (FeedbackRow & { praxisName: string })[]; count: number }> {
  const where = view === 'new' ? isNull(f.seenAt) : undefined,
    rows = await read
      .select({ row: f, praxisName: praxis.name })
      .from(f)
      .innerJoin(praxis, eq(praxis.cid, f.cid))
      .where(where)
      .orderBy(desc(f.at), desc(f.id))
      .limit(MOST_SHOWN);
  const [all] = await read
    .select({ n: count() })
    .from(f)
    .innerJoin(praxis, eq(praxis.cid, f.cid))
    .where(where);
  return { items: rows.map(({ row, praxisName }) => ({ ...row, praxisName })), count: all?.n ?? 0 };
}
export async function countRatings(
  { read, t: { feedback: f } }: Store,
  since: number,
): Promise<Record<FeedbackRating, number>> {
  const rows = await read
    .select({ rating: f.rating, n: count() })
    .from(f)
    .where(gte(f.at, since))
    .groupBy(f.rating);
  const of = (rating: FeedbackRating): number => rows.find((row) => row.rating === rating)?.n ?? 0;
  return { good: of('good'), fair: of('fair'), poor: of('poor') };
}
export const removeOldFeedback = (store: Store, before: number): Promise<void> =>
  store.write(async (tx) => {
    await tx.delete(store.t.feedback).where(lt(store.t.feedback.at, before));
  });
