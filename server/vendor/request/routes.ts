// Routes of requests for a second administrator, below /admin.

import { z } from 'zod';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import {
  approveSchema,
  requestListSchema,
  requestSchema,
  type VendorRequests,
} from '../../../shared/vendor/contract/request.schema.ts';
import { endsAt, isOverdue } from '../../../shared/vendor/contract/request.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { practiceNames, vendorLook } from '../vendor-rows.ts';
import { approveRequest, refuseRequest } from './answer-request.ts';
import type { RequestDeps } from './links.ts';
import { listRequests } from './store.ts';

const SHOWN_MS = 30 * DAY_MS;
const params = z.strictObject({ id: z.uuid() });

async function requestsView(deps: RequestDeps, userId: string): Promise<VendorRequests> {
  const names = await practiceNames(deps.store);
  return {
    items: (await listRequests(vendorLook(deps.workshop), deps.now() - SHOWN_MS)).map((row) =>
      requestSchema.parse({
        id: row.id,
        kind: row.kind,
        tenant: row.tenant,
        practiceName: names.get(row.tenant) ?? row.tenant,
        payload: row.payload,
        reason: row.reason,
        name: row.name,
        isOwn: row.userId === userId,
        at: row.at,
        endsAt: endsAt(row),
        state: isOverdue(row, deps.now()) ? 'lapsed' : row.state,
        answeredBy: row.answeredBy,
        answeredAt: row.answeredAt,
        failure: row.failure,
      }),
    ),
  };
}

/** Lists the routes of requests. */
export const requestRoutes = (deps: RequestDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/requests',
      policy: 'vendor.requests',
      summary: 'Requests that wait for a second administrator, and those of the last month',
      answer: requestListSchema,
    },
    (_, c) => requestsView(deps, requireUser(c).userId),
  ),
  route(
    {
      method: 'post',
      path: '/requests/{id}/approve',
      policy: 'vendor.requests',
      summary: 'A second administrator approves a request',
      stepUp: true,
      params,
      body: approveSchema,
      answerType: 'none',
      errors: ['not_found', 'forbidden', 'state_conflict', 'payment_away'],
    },
    async ({ params: { id }, body }, c) => {
      await approveRequest(deps, requireUser(c), id, body);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/requests/{id}/refuse',
      policy: 'vendor.requests',
      summary: 'Refuse a request, or take the own one back',
      stepUp: true,
      params,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id } }, c) => {
      await refuseRequest(deps, requireUser(c), id);
      return undefined;
    },
  ),
];
