// Route of the operator's monitor, authenticated by its own token.

import { AppError } from '../../../shared/base/errors.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Store } from '../../platform/db/store.ts';
import { isSameSecret } from '../../platform/keys/same-secret.ts';
import type { LinkState } from '../../platform/tunnel/box-link.ts';
import type { Metrics } from './metrics.ts';
import { readServerState } from './store.ts';

export interface MetricsDeps {
  store: Store;
  now: () => number;
  /** Whether now are hours that suit as many practices as any. */
  isUpdateTime: () => Promise<boolean>;
  /** Absent: the operator set no token, and there is no route. */
  monitor: { token: string; metrics: Metrics } | undefined;
  /** State of the link to the relay; absent without a relay. */
  relayLink?: (() => LinkState) | undefined;
}

/** Lists the route at the root; none without a token. */
export const metricsRoutes = ({
  store,
  now,
  monitor,
  isUpdateTime,
  relayLink,
}: MetricsDeps): Route[] =>
  monitor === undefined
    ? []
    : [
        route(
          {
            method: 'get',
            path: '/metrics',
            policy: 'metrics.read',
            summary: 'State of the server for Prometheus; no practice and no person',
            answerType: 'text/plain',
            hasOwnSecret: true,
          },
          async (_, c) => {
            const given = /^Bearer (.+)$/.exec(c.header('authorization') ?? '')?.[1] ?? '';
            if (!isSameSecret(monitor.token, given)) throw new AppError('unauthenticated');
            const at = now(),
              text = await monitor.metrics.text(
                {
                  ...(await readServerState(store, at)),
                  isUpdateTime: await isUpdateTime(),
                  link: relayLink?.(),
                },
                at,
              );
            return { bytes: new TextEncoder().encode(text), type: monitor.metrics.contentType };
          },
        ),
      ];
