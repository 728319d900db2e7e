// Decisions about proposals: noted for entering, refused, revoked. This module books nothing.

import type { z } from 'zod';
import {
  mayDecide,
  stateAfterAction,
  type RejectionReason,
  type DecisionAction,
} from '../../../shared/analytics/billing/billing.ts';
import type {
  DecisionResult,
  BulkAnswer,
  bulkDecisionSchema,
} from '../../../shared/analytics/billing/decisions.schema.ts';
import { isCommentShortEnough } from '../../../shared/base/comment.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { RequestContext } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { askFollow } from './follow.ts';
import type { BillingLinks, Situation, FindingPlace } from './links.ts';
import { loadOfferedAt, findDecision, putDecision, type DecisionRow } from './store.ts';

export const userOf = ({ actor }: Pick<Work, 'actor'>): string =>
  actor.kind === 'user' ? actor.userId : '';
interface DecisionInput {
  tat: DecisionAction;
  grund: RejectionReason | null;
  comment: string;
  rev: number | undefined;
  /** Note it although its billing was submitted: it is billed late. */
  nachtrag?: boolean;
}

const toAnswer = (row: Pick<DecisionRow, 'state' | 'rev' | 'by' | 'at'>): DecisionResult => ({
  state: row.state,
  rev: row.rev,
  von: row.by,
  am: row.at,
});
/** An earlier decision as reported to the second decider: state, revision, time and user id. */
const isDifferent = (row: DecisionRow): AppError =>
  new AppError('vorschlag_decided', { extra: toAnswer(row) });

/**
 * Decides one proposal. Repeating the same decision by the same user changes nothing.
 * @throws AppError `comment_too_long` (V1); `not_found` where nothing is found and nothing was
 * decided; `vorschlag_decided` where it was decided since `rev`, or differently; `state_conflict`
 * for a proposal that arrived or expired
 */
async function decide(
  w: Work,
  situation: Situation | null,
  { tat, grund: reason, comment, rev, nachtrag = false }: DecisionInput,
): Promise<DecisionResult> {
  if (!isCommentShortEnough(comment))
    throw new AppError('comment_too_long', { fields: { comment: 'too_long' } });
  if (situation === null) throw new AppError('not_found');
  const { tag: day, regel: rule, zahn: tooth } = situation.ort,
    placeOf: FindingPlace = { patid: situation.patid, tag: day, regel: rule, zahn: tooth },
    row = await findDecision(w, placeOf);
  if (!row && situation.finding === null) throw new AppError('not_found');
  const target = stateAfterAction[tat],
    isOwn = row !== undefined && row.by === userOf(w),
    // A chance that is over was not submitted with any billing.
    isLate =
      nachtrag &&
      tat === 'vormerken' &&
      situation.state === 'VERFALLEN' &&
      situation.finding?.art === 'VERGESSEN',
    isSame = !isLate && row?.state === target && row.grund === reason && row.comment === comment;
  if (row && isSame && (isOwn || rev === undefined || rev === row.rev)) return toAnswer(row);
  if (row && rev !== undefined && rev !== row.rev) throw isDifferent(row);
  if (row === undefined && rev !== undefined && rev !== 0) throw new AppError('not_found');
  // A refusal may be reworded by a caller who has seen the current one.
  const isRewording =
    row?.state === 'ABGELEHNT' && target === 'ABGELEHNT' && (rev === row.rev || isOwn);
  if ((situation.state === 'VERFALLEN' && !isLate) || situation.state === 'UMGESETZT')
    throw new AppError('state_conflict');
  if (
    !isRewording &&
    !isLate &&
    !mayDecide(tat, row === undefined || row.state === 'UMGESETZT' ? situation.state : row.state)
  )
    throw row && row.state !== 'NEU' ? isDifferent(row) : new AppError('state_conflict');
  const finding = situation.finding ?? row!.fund,
    next = {
      ...placeOf,
      state: target,
      grund: reason,
      comment,
      fund: { ...finding, ...placeOf },
      regelVersion: finding.regelVersion,
      firstAt: row?.firstAt ?? w.now,
      offeredAt: row?.offeredAt ?? (row ? null : await loadOfferedAt(w, placeOf)),
      at: w.now,
      by: userOf(w),
      rev: (row?.rev ?? 0) + 1,
    };
  if (!(await putDecision(w, row, next))) {
    const first = await findDecision(w, placeOf);
    throw first ? isDifferent(first) : new AppError('conflict');
  }
  // Removing this proposal may bring another one forward, whose position may exist already.
  await askFollow(w);
  await w.audit(
    'vorschlag.decided',
    { regel: rule, tag: day, state: target, rev: next.rev, ...(reason && { grund: reason }) },
    placeOf.patid,
  );
  return toAnswer(next);
}

