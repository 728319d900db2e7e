/** Routes of proposals: lists, the day of one, decisions. */
import {
  rejectSchema,
  decisionResultSchema,
  bulkAnswerSchema,
  bulkDecisionSchema,
  earmarkSchema,
  takeBackSchema,
} from '../../../shared/analytics/billing/decisions.schema.ts';
import {
  rejectedParams,
  rejectedQuerySchema,
  rejectedSchema,
  daySheetSchema,
  dayParams,
  proposalsQuerySchema,
  proposalsSchema,
} from '../../../shared/analytics/billing/proposals.schema.ts';
import type { Views } from '../../platform/audit/views.ts';
import { route, type Route } from '../../platform/http/route.ts';
import { decideMany, decideOne } from './decide.ts';
import type { BillingLinks } from './links.ts';
import { listRejected, listProposals, readDaySheet } from './lists.ts';

const waits = ['reports_loading'] as const;
const decides = ['reports_loading', 'not_found', 'vorschlag_decided', 'state_conflict'] as const;

export const proposalRoutes = (links: BillingLinks, views: Views): Route[] => [
  route(
    {
      method: 'get',
      path: '/abrechnungsvorschlaege',
      policy: 'proposal.read',
      summary: 'Billing proposals of a span of days, the newest first',
      query: proposalsQuerySchema,
      answer: proposalsSchema,
      errors: waits,
    },
    async ({ query }, context) => {
      const found = await listProposals(context.look(), links, query);
      await views.note(
        context,
        'patient.listed.proposals',
        found.items.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abgelehntevorschlaege/{from}/{to}',
      policy: 'proposal.read',
      summary: 'Refused proposals of a span of days',
      params: rejectedParams,
      query: rejectedQuerySchema,
      answer: rejectedSchema,
      errors: waits,
    },
    async ({ params, query }, context) => {
      const found = await listRejected(context.look(), links, {
        von: params.from,
        bis: params.to,
        cursor: query.cursor,
        n: query.n,
      });
      await views.note(
        context,
        'patient.listed.rejected',
        found.items.map((one) => one.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'get',
      path: '/abrechnung/tag/{patid}/{tag}',
      policy: 'proposal.read',
      summary:
        'A day of a person with its proposals: services, notes, history of 24 months, decisions',
      params: dayParams,
      answer: daySheetSchema,
      errors: ['reports_loading', 'not_found'],
    },
    async ({ params }, context) => {
      context.requirePatient(params.patid);
      const found = await readDaySheet(context.look(), links, params.patid, params.tag);
      await context.write((w) =>
        w.audit('vorschlag.viewed', { tag: params.tag, requestId: context.requestId }, found.patid),
      );
      return found;
    },
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagvormerken',
      policy: 'proposal.work',
      summary:
        'Accept a proposal: it is noted for entering in the practice software, nothing is booked',
      body: earmarkSchema,
      answer: decisionResultSchema,
      errors: decides,
    },
    ({ body }, context) => decideOne(context, links, body, 'vormerken'),
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagablehnen',
      policy: 'proposal.work',
      summary:
        'Refuse a proposal with a reason and a comment of at most 250 characters; it does not return',
      body: rejectSchema,
      answer: decisionResultSchema,
      errors: [...decides, 'comment_too_long'],
    },
    ({ body }, context) => decideOne(context, links, body, 'ablehnen', body.grund, body.comment),
  ),
  route(
    {
      method: 'post',
      path: '/vorschlagzuruecknehmen',
      policy: 'proposal.work',
      summary: 'Take a decision about a proposal back',
      body: takeBackSchema,
      answer: decisionResultSchema,
      errors: decides,
    },
    ({ body }, context) => decideOne(context, links, body, 'zuruecknehmen'),
  ),
  route(
    {
      method: 'post',
      path: '/abrechnung/gemeinsam',
      policy: 'proposal.work',
      summary:
        'Decide several proposals of one rule alike; proposals that another user decided are left and named',
      body: bulkDecisionSchema,
      answer: bulkAnswerSchema,
      errors: [...waits, 'comment_too_long'],
    },
    ({ body }, context) => decideMany(context, links, body),
  ),
];
