// Routes of a user's overview layout; below /api.

import { AppError } from '../../../../shared/base/errors.ts';
import {
  overviewAnswerSchema,
  overviewSettingsSchema,
} from '../../../../shared/analytics/reports/overview.schema.ts';
import { route, type RequestContext, type Route } from '../../../platform/http/route.ts';
import { readArrangement, saveArrangement } from './overview-store.ts';

/** Returns the user of a layout; an API token has none. */
export const personOf = ({ actor }: RequestContext): string => {
  if (actor.kind !== 'user') throw new AppError('forbidden');
  return actor.userId;
};

export const overviewRoutes = (): Route[] => [
  route(
    {
      method: 'get',
      path: '/dashboard/settings',
      policy: 'report.read',
      summary: 'How the caller arranged the overview of figures',
      answer: overviewAnswerSchema,
    },
    async (_input, context) => ({
      settings: await readArrangement(context.look(), personOf(context)),
    }),
  ),
  route(
    {
      method: 'put',
      path: '/dashboard/settings',
      policy: 'report.read',
      summary: 'Arrange the overview of figures for the caller',
      body: overviewSettingsSchema,
      answer: overviewAnswerSchema,
    },
    async ({ body }, context) => {
      await context.write((w) => saveArrangement(w, personOf(context), body));
      return { settings: body };
    },
  ),
];
