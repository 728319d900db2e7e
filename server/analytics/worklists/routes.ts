// Routes below /api for the work lists of plans, perio cases and recalls, and for their labels.

import { z } from '@hono/zod-openapi';
import {
  assignSchema,
  hkpDetailSchema,
  hkpParams,
  hkpQuerySchema,
  labelParams,
  WORKLIST_PAGE_MAX,
  labelPatchSchema,
  labelsSchema,
  listReportSchema,
  newLabelSchema,
  noteSchema,
  parDetailSchema,
  parParams,
  parQuerySchema,
  recallDetailSchema,
  recallParams,
  recallQuerySchema,
  writeLettersAnswerSchema,
  writeLettersSchema,
  worklistStepSchema,
  templateInputSchema,
  templateParams,
  templatesSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type {
  WorklistKind,
  ListReport,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import {
  assignLabels,
  createLabel,
  listLabels,
  patchLabel,
  removeLabel,
  restoreLabel,
  writeNote,
  writeStep,
} from './labels.ts';
import type { HkpLinks } from './links.ts';
import { listHkp } from './list-hkp.ts';
import { listPar, readPar } from './list-par.ts';
import { printList } from './list-paper.ts';
import { listRecall } from './list-recall.ts';
import { readHkp, readRecall } from './read-hkp.ts';
import { listTemplates, removeTemplate, saveTemplate } from './templates.ts';
import { noteWritten, onePerPerson, printLetters, reach, sendMails } from './write-to.ts';

const asPdf = (bytes: Uint8Array, name: string) => ({
  bytes,
  type: 'application/pdf',
  headers: { 'content-disposition': `inline; filename="${name}.pdf"` },
});
const none = { answerType: 'none' } as const;
/** Filters common to all lists. */
interface AskedAttachment {
  grund: readonly string[];
  ab: number;
  label?: string | undefined;
  wer?: string | undefined;
  q?: string | undefined;
}

/** A list and its PDF; access to the patients is logged once with their number. */
function listRoutes<Q extends z.ZodType<AskedAttachment>>(
  kind: WorklistKind,
  name: string,
  summary: string,
  query: Q,
  list: (
    context: RequestContext,
    asked: z.output<Q>,
  ) => Promise<{ practiceReport: ListReport; patids: string[] }>,
  links: HkpLinks,
  views: Views,
): Route[] {
  const errors = ['reports_loading'] as const;
  return [
    route(
      {
        method: 'get',
        path: `/${kind}`,
        policy: 'worklist.read',
        summary: `${summary}, overdue first`,
        query,
        answer: listReportSchema,
        errors: [...errors],
      },
      async (input, context) => {
        const { practiceReport, patids } = await list(context, input.query as z.output<Q>);
        await views.note(context, 'patient.listed', patids);
        return practiceReport;
      },
    ),
    route(
      {
        method: 'get',
        path: `/arbeitsliste/${kind}/pdf`,
        policy: 'worklist.read',
        summary: `${summary}, as PDF`,
        query,
        answerType: 'application/pdf',
        errors: [...errors],
      },
      async (input, context) => {
        // As many lines as the printout can hold from there on, whatever a screen shows of them.
        const asked = { ...(input.query as z.output<Q>), n: WORKLIST_PAGE_MAX },
          { practiceReport, patids } = await list(context, asked),
          bytes = await printList(context.look(), links, kind, practiceReport, asked);
        await views.note(context, 'patient.listed', patids);
        await context.write((w) =>
          w.audit('report.printed', { report: kind, rows: practiceReport.zeilen.length }),
        );
        return asPdf(bytes, name);
      },
    ),
  ];
}

export const hkpRoutes = (links: HkpLinks, views: Views): Route[] => [
  ...listRoutes(
    'hkp',
    'Plaene',
    'Plans that want somebody',
    hkpQuerySchema,
    (context, query) => listHkp(context.look(), links, query),
    links,
    views,
  ),
  ...listRoutes(
    'par',
    'PAR-Faelle',
    'Perio cases that want somebody',
    parQuerySchema,
    (context, query) => listPar(context.look(), links, query),
    links,
    views,
  ),
  ...listRoutes(
    'recall',
    'Recall',
    'Recalls to be arranged',
    recallQuerySchema,
    (context, query) => listRecall(context.look(), links, query),
    links,
    views,
  ),
  route(
    {
      method: 'get',
      path: '/hkp/{hkpid}',
      policy: 'worklist.read',
      summary: 'One plan with its states, sums, positions and notes',
      params: hkpParams,
      answer: hkpDetailSchema,
      errors: ['not_found', 'reports_loading'],
    },
    async ({ params }, context) => {
      const found = await readHkp(context.look(), links, params.hkpid);
      await context.write((w) =>
        w.audit('hkp.viewed', { hkpid: params.hkpid, requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/par/{parid}',
      policy: 'worklist.read',
      summary: 'One perio case with its steps, sessions of support and notes',
      params: parParams,
      answer: parDetailSchema,
      errors: ['not_found', 'reports_loading'],
    },
    async ({ params }, context) => {
      const found = await readPar(context.look(), links, params.parid);
      await context.write((w) =>
        w.audit('par.viewed', { parid: params.parid, requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/recall/{recallId}',
      policy: 'worklist.read',
      summary: 'Notes at one recall',
      params: recallParams,
      answer: recallDetailSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const found = await readRecall(context.look(), links, params.recallId);
      await context.write((w) =>
        w.audit(
          'recall.viewed',
          { recallId: params.recallId, requestId: context.requestId },
          found.patid,
        ),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/hkplabels',
      policy: 'worklist.read',
      summary: 'Labels of work lists',
      answer: labelsSchema,
    },
    async (_input, context) => ({ items: await listLabels(context.look()) }),
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels',
      policy: 'worklist.write',
      summary: 'Make a label',
      body: newLabelSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => createLabel(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'patch',
      path: '/hkplabels/{labelId}',
      policy: 'worklist.write',
      summary: 'Rename, colour or move a label',
      params: labelParams,
      body: labelPatchSchema,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => patchLabel(w, params.labelId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/hkplabels/{labelId}',
      policy: 'worklist.write',
      summary: 'Take a label off every line',
      params: labelParams,
      ...none,
    },
    async ({ params }, context) => {
      await context.write((w) => removeLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels/{labelId}/zurueck',
      policy: 'worklist.write',
      summary: 'Take a label back that was taken away, with every line that bore it',
      params: labelParams,
      ...none,
      errors: ['not_found', 'conflict'],
    },
    async ({ params }, context) => {
      await context.write((w) => restoreLabel(w, params.labelId));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkplabels/assign',
      policy: 'worklist.write',
      summary: 'Put labels on lines, or take them off',
      body: assignSchema,
      ...none,
      errors: ['not_found'],
    },
    async ({ body }, context) => {
      await context.write((w) => assignLabels(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/schritt',
      policy: 'worklist.write',
      summary: 'Next step of lines: what, until when, who; null takes it away',
      body: worklistStepSchema,
      ...none,
      errors: ['validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => writeStep(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/hkp/notiz',
      policy: 'worklist.write',
      summary: 'A note at a line',
      body: noteSchema,
      ...none,
    },
    async ({ body }, context) => {
      await context.write((w) => writeNote(w, body));
      return undefined;
    },
  ),
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
      summary: 'Keep words for letters and mails, or word them anew',
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
      summary: 'Letters to the people of lines, as one PDF; 409 where nobody may be written to',
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
