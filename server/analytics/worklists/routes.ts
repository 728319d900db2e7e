// Routes below /api for the work lists of plans, perio cases and recalls, and for their labels.

import type { z } from '@hono/zod-openapi';
import {
  hkpDetailSchema,
  hkpParams,
  hkpQuerySchema,
  WORKLIST_PAGE_MAX,
  listReportSchema,
  parDetailSchema,
  parParams,
  parQuerySchema,
  personPointsParams,
  personPointsSchema,
  recallDetailSchema,
  recallParams,
  recallQuerySchema,
  worklistCountsSchema,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type {
  WorklistKind,
  ListReport,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import { AppError } from '../../../shared/base/errors.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type RequestContext, type Route } from '../../platform/http/route.ts';
import { countLines } from './count-lines.ts';
import { labelRoutes } from './label-routes.ts';
import { letterRoutes } from './letter-routes.ts';
import type { HkpLinks } from './links.ts';
import { listHkp } from './list-hkp.ts';
import { listPar, readPar } from './list-par.ts';
import { printList } from './list-paper.ts';
import { listRecall } from './list-recall.ts';
import { pointsOf } from './points-of.ts';
import { readHkp, readRecall } from './read-hkp.ts';

const asPdf = (bytes: Uint8Array, name: string) => ({
  bytes,
  type: 'application/pdf',
  headers: { 'content-disposition': `inline; filename="${name}.pdf"` },
});
/** Filters common to all lists. */
interface ListQuery {
  grund: readonly string[];
  ab: number;
  label?: string | undefined;
  wer?: string | undefined;
  q?: string | undefined;
}

/** A list and its PDF; access to the patients is logged once with their number. */
function listRoutes<Q extends z.ZodType<ListQuery>>(
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
        await views.note(context, `patient.listed.${kind}`, patids);
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
        await views.note(context, `patient.listed.${kind}`, patids);
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
    'Plans that need action',
    hkpQuerySchema,
    (context, query) => listHkp(context.look(), links, query),
    links,
    views,
  ),
  ...listRoutes(
    'par',
    'PAR-Faelle',
    'Perio cases that need action',
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
      path: '/arbeitsliste/zahlen',
      policy: 'worklist.read',
      summary: 'How many lines each work list opens with',
      answer: worklistCountsSchema,
      errors: ['reports_loading'],
    },
    (_input, context) => countLines(context.look(), links),
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
      path: '/arbeitsliste/patient/{patid}',
      policy: 'worklist.read',
      summary: 'Plans, perio cases and recalls of one person that need action',
      params: personPointsParams,
      answer: personPointsSchema,
      errors: ['not_found', 'reports_loading'],
    },
    async ({ params: { patid } }, context) => {
      const look = context.look();
      if ((await look.db.closed()).includes(patid)) throw new AppError('not_found');
      const points = await pointsOf(look, links, patid);
      await views.note(context, 'patient.points', points.items.length > 0 ? [patid] : []);
      return points;
    },
  ),
  ...labelRoutes(),
  ...letterRoutes(links),
];
