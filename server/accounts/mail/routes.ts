// Routes of mails: suppression below /auth, the one-click address below /unsubscribe, the
// provider's reports, and the practice's outbox.

import {
  mailEventsAnswerSchema,
  mailItemSchema,
  mailParamsSchema,
  mailsQuerySchema,
  mailsSchema,
  oneClickParamsSchema,
  openedMailSchema,
  suppressionAskSchema,
  suppressionStatusSchema,
  unsubscribeAnswerSchema,
  unsubscribeSchema,
} from '../../../shared/accounts/mail.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { MailDeps } from './mail-deps.ts';
import { listOutbox, openFromOutbox, resendMail } from './outbox.ts';
import { readEvents, requireHookSecret, takeEvents } from './take-events.ts';
import { revokeSuppression, suppressionStatus, unsubscribe } from './unsubscribe.ts';

/** Lists the routes of suppressions, below /auth. */
export const suppressionRoutes = (deps: MailDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/unsubscribeFromMail',
      policy: 'mail.unsubscribe',
      summary: 'Get no more mails at this address; the token of a mail is the proof',
      body: unsubscribeSchema,
      answer: unsubscribeAnswerSchema,
    },
    async ({ body }) => ({
      result: await unsubscribe(deps, { email: body.email, token: body.unsubscribeToken }),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/revokeSuppressionRequest',
      policy: 'mail.unsubscribe',
      summary: 'Let mails go to this address again: by the token of a mail, or by staff',
      body: suppressionAskSchema,
      answer: unsubscribeAnswerSchema,
    },
    async ({ body }, context) => ({
      result: await revokeSuppression(deps, context, {
        email: body.email,
        token: body.unsubscribeToken,
      }),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/mailSuppressionStatus',
      policy: 'mail.unsubscribe',
      summary: 'How this address stands (T6): by the token of a mail, or for staff',
      body: suppressionAskSchema,
      answer: suppressionStatusSchema,
    },
    ({ body }, context) =>
      suppressionStatus(deps, context, { email: body.email, token: body.unsubscribeToken }),
  ),
];

/**
 * Lists the routes of one-click unsubscription, mounted at the root next to the page of the same
 * path (R5).
 */
export const oneClickRoutes = (deps: MailDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/unsubscribe/{mail}/{unsubscribeToken}',
      policy: 'mail.unsubscribe',
      summary: 'One-click unsubscribe (RFC 8058)',
      isOpenToSites: true,
      params: oneClickParamsSchema,
      raw: { types: ['application/x-www-form-urlencoded', 'multipart/form-data'], limit: 4096 },
      answer: unsubscribeAnswerSchema,
    },
    async ({ params }) => {
      // The same response for every outcome: the existence of an address is not revealed.
      await unsubscribe(deps, { email: params.mail, token: params.unsubscribeToken });
      return { result: 'done' as const };
    },
  ),
];

/** Lists the routes of mail events, below /mail. */
export const mailEventRoutes = (deps: MailDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/events',
      policy: 'mail.events',
      summary: 'Bounces and complaints of the mail provider; header molar-hook-secret is the proof',
      raw: {
        types: ['application/json', 'message/rfc822', 'multipart/report', 'text/plain'],
        limit: 262_144,
      },
      answer: mailEventsAnswerSchema,
      errors: ['forbidden'],
    },
    ({ contentType, bytes }, context) => {
      requireHookSecret(deps, context.header('molar-hook-secret'));
      return takeEvents(deps, readEvents(contentType, bytes));
    },
  ),
];

/** Lists the routes of the outbox, below /api. */
export const outboxRoutes = (deps: MailDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/mails',
      policy: 'mail.outbox',
      summary: 'The outbox, newest first',
      query: mailsQuerySchema,
      answer: mailsSchema,
    },
    ({ query }, context) => listOutbox(deps, context, query),
  ),
  route(
    {
      method: 'post',
      path: '/mails/{mailId}/open',
      policy: 'mail.outbox',
      summary: 'Open a mail; its link only where it never left this machine',
      params: mailParamsSchema,
      answer: openedMailSchema,
      errors: ['state_conflict'],
      stepUp: true,
    },
    ({ params }, context) => openFromOutbox(deps, context, params.mailId),
  ),
  route(
    {
      method: 'post',
      path: '/mails/{mailId}/resend',
      policy: 'mail.outbox',
      summary: 'Send a mail again that did not go',
      params: mailParamsSchema,
      answer: mailItemSchema,
      errors: ['state_conflict'],
    },
    ({ params }, context) => resendMail(deps, context, params.mailId),
  ),
];
