// Queries of the morning status line on deliveries.

import { desc, eq } from 'drizzle-orm';
import type { Look } from '../../platform/work.ts';

/** Returns when the newest valid delivery was closed, in ms; null without one. */
export async function newestDelivery({ db, t }: Look): Promise<number | null> {
  const [row] = await db.pick(t.pvsBatch, ['closedAt'], eq(t.pvsBatch.state, 'closed'), {
    orderBy: desc(t.pvsBatch.closedAt),
    limit: 1,
  });
  return row?.closedAt ?? null;
}
