// Deciding about proposals: noted for entering, refused, taken back. Nothing here books anything.

import type { z } from 'zod';
import {
  darf,
  nachTat,
  type Ablehngrund,
  type Tat,
} from '../../../shared/analytics/billing/billing.ts';
import type {
  Entschieden,
  GemeinsamAntwort,
  gemeinsamSchema,
} from '../../../shared/analytics/billing/billing.schema.ts';
import { isCommentShortEnough } from '../../../shared/base/comment.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { askFollow } from './follow.ts';
import type { AbrechnungLinks, Lage, Ort } from './links.ts';
import { angebotenAm, findEntscheid, putEntscheid, type EntscheidRow } from './store.ts';

export const userOf = ({ actor }: Pick<Work, 'actor'>): string =>
  actor.kind === 'user' ? actor.userId : '';
export interface Entscheidung {
  tat: Tat;
  grund: Ablehngrund | null;
  comment: string;
  rev: number | undefined;
}

const alsAntwort = (row: Pick<EntscheidRow, 'state' | 'rev' | 'by' | 'at'>): Entschieden => ({
  state: row.state,
  rev: row.rev,
  von: row.by,
  am: row.at,
});
/** What somebody else decided first, for whoever comes second: the state, its count, when, and who (an id). */
const anders = (row: EntscheidRow): AppError =>
  new AppError('vorschlag_decided', { extra: alsAntwort(row) });

/**
 * Decides one. The same person saying the same again changes nothing.
 * @throws AppError `comment_too_long` (V1); `not_found` where nothing is found and nothing was decided; `vorschlag_decided` where somebody decided since `rev`, or otherwise; `state_conflict` for what arrived or ran out
 */
export async function decide(
  w: Work,
  lage: Lage | null,
  { tat, grund, comment, rev }: Entscheidung,
): Promise<Entschieden> {
  if (!isCommentShortEnough(comment))
    throw new AppError('comment_too_long', { fields: { comment: 'too_long' } });
  if (lage === null) throw new AppError('not_found');
  const { tag, regel, zahn } = lage.ort,
    ort: Ort = { patid: lage.patid, tag, regel, zahn },
    row = await findEntscheid(w, ort);
  if (!row && lage.fund === null) throw new AppError('not_found');
  const target = nachTat[tat],
    isOwn = row !== undefined && row.by === userOf(w),
    isSame = row?.state === target && row.grund === grund && row.comment === comment;
  if (row && isSame && (isOwn || rev === undefined || rev === row.rev)) return alsAntwort(row);
  if (row && rev !== undefined && rev !== row.rev) throw anders(row);
  if (row === undefined && rev !== undefined && rev !== 0) throw new AppError('not_found');
  // A refusal may be worded anew by whoever sees the present one.
  const isRewording =
    row?.state === 'ABGELEHNT' && target === 'ABGELEHNT' && (rev === row.rev || isOwn);
  if (lage.state === 'VERFALLEN' || lage.state === 'UMGESETZT')
    throw new AppError('state_conflict');
  if (
    !isRewording &&
    !darf(tat, row === undefined || row.state === 'UMGESETZT' ? lage.state : row.state)
  )
    throw row && row.state !== 'NEU' ? anders(row) : new AppError('state_conflict');
  const fund = lage.fund ?? row!.fund,
    next = {
      ...ort,
      state: target,
      grund,
      comment,
      fund: { ...fund, ...ort },
      regelVersion: fund.regelVersion,
      firstAt: row?.firstAt ?? w.now,
      offeredAt: row?.offeredAt ?? (row ? null : await angebotenAm(w, ort)),
      at: w.now,
      by: userOf(w),
      rev: (row?.rev ?? 0) + 1,
    };
  if (!(await putEntscheid(w, row, next))) {
    const first = await findEntscheid(w, ort);
    throw first ? anders(first) : new AppError('conflict');
  }
  // Another proposal may come forward where this one went, and its position may be here already.
  await askFollow(w);
  await w.audit(
    'vorschlag.decided',
    { regel, tag, state: target, rev: next.rev, ...(grund && { grund }) },
    ort.patid,
  );
  return alsAntwort(next);
}

type Einer = Ort & { rev?: number | undefined };
export async function decideOne(
  context: RequestContext,
  links: AbrechnungLinks,
  one: Einer,
  tat: Tat,
  grund: Ablehngrund | null = null,
  comment = '',
): Promise<Entschieden> {
  const { patid, tag, regel, zahn, rev } = one,
    [lage = null] = await links.fragen.lage(context.look(), {
      orte: [{ patid, tag, regel, zahn }],
    });
  try {
    return await benannt(
      context,
      links,
      await context.write((w) => decide(w, lage, { tat, grund, comment, rev })),
    );
  } catch (error) {
    // Whoever comes second works on the same list and sees there who decided: the answer says it at once.
    if (error instanceof AppError && error.code === 'vorschlag_decided' && error.extra)
      throw new AppError(error.code, {
        extra: { ...(await benannt(context, links, error.extra as Entschieden)) },
      });
    throw error;
  }
}
const benannt = async (
  context: RequestContext,
  links: AbrechnungLinks,
  one: Entschieden,
): Promise<Entschieden> => ({
  ...one,
  von: (await links.people(context.look())).get(one.von) ?? '',
});
/** Decides several of one rule in one unit; what cannot be decided is named and left as it is. */
export async function decideMany(
  context: RequestContext,
  links: AbrechnungLinks,
  { tat, regel, ziele, grund, comment }: z.output<typeof gemeinsamSchema>,
): Promise<GemeinsamAntwort> {
  if (!isCommentShortEnough(comment))
    throw new AppError('comment_too_long', { fields: { comment: 'too_long' } });
  const orte = ziele.map(({ patid, tag, zahn }) => ({ patid, tag, regel, zahn })),
    lagen = await links.fragen.lage(context.look(), { orte }),
    names = await links.people(context.look()),
    nameOf = (id: string): string => names.get(id) ?? '';
  return context.write(async (w) => {
    const answer: GemeinsamAntwort = { entschieden: [], ausgelassen: [] };
    for (const [at, { patid, tag, zahn, rev }] of ziele.entries()) {
      try {
        const one = await decide(w, lagen[at] ?? null, {
          tat,
          grund: tat === 'ablehnen' ? grund : null,
          comment: tat === 'ablehnen' ? comment : '',
          rev,
        });
        answer.entschieden.push({ patid, tag, zahn, ...one, von: nameOf(one.von) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const row = await findEntscheid(w, { patid, tag, regel, zahn });
        answer.ausgelassen.push({
          patid,
          tag,
          zahn,
          warum: error.code === 'not_found' ? 'weg' : 'anders_entschieden',
          state: lagen[at]?.state ?? row?.state ?? null,
          von: nameOf(row?.by ?? ''),
          am: row?.at ?? null,
        });
      }
    }
    return answer;
  });
}
