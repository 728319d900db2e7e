// Rows of news that a user has read.

import { eq } from 'drizzle-orm';
import type { Look, Work } from '../../platform/work.ts';

export const listRead = async (look: Look, userId: string): Promise<Set<string>> =>
  new Set(
    (await look.db.pick(look.t.newsRead, ['newsId'], eq(look.t.newsRead.userId, userId))).map(
      (r) => r.newsId,
    ),
  );
export const insertRead = async (
  w: Work,
  userId: string,
  ids: readonly string[],
): Promise<void> => {
  await w.tx.insert(
    w.t.newsRead,
    ids.map((newsId) => ({ userId, newsId, at: w.now })),
    { ifAbsent: true },
  );
};
