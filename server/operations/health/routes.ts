// Routes of the server's own state: version and environment for the apps, liveness and readiness
// for monitors.

import { z } from '@hono/zod-openapi';
import { ENVIRONMENTS, type Environment } from '../../../shared/base/environment.ts';
import { incidentsSchema, type Incidents } from '../../../shared/operations/incidents.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { TROUBLE_NAMES } from '../../../shared/operations/troubles.ts';
import { troublesIn, type Readiness } from './check-readiness.ts';

export interface UiDeps {
  version: string;
  build: string;
  /** U5: environment of the requested host. */
  environment: (host: string) => Environment;
  readiness: () => Promise<Readiness>;
  /** The server is about to stop: a balancer sends new requests elsewhere. */
  isLeaving?: () => boolean;
  /** Incidents and maintenance as the operator wrote them. */
  incidents: () => Promise<Omit<Incidents, 'troubles'>>;
}

/** S8: exactly these three. */
const statusSchema = z
  .strictObject({ version: z.string(), build: z.string(), environment: z.enum(ENVIRONMENTS) })
  .meta({ id: 'Status' });
const readinessSchema = z
  .strictObject({
    isReady: z.boolean(),
    checks: z.partialRecord(
      z.enum(TROUBLE_NAMES),
      z.enum(['ok', 'failed', 'late', 'partial', 'slow']),
    ),
  })
  .meta({ id: 'Readiness' });

/** Lists the routes below /ui. */
export const statusRoutes = (deps: UiDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/status',
      policy: 'public',
      summary: 'Version, build and environment; polled by the apps',
      answer: statusSchema,
    },
    async (_, context) => ({
      version: deps.version,
      build: deps.build,
      environment: deps.environment(context.header('host') ?? ''),
    }),
  ),
  route(
    {
      method: 'get',
      path: '/incidents',
      policy: 'public',
      summary:
        'Incidents, maintenance and present troubles of this installation; answers without the database',
      answer: incidentsSchema,
    },
    async () => ({ ...(await deps.incidents()), troubles: troublesIn(await deps.readiness()) }),
  ),
];

/** Lists the routes at the root. */
export const healthRoutes = (deps: UiDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/livez',
      policy: 'public',
      summary: 'The process answers',
      answer: z.strictObject({ isAlive: z.literal(true) }),
    },
    async () => ({ isAlive: true as const }),
  ),
  route(
    {
      method: 'get',
      path: '/readyz',
      policy: 'public',
      summary:
        '200 only when no check failed and the server is not about to stop; what is `late` is repeated and stops no work, `partial` names damaged entries next to sound ones, `slow` is a check without an answer',
      answer: readinessSchema,
    },
    async () => {
      const found = await deps.readiness(),
        isReady = found.isReady && deps.isLeaving?.() !== true;
      return { body: { ...found, isReady }, extras: { status: isReady ? 200 : 503 } };
    },
  ),
];
