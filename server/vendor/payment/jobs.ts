// Jobs of payment: events, the nightly comparison, and dunning.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { nextStep, owedCents } from '../../../shared/vendor/payment.ts';
import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import { keepPayer, pushPayer } from './change-payer.ts';
import { applyChange, dropMethod, sweepChanges } from './held/apply-change.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import {
  findContract,
  listInvoices,
  payingCids,
  practiceOf,
  removeEvents,
  takeStep,
} from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'take-payment-event': true;
    'refresh-payment': true;
    'push-payer': true;
  }
}
const KEEP_EVENTS_MS = 60 * DAY_MS;
/** A day of attempts. */
const TRIES = 300;

/** Finds the customer of an event; a dispute names only its payment. */
async function customerOf(
  deps: PaymentDeps,
  { customer, intent }: Record<string, unknown>,
): Promise<string> {
  if (typeof customer === 'string' && customer !== '') return customer;
  if (typeof intent !== 'string') return '';
  const found = await providerOf(deps).stripe.paymentIntents.retrieve(intent);
  return typeof found.customer === 'string' ? found.customer : '';
}

/** Lists the handlers of payment jobs. */
export const paymentJobs = (
  deps: PaymentDeps,
): Record<
  'take-payment-event' | 'refresh-payment' | 'push-payer' | 'apply-change' | 'drop-method',
  JobHandler
> => ({
  'take-payment-event': {
    tries: TRIES,
    async run({ payload }) {
      if (!deps.provider) return;
      const cid = await practiceOf(deps.store, await customerOf(deps, payload));
      if (cid === undefined) deps.log.note('payment.foreign', { type: String(payload.type) });
      else await refreshPayment(deps, cid);
    },
  },
  'refresh-payment': {
    tries: TRIES,
    run: ({ cid }) => (deps.provider ? refreshPayment(deps, cid) : Promise.resolve()),
  },
  'push-payer': {
    tries: TRIES,
    run: ({ cid }) => (deps.provider ? pushPayer(deps, cid) : Promise.resolve()),
  },
  'apply-change': {
    tries: TRIES,
    run: ({ cid, payload }) =>
      deps.provider ? applyChange(deps, cid, String(payload.id)) : Promise.resolve(),
  },
  'drop-method': {
    tries: TRIES,
    run: ({ payload }) =>
      deps.provider ? dropMethod(deps, String(payload.methodId)) : Promise.resolve(),
  },
});

const money = (cents: number): string =>
  new Intl.NumberFormat('de-DE', { style: 'currency', currency: 'EUR' }).format(cents / 100);

/** Takes the next dunning step of a practice if it is due, with a mail to all owners. */
async function dun(deps: PaymentDeps, cid: string): Promise<void> {
  await deps.workshop.write(cid, { kind: 'system', cid }, async (w) => {
    const row = await findContract(w),
      step = row && nextStep(row, w.now);
    if (!row || step === undefined || !(await takeStep(w, row.step, step))) return;
    const cents = (await listInvoices(w)).reduce((sum, one) => sum + owedCents(one), 0);
    await w.audit('payment.dunned', { step });
    await deps.tellOwners(w, {
      key: `mahnung:${row.openSince ?? 0}:${step}`,
      template: 'paymentDue',
      data: { amount: money(cents) },
    });
  });
}

/** Daily work: reads every paying practice, takes due steps, forgets old events. */
export async function payDaily(deps: PaymentDeps): Promise<void> {
  if (!deps.provider) return;
  const day = berlinDay(deps.now());
  for (const cid of await payingCids(deps.store)) {
    await deps.workshop.write(cid, { kind: 'system', cid }, (w) =>
      w.job('refresh-payment', `payment:${day}`, {}),
    );
    await keepPayer(deps, cid);
    await sweepChanges(deps, cid);
    await dun(deps, cid);
  }
  await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, (w) =>
    removeEvents(w, w.now - KEEP_EVENTS_MS),
  );
}
