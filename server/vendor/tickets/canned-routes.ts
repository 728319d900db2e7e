// Routes of canned answers below /support: the vendor's own rows, which name no practice.

import { z } from 'zod';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { cannedTextSchema, cannedTextsSchema } from '../../../shared/vendor/tickets.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { TicketDeps } from './links.ts';
import { listTexts, removeText, storeText } from './store-canned.ts';

const params = z.strictObject({ id: z.uuid() });

export const cannedRoutes = ({ workshop }: Pick<TicketDeps, 'workshop'>): Route[] => [
  route(
    {
      method: 'get',
      path: '/answers',
      policy: 'vendor.tickets',
      summary: 'Canned answers',
      answer: cannedTextsSchema,
    },
    async () => ({
      items: await listTexts(workshop.look(VENDOR_CID, { kind: 'system', cid: VENDOR_CID })),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/answers/{id}',
      policy: 'vendor.tickets',
      summary: 'Store a canned answer',
      params,
      body: cannedTextSchema,
      answerType: 'none',
    },
    async ({ params: { id }, body }, { actor }) => {
      await workshop.write(VENDOR_CID, actor, async (w) => {
        await storeText(w, id, body);
        await w.audit('ticket.text_stored', { textId: id });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/answers/{id}',
      policy: 'vendor.tickets',
      summary: 'Delete a canned answer',
      params,
      answerType: 'none',
    },
    async ({ params: { id } }, { actor }) => {
      await workshop.write(VENDOR_CID, actor, async (w) => {
        if (await removeText(w, id)) await w.audit('ticket.text_deleted', { textId: id });
      });
      return undefined;
    },
  ),
];
