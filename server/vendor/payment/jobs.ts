// Jobs of payment: events, the nightly comparison, and dunning.

import { DAY_MS } from '../../../shared/base/day-math.ts';
import { berlinDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import { keepPayer, pushPayer } from './change-payer.ts';
import { applyChange, dropMethod, sweepChanges } from './held/apply-change.ts';
import { announceNext } from './dunning/announce-debit.ts';
import { dun } from './dunning/dun.ts';
import { endUnpaid } from './dunning/end-unpaid.ts';
import type { PaymentDeps } from './links.ts';
import { providerOf } from './provider.ts';
import { refreshPayment } from './refresh.ts';
import { payingCids, practiceOf, removeEvents } from './store.ts';

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
  | 'take-payment-event'
  | 'refresh-payment'
  | 'push-payer'
  | 'apply-change'
  | 'drop-method'
  | 'end-unpaid',
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
  'end-unpaid': {
    tries: TRIES,
    run: ({ cid }) => (deps.provider ? endUnpaid(deps, cid) : Promise.resolve()),
  },
  'drop-method': {
    tries: TRIES,
    run: ({ payload }) =>
      deps.provider ? dropMethod(deps, String(payload.methodId)) : Promise.resolve(),
  },
});

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
    await announceNext(deps, cid).catch((error: unknown) =>
      // The next night tries again: a debit is announced with days to spare.
      deps.log.note('payment.unannounced', { cid, error: String(error) }),
    );
  }
  await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, (w) =>
    removeEvents(w, w.now - KEEP_EVENTS_MS),
  );
}
