// Calls below the practice's /papers: signatures that are missing before treatment, and one person's papers and questionnaires in short.

import { missingQuerySchema, missingSchema, personPapersParams, personPapersSchema } from '../../shared/papier.schema.ts';
import type { Views } from '../audit/views.ts';
import { route, type Route } from '../http/route.ts';
import { papersOf } from './papers-of.ts';
import { listMissing, missingCsv, type MissingLinks } from './list-missing.ts';

export interface PapierDeps extends MissingLinks { views: Views }
const DAYS = 7;
/** A spreadsheet takes a file without this mark for another alphabet. */
const MARK = '\ufeff';

export const papierRoutes = (deps: PapierDeps): Route[] => [
  route({ method: 'get', path: '/missing', policy: 'board.work', summary: 'Who comes in the next days and has papers without a signature', query: missingQuerySchema, answer: missingSchema },
    async ({ query }, context) => {
      const list = await listMissing(context.look(), deps, query.days ?? DAYS);
      await deps.views.note(context, 'patient.listed', list.visits.map(one => one.patid));
      return list;
    }),
  route({ method: 'get', path: '/missing/csv', policy: 'board.work', summary: 'The same as a file for a spreadsheet', query: missingQuerySchema, answerType: 'application/octet-stream' },
    async ({ query }, context) => {
      const list = await listMissing(context.look(), deps, query.days ?? DAYS);
      await deps.views.note(context, 'patient.listed', list.visits.map(one => one.patid));
      return { bytes: new TextEncoder().encode(MARK + missingCsv(list)), type: 'text/csv; charset=utf-8', headers: { 'Content-Disposition': 'attachment; filename="fehlende-unterschriften.csv"' } };
    }),
  route({ method: 'get', path: '/of/{patid}', policy: 'board.work', summary: 'Papers and questionnaires of one person: signed, answered, missing', params: personPapersParams, answer: personPapersSchema, errors: ['not_found'] },
    async ({ params }, context) => {
      const found = await papersOf(context.look(), deps, params.patid);
      await context.write(w => w.audit('patient.viewed', { report: 'papers' }, params.patid));
      return found;
    }),
];
