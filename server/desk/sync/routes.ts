// Routes of sync below a practice's tablet mount: push, pull, live channel, drafts, and staff's
// inbox of parked ops.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { MAX_DRAFT_BYTES, MAX_PULL_ROWS, PUSH_TYPE } from '../../../shared/exchange/sync.ts';
import {
  draftAnswerSchema,
  draftQuerySchema,
  openedParkedSchema,
  parkedListSchema,
  pullAnswerSchema,
  pullQuerySchema,
  pushAnswerSchema,
} from '../../../shared/exchange/sync.schema.ts';
import { assignSchema, filedSchema } from '../../../shared/forms/task/home.schema.ts';
import { idSchema } from '../../../shared/desk/tablet.schema.ts';
import type { Bus } from '../../platform/events/bus.ts';
import {
  route,
  type EventSink,
  type RequestContext,
  type Route,
} from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import type { SyncCore } from './core.ts';
import type { LiveSeals } from './live-seals.ts';
import { answersInside, assignParked, type FileParked } from './parked/assign-parked.ts';
import { judgeAgain, noteOpened } from './parked/open-parked.ts';
import type { TabletActor } from './tablet-actor.ts';
import { MAX_FRAME_BYTES } from './read-frame.ts';
import { listParked, settleParked, settleTask } from './parked/settle-parked.ts';

const tabletOf = (c: RequestContext): TabletActor => {
  if (c.actor.kind !== 'tablet') throw new AppError('forbidden');
  return c.actor;
};

export interface SyncRoutes {
  core: SyncCore;
  bus: Pick<Bus, 'tablet'>;
  seals: LiveSeals;
  file: FileParked;
  /** Returns the title of a form in German; undefined for an unknown form. */
  formTitle(look: Look, key: string): Promise<string | undefined>;
}
/** The channel's key is sent before the first poke, and discarded with the channel. */
async function live(
  { core, bus, seals }: SyncRoutes,
  actor: TabletActor,
): Promise<{ stream: (sink: EventSink) => Promise<void> }> {
  const { feedSeq, sealKey } = await core.listener(actor);
  return {
    async stream(sink) {
      const { point, end } = seals.begin(actor.tabletId, sealKey);
      sink.send('seal', point);
      try {
        await bus.tablet(actor.tabletId, feedSeq, sink);
      } finally {
        end();
      }
    },
  };
}

async function open(
  { core, formTitle }: SyncRoutes,
  c: RequestContext,
  opId: string,
): Promise<z.infer<typeof openedParkedSchema>> {
  const look = c.look();
  const opened = await core.openParked(look, opId);
  // Audited first: no view without an audit entry.
  await c.write((w) => noteOpened(w, opened));
  const {
    op: { id, kind, code, receivedAt },
    content,
  } = opened;
  const inside = await answersInside(look, opened);
  return {
    id,
    kind,
    code: code ?? '',
    receivedAt,
    content,
    answers: inside
      ? {
          title: (await formTitle(look, inside.form.key)) ?? inside.form.key,
          language: inside.language,
          answeredAt: inside.at,
          isSigned: inside.isSigned,
          person: inside.person
            ? {
                firstName: inside.person.firstName,
                lastName: inside.person.lastName,
                geburtsdatum: inside.person.geburtsdatum,
              }
            : null,
        }
      : null,
  };
}

/** Opened outside of the transaction: the practice key may need a moment. */
async function assign(
  { core, file }: SyncRoutes,
  c: RequestContext,
  opId: string,
  to: z.infer<typeof assignSchema>,
): Promise<{ patid: string; answersId: string }> {
  const opened = await core.openParked(c.look(), opId);
  return c.write((w) => assignParked(w, file, opened, to));
}

export const routes = (d: SyncRoutes): Route[] => [
  route(
    {
      method: 'post',
      path: '/sync/v1/push',
      policy: 'tablet.self',
      summary: 'Ops of a tablet: stored, acknowledged, then judged',
      raw: { types: [PUSH_TYPE], limit: MAX_FRAME_BYTES, isLent: true },
      answer: pushAnswerSchema,
      errors: [
        'sync_gap',
        'sync_fork',
        'sync_epoch',
        'too_large',
        'client_too_old',
        'tablet_revoked',
        'unavailable',
      ],
    },
    ({ bytes }, c) => d.core.push(tabletOf(c), bytes),
  ),
  route(
    {
      method: 'get',
      path: '/sync/v1/pull',
      policy: 'tablet.self',
      summary: 'What is new for a tablet, sealed to it',
      query: pullQuerySchema,
      answer: pullAnswerSchema,
      errors: ['tablet_revoked'],
    },
    ({ query }, c) => d.core.pull(tabletOf(c), query.cursor ?? 0, query.limit ?? MAX_PULL_ROWS),
  ),
  route(
    {
      method: 'get',
      path: '/sync/v1/live',
      policy: 'tablet.self',
      summary: 'Pokes a tablet to pull',
      answerType: 'text/event-stream',
      errors: ['tablet_revoked'],
    },
    (_input, c) => live(d, tabletOf(c)),
  ),
  route(
    {
      method: 'put',
      path: '/drafts/{taskId}',
      policy: 'tablet.self',
      summary: 'Newest sealed draft of a task',
      params: z.strictObject({ taskId: idSchema }),
      query: draftQuerySchema,
      raw: { types: ['application/octet-stream'], limit: MAX_DRAFT_BYTES },
      answer: draftAnswerSchema,
      errors: ['not_found', 'too_large'],
    },
    ({ params, query, bytes }, c) => d.core.putDraft(tabletOf(c), { ...params, ...query, bytes }),
  ),
  route(
    {
      method: 'get',
      path: '/parked',
      policy: 'board.work',
      summary: 'Ops that were stored but not applied',
      answer: parkedListSchema,
    },
    async (_input, c) => ({ items: await listParked(c.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/tasks/{taskId}/seen',
      policy: 'mappe.write',
      summary: 'Mark the parked submissions of a task as dealt with',
      params: z.strictObject({ taskId: idSchema }),
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params }, c) => {
      await c.write((w) => settleTask(w, params.taskId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/parked/{opId}/open',
      policy: 'parked.open',
      summary: 'What a parked op says, as far as it can be read; each opening is in the audit',
      params: z.strictObject({ opId: idSchema }),
      answer: openedParkedSchema,
      errors: ['not_found'],
    },
    ({ params }, c) => open(d, c, params.opId),
  ),
  route(
    {
      method: 'post',
      path: '/parked/{opId}/assign',
      policy: 'unmatched.work',
      summary: 'File the answers of a parked op with a patient',
      params: z.strictObject({ opId: idSchema }),
      body: assignSchema,
      answer: filedSchema,
      errors: ['not_found', 'unreadable_file', 'state_conflict', 'confirm_needed'],
    },
    ({ params, body }, c) => assign(d, c, params.opId, body),
  ),
  route(
    {
      method: 'post',
      path: '/parked/{opId}/apply',
      policy: 'mappe.write',
      summary: 'Judge a parked op again that was only too large',
      params: z.strictObject({ opId: idSchema }),
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, c) => {
      d.core.judge(await c.write((w) => judgeAgain(w, params.opId)));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/parked/{opId}/settle',
      policy: 'mappe.write',
      summary: 'A parked op was dealt with',
      params: z.strictObject({ opId: idSchema }),
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params }, c) => {
      await c.write((w) => settleParked(w, params.opId));
      return undefined;
    },
  ),
];
