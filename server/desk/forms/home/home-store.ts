// Queries of links to questionnaires at home; the only writer of the table.

import { and, desc, eq, gt, inArray, isNull, or, sql } from 'drizzle-orm';
import { NOTHING } from '../../../platform/db/query/keyed.ts';
import type { NewRow, Row } from '../../../platform/db/scope.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type HomeLinkRow = Row<Schema['homeLink']>;
type Source = Look | Work;

/** Inserts a link. @returns false when the id is taken */
export const insertHomeLink = async (w: Work, row: NewRow<Schema['homeLink']>): Promise<boolean> =>
  (await w.tx.insert(w.t.homeLink, row, { ifAbsent: true })).length > 0;
export const findHomeLink = (s: Source, id: string): Promise<HomeLinkRow | undefined> =>
  readerOf(s).one(s.t.homeLink, { id });
export const findHomeLinks = (s: Source, ids: readonly string[]): Promise<HomeLinkRow[]> =>
  ids.length === 0
    ? Promise.resolve([])
    : readerOf(s).find(s.t.homeLink, inArray(s.t.homeLink.id, [...new Set(ids)]));
export const findHomeLinkByHash = (s: Source, hash: string): Promise<HomeLinkRow | undefined> =>
  readerOf(s).one(s.t.homeLink, { hash });
/** Returns open links and those created since (ms), newest first. */
export const listHomeLinks = (
  s: Source,
  patids: readonly string[] | undefined,
  since: number,
  limit: number,
): Promise<HomeLinkRow[]> => {
  const { homeLink } = s.t,
    recent = or(
      gt(homeLink.createdAt, since),
      and(eq(homeLink.kind, 'open'), isNull(homeLink.endedAt)),
    );
  return readerOf(s).find(
    homeLink,
    patids === undefined
      ? recent
      : and(recent, or(...patids.map((one) => eq(homeLink.patid, one)))),
    { orderBy: [desc(homeLink.createdAt), desc(homeLink.id)], limit },
  );
};
/**
 * Counts one hand-in, which uses up an invitation.
 * @returns false when an invitation was used before
 */
export async function countHandIn(
  w: Work,
  row: Pick<HomeLinkRow, 'id' | 'kind'>,
): Promise<boolean> {
  const { homeLink } = w.t,
    counted = sql`${homeLink.answers} + 1` as unknown as number;
  const set =
    row.kind === 'invitation' ? { answers: counted, usedAt: w.now } : { answers: counted };
  return (
    (
      await w.tx.update(
        homeLink,
        set,
        row.kind === 'invitation'
          ? and(eq(homeLink.id, row.id), isNull(homeLink.usedAt))!
          : eq(homeLink.id, row.id),
      )
    ).length > 0
  );
}
/** Ends a link. @returns false when it was ended before */
export async function endHomeLink(w: Work, id: string, by: string): Promise<boolean> {
  const { homeLink } = w.t;
  return (
    (await w.tx.update(homeLink, { endedAt: w.now, endedBy: by }, { id, endedAt: NOTHING }))
      .length > 0
  );
}
export const noteMailed = async (w: Work, id: string): Promise<void> => {
  await w.tx.update(w.t.homeLink, { mailedAt: w.now }, { id });
};
