// Routes of contract and payment, below /api/stripe; 404 on a server without a key.

import { z } from 'zod';
import { PLAN_IDS } from '../../../shared/vendor/payment.ts';
import { changedSchema } from '../../../shared/vendor/contract/held-change.schema.ts';
import {
  cancelSchema,
  contractSchema,
  hostedSchema,
  invoicesSchema,
  plansSchema,
  previewRequestSchema,
  previewSchema,
  subscribedSchema,
  subscribeSchema,
  webhookAnswerSchema,
} from '../../../shared/vendor/payment.schema.ts';
import {
  payerAddressSchema,
  payerEmailSchema,
  payerNameSchema,
} from '../../../shared/vendor/payer.schema.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import {
  choosePlan,
  endContract,
  openMethodPage,
  previewPlan,
  priceOf,
} from './change-contract.ts';
import { changePayer } from './change-payer.ts';
import type { NewDetail } from './held/ask-change.ts';
import { heldRoutes } from './held/held-routes.ts';
import type { PaymentDeps } from './links.ts';
import { payOpen } from './pay-open.ts';
import { openPayPage } from './open-pay-page.ts';
import { asked, providerOf } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import { findContract } from './store.ts';
import { takeEvent } from './take-event.ts';
import { contractView, invoicesView } from './views.ts';

const MOST_BYTES = 262_144;
const reads = (deps: PaymentDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/stripe/contract',
      policy: 'payment.read',
      summary: 'Contract, method of payment and state of payment',
      answer: contractSchema,
      errors: ['payment_off'],
    },
    async (_, c) => {
      providerOf(deps);
      const shown = await contractView(deps, c.look());
      if (!shown.contract || shown.contract.isEnding) return shown;
      // Without the provider the rest is shown with its time.
      const row = await findContract(c.look()),
        next = await asked(
          providerOf(deps).stripe.invoices.createPreview({ subscription: row!.subscriptionId! }),
        ).catch(() => undefined);
      return { ...shown, contract: { ...shown.contract, nextTotalCents: next?.total ?? null } };
    },
  ),
  route(
    {
      method: 'get',
      path: '/stripe/plans',
      policy: 'payment.read',
      summary: 'Plans with their net prices a month',
      answer: plansSchema,
      errors: ['payment_off', 'payment_away'],
    },
    async () => {
      const items = [];
      for (const id of PLAN_IDS)
        items.push({ id, netCents: (await priceOf(deps, id)).unit_amount });
      return { items };
    },
  ),
  route(
    {
      method: 'get',
      path: '/stripe/invoices',
      policy: 'payment.read',
      summary: 'Invoices of the practice, the newest first',
      answer: invoicesSchema,
      errors: ['payment_off'],
    },
    (_, c) => {
      providerOf(deps);
      return invoicesView(c.look());
    },
  ),
];

const payerRoute = <T extends z.ZodType>(
  deps: PaymentDeps,
  what: 'name' | 'email' | 'address',
  { summary, body }: { summary: string; body: T },
  detailOf: (body: z.output<T>) => Exclude<NewDetail, { kind: 'method' }>,
): Route =>
  route(
    {
      method: 'post',
      path: `/stripe/${what}`,
      policy: 'payment.write',
      summary,
      stepUp: true,
      body,
      answer: changedSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict', 'inactive_recipient'],
    },
    async (input, c) => ({
      state: await changePayer(deps, requireUser(c), detailOf(input.body as z.output<T>)),
    }),
  );
const payerRoutes = (deps: PaymentDeps): Route[] => [
  payerRoute(
    deps,
    'name',
    { summary: 'Change the name on invoices', body: payerNameSchema },
    (payer) => ({ kind: 'name', payer }),
  ),
  payerRoute(
    deps,
    'email',
    { summary: 'Change the mail address for invoices', body: payerEmailSchema },
    (payer) => ({ kind: 'email', payer }),
  ),
  payerRoute(
    deps,
    'address',
    { summary: 'Change the address on invoices', body: payerAddressSchema },
    (payer) => ({ kind: 'address', payer }),
  ),
];

const writes = (deps: PaymentDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/stripe/preview',
      policy: 'payment.write',
      summary: 'What a plan costs; holds for ten minutes',
      body: previewRequestSchema,
      answer: previewSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    ({ body: { plan } }, c) => previewPlan(deps, c.cid, plan),
  ),
  route(
    {
      method: 'post',
      path: '/stripe/subscription',
      policy: 'payment.write',
      summary: 'Begin a contract or change its plan as shown',
      stepUp: true,
      body: subscribeSchema,
      answer: subscribedSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    async ({ body }, c) => ({ url: await choosePlan(deps, requireUser(c), body) }),
  ),
  route(
    {
      method: 'post',
      path: '/stripe/payment-method',
      policy: 'payment.write',
      summary: "Open the provider's page for another account or card",
      stepUp: true,
      answer: hostedSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    async (_, c) => ({ url: await openMethodPage(deps, requireUser(c)) }),
  ),
  ...payerRoutes(deps),
  route(
    {
      method: 'post',
      path: '/stripe/pay',
      policy: 'payment.write',
      summary: 'Debit open invoices now, by the stored method of payment',
      stepUp: true,
      answerType: 'none',
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    async (_, c) => {
      await payOpen(deps, requireUser(c));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/stripe/pay-other',
      policy: 'payment.write',
      summary: "Open the provider's page for an account that pays open invoices only",
      stepUp: true,
      answer: hostedSchema,
      errors: ['payment_off', 'payment_away', 'state_conflict'],
    },
    async (_, c) => ({ url: await openPayPage(deps, requireUser(c)) }),
  ),
  route(
    {
      method: 'post',
      path: '/stripe/cancel',
      policy: 'payment.write',
      summary: 'End the contract with its period, or take that back',
      stepUp: true,
      body: cancelSchema,
      answerType: 'none',
      errors: ['payment_off', 'payment_away', 'not_found'],
    },
    async ({ body }, c) => {
      await endContract(deps, requireUser(c), body.isEnding);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/stripe/refresh',
      policy: 'payment.write',
      summary: 'Read contract and invoices at the provider again',
      answer: z.strictObject({ isFresh: z.literal(true) }),
      errors: ['payment_off', 'payment_away'],
    },
    async (_, c) => {
      providerOf(deps);
      await asked(refreshPayment(deps, c.cid));
      return { isFresh: true as const };
    },
  ),
];

/** Lists the routes of payment. */
export const paymentRoutes = (deps: PaymentDeps): Route[] => [
  ...reads(deps),
  ...writes(deps),
  ...heldRoutes(deps),
  route(
    {
      method: 'post',
      path: '/stripe/webhook',
      policy: 'payment.events',
      summary: 'Events of the payment provider; the signature over the bytes is the proof',
      isOpenToSites: true,
      raw: { types: ['application/json'], limit: MOST_BYTES },
      answer: webhookAnswerSchema,
      errors: ['payment_off'],
    },
    async ({ bytes }, c) => {
      await takeEvent(deps, bytes, c.header('stripe-signature') ?? '');
      return { received: true as const };
    },
  ),
];
