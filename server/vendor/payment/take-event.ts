// Takes an event of the payment provider: the signature covers the bytes as sent, the time counts
// in both directions, and each event is stored once together with its job.

import type Stripe from 'stripe';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { PaymentDeps, Provider } from './links.ts';
import { providerOf } from './provider.ts';
import { insertEvent } from './store.ts';

/** Most seconds between the signature and now, before and after. */
const TOLERANCE_S = 300;

function verified(
  { stripe, webhookSecrets }: Provider,
  bytes: Uint8Array,
  header: string,
  now: number,
): Stripe.Event {
  const times = header.split(',').filter((part) => part.trim().startsWith('t=')),
    at = Number(times[0]?.trim().slice(2));
  // The library accepts times ahead of now, and of two headers the last.
  if (times.length !== 1 || !Number.isSafeInteger(at) || Math.abs(now / 1000 - at) > TOLERANCE_S)
    throw new AppError('bad_request');
  for (const secret of webhookSecrets) {
    try {
      return stripe.webhooks.constructEvent(
        Buffer.from(bytes),
        header,
        secret,
        TOLERANCE_S,
        undefined,
        now,
      );
    } catch {
      // The next secret may fit.
    }
  }
  throw new AppError('bad_request');
}

/** Reads whose the event is. */
function customerOf(event: Stripe.Event): string {
  const object = event.data.object as { id?: unknown; object?: unknown; customer?: unknown };
  const customer = object.object === 'customer' ? object.id : object.customer;
  return typeof customer === 'string' ? customer : '';
}

/**
 * Stores an event with its job; a repeated one changes nothing.
 * @throws AppError bad_request for anything that is not an event of ours
 */
export async function takeEvent(
  deps: PaymentDeps,
  bytes: Uint8Array,
  header: string,
): Promise<void> {
  const provider = providerOf(deps),
    event = verified(provider, bytes, header, deps.now());
  if (event.object !== 'event' || event.livemode !== provider.isLive)
    throw new AppError('bad_request');
  const { id, type } = event,
    customer = customerOf(event),
    object = event.data.object as { payment_intent?: unknown };
  await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, async (w) => {
    if (!(await insertEvent(w, { id, type }))) return;
    await w.job('take-payment-event', `stripe:${id}`, {
      type,
      customer,
      ...(typeof object.payment_intent === 'string' && { intent: object.payment_intent }),
    });
  });
}
