// The shop for touch pens: states of an order and who moves it on, prices, free pens, and why a
// practice cannot order.

import { berlinInstant } from '../../base/dates.ts';
import { DAY_MS } from '../../base/day-math.ts';
import type { LicenceState } from '../licence.ts';
import type { PaymentState, PlanId } from '../payment.ts';

/** `draft`: an owner has to release it; `backorder`: confirmed later, when stock has come. */
export const ORDER_STATES = [
  'draft',
  'ordered',
  'backorder',
  'confirmed',
  'packed',
  'shipped',
  'delivered',
  'cancelled',
  'returned',
] as const;
export type OrderState = (typeof ORDER_STATES)[number];
/** `asker`: who ordered, without being an owner. */
export type OrderSide = 'owner' | 'asker' | 'vendor';

const PRACTICE: readonly OrderSide[] = ['owner', 'asker'],
  ALL: readonly OrderSide[] = ['owner', 'asker', 'vendor'],
  VENDOR: readonly OrderSide[] = ['vendor'];
type Moves = Partial<Record<OrderState, readonly OrderSide[]>>;
const MOVES: Readonly<Record<OrderState, Moves>> = {
  draft: { ordered: ['owner'], cancelled: PRACTICE },
  ordered: { confirmed: VENDOR, backorder: VENDOR, cancelled: ALL },
  backorder: { confirmed: VENDOR, backorder: VENDOR, cancelled: ALL },
  confirmed: { packed: VENDOR, backorder: VENDOR, cancelled: VENDOR },
  packed: { shipped: VENDOR, cancelled: VENDOR },
  shipped: { delivered: ALL, returned: VENDOR },
  delivered: { returned: VENDOR },
  cancelled: {},
  returned: {},
};
/** Lists the states into which one side may move an order. */
export const movesOf = (from: OrderState, side: OrderSide): OrderState[] =>
  ORDER_STATES.filter((to) => MOVES[from][to]?.includes(side));
/** Checks whether an order needs no further step. */
export const isOver = (state: OrderState): boolean =>
  state === 'delivered' || state === 'cancelled' || state === 'returned';
/** Checks whether an order uses up stock and free pens. */
export const counts = (state: OrderState): boolean => state !== 'cancelled' && state !== 'returned';

/** `pen`: counts as a free one within the year's number; `part`: tips, holders, cloths. */
export const PRODUCT_KINDS = ['pen', 'part'] as const;
export type ProductKind = (typeof PRODUCT_KINDS)[number];
/** Pens a calendar year without a price, by plan. */
export const FREE_PENS: Readonly<Record<PlanId, number>> = { praxis: 2, praxisPlus: 5 };
export const MOST_PIECES = 50;
/** Net cents from which an owner has to release an order of the team. */
const TEAM_LIMIT_CENTS = 10_000;
/** Pieces are held this long for a person who checks the order. */
export const RESERVED_MS = 30 * 60_000;
/** A cart is kept this long after its last change, a draft until it is released. */
export const CART_MS = 7 * DAY_MS;

/** Returns the first moment of the year of a moment, Berlin. @param day `YYYY-MM-DD` */
export const yearStart = (day: string): number =>
  berlinInstant(`${day.slice(0, 4)}-01-01`, '00:00');

export interface Item {
  kind: ProductKind;
  quantity: number;
  /** One piece. */
  netCents: number;
  vatPercent: number;
}
/** Splits the free pens over the lines, in their order. */
export function splitFree<T extends Item>(
  items: readonly T[],
  freeLeft: number,
): (T & { free: number })[] {
  let left = Math.max(0, freeLeft);
  return items.map((one) => {
    const free = one.kind === 'pen' ? Math.min(left, one.quantity) : 0;
    left -= free;
    return { ...one, free };
  });
}
export interface Sums {
  netCents: number;
  taxCents: number;
  totalCents: number;
}
/** Sums lines; VAT is rounded once for each rate. */
export function sumsOf(items: readonly (Item & { free: number })[]): Sums {
  const nets = new Map<number, number>();
  for (const { quantity, free, netCents, vatPercent } of items)
    nets.set(vatPercent, (nets.get(vatPercent) ?? 0) + (quantity - free) * netCents);
  let netSum = 0,
    taxCents = 0;
  for (const [percent, net] of nets) {
    netSum += net;
    taxCents += Math.round((net * percent) / 100);
  }
  return { netCents: netSum, taxCents, totalCents: netSum + taxCents };
}

/** `licence`, `unpaid`, `address`; `contract`: nothing could be put on an invoice. */
export const SHOP_REFUSALS = ['licence', 'unpaid', 'address', 'contract'] as const;
export type ShopRefusal = (typeof SHOP_REFUSALS)[number];
export interface Address {
  name: string;
  street: string;
  plz: string;
  city: string;
}
/** A server without licences (`off`) asks for none. */
const VALID: readonly LicenceState[] = ['off', 'active', 'ending', 'grace'];

/** Says why a practice cannot order; undefined: it can. */
export function shopRefusal(facts: {
  licence: LicenceState;
  payment: PaymentState;
  address: Address;
  /** A contract runs to which an invoice belongs. */
  hasContract: boolean;
  netCents: number;
}): ShopRefusal | undefined {
  const { name, street, plz, city } = facts.address;
  if (!VALID.includes(facts.licence)) return 'licence';
  if (facts.payment === 'restricted' || facts.payment === 'endedUnpaid') return 'unpaid';
  if ([name, street, city].some((one) => one.trim() === '') || !/^\d{5}$/.test(plz))
    return 'address';
  return facts.netCents > 0 && !facts.hasContract ? 'contract' : undefined;
}
/** Checks whether an order waits for an owner. */
export const needsOwner = (isOwner: boolean, netCents: number): boolean =>
  !isOwner && netCents > TEAM_LIMIT_CENTS;

/** Writes the number of an order, e.g. `B-2026-00012`. */
export const orderNumber = (year: string, count: number): string =>
  `B-${year}-${String(count).padStart(5, '0')}`;
