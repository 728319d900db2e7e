// The directory's single route, on the main port and on its own port.

import { resolveSchema, resolvedSchema } from './dispatcher.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { resolveHost, type DispatcherDeps } from './resolve-host.ts';

export const dispatcherRoutes = (deps: DispatcherDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/resolve',
      policy: 'public',
      summary: 'Which r4c host serves this',
      body: resolveSchema,
      answer: resolvedSchema,
      errors: ['not_found', 'rate_limited'],
    },
    ({ body }, { actor }) => resolveHost(deps, body, 'ip' in actor ? actor.ip : ''),
  ),
];
