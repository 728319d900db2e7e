/** Deliveries of events, as they should be and with every fault of a real provider. */
import Stripe from 'stripe';
import { API_VERSION, type World } from './world.ts';

export type DeliveryFault =
  | 'lost'
  | 'doubled'
  | 'unordered'
  | 'late'
  | 'ahead'
  | 'wrong_signature'
  | 'no_signature'
  | 'reserialised'
  | 'other_mode'
  | 'other_version'
  | 'two_secrets';
export interface Delivery {
  body: string;
  headers: Record<string, string>;
}
/** How often a doubled event is delivered. */
const COPIES = 50;
const signer = new Stripe('sk_test_signer', { telemetry: false });

function sign(body: string, secret: string, timestamp: number): string {
  return signer.webhooks.generateTestHeaderString({
    payload: body,
    secret,
    timestamp,
    scheme: 'v1',
  });
}

/** Builds the signed delivery of an event. @param at seconds of the signature */
function deliveryOf(
  w: World,
  event: Stripe.Event,
  secret: string,
  fault?: DeliveryFault,
): Delivery {
  const sent = {
    ...event,
    ...(fault === 'other_mode' && { livemode: !event.livemode }),
    api_version: fault === 'other_version' ? '2020-08-27' : API_VERSION,
  };
  const body = JSON.stringify(sent),
    now = w.wallClock(),
    at = fault === 'late' ? now - 301 : fault === 'ahead' ? now + 301 : now,
    right = sign(body, secret, at);
  const signature =
    fault === 'wrong_signature'
      ? sign(body, 'whsec_of_another', at)
      : fault === 'two_secrets'
        ? `${sign(body, 'whsec_of_yesterday', at)},${right.split(',')[1]!}`
        : right;
  return {
    // The same JSON in other bytes: a signature covers bytes.
    body: fault === 'reserialised' ? JSON.stringify(sent, null, 1) : body,
    headers: {
      'content-type': 'application/json; charset=utf-8',
      ...(fault !== 'no_signature' && { 'stripe-signature': signature }),
    },
  };
}

/** Lists the deliveries of events in the order in which they arrive. */
export function deliveriesOf(
  w: World,
  events: readonly Stripe.Event[],
  secret: string,
  fault?: DeliveryFault,
): Delivery[] {
  if (fault === 'lost') return [];
  const order = fault === 'unordered' ? [...events].reverse() : events;
  return order.flatMap((event) =>
    Array.from({ length: fault === 'doubled' ? COPIES : 1 }, () =>
      deliveryOf(w, event, secret, fault),
    ),
  );
}
