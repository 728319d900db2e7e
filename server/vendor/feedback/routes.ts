// Routes of feedback: users of a practice send it below /api, the vendor's staff read it below
// /support.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { FEEDBACK_A_DAY, FEEDBACK_KEPT_MS } from '../../../shared/vendor/feedback.ts';
import {
  feedbackListSchema,
  feedbackQuerySchema,
  ownFeedbackSchema,
  seenFeedbackSchema,
  sendFeedbackSchema,
  sentFeedbackSchema,
} from '../../../shared/vendor/feedback.schema.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Actor, Workshop } from '../../platform/work.ts';
import type { FlagReader } from '../flags/read-flags.ts';
import type { TicketDeps } from '../tickets/links.ts';
import { findPatientWords } from '../tickets/patient-words.ts';
import {
  countRatings,
  countSince,
  feedbackOf,
  findFeedback,
  insertFeedback,
  listFeedback,
  removeOldFeedback,
  setSeen,
  type FeedbackRow,
} from './store.ts';

export interface FeedbackDeps extends Pick<TicketDeps, 'namesAmong'> {
  store: Store;
  workshop: Workshop;
  now: () => number;
  version: string;
  flags: Pick<FlagReader, 'isOff'>;
}
/** Ratings of this time are counted for the vendor's staff. */
const COUNTED_MS = 90 * DAY_MS;
const personOf = ({ actor }: RequestContext): Extract<Actor, { kind: 'user' }> => {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
};
const viewOf = ({ id, at, rating, text, page, picture, seenAt }: FeedbackRow) => ({
  id,
  at,
  rating,
  text,
  page,
  picture,
  seenAt,
});

/** Lists the routes of a practice's users. */
export const feedbackRoutes = (deps: FeedbackDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/feedback',
      policy: 'ticket.ask',
      summary: 'Feedback that the caller sent',
      answer: ownFeedbackSchema,
    },
    async (_, c) => ({ items: (await feedbackOf(c.look(), personOf(c).userId)).map(viewOf) }),
  ),
  route(
    {
      method: 'post',
      path: '/feedback',
      policy: 'ticket.ask',
      summary: 'Send feedback; words that point to a patient come back first',
      body: sendFeedbackSchema,
      answer: sentFeedbackSchema,
      errors: ['rate_limited', 'state_conflict', 'switched_off'],
    },
    async ({ body: { confirmed, ...body } }, c) => {
      if (body.picture !== null && (await deps.flags.isOff('feedback_picture', c.cid)))
        throw new AppError('switched_off');
      const { userId, name, role } = personOf(c),
        found = await findPatientWords(deps, c.look(), body.text, confirmed);
      if (found.length > 0) return { isStored: false, found };
      await c.write(async (w) => {
        const known = await findFeedback(w, body.id);
        // A lost answer; the same id by another user is none.
        if (known?.userId === userId) return;
        if (known) throw new AppError('state_conflict');
        if ((await countSince(w, userId, w.now - DAY_MS)) >= FEEDBACK_A_DAY)
          throw new AppError('rate_limited');
        await insertFeedback(w, {
          ...body,
          at: w.now,
          userId,
          name,
          role,
          version: deps.version,
          seenAt: null,
        });
        await w.audit('feedback.sent', {
          feedbackId: body.id,
          rating: body.rating,
          hasPicture: body.picture !== null,
        });
      });
      return { isStored: true, found: [] };
    },
  ),
];

/** Lists the vendor's routes. */
export const feedbackVendorRoutes = (deps: FeedbackDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/feedback',
      policy: 'vendor.tickets',
      summary: 'Feedback of all practices, the newest first',
      query: feedbackQuerySchema,
      answer: feedbackListSchema,
    },
    async ({ query: { view } }) => {
      const { items, count } = await listFeedback(deps.store, view);
      return {
        items: items.map((row) => ({
          ...viewOf(row),
          cid: row.cid,
          praxisName: row.praxisName,
          name: row.name,
          role: row.role,
          version: row.version,
        })),
        count,
        ratings: await countRatings(deps.store, deps.now() - COUNTED_MS),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/feedback/{cid}/{id}/seen',
      policy: 'vendor.tickets',
      summary: 'Mark feedback as read, or as new again',
      params: z.strictObject({ cid: z.string().min(1).max(64), id: z.uuid() }),
      body: seenFeedbackSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { cid, id }, body: { isSeen } }, c) => {
      await deps.workshop.write(cid, personOf(c), async (w) => {
        if (!(await setSeen(w, id, isSeen))) throw new AppError('not_found');
        await w.audit('feedback.seen', { feedbackId: id, isSeen });
      });
      return undefined;
    },
  ),
];
/** Daily work: deletes old feedback. */
export const feedbackDaily = ({ store, now }: Pick<FeedbackDeps, 'store' | 'now'>): Promise<void> =>
  removeOldFeedback(store, now() - FEEDBACK_KEPT_MS);
