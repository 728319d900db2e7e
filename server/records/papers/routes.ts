// Routes below the practice's /papers: missing signatures before treatment, and a summary of one
// patient's papers and questionnaires.

import { AppError } from '../../../shared/base/errors.ts';
import {
  missingQuerySchema,
  missingSchema,
  personPapersParams,
  personPapersPdfSchema,
  personPapersSchema,
} from '../../../shared/papers/papers.schema.ts';
import { peopleCountSchema } from '../../../shared/desk/master-data.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { Report } from '../../paper/pdf/report.ts';
import type { Look } from '../../platform/work.ts';
import { papersOf } from './papers-of.ts';
import { listMissing, missingCsv, type MissingLinks } from './list-missing.ts';
import { papersReport } from './print-papers.ts';

export interface PrintRoutesDeps extends MissingLinks {
  views: Views;
  renderer: Pick<Renderer, 'renderReport'>;
  praxis(look: Look): Promise<Report['praxis']>;
  /** Heading of a patient; undefined without a record. */
  patient(look: Look, patid: string): Promise<{ name: string; geburtsdatum: string } | undefined>;
}
const DAYS = 7;
/** Without this mark (BOM) a spreadsheet assumes another character set. */
const MARK = '\ufeff';

export const printRoutes = (deps: PrintRoutesDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/missing',
      policy: 'board.work',
      summary: 'Who comes in the next days and has papers without a signature',
      query: missingQuerySchema,
      answer: missingSchema,
    },
    async ({ query }, context) => {
      const list = await listMissing(context.look(), deps, query.days ?? DAYS);
      await deps.views.note(
        context,
        'patient.listed.missing',
        list.visits.map((one) => one.patid),
      );
      return list;
    },
  ),
  route(
    {
      method: 'get',
      path: '/missing/count',
      policy: 'board.work',
      summary: 'How many people come in the next days and have papers without a signature',
      query: missingQuerySchema,
      answer: peopleCountSchema,
    },
    async ({ query }, context) => ({
      people: (await listMissing(context.look(), deps, query.days ?? DAYS)).visits.length,
    }),
  ),
  route(
    {
      method: 'get',
      path: '/missing/csv',
      policy: 'board.work',
      summary: 'The same as a file for a spreadsheet',
      query: missingQuerySchema,
      answerType: 'application/octet-stream',
    },
    async ({ query }, context) => {
      const list = await listMissing(context.look(), deps, query.days ?? DAYS);
      await deps.views.note(
        context,
        'patient.listed.missing',
        list.visits.map((one) => one.patid),
      );
      return {
        bytes: new TextEncoder().encode(MARK + missingCsv(list)),
        type: 'text/csv; charset=utf-8',
        headers: { 'Content-Disposition': 'attachment; filename="fehlende-unterschriften.csv"' },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/of/{patid}',
      policy: 'board.work',
      summary: 'Papers and questionnaires of one person: signed, answered, missing',
      params: personPapersParams,
      answer: personPapersSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const found = await papersOf(context.look(), deps, params.patid);
      await context.write((w) => w.audit('patient.viewed', { report: 'papers' }, params.patid));
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/of/{patid}/pdf',
      policy: 'board.work',
      summary: 'Papers or questionnaires of one person as PDF',
      params: personPapersParams,
      query: personPapersPdfSchema,
      answerType: 'application/pdf',
      errors: ['not_found'],
    },
    async ({ params: { patid }, query }, context) => {
      const look = context.look(),
        found = await papersOf(look, deps, patid),
        person = await deps.patient(look, patid);
      if (!person) throw new AppError('not_found');
      const report = papersReport(
          found,
          query,
          { patid, ...person },
          await deps.praxis(look),
          context.now,
        ),
        bytes = await deps.renderer.renderReport(report);
      await context.write(async (w) => {
        await w.audit('report.printed', { report: 'papers', rows: report.rows.length });
        await w.audit('patient.viewed', { report: 'papers' }, patid);
      });
      return {
        bytes,
        type: 'application/pdf',
        headers: { 'content-disposition': 'inline; filename="Unterlagen.pdf"' },
      };
    },
  ),
];
