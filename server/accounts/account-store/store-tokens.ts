// Queries of the tokens of programs; only hashes are stored.

import { and, desc, eq, isNull, lt, or } from 'drizzle-orm';
import type { UserRole } from '../../../shared/base/roles.ts';
import { NOTHING } from '../../platform/db/query/keyed.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work } from '../../platform/work.ts';

export type TokenRow = Row<Schema['apiToken']>;

/** Finds a valid token with the role of its creator; undefined once that user is gone. */
export async function findToken(
  { read, t }: Store,
  hash: string,
  now: number,
): Promise<{ token: TokenRow; role: UserRole } | undefined> {
  const [row] = await read
    .select({ token: t.apiToken, role: t.user.role })
    .from(t.apiToken)
    .innerJoin(
      t.user,
      and(
        eq(t.user.id, t.apiToken.createdBy),
        eq(t.user.cid, t.apiToken.cid),
        isNull(t.user.disabledAt),
      ),
    )
    .where(and(eq(t.apiToken.hash, hash), isNull(t.apiToken.endedAt)))
    .limit(1);
  return row && (row.token.expiresAt === null || row.token.expiresAt > now) ? row : undefined;
}
/** Records a use, unless one was recorded since `before` (ms). */
export async function noteTokenUse(
  { write, t }: Store,
  id: string,
  now: number,
  before: number,
): Promise<void> {
  const a = t.apiToken;
  await write(async (tx) => {
    await tx
      .update(a)
      .set({ lastUsedAt: now })
      .where(and(eq(a.id, id), or(isNull(a.lastUsedAt), lt(a.lastUsedAt, before))));
  });
}
export const listTokens = ({ db, t }: Pick<Look, 'db' | 't'>): Promise<TokenRow[]> =>
  db.find(t.apiToken, isNull(t.apiToken.endedAt), {
    orderBy: desc(t.apiToken.createdAt),
    limit: 200,
  });
export const insertToken = async (w: Work, row: NewRow<Schema['apiToken']>): Promise<boolean> =>
  (await w.tx.insert(w.t.apiToken, row, { ifAbsent: true })).length > 0;
/** Replaces the value of an unused token. */
export const replaceTokenHash = async (
  w: Work,
  id: string,
  by: string,
  hash: string,
  tail: string,
): Promise<TokenRow | undefined> =>
  (
    await w.tx.update(
      w.t.apiToken,
      { hash, tail },
      { id, createdBy: by, lastUsedAt: NOTHING, endedAt: NOTHING },
    )
  )[0];
export const endToken = async (w: Work, id: string): Promise<boolean> =>
  (await w.tx.update(w.t.apiToken, { endedAt: w.now }, { id, endedAt: NOTHING })).length > 0;
