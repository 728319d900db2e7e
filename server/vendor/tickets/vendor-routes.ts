// Routes of tickets for the vendor's staff, below /support.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import {
  colleaguesSchema,
  vendorChangeSchema,
  vendorEntrySchema,
  vendorListQuerySchema,
  vendorTicketListSchema,
  vendorTicketWithEntriesSchema,
} from '../../../shared/vendor/tickets.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { pageOf, placeIn } from '../vendor-rows.ts';
import { addFile, readFile } from './add-file.ts';
import { cannedRoutes } from './canned-routes.ts';
import { fileParams, uploadedFile } from './file-params.ts';
import type { TicketDeps } from './links.ts';
import { strayRoutes } from './mail-routes.ts';
import { filesOf } from './store-files.ts';
import { strayCount } from './store-mail.ts';
import {
  countRatings,
  countWaiting,
  entriesOf,
  findTicket,
  placeOf,
  ticketPlace,
  ticketsOfAll,
  type ClientTicket,
} from './store.ts';
import { entryView, vendorTicketView } from './view.ts';
import { answerAsVendor, leadTicket } from './work-tickets.ts';

const clientParams = z.strictObject({ cid: z.string().min(1).max(64), id: z.uuid() });

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

/** Finds the colleague who gets a ticket. @throws AppError not_found for anyone else */
async function colleagueOf(
  deps: Pick<TicketDeps, 'colleagues'>,
  id: string | null | undefined,
): Promise<{ id: string; name: string } | null | undefined> {
  if (id === null || id === undefined) return id;
  const found = (await deps.colleagues()).find((one) => one.id === id);
  if (!found) throw new AppError('not_found');
  return found;
}

const reads = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/tickets',
      policy: 'vendor.tickets',
      summary: 'Requests for help of all practices, what is due first, page by page',
      query: vendorListQuerySchema,
      answer: vendorTicketListSchema,
      errors: ['validation'],
    },
    async ({ query: { view, cursor } }, c) => {
      const { userId } = requireUser(c),
        asked = { view, after: placeIn(cursor, ticketPlace) },
        rows = await ticketsOfAll(deps.store, deps.workshop.opened, asked),
        { page, cursor: next } = pageOf(rows, placeOf);
      return {
        items: page.map((row) => vendorTicketView(row, c.now, userId)),
        cursor: next,
        ...(await countWaiting(deps.store, c.now)),
        ratings: await countRatings(deps.store, c.now),
        stray: await strayCount(deps.store),
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
      const { look, found } = await clientTicket(deps, cid, id),
        files = await filesOf(look, id);
      return {
        ticket: vendorTicketView(found, c.now, requireUser(c).userId),
        entries: (await entriesOf(look, id)).map((entry) => entryView(entry, files)),
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/colleagues',
      policy: 'vendor.tickets',
      summary: "The vendor's staff who may work on a request",
      answer: colleaguesSchema,
    },
    async () => ({ items: await deps.colleagues() }),
  ),
];

const writes = (deps: TicketDeps): Route[] => [
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
      const person = requireUser(c);
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
      summary: 'Change the priority, or who works on a request',
      params: clientParams,
      body: vendorChangeSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { cid, id }, body: { priority, assigneeId } }, c) => {
      const person = requireUser(c);
      await clientTicket(deps, cid, id);
      const assignee = await colleagueOf(deps, assigneeId);
      await deps.workshop.write(cid, person, (w) =>
        leadTicket(w, deps, person, id, { priority, assignee }),
      );
      return undefined;
    },
  ),
];

const files = (deps: TicketDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/tickets/{cid}/{id}/entries/{entryId}/files/{fileId}',
      policy: 'vendor.tickets',
      summary: 'Add a picture or a PDF to an own answer',
      params: clientParams.extend({ entryId: z.uuid(), fileId: z.uuid() }),
      ...uploadedFile,
    },
    async ({ params: { cid, id, ...place }, bytes }, c) => {
      const { look } = await clientTicket(deps, cid, id);
      return addFile(deps, look, requireUser(c), { ...place, ticketId: id, side: 'vendor' }, bytes);
    },
  ),
  route(
    {
      method: 'get',
      path: '/tickets/{cid}/{id}/files/{fileId}',
      policy: 'vendor.tickets',
      summary: "A file of a practice's request",
      params: clientParams.extend(fileParams),
      answerType: 'application/octet-stream',
      errors: ['not_found'],
    },
    async ({ params: { cid, id, fileId } }) => {
      const { look } = await clientTicket(deps, cid, id);
      return readFile(deps, look, { ticketId: id, fileId });
    },
  ),
];
export const vendorTicketRoutes = (deps: TicketDeps): Route[] => [
  ...reads(deps),
  ...writes(deps),
  ...files(deps),
  ...cannedRoutes(deps),
  ...strayRoutes(deps),
];
