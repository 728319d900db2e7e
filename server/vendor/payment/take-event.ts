// Takes an event of the payment provider: the signature covers the bytes as sent, the time counts
// in both directions, and each event is stored once together with its job.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { gatherJob } from '../../platform/jobs/gather-job.ts';
import type { PaymentDeps, Provider } from './links.ts';
import { providerOf } from './provider.ts';
import { insertEvent } from './store.ts';

/** Most seconds between the signature and now, before and after. */
const TOLERANCE_S = 300;
/** Ids and types of the provider; a database takes neither NUL nor half a surrogate. */
const WORD = /^[\u0021-\u007e]{1,255}$/;
/** What is read of an event; the object itself is read at the provider. */
const eventSchema = z.object({
  object: z.literal('event'),
  id: z.string().regex(WORD),
  type: z.string().regex(WORD),
  livemode: z.boolean(),
  data: z.object({ object: z.record(z.string(), z.unknown()) }),
});
type ProviderEvent = z.output<typeof eventSchema>;

/** Returns the bytes' JSON once the signature is proven. @throws AppError bad_request */
function verified(
  { stripe, webhookSecrets }: Provider,
  bytes: Uint8Array,
  header: string,
  now: number,
): unknown {
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

/** Reads an event of the mode of our key. @throws AppError bad_request for anything else */
function eventOf(json: unknown, isLive: boolean): ProviderEvent {
  const read = eventSchema.safeParse(json);
  if (!read.success || read.data.livemode !== isLive) throw new AppError('bad_request');
  return read.data;
}

/** Returns an id of the provider; empty for none. @throws AppError bad_request for no possible id */
function idOf(value: unknown): string {
  if (typeof value !== 'string' || value === '') return '';
  if (!WORD.test(value)) throw new AppError('bad_request');
  return value;
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
    event = eventOf(verified(provider, bytes, header, deps.now()), provider.isLive),
    { id, type } = event,
    { object } = event.data,
    customer = idOf(object.object === 'customer' ? object.id : object.customer),
    intent = idOf(object.payment_intent);
  await deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, async (w) => {
    if (!(await insertEvent(w, { id, type }))) return;
    // The provider sends several events of one change at once: one read of its state covers all of a
    // customer that came before it begins.
    await gatherJob(w, 'take-payment-event', `stripe:${customer || intent || id}`, {
      type,
      customer,
      ...(intent !== '' && { intent }),
    });
  });
}
