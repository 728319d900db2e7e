// What the line of the morning reads of deliveries.

import { desc, eq } from 'drizzle-orm';
import type { Look } from '../../platform/work.ts';

/** When the newest delivery that counts was closed, in ms; null without one. */
export async function newestDelivery({ db, t }: Look): Promise<number | null> {
  const [row] = await db.pick(t.pvsBatch, ['closedAt'], eq(t.pvsBatch.state, 'closed'), {
    orderBy: desc(t.pvsBatch.closedAt),
    limit: 1,
  });
  return row?.closedAt ?? null;
}
