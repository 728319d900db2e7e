// Routes of tickets: below /api for the practice, below /support for the vendor's staff.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import {
  answerSchema,
  openTicketSchema,
  rateSchema,
  sentSchema,
  ticketListSchema,
  ticketWithEntriesSchema,
  vendorChangeSchema,
  vendorEntrySchema,
  vendorListQuerySchema,
  vendorTicketListSchema,
  vendorTicketWithEntriesSchema,
} from '../../../shared/vendor/tickets.schema.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import type { TicketDeps } from './links.ts';
import { findPatientWords } from './patient-words.ts';
import {
  countWaiting,
  entriesOf,
  findTicket,
  listTickets,
  ticketsOfAll,
  type ClientTicket,
} from './store.ts';
import { entryView, ticketView, vendorTicketView } from './view.ts';
import {
  answerAsVendor,
  answerTicket,
  leadTicket,
  newHelpdeskid,
  openTicket,
  owned,
  rateTicket,
  solveTicket,
  type Person,
} from './work-tickets.ts';

const params = z.strictObject({ id: z.uuid() });
const clientParams = z.strictObject({ cid: z.string().min(1).max(64), id: z.uuid() });
const personOf = ({ actor }: RequestContext): Person => {
  if (actor.kind !== 'user') throw new AppError('unauthenticated');
  return actor;
};

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
      const person = personOf(c);
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
      const person = personOf(c),
        look = c.look(),
        row = owned(await findTicket(look, id), person);
      // Notes are the vendor's own.
      const entries = (await entriesOf(look, id)).filter(({ kind }) => kind !== 'note');
      return {
        ticket: ticketView(row, c.now, person.userId),
        entries: entries.map(entryView),
      };
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
      const person = personOf(c),
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
      const person = personOf(c),
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
      await c.write((w) => solveTicket(w, personOf(c), id));
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
      await c.write((w) => rateTicket(w, personOf(c), id, body));
      return undefined;
    },
  ),
];
export const ticketRoutes = (deps: TicketDeps): Route[] => [
  ...practiceReads(),
  ...practiceWrites(deps),
];

/** Reads a practice's ticket as the vendor's staff. @throws AppError not_found */
async function clientTicket(
  deps: TicketDeps,
  cid: string,
  id: string,
): Promise<{ look: Look; found: ClientTicket }> {
  const look = deps.workshop.look(cid, { kind: 'system', cid }),
    row = await findTicket(look, id),
    [praxis] = row ? await look.db.find(look.t.praxis) : [];
  if (!row || !praxis) throw new AppError('not_found');
  return { look, found: { row, praxisName: praxis.name } };
}

export const vendorTicketRoutes = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/tickets',
      policy: 'vendor.tickets',
      summary: 'Requests for help of all practices',
      query: vendorListQuerySchema,
      answer: vendorTicketListSchema,
    },
    async ({ query: { view } }, c) => {
      const { userId } = personOf(c),
        rows = await ticketsOfAll(deps.store, view);
      return {
        items: rows.map((row) => vendorTicketView(row, c.now, userId)),
        ...(await countWaiting(deps.store, c.now)),
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/tickets/{cid}/{id}',
      policy: 'vendor.tickets',
      summary: 'One request for help with messages and notes',
      params: clientParams,
      answer: vendorTicketWithEntriesSchema,
      errors: ['not_found'],
    },
    async ({ params: { cid, id } }, c) => {
      const { look, found } = await clientTicket(deps, cid, id);
      return {
        ticket: vendorTicketView(found, c.now, personOf(c).userId),
        entries: (await entriesOf(look, id)).map(entryView),
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/tickets/{cid}/{id}/entries',
      policy: 'vendor.tickets',
      summary: 'Answer a practice, or write a note for colleagues',
      params: clientParams,
      body: vendorEntrySchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { cid, id }, body }, c) => {
      const person = personOf(c);
      await clientTicket(deps, cid, id);
      await deps.workshop.write(cid, person, (w) => answerAsVendor(w, deps, person, id, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'patch',
      path: '/tickets/{cid}/{id}',
      policy: 'vendor.tickets',
      summary: 'Change the priority, take a request or give it back',
      params: clientParams,
      body: vendorChangeSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { cid, id }, body }, c) => {
      const person = personOf(c);
      await clientTicket(deps, cid, id);
      await deps.workshop.write(cid, person, (w) => leadTicket(w, deps, person, id, body));
      return undefined;
    },
  ),
];
