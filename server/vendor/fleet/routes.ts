// Routes of the fleet below /support: health of all practices, and its history for one.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { windowOrDefault, type CommonWindow } from '../../../shared/accounts/update-window.ts';
import type { HeldCertificate } from '../../../shared/papers/seal/held-certificate.ts';
import { heldCertificatesSchema } from '../../../shared/papers/seal/held-certificate.schema.ts';
import {
  fleetHistorySchema,
  fleetQuerySchema,
  fleetSchema,
} from '../../../shared/vendor/fleet.schema.ts';
import { listedCertificates } from '../../paper/seal/proof/held-certificate.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Workshop } from '../../platform/work.ts';
import { lookAtFleet, type FleetDeps } from './look-at-fleet.ts';
import { acceptedTerms } from '../accepted-terms.store.ts';
import { pageOf, placeIn } from '../vendor-rows.ts';
import {
  changesOf,
  countLights,
  fleetPlace,
  isPractice,
  readBackupAge,
  searchFleet,
} from './store.ts';

export interface FleetRouteDeps extends FleetDeps {
  workshop: Workshop;
  /** Certificates and lists that the server rests on. */
  held: () => Promise<readonly HeldCertificate[]>;
  /** Next hours that suit an update. */
  commonWindow: () => Promise<CommonWindow | undefined>;
}
/** Lists the vendor's routes. */
export const fleetRoutes = (deps: FleetRouteDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/fleet',
      policy: 'vendor.read',
      summary:
        'Health of all practices, the worst first, page by page: numbers and codes, no patient',
      query: fleetQuerySchema,
      answer: fleetSchema,
      errors: ['validation'],
    },
    async ({ query: { view, q, cursor } }) => {
      const checkedAt = await lookAtFleet(deps),
        rows = await searchFleet(deps.store, { view, q, after: placeIn(cursor, fleetPlace) }),
        { page, cursor: next } = pageOf(rows, ({ rank, since, cid }) => [rank, since, cid]);
      return {
        items: page.map(({ rank: _rank, updateWindow, ...rest }) => ({
          ...rest,
          updateWindow: windowOrDefault(updateWindow),
        })),
        cursor: next,
        lights: await countLights(deps.store),
        checkedAt,
        server: {
          version: deps.version,
          ...(await readBackupAge(deps.store)),
          update: (await deps.commonWindow()) ?? null,
        },
      };
    },
  ),
  route(
    {
      method: 'get',
      path: '/trust',
      policy: 'vendor.read',
      summary: 'Certificates and lists that the server rests on, with their ends',
      answer: heldCertificatesSchema,
    },
    async () => ({ items: listedCertificates(await deps.held(), deps.now()) }),
  ),
  route(
    {
      method: 'get',
      path: '/clients/{cid}/health',
      policy: 'vendor.read',
      summary:
        'What changed in the health of one practice within ninety days, and what it accepted',
      params: z.strictObject({ cid: z.string().min(1).max(64) }),
      answer: fleetHistorySchema,
      errors: ['not_found'],
    },
    async ({ params: { cid } }) => {
      if (!(await isPractice(deps.store, cid))) throw new AppError('not_found');
      const look = deps.workshop.look(cid, { kind: 'system', cid });
      return {
        items: (await changesOf(look)).map(({ at, light, reasons }) => ({ at, light, reasons })),
        terms: (await acceptedTerms(deps.store, [cid])).get(cid) ?? { agb: null, avv: null },
      };
    },
  ),
];
