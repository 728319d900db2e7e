// Routes of mails to tickets: the operator's mail server hands them over below /mail, and the
// vendor's staff assign those that name no ticket below /support.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  assignMailSchema,
  mailTakenSchema,
  strayMailsSchema,
} from '../../../shared/vendor/tickets.schema.ts';
import { takesAnswers } from '../../../shared/vendor/tickets.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { answerByMail } from './answer-by-mail.ts';
import type { TicketDeps } from './links.ts';
import { findStray, insertMail, listStray, removeStray, ticketOfNumber } from './store-mail.ts';
import { findTicket } from './store.ts';
import { takeMail, withoutPatients } from './take-mail.ts';
import { newHelpdeskid } from './work-tickets.ts';

/** 25 MiB: what mail servers deliver at most. */
const MAIL_LIMIT = 25 * 1024 * 1024;
const params = z.strictObject({ id: z.uuid() });

export const inboundRoutes = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/inbound',
      policy: 'mail.events',
      summary:
        'A mail to the address for help, as it came (RFC 5322); header molar-hook-secret is the proof, header molar-envelope-to names the recipient',
      raw: { types: ['message/rfc822', 'application/octet-stream'], limit: MAIL_LIMIT },
      answer: mailTakenSchema,
      errors: ['forbidden', 'not_found', 'unreadable_file', 'too_large'],
    },
    async ({ bytes }, c) => {
      const { support } = deps;
      if (!support) throw new AppError('not_found');
      support.requireSecret(c.header('molar-hook-secret'));
      return { result: await takeMail(deps, support, bytes, c.header('molar-envelope-to')) };
    },
  ),
];

/**
 * Adds a mail that was put aside to a ticket, as an answer of the practice.
 * @throws AppError not_found for an unknown mail or number
 */
async function assignStray(deps: TicketDeps, id: string, helpdeskid: string): Promise<void> {
  const mail = await findStray(
      deps.workshop.look(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }),
      id,
    ),
    place = mail && (await ticketOfNumber(deps.store, helpdeskid));
  if (!mail || !place) throw new AppError('not_found');
  const { cid, ticketId } = place,
    system = { kind: 'system', cid } as const,
    clean = await withoutPatients(deps, deps.workshop.look(cid, system), mail.text),
    number = await newHelpdeskid(deps);
  await deps.workshop.write(cid, system, async (w) => {
    const row = await findTicket(w, ticketId);
    if (!row) throw new AppError('not_found');
    // A repeat after a lost answer adds nothing.
    const { messageId } = mail;
    if (!(await insertMail(w, { messageId, ticketId, at: w.now, way: 'in' }))) return;
    await answerByMail(w, deps, row, {
      person: { userId: '', name: mail.sender },
      text: clean.text,
      removed: clean.removed + mail.removed,
      files: mail.files,
      isFollowUp: !takesAnswers(row, w.now),
      number,
    });
  });
}

export const strayRoutes = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/mails',
      policy: 'vendor.tickets',
      summary: 'Mails that belong to no request',
      answer: strayMailsSchema,
    },
    async () => ({
      items: (
        await listStray(deps.workshop.look(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }))
      ).map(({ id, at, sender, subject, text, removed, files }) => ({
        id,
        at,
        sender,
        subject,
        text,
        removed,
        leftOut: files,
      })),
    }),
  ),
  route(
    {
      method: 'post',
      path: '/mails/{id}/assign',
      policy: 'vendor.tickets',
      summary: 'Add a mail to a request, by its number',
      params,
      body: assignMailSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id }, body: { helpdeskid } }, c) => {
      const person = requireUser(c);
      await assignStray(deps, id, helpdeskid);
      await deps.workshop.write(VENDOR_CID, person, async (w) => {
        if (await removeStray(w, id)) await w.audit('ticket.mail_assigned', { helpdeskid });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/mails/{id}',
      policy: 'vendor.tickets',
      summary: 'Delete a mail that belongs to no request',
      params,
      answerType: 'none',
    },
    async ({ params: { id } }, c) => {
      await deps.workshop.write(VENDOR_CID, requireUser(c), async (w) => {
        if (await removeStray(w, id)) await w.audit('ticket.mail_deleted', {});
      });
      return undefined;
    },
  ),
];
