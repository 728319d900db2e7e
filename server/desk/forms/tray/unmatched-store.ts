// Queries of answers that came without a task; the only writer of the table.

import { and, asc, desc, eq, gte, inArray, ne } from 'drizzle-orm';
import type { NewRow, Row } from '../../../platform/db/scope.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import type { Schema } from '../../../platform/db/schema.ts';
import { readerOf, type Look, type Work } from '../../../platform/work.ts';

export type UnmatchedRow = Row<Schema['unmatched']>;
const HEAD = [
  'id',
  'origin',
  'homeId',
  'tabletId',
  'recordedBy',
  'firstName',
  'lastName',
  'geburtsdatum',
  'form',
  'title',
  'language',
  'answeredAt',
  'receivedAt',
  'problems',
  'state',
  'patid',
  'answersId',
  'decidedAt',
  'decidedBy',
  'reason',
] as const;
/** Without the answers' content: photos make a set large, and lists need none. */
export type UnmatchedHead = Pick<UnmatchedRow, (typeof HEAD)[number]>;
type Source = Look | Work;

/** Inserts a set of answers into the tray. @returns false when the id is taken */
export const insertUnmatched = async (
  w: Work,
  row: NewRow<Schema['unmatched']>,
): Promise<boolean> => (await w.tx.insert(w.t.unmatched, row, { ifAbsent: true })).length > 0;
export const findUnmatched = (s: Source, id: string): Promise<UnmatchedRow | undefined> =>
  readerOf(s).one(s.t.unmatched, { id });
/** Removes a set of answers that are not decided. */
export const dropOpenUnmatched = (w: Work, id: string): Promise<number> =>
  w.tx.remove(w.t.unmatched, { id, state: 'open' });
/** Returns answers from a private phone, in the tray or filed; undefined without them. */
export async function findHomeResponse(
  s: Source,
  id: string,
): Promise<QuestionnaireResponse | undefined> {
  const row = await findUnmatched(s, id);
  if (row?.origin !== 'home') return undefined;
  if (row.response) return row.response;
  const { answers } = s.t,
    [filed] = await readerOf(s).pick(answers, ['response'], eq(answers.unmatchedId, id));
  return filed?.response;
}
/** Changes the state of a set of answers. @returns false when its state had changed */
export async function changeUnmatched(
  w: Work,
  id: string,
  from: UnmatchedRow['state'],
  set: Partial<NewRow<Schema['unmatched']>>,
): Promise<boolean> {
  const { unmatched } = w.t;
  return (await w.tx.update(unmatched, set, { id, state: from })).length > 0;
}
/**
 * Changes the response; only for derived versions of the same answers: re-encoded photos.
 * @returns false when they have been filed meanwhile
 */
export async function changeUnmatchedResponse(
  w: Work,
  id: string,
  set: Pick<UnmatchedRow, 'response' | 'problems'>,
): Promise<boolean> {
  const { unmatched } = w.t;
  return (
    (await w.tx.update(unmatched, set, and(eq(unmatched.id, id), ne(unmatched.state, 'filed'))!))
      .length > 0
  );
}

/** Returns waiting rows, oldest first. */
export const openUnmatched = (s: Source, limit: number): Promise<UnmatchedHead[]> =>
  readerOf(s).pick(s.t.unmatched, HEAD, eq(s.t.unmatched.state, 'open'), {
    orderBy: [asc(s.t.unmatched.receivedAt), asc(s.t.unmatched.id)],
    limit,
  });
/** Returns rows decided since (ms), newest first. */
export const decidedUnmatched = (
  s: Source,
  since: number,
  limit: number,
): Promise<UnmatchedHead[]> => {
  const { unmatched } = s.t;
  return readerOf(s).pick(
    unmatched,
    HEAD,
    and(inArray(unmatched.state, ['filed', 'discarded']), gte(unmatched.decidedAt, since)),
    { orderBy: [desc(unmatched.decidedAt), desc(unmatched.id)], limit },
  );
};
export const countUnmatched = (s: Source): Promise<number> =>
  readerOf(s).count(s.t.unmatched, eq(s.t.unmatched.state, 'open'));
