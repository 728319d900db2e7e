// Route of the morning status line.

import { situationSchema } from '../../../shared/analytics/reports/today.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { readSituation, type SituationDeps } from './morning-line.ts';

export const situationRoutes = (deps: SituationDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/heute/lage',
      policy: 'lage.read',
      summary:
        'The line of the morning: tablets, backup, age of the data, what came in, what is not signed; numbers only',
      answer: situationSchema,
    },
    (_input, context) => readSituation(context.look(), deps),
  ),
];
