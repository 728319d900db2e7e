// Routes of tickets for the practice, below /api.

import { z } from 'zod';
import {
  answerSchema,
  openTicketSchema,
  rateSchema,
  sentSchema,
  ticketListSchema,
  ticketWithEntriesSchema,
} from '../../../shared/vendor/tickets.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import type { TicketDeps } from './links.ts';
import { findPatientWords } from './patient-words.ts';
import { addFile, readFile } from './add-file.ts';
import { fileParams, uploadedFile } from './file-params.ts';
import { filesOf } from './store-files.ts';
import { entriesOf, findTicket, listTickets } from './store.ts';
import { entryView, ticketView } from './view.ts';
import {
  answerTicket,
  newHelpdeskid,
  openTicket,
  owned,
  rateTicket,
  solveTicket,
} from './work-tickets.ts';

const params = z.strictObject({ id: z.uuid() });
/** Reads of the practice: owners see all tickets, others their own. */
const practiceReads = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/tickets',
      policy: 'ticket.ask',
      summary: 'Requests for help: the own ones, for owners those of the practice',
      answer: ticketListSchema,
    },
    async (_, c) => {
      const person = requireUser(c);
      const rows = await listTickets(c.look(), person.role === 'owner' ? undefined : person.userId);
      return { items: rows.map((row) => ticketView(row, c.now, person.userId)) };
    },
  ),
  route(
    {
      method: 'get',
      path: '/tickets/{id}',
      policy: 'ticket.ask',
      summary: 'One request for help with its messages',
      params,
      answer: ticketWithEntriesSchema,
      errors: ['not_found'],
    },
    async ({ params: { id } }, c) => {
      const person = requireUser(c),
        look = c.look(),
        row = owned(await findTicket(look, id), person);
      // Notes are the vendor's own.
      const entries = (await entriesOf(look, id)).filter(({ kind }) => kind !== 'note'),
        files = await filesOf(look, id);
      return {
        ticket: ticketView(row, c.now, person.userId),
        entries: entries.map((entry) => entryView(entry, files)),
      };
    },
  ),
];

const practiceFiles = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/tickets/{id}/entries/{entryId}/files/{fileId}',
      policy: 'ticket.ask',
      summary: 'Add a picture or a PDF to an own message; the name of the file is not stored',
      params: params.extend({ entryId: z.uuid(), fileId: z.uuid() }),
      ...uploadedFile,
    },
    async ({ params: { id, ...place }, bytes }, c) => {
      const person = requireUser(c),
        look = c.look();
      owned(await findTicket(look, id), person);
      return addFile(deps, look, person, { ...place, ticketId: id, side: 'practice' }, bytes);
    },
  ),
  route(
    {
      method: 'get',
      path: '/tickets/{id}/files/{fileId}',
      policy: 'ticket.ask',
      summary: 'A file of a request for help',
      params: params.extend(fileParams),
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params: { id, fileId } }, c) => {
      const look = c.look();
      owned(await findTicket(look, id), requireUser(c));
      return readFile(deps, look, { ticketId: id, fileId });
    },
  ),
];

const practiceWrites = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/tickets',
      policy: 'ticket.ask',
      summary: 'Ask the vendor for help; words that point to a patient are returned first',
      body: openTicketSchema,
      answer: sentSchema,
    },
    async ({ body }, c) => {
      const person = requireUser(c),
        text = `${body.subject}\n${body.text}`,
        found = await findPatientWords(deps, c.look(), text, body.confirmed);
      if (found.length > 0) return { ticket: null, found };
      const number = await newHelpdeskid(deps);
      const row = await c.write((w) => openTicket(w, deps, person, body, number));
      return { ticket: ticketView(row, c.now, person.userId), found: [] };
    },
  ),
  route(
    {
      method: 'post',
      path: '/tickets/{id}/entries',
      policy: 'ticket.ask',
      summary: 'Answer in a request for help',
      params,
      body: answerSchema,
      answer: sentSchema,
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id }, body: { confirmed, ...body } }, c) => {
      const person = requireUser(c),
        found = await findPatientWords(deps, c.look(), body.text, confirmed);
      if (found.length > 0) return { ticket: null, found };
      const row = await c.write((w) => answerTicket(w, deps, person, id, body));
      return { ticket: ticketView(row, c.now, person.userId), found: [] };
    },
  ),
  route(
    {
      method: 'post',
      path: '/tickets/{id}/solved',
      policy: 'ticket.ask',
      summary: 'The problem is solved',
      params,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { id } }, c) => {
      await c.write((w) => solveTicket(w, requireUser(c), id));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/tickets/{id}/rating',
      policy: 'ticket.ask',
      summary: 'How helpful the answers were',
      params,
      body: rateSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id }, body }, c) => {
      await c.write((w) => rateTicket(w, requireUser(c), id, body));
      return undefined;
    },
  ),
];
export const ticketRoutes = (deps: TicketDeps): Route[] => [
  ...practiceReads(),
  ...practiceWrites(deps),
  ...practiceFiles(deps),
];
