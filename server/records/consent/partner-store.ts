// Billing companies of a practice; the only writer of their table.

import { asc, isNull } from 'drizzle-orm';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type PartnerRow = Row<Schema['factoringPartner']>;
type Source = Look | Work;
type PartnerSet = Omit<PartnerRow, 'cid' | 'id' | 'createdAt' | 'endedAt' | 'changedAt'>;

export const findPartner = (s: Source, id: string): Promise<PartnerRow | undefined> =>
  readerOf(s).one(s.t.factoringPartner, { id });
export const activePartners = (s: Source): Promise<PartnerRow[]> =>
  readerOf(s).find(s.t.factoringPartner, isNull(s.t.factoringPartner.endedAt), {
    orderBy: asc(s.t.factoringPartner.createdAt),
    limit: 100,
  });

/** Inserts a company, or updates it while it is offered; false when it is retired. */
export async function putPartner(w: Work, id: string, values: PartnerSet): Promise<boolean> {
  const { factoringPartner } = w.t,
    set = { ...values, changedAt: w.now };
  if (
    (
      await w.tx.insert(
        factoringPartner,
        { id, ...set, createdAt: w.now, endedAt: null },
        { ifAbsent: true },
      )
    ).length > 0
  )
    return true;
  return (await w.tx.update(factoringPartner, set, { id, endedAt: NOTHING })).length > 0;
}
export async function markEnded(w: Work, id: string): Promise<void> {
  await w.tx.update(w.t.factoringPartner, { endedAt: w.now }, { id });
}
