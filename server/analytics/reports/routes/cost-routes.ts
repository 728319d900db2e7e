// Routes below /api of the practice's costs.

import { AppError } from '../../../../shared/base/errors.ts';
import {
  costParams,
  costsSchema,
  newCostSchema,
} from '../../../../shared/analytics/reports/cost.schema.ts';
import { route, type Route } from '../../../platform/http/route.ts';
import type { Look } from '../../../platform/work.ts';
import { costRowsOf, dropCost, putCost } from './cost-store.ts';
import { readerFrom } from './read-access.ts';

export const costRoutes = (
  people: (look: Look) => Promise<ReadonlyMap<string, string>>,
): Route[] => [
  route(
    {
      method: 'get',
      path: '/kosten',
      policy: 'report.read',
      summary: 'Costs of the practice with their cost centres and days',
      answer: costsSchema,
    },
    async (_input, context) => {
      // A cost may be the salary of one person.
      if (readerFrom(context)?.readRight !== 'alle') throw new AppError('forbidden');
      const look = context.look(),
        names = await people(look);
      return {
        items: (await costRowsOf(look)).map(({ cid: _cid, changedBy, changedAt, ...row }) => ({
          ...row,
          wer: names.get(changedBy) ?? '',
          am: changedAt,
        })),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/kosten/{costId}',
      policy: 'report.write',
      summary: 'Enter a cost, or replace it',
      params: costParams,
      body: newCostSchema,
      answerType: 'none',
      errors: ['validation'],
    },
    async ({ params, body }, context) => {
      await context.write((w) => putCost(w, params.costId, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/kosten/{costId}',
      policy: 'report.write',
      summary: 'Take a cost away',
      params: costParams,
      answerType: 'none',
    },
    async ({ params }, context) => {
      await context.write((w) => dropCost(w, params.costId));
      return undefined;
    },
  ),
];