type DecisionTarget = FindingPlace & { rev?: number | undefined; nachtrag?: boolean };
export async function decideOne(
  context: RequestContext,
  links: BillingLinks,
  one: DecisionTarget,
  tat: DecisionAction,
  reason: RejectionReason | null = null,
  comment = '',
): Promise<DecisionResult> {
  const { patid, tag: day, regel: rule, zahn: tooth, rev, nachtrag = false } = one,
    [situation = null] = await links.queries.lage(context.look(), {
      places: [{ patid, tag: day, regel: rule, zahn: tooth }],
    });
  try {
    return await named(
      context,
      links,
      await context.write((w) =>
        decide(w, situation, { tat, grund: reason, comment, rev, nachtrag }),
      ),
    );
  } catch (error) {
    // The second user works on the same list and sees the decider there, so the answer contains the
    // name immediately.
    if (error instanceof AppError && error.code === 'vorschlag_decided' && error.extra)
      throw new AppError(error.code, {
        extra: { ...(await named(context, links, error.extra as DecisionResult)) },
      });
    throw error;
  }
}
const named = async (
  context: RequestContext,
  links: BillingLinks,
  one: DecisionResult,
): Promise<DecisionResult> => ({
  ...one,
  von: (await links.people(context.look())).get(one.von) ?? '',
});
/**
 * Decides several proposals of one rule in one transaction; proposals that cannot be decided are
 * reported and left unchanged.
 */
export async function decideMany(
  context: RequestContext,
  links: BillingLinks,
  { tat, regel: rule, ziele: targets, grund: reason, comment }: z.output<typeof bulkDecisionSchema>,
): Promise<BulkAnswer> {
  if (!isCommentShortEnough(comment))
    throw new AppError('comment_too_long', { fields: { comment: 'too_long' } });
  const places = targets.map(({ patid, tag: day, zahn: tooth }) => ({
      patid,
      tag: day,
      regel: rule,
      zahn: tooth,
    })),
    situations = await links.queries.lage(context.look(), { places }),
    names = await links.people(context.look()),
    nameOf = (id: string): string => names.get(id) ?? '';
  return context.write(async (w) => {
    const answer: BulkAnswer = { entschieden: [], ausgelassen: [] };
    for (const [at, { patid, tag: day, zahn: tooth, rev }] of targets.entries()) {
      try {
        const one = await decide(w, situations[at] ?? null, {
          tat,
          grund: tat === 'ablehnen' ? reason : null,
          comment: tat === 'ablehnen' ? comment : '',
          rev,
        });
        answer.entschieden.push({ patid, tag: day, zahn: tooth, ...one, von: nameOf(one.von) });
      } catch (error) {
        if (!(error instanceof AppError)) throw error;
        const row = await findDecision(w, { patid, tag: day, regel: rule, zahn: tooth });
        answer.ausgelassen.push({
          patid,
          tag: day,
          zahn: tooth,
          warum: error.code === 'not_found' ? 'weg' : 'anders_entschieden',
          state: situations[at]?.state ?? row?.state ?? null,
          von: nameOf(row?.by ?? ''),
          am: row?.at ?? null,
        });
      }
    }
    return answer;
  });
}
