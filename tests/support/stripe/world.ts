/** What the local payment server knows: objects, clock and events; typed by the official package. */
import { createHash } from 'node:crypto';
import type Stripe from 'stripe';
import { missing } from './form.ts';

/** How an account pays: at once, after days, not at all, or with a return weeks later. */
export type Conduct = 'pays' | 'late' | 'fails' | 'disputed';
/** A step of the world at a time, seconds. */
interface Due {
  at: number;
  run: () => void;
}
export interface World {
  now: number;
  /**
   * Clock of hosted pages and signatures, which the provider never moves; default: `now`.
   */
  wallClock: () => number;
  seed: string;
  livemode: boolean;
  /** Address of this server, for hosted pages. */
  base: string;
  customers: Map<string, Stripe.Customer>;
  gone: Set<string>;
  prices: Map<string, Stripe.Price>;
  taxRates: Map<string, Stripe.TaxRate>;
  sessions: Map<string, Stripe.Checkout.Session>;
  setupIntents: Map<string, Stripe.SetupIntent>;
  mandates: Map<string, Stripe.Mandate>;
  paymentMethods: Map<string, Stripe.PaymentMethod>;
  /** Conduct of an account by payment method. */
  conduct: Map<string, Conduct>;
  subscriptions: Map<string, Stripe.Subscription>;
  schedules: Map<string, Stripe.SubscriptionSchedule>;
  invoices: Map<string, Stripe.Invoice>;
  invoicePayments: Map<string, Stripe.InvoicePayment>;
  intents: Map<string, Stripe.PaymentIntent>;
  disputes: Map<string, Stripe.Dispute>;
  creditNotes: Map<string, Stripe.CreditNote>;
  refunds: Map<string, Stripe.Refund>;
  coupons: Map<string, Stripe.Coupon>;
  /** Coupons of subscriptions, by the id of the discount. */
  discounts: Map<string, Stripe.Discount>;
  /** Lines of plan changes that wait for the next invoice, by subscription. */
  pending: Map<string, Stripe.InvoiceLineItem[]>;
  /** Items that callers put on the next invoice. */
  items: Map<string, Stripe.InvoiceItem>;
  events: Stripe.Event[];
  due: Due[];
  count: number;
  numbers: number;
  /** Called with each new event. */
  onEvent: (event: Stripe.Event) => void;
}

export const API_VERSION = '2026-10-28.endive';
export const DAY = 86_400;

/** Creates an empty world. @param now seconds */
export const createWorld = (now: number, base: string, seed = 'molar'): World => ({
  now,
  wallClock(this: World) {
    return this.now;
  },
  seed,
  livemode: false,
  base,
  customers: new Map(),
  gone: new Set(),
  prices: new Map(),
  taxRates: new Map(),
  sessions: new Map(),
  setupIntents: new Map(),
  mandates: new Map(),
  paymentMethods: new Map(),
  conduct: new Map(),
  subscriptions: new Map(),
  schedules: new Map(),
  invoices: new Map(),
  invoicePayments: new Map(),
  intents: new Map(),
  disputes: new Map(),
  creditNotes: new Map(),
  refunds: new Map(),
  coupons: new Map(),
  discounts: new Map(),
  pending: new Map(),
  items: new Map(),
  events: [],
  due: [],
  count: 0,
  numbers: 0,
  onEvent: () => undefined,
});

/** Makes the next id of a kind; the same seed gives the same ids. */
export function newId(w: World, prefix: string): string {
  w.count += 1;
  const hash = createHash('sha256').update(`${w.seed}|${w.count}`).digest('hex').slice(0, 24);
  return `${prefix}_${hash}`;
}

/** @throws ApiError `resource_missing` */
export function get<T>(map: ReadonlyMap<string, T>, what: string, id: string): T {
  const found = map.get(id);
  if (found === undefined) throw missing(what, id);
  return found;
}

/** Records an event with the object as it is now. */
export function emit(w: World, type: string, object: object): void {
  const event = {
    id: newId(w, 'evt'),
    object: 'event',
    api_version: API_VERSION,
    created: w.now,
    // As it is sent: numbers of the package become text.
    data: { object: JSON.parse(JSON.stringify(object)) as object },
    livemode: w.livemode,
    pending_webhooks: 1,
    request: null,
    type,
  } as Stripe.Event;
  w.events.push(event);
  w.onEvent(event);
}

/** Plans a step of the world. */
export const plan = (w: World, at: number, run: () => void): void => {
  w.due.push({ at, run });
};

/** Moves the clock; everything due happens in order of its time. @param to seconds */
export function advance(w: World, to: number): void {
  for (;;) {
    const next = w.due.filter(({ at }) => at <= to).sort((a, b) => a.at - b.at)[0];
    if (!next) break;
    w.due.splice(w.due.indexOf(next), 1);
    w.now = Math.max(w.now, next.at);
    next.run();
  }
  w.now = Math.max(w.now, to);
}

/** One page of a list, newest first, with a cursor. */
export function page<T extends { id: string }>(
  all: readonly T[],
  url: string,
  input: { limit: number | undefined; after: string | undefined },
): Stripe.ApiList<T> {
  const limit = Math.min(Math.max(input.limit ?? 10, 1), 100),
    from = input.after === undefined ? 0 : all.findIndex(({ id }) => id === input.after) + 1;
  return {
    object: 'list',
    url,
    data: all.slice(from, from + limit),
    has_more: all.length > from + limit,
  };
}
export const listOf = <T>(data: T[], url: string): Stripe.ApiList<T> => ({
  object: 'list',
  data,
  has_more: false,
  url,
});
/** Returns the id of an object or of a reference to it. */
export const idOf = (value: string | { id: string }): string =>
  typeof value === 'string' ? value : value.id;
