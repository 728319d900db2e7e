// Routes of damaged entries below /api.

import { damagedSchema } from '../../../shared/operations/damage.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { listDamaged, type DamageDeps } from './store.ts';

/** Lists the routes below /api. */
export const damageRoutes = (deps: DamageDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/damaged',
      policy: 'board.work',
      summary: 'Entries of the practice whose encrypted values were changed outside of the program',
      answer: damagedSchema,
    },
    (_input, c) => listDamaged(c.look(), deps),
  ),
];
