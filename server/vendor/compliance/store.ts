// Queries of the checklist and the register of data breaches; the only writer of them.

import { and, desc, eq } from 'drizzle-orm';
import type { ComplianceProfile } from '../../../shared/vendor/compliance.ts';
import type {
  BreachInput,
  CompliancePointInput,
} from '../../../shared/vendor/compliance.schema.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Row } from '../../platform/db/scope.ts';
import type { Look, Work } from '../../platform/work.ts';

export type BreachRow = Row<Schema['breach']>;
export type PointRow = Row<Schema['compliancePoint']>;
interface By {
  userId: string;
  name: string;
}
const MOST_BREACHES = 500;

export const findProfile = ({ db, t }: Look): Promise<ComplianceProfile | undefined> =>
  db.one(t.complianceProfile);
export const listPoints = ({ db, t }: Look): Promise<PointRow[]> => db.find(t.compliancePoint);
export const listBreaches = ({ db, t }: Look): Promise<BreachRow[]> =>
  db.find(t.breach, undefined, {
    orderBy: [desc(t.breach.awareAt), desc(t.breach.id)],
    limit: MOST_BREACHES,
  });

export async function storeProfile(w: Work, profile: ComplianceProfile): Promise<void> {
  const known = await w.tx.update(
    w.t.complianceProfile,
    profile,
    eq(w.t.complianceProfile.cid, w.cid),
  );
  if (known.length === 0) await w.tx.insert(w.t.complianceProfile, profile);
}
export async function storePoint(
  w: Work,
  point: string,
  input: CompliancePointInput,
  { userId, name }: By,
): Promise<void> {
  const row = { ...input, at: w.now, userId, name },
    known = await w.tx.update(w.t.compliancePoint, row, { point });
  if (known.length === 0) await w.tx.insert(w.t.compliancePoint, { point, ...row });
}
/**
 * Stores a breach, or the next version of one. A repeat of the same version changes nothing.
 * @returns false if another version was stored since
 */
export async function storeBreach(
  w: Work,
  id: string,
  { rev, ...input }: BreachInput,
  { userId, name }: By,
): Promise<boolean> {
  const row = { ...input, rev: rev + 1, changedAt: w.now, userId, name };
  if (rev === 0 && (await w.tx.insert(w.t.breach, { id, ...row }, { ifAbsent: true })).length > 0)
    return true;
  const { breach } = w.t;
  if ((await w.tx.update(breach, row, and(eq(breach.id, id), eq(breach.rev, rev))!)).length > 0)
    return true;
  const now = await w.tx.one(breach, { id });
  return now?.rev === rev + 1 && now.userId === userId && now.text === input.text;
}
