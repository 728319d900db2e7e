// Routes below the practice's /notfall: the possible sheets of the emergency paper set, and the set
// as one PDF.

import { AppError } from '../../../shared/base/errors.ts';
import { paperSetQuerySchema, paperSetSchema } from '../../../shared/records/emergency.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import { blankPage, readPaperSet, type SetLinks } from './paper-set.ts';
import { keepPaperSet } from './store.ts';

export interface PaperDeps extends SetLinks {
  renderer: Pick<Renderer, 'renderBlank'>;
}

export const paperRoutes = (deps: PaperDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '',
      policy: 'board.work',
      summary:
        'Forms and texts for the emergency paper set, when it was saved last, and what changed since',
      answer: paperSetSchema,
    },
    (_input, context) => readPaperSet(context.look(), deps),
  ),
  route(
    {
      method: 'get',
      path: '/pdf',
      policy: 'board.work',
      summary: 'Blank forms and texts on paper (PDF/A); that it was saved is remembered',
      query: paperSetQuerySchema,
      answerType: 'application/pdf',
      errors: ['validation', 'pdf_failed'],
    },
    async ({ query }, context) => {
      const wished = {
        sheets: [...new Set(query.sheets.split(','))],
        languages: [...new Set(['de', ...query.languages.split(',')])],
      };
      const page = await blankPage(context.look(), deps, wished);
      const { bytes, pages } = await deps.renderer.renderBlank(page).catch((cause: unknown) => {
        throw new AppError('pdf_failed', { cause });
      });
      const byName = context.actor.kind === 'user' ? context.actor.name : '';
      await context.write(async (w) => {
        await keepPaperSet(w, { at: w.now, byName, ...wished });
        await w.audit('paper.saved', { ...wished, pages });
      });
      return {
        bytes,
        type: 'application/pdf',
        headers: {
          'Content-Disposition': 'attachment; filename="Notfallmappe.pdf"',
          'Cache-Control': 'no-store',
        },
      };
    },
  ),
];
