// Routes of waiting changes, below /api/stripe: a second owner's word, the stop, and the links of
// their mails.

import { z } from 'zod';
import {
  heldLinkAnswerSchema,
  heldLinkSchema,
  type HeldChange,
} from '../../../../shared/vendor/contract/held-change.schema.ts';
import { lapsesAt, mayAgree } from '../../../../shared/vendor/contract/held-change.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { requireUser, route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import type { PaymentDeps } from '../links.ts';
import { providerOf } from '../provider.ts';
import { approveChange, stopChange, answerByLink } from './answer-change.ts';
import { wordsOf } from './ask-change.ts';
import { listHeld } from './store-held.ts';

/** Ended changes stay on the page this long. */
const SHOWN_MS = 14 * DAY_MS;
const params = z.strictObject({ id: z.uuid() });
/** Lists open and lately ended changes as an owner sees them. */
export async function heldView(deps: PaymentDeps, look: Look): Promise<HeldChange[]> {
  const userId = look.actor.kind === 'user' ? look.actor.userId : '',
    owner = (await deps.owners(look)).find(({ id }) => id === userId);
  return (await listHeld(look, look.now - SHOWN_MS)).map((row) => ({
    id: row.id,
    kind: row.kind,
    state: row.state,
    what: wordsOf(row),
    at: row.at,
    name: row.name,
    isOwn: row.userId === userId,
    dueAt: row.dueAt,
    lapsesAt: lapsesAt(row),
    needsSecond: row.needsSecond,
    approvedAt: row.approvedAt,
    needsReader: row.needsReader,
    confirmedAt: row.confirmedAt,
    mayApprove:
      row.state === 'waiting' &&
      row.needsSecond &&
      row.approvedAt === null &&
      owner !== undefined &&
      mayAgree(owner, row),
    endedAt: row.endedAt,
  }));
}

const byLink = (deps: PaymentDeps, act: 'stop' | 'confirm', summary: string): Route =>
  route(
    {
      method: 'post',
      path: `/stripe/changes/${act}`,
      policy: 'payment.link',
      summary,
      body: heldLinkSchema,
      answer: heldLinkAnswerSchema,
      errors: ['payment_off', 'link_invalid', 'rate_limited'],
    },
    async ({ body: { token } }, c) => {
      providerOf(deps);
      const ip = 'ip' in c.actor ? c.actor.ip : '';
      return answerByLink(deps, act, { token, ip });
    },
  );

/** Lists the routes of waiting changes. */
export const heldRoutes = (deps: PaymentDeps): Route[] => [
  byLink(deps, 'stop', 'Stop a waiting change by the link of a mail'),
  byLink(deps, 'confirm', 'Confirm a new mail address for invoices by its link'),
  route(
    {
      method: 'post',
      path: '/stripe/changes/{id}/approve',
      policy: 'payment.write',
      summary: 'A second owner agrees to a waiting change',
      stepUp: true,
      params,
      answerType: 'none',
      errors: ['payment_off', 'not_found', 'forbidden', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      providerOf(deps);
      await approveChange(deps, requireUser(c), id);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/stripe/changes/{id}/stop',
      policy: 'payment.write',
      summary: 'Any owner stops a waiting change',
      params,
      answerType: 'none',
      errors: ['payment_off', 'not_found', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      providerOf(deps);
      await stopChange(deps, requireUser(c), id);
      return undefined;
    },
  ),
];
