// The call of the morning's line.

import { lageSchema } from '../../../shared/analytics/reports/today.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { readLage, type LageDeps } from './morning-line.ts';

export const lageRoutes = (deps: LageDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/heute/lage',
      policy: 'lage.read',
      summary:
        'The line of the morning: tablets, backup, age of the data, what came in, what is not signed; numbers only',
      answer: lageSchema,
    },
    (_input, context) => readLage(context.look(), deps),
  ),
];
