/** Routes of templates, letters and mails to the people of lines. */
import { z } from '@hono/zod-openapi';
import {
  writeLettersAnswerSchema,
  writeLettersSchema,
  templateInputSchema,
  templateParams,
  templatesSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { HkpLinks } from './links.ts';
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts';
import { noteWritten, onePerPerson, printLetters, reach, sendMails } from './write-to.ts';

const none = { answerType: 'none' } as const;

export const letterRoutes = (links: HkpLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/hkpvorlagen',
      policy: 'worklist.read',
      summary: 'Words of letters and mails that the practice keeps',
      answer: templatesSchema,
    },
    async (_input, context) => ({ items: await listTemplates(context.look()) }),
  ),
  route(
    {
      method: 'put',
      path: '/hkpvorlagen/{vorlageId}',
      policy: 'worklist.write',
      summary: 'Save texts for letters and mails, or change them',
      params: templateParams,
      body: templateInputSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => saveTemplate(w, params.vorlageId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/hkpvorlagen/{vorlageId}',
      policy: 'worklist.write',
      summary: 'Forget words for letters and mails',
      params: templateParams,
      ...none,
    },
    async ({ params }, context) => {
      await context.write((w) => removeTemplate(w, params.vorlageId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/brief',
      policy: 'worklist.write',
      summary: 'Letters to the people of lines, as one PDF; 409 where no person may be written to',
      body: writeLettersSchema,
      answerType: 'application/pdf',
      errors: ['state_conflict', 'reports_loading'],
    },
    async ({ body }, context) => {
      const look = context.look(),
        { pdf, reached, each } = await printLetters(look, links, { ...body, weg: 'brief' });
      if (pdf === null) throw new AppError('state_conflict');
      const filed = await links.fileLetters(context, each);
      await context.write((w) =>
        noteWritten(
          w,
          { ...body, weg: 'brief' },
          reached,
          context.actor.kind === 'user' ? context.actor.userId : '',
          filed,
        ),
      );
      return {
        bytes: pdf,
        type: 'application/pdf',
        headers: { 'content-disposition': 'inline; filename="Briefe.pdf"' },
      };
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/schreiben',
      policy: 'worklist.write',
      summary: 'Whom letters or mails would reach; mails are sent with `senden`',
      body: z.strictObject({ ...writeLettersSchema.shape, senden: z.boolean() }),
      answer: writeLettersAnswerSchema,
      errors: ['reports_loading'],
    },
    async ({ body: { senden, ...order } }, context) => {
      const look = context.look(),
        { reached, leftOut } = await reach(look, links, order);
      if (senden && order.weg === 'email' && reached.length > 0) {
        const praxis = await links.praxis(look);
        await context.write(async (w) => {
          await sendMails(w, links, order, reached, praxis);
          await noteWritten(
            w,
            order,
            reached,
            context.actor.kind === 'user' ? context.actor.userId : '',
          );
        });
      }
      return { geschrieben: onePerPerson(reached).length, ausgelassen: leftOut };
    },
  ),
];
