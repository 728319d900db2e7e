// Routes of contracts: administrators read and change them below /admin, owners see the changes
// below /api.

import { z } from 'zod';
import {
  actsSchema,
  adminContractSchema,
  askMethodSchema,
  askPayerSchema,
  askPauseSchema,
  askPlanSchema,
  contractListSchema,
  contractQuerySchema,
  endSchema,
  holdSchema,
  noticeActSchema,
  openMethodSchema,
  resumeSchema,
} from '../../../shared/vendor/contract/admin.schema.ts';
import { heldLinkSchema } from '../../../shared/vendor/contract/held-change.schema.ts';
import {
  hostedSchema,
  previewRequestSchema,
  previewSchema,
} from '../../../shared/vendor/payment.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import { previewPlan } from '../payment/change-contract.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { providerOf } from '../payment/provider.ts';
import { endFor, holdFor, noticeFor, resumeFor } from './act-on-contract.ts';
import { askMethod, askPayer, openByLink, openInCall } from './change-details.ts';
import { askPause, askPlan } from './effects.ts';
import { listActs } from './store.ts';
import { actView, adminContractView, contractsView } from './view.ts';

const params = z.strictObject({ tenant: z.string().min(1).max(64) });

/** The owners' list of what administrators did, and the link of their mail. */
export const contractRoutes = (deps: PaymentDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/stripe/acts',
      policy: 'payment.read',
      summary: 'What administrators of the vendor did with the contract, the newest first',
      answer: actsSchema,
    },
    async (_, c) => ({ items: (await listActs(c.look())).map(actView) }),
  ),
  route(
    {
      method: 'post',
      path: '/stripe/changes/page',
      policy: 'payment.link',
      summary: "Open the provider's page for another account by the link of a mail",
      body: heldLinkSchema,
      answer: hostedSchema,
      errors: ['payment_off', 'payment_away', 'link_invalid', 'rate_limited', 'state_conflict'],
    },
    async ({ body: { token } }, c) => {
      providerOf(deps);
      return { url: await openByLink(deps, { token, ip: 'ip' in c.actor ? c.actor.ip : '' }) };
    },
  ),
];

const reads = (deps: PaymentDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/contracts',
      policy: 'vendor.contracts',
      summary: 'Contracts of all practices, or those that need a person, page by page',
      query: contractQuerySchema,
      answer: contractListSchema,
      errors: ['payment_off', 'validation'],
    },
    ({ query }) => {
      providerOf(deps);
      return contractsView(deps, query);
    },
  ),
  route(
    {
      method: 'get',
      path: '/contracts/{tenant}',
      policy: 'vendor.contracts',
      summary: 'Contract of a practice with its debts, mails and acts',
      params,
      answer: adminContractSchema,
      errors: ['payment_off', 'not_found'],
    },
    ({ params: { tenant } }) => {
      providerOf(deps);
      return adminContractView(deps, tenant);
    },
  ),
  route(
    {
      method: 'post',
      path: '/contracts/{tenant}/preview',
      policy: 'vendor.contracts',
      summary: 'What another plan costs the practice; holds for ten minutes',
      params,
      body: previewRequestSchema,
      answer: previewSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    ({ params: { tenant }, body: { plan } }) => previewPlan(deps, tenant, plan),
  ),
];

/** A change of an administrator, with step-up. */
const change = <T extends z.ZodType>(
  deps: PaymentDeps,
  { path, summary, body }: { path: string; summary: string; body: T },
  run: (person: SignedIn, tenant: string, body: z.output<T>) => Promise<void>,
): Route =>
  route(
    {
      method: 'post',
      path: `/contracts/{tenant}/${path}`,
      policy: 'vendor.contracts',
      summary,
      stepUp: true,
      params,
      body,
      answerType: 'none',
      errors: ['payment_off', 'not_found', 'state_conflict', 'validation'],
    },
    async (input, c) => {
      providerOf(deps);
      await run(requireUser(c), input.params.tenant, input.body as z.output<T>);
      return undefined;
    },
  );

/** Lists the administrators' routes. */
export const contractAdminRoutes = (deps: PaymentDeps): Route[] => [
  ...reads(deps),
  change(
    deps,
    { path: 'end', summary: 'End a contract with its period, or take that back', body: endSchema },
    (person, tenant, body) => endFor(deps, person, tenant, body),
  ),
  change(
    deps,
    {
      path: 'plan',
      summary: 'Ask a second administrator for another plan',
      body: askPlanSchema,
    },
    (person, tenant, body) => askPlan(deps, person, tenant, body),
  ),
  change(
    deps,
    {
      path: 'pause',
      summary: 'Ask a second administrator for a pause in which nothing is charged',
      body: askPauseSchema,
    },
    (person, tenant, body) => askPause(deps, person, tenant, body),
  ),
  change(
    deps,
    {
      path: 'payer',
      summary: 'Ask a second administrator for other details of invoices',
      body: askPayerSchema,
    },
    (person, tenant, body) => askPayer(deps, person, tenant, body),
  ),
  change(
    deps,
    {
      path: 'method',
      summary: 'Ask a second administrator for another account or card',
      body: askMethodSchema,
    },
    (person, tenant, body) => askMethod(deps, person, tenant, body),
  ),
  route(
    {
      method: 'post',
      path: '/contracts/{tenant}/page',
      policy: 'vendor.contracts',
      summary: "Open the provider's page for another account in a call, as approved",
      stepUp: true,
      params,
      body: openMethodSchema,
      answer: hostedSchema,
      errors: ['payment_off', 'payment_away', 'not_found', 'forbidden', 'state_conflict'],
    },
    async ({ params: { tenant }, body: { requestId } }, c) => {
      providerOf(deps);
      return { url: await openInCall(deps, requireUser(c), tenant, requestId) };
    },
  ),
  change(
    deps,
    { path: 'resume', summary: 'End a pause', body: resumeSchema },
    (person, tenant, { reason }) => resumeFor(deps, person, tenant, reason),
  ),
  change(
    deps,
    { path: 'hold', summary: 'Hold dunning until a day, or no longer', body: holdSchema },
    (person, tenant, body) => holdFor(deps, person, tenant, body),
  ),
  change(
    deps,
    {
      path: 'notice',
      summary: 'Mail a dunning step again, or note that the practice knows',
      body: noticeActSchema,
    },
    (person, tenant, body) => noticeFor(deps, person, tenant, body),
  ),
];
