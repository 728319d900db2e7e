// Routes below /api for the lists of the practice, the fee catalogue, and the practice's own
// values.

import {
  catalogueQuerySchema,
  catalogueSchema,
  newPraxiswertSchema,
  praxiswertParams,
  STATIC_LISTS,
  staticListSchema,
} from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { dropValue, enterValue } from './change-values.ts';
import { readCatalogue, readList } from './lists.ts';

export interface StaticLinks {
  people(look: Look): Promise<ReadonlyMap<string, string>>;
}
const none = { answerType: 'none' } as const;

export const staticRoutes = ({ people }: StaticLinks): Route[] => [
  ...STATIC_LISTS.map((list) =>
    route(
      {
        method: 'get',
        path: `/staticdata/${list}`,
        policy: 'static.read',
        summary: `The practice's list „${list}“ as its software delivered it`,
        answer: staticListSchema,
      },
      (_input, context) => readList(context.look(), list),
    ),
  ),
  route(
    {
      method: 'get',
      path: '/staticdata/bemagoz',
      policy: 'static.read',
      summary: 'Fee catalogue of a day with sources, and what the practice entered itself',
      query: catalogueQuerySchema,
      answer: catalogueSchema,
    },
    async ({ query }, context) => {
      const look = context.look();
      return readCatalogue(look, query.tag, await people(look));
    },
  ),
  route(
    {
      method: 'post',
      path: '/staticdata/werte',
      policy: 'static.write',
      summary: 'Enter a value of the practice: point value, subsidy or price, with its days',
      body: newPraxiswertSchema,
      ...none,
      errors: ['validation', 'conflict'],
    },
    async ({ body }, context) => {
      await context.write((w) => enterValue(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/staticdata/werte/{wertId}',
      policy: 'static.write',
      summary: 'Take a value of the practice away',
      params: praxiswertParams,
      ...none,
    },
    async ({ params }, context) => {
      await context.write((w) => dropValue(w, params.wertId));
      return undefined;
    },
  ),
];
