// Routes below the practice's /tablet: the blank forms that a tablet caches for offline use.

import { blankListSchema, blankParamsSchema, blankTextSchema } from './blank.schema.ts';
import { AppError } from '../../../../shared/base/errors.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { findBlank, listBlanks, type BlankWishes } from './blank-forms.ts';
import type { PracticeLibrary } from '../answers/library.ts';

export interface BlankDeps {
  forms: PracticeLibrary;
  wishes(look: Look): Promise<BlankWishes>;
}

export const blankRoutes = ({ forms, wishes }: BlankDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/blanks',
      policy: 'tablet.house',
      summary: 'Blank forms that a tablet keeps: nothing of any patient',
      answer: blankListSchema,
    },
    async (_input, context) => {
      const look = context.look();
      return {
        items: (await listBlanks(forms(look), await wishes(look))).map((one) => ({
          ...one,
          title: { ...one.title },
          languages: [...one.languages],
        })),
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/blanks/{key}',
      policy: 'tablet.house',
      summary: 'One blank form as JSON text with the languages of the practice',
      params: blankParamsSchema,
      answer: blankTextSchema,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      const look = context.look(),
        text = await findBlank(forms(look), await wishes(look), params.key);
      if (text === undefined) throw new AppError('not_found');
      return { text };
    },
  ),
];
