/** Routes of submitted billings and of figures about proposals. */
import {
  billingKpisSchema,
  kpisQuerySchema,
  quarterQuerySchema,
  quarterSchema,
} from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import {
  filingParams,
  filingsSchema,
  newFilingSchema,
} from '../../../shared/analytics/billing/filings.schema.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { handIn, listFilings, readQuarter, undoHandIn } from './filings.ts';
import type { BillingLinks } from './links.ts';

const none = { answerType: 'none' } as const;
const waits = ['reports_loading'] as const;

export const filingRoutes = (links: BillingLinks): Route[] => [
  route(
    {
      method: 'get',
      path: '/abrechnung/abgaben',
      policy: 'proposal.read',
      summary: 'Billings that were handed in to a KZV',
      answer: filingsSchema,
    },
    (_input, context) => listFilings(context.look(), links),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/abgaben',
      policy: 'proposal.work',
      summary: 'Note that a billing was handed in; its open proposals expire',
      body: newFilingSchema,
      ...none,
      errors: ['conflict', 'validation'],
    },
    async ({ body }, context) => {
      await context.write((w) => handIn(w, body));
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/abrechnung/abgaben/{abgabeId}',
      policy: 'proposal.work',
      summary: 'Take a handed-in billing back',
      params: filingParams,
      ...none,
      errors: ['not_found'],
    },
    async ({ params }, context) => {
      await context.write((w) => undoHandIn(w, params.abgabeId));
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/kpis',
      policy: 'proposal.read',
      summary: 'What became of proposals: by state, month and rule; by practitioner for owners',
      query: kpisQuerySchema,
      answer: billingKpisSchema,
      errors: waits,
    },
    ({ query }, context) =>
      links.queries.kpis(context.look(), {
        von: query.von,
        bis: query.bis,
        behandler: query.behandler,
        withPractitioners: context.actor.kind === 'user' && context.actor.role === 'owner',
      }),
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/quartal',
      policy: 'proposal.read',
      summary: 'End of a quarter: positions still billable by area, the budget, and the open tasks',
      query: quarterQuerySchema,
      answer: quarterSchema,
      errors: ['reports_loading', 'not_found'],
    },
    ({ query }, context) => readQuarter(context.look(), links, query),
  ),
];
