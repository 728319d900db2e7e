// Queries of products, carts and orders; the only writer of them. All rows are the vendor's, so that
// stock and order change in one transaction.

import {
  and,
  asc,
  desc,
  eq,
  gte,
  inArray,
  isNull,
  lt,
  lte,
  notInArray,
  or,
  sql,
} from 'drizzle-orm';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';
import type { Schema } from '../../platform/db/schema.ts';
import type { NewRow, Row } from '../../platform/db/scope.ts';
import { readerOf, type Look, type Work } from '../../platform/work.ts';

export type ProductRow = Row<Schema['shopProduct']>;
export type CartRow = Row<Schema['shopCart']>;
export type OrderRow = Row<Schema['shopOrder']>;
/** Whose cart it is. */
export interface Person {
  tenant: string;
  userId: string;
}
const MOST_SHOWN = 300,
  MOST_OWN = 100;

export const listProducts = (s: Look | Work): Promise<ProductRow[]> =>
  readerOf(s).find(s.t.shopProduct, undefined, {
    orderBy: [asc(s.t.shopProduct.kind), asc(s.t.shopProduct.nameDe), asc(s.t.shopProduct.sku)],
  });
export const findProduct = (s: Look | Work, sku: string): Promise<ProductRow | undefined> =>
  readerOf(s).one(s.t.shopProduct, { sku });
/** Stores a product; the stock of a new one is empty, that of a known one stays. */
export async function saveProduct(
  w: Work,
  { sku, ...set }: Omit<NewRow<Schema['shopProduct']>, 'stock'>,
): Promise<void> {
  if ((await w.tx.update(w.t.shopProduct, set, { sku })).length === 0)
    await w.tx.insert(w.t.shopProduct, { sku, ...set, stock: 0 }, { ifAbsent: true });
}
/** Sets the stock; false when it is no longer what the caller saw. */
export const setStock = async (
  w: Work,
  sku: string,
  { from, to }: { from: number; to: number },
): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.shopProduct,
      { stock: to },
      and(eq(w.t.shopProduct.sku, sku), eq(w.t.shopProduct.stock, from))!,
    )
  ).length > 0;
/** Takes pieces, unless fewer are there: one conditional update. */
export const takeStock = async (w: Work, sku: string, pieces: number): Promise<boolean> =>
  (
    await w.tx.update(
      w.t.shopProduct,
      { stock: sql`${w.t.shopProduct.stock} - ${pieces}` as never },
      and(eq(w.t.shopProduct.sku, sku), gte(w.t.shopProduct.stock, pieces))!,
    )
  ).length > 0;
export const giveStock = (w: Work, sku: string, pieces: number): Promise<unknown> =>
  w.tx.update(
    w.t.shopProduct,
    { stock: sql`${w.t.shopProduct.stock} + ${pieces}` as never },
    { sku },
  );

const own = (s: Look | Work, { tenant, userId }: Person) =>
  and(eq(s.t.shopCart.tenant, tenant), eq(s.t.shopCart.userId, userId))!;
export const cartOf = (s: Look | Work, person: Person): Promise<CartRow[]> =>
  readerOf(s).find(s.t.shopCart, own(s, person), {
    orderBy: [asc(s.t.shopCart.at), asc(s.t.shopCart.sku)],
  });
export const insertLine = (w: Work, row: NewRow<Schema['shopCart']>): Promise<unknown> =>
  w.tx.insert(w.t.shopCart, row);
export const updateLine = (
  w: Work,
  person: Person,
  sku: string,
  set: Partial<NewRow<Schema['shopCart']>>,
): Promise<CartRow[]> =>
  w.tx.update(w.t.shopCart, set, and(own(w, person), eq(w.t.shopCart.sku, sku))!);
/** Removes the cart, or one line of it; what it holds is the caller's. */
export const removeLines = (w: Work, person: Person, sku?: string): Promise<number> =>
  w.tx.remove(
    w.t.shopCart,
    sku === undefined ? own(w, person) : and(own(w, person), eq(w.t.shopCart.sku, sku))!,
  );
/** Lists lines whose hold ended, and those of forgotten carts. */
export const staleLines = (
  s: Look | Work,
  { now, before }: { now: number; before: number },
): Promise<CartRow[]> =>
  readerOf(s).find(
    s.t.shopCart,
    or(lte(s.t.shopCart.reservedUntil, now), lt(s.t.shopCart.at, before)),
  );
/** Counts the held pieces of all carts by product. */
export async function heldPieces(s: Look | Work): Promise<ReadonlyMap<string, number>> {
  const held = new Map<string, number>();
  for (const { sku, reserved } of await readerOf(s).find(
    s.t.shopCart,
    sql`${s.t.shopCart.reserved} > 0`,
  ))
    held.set(sku, (held.get(sku) ?? 0) + reserved);
  return held;
}

export const findOrder = (s: Look | Work, id: string): Promise<OrderRow | undefined> =>
  readerOf(s).one(s.t.shopOrder, { id });
export const insertOrder = (w: Work, row: NewRow<Schema['shopOrder']>): Promise<unknown> =>
  w.tx.insert(w.t.shopOrder, row);
/** Lists the orders of a practice since a moment, the newest first. */
export const ordersOf = (s: Look | Work, tenant: string, since = 0): Promise<OrderRow[]> =>
  readerOf(s).find(
    s.t.shopOrder,
    and(eq(s.t.shopOrder.tenant, tenant), gte(s.t.shopOrder.at, since)),
    { orderBy: [desc(s.t.shopOrder.at), desc(s.t.shopOrder.id)], limit: MOST_OWN },
  );
/** Lists orders of all practices: those that are under way, or the newest ones. */
export const listOrders = (s: Look | Work, onlyOpen: boolean): Promise<OrderRow[]> => {
  const o = s.t.shopOrder;
  return readerOf(s).find(
    o,
    onlyOpen ? notInArray(o.state, ['draft', 'delivered', 'cancelled', 'returned']) : undefined,
    {
      orderBy: onlyOpen ? [asc(o.at), asc(o.id)] : [desc(o.at), desc(o.id)],
      limit: MOST_SHOWN,
    },
  );
};
/** Returns how many orders carry a number of a year. */
export const countOfYear = (s: Look | Work, year: string): Promise<number> =>
  readerOf(s).count(s.t.shopOrder, sql`${s.t.shopOrder.number} like ${`B-${year}-%`}`);
/** Moves an order on; undefined when another call was first. */
export const moveOrder = async (
  w: Work,
  id: string,
  from: OrderState,
  set: Pick<NewRow<Schema['shopOrder']>, 'state'> &
    Partial<Pick<NewRow<Schema['shopOrder']>, 'note' | 'expectedOn' | 'tracking'>>,
): Promise<OrderRow | undefined> =>
  (
    await w.tx.update(
      w.t.shopOrder,
      { ...set, stateAt: w.now },
      and(eq(w.t.shopOrder.id, id), eq(w.t.shopOrder.state, from))!,
    )
  )[0];
export const markBilled = (
  w: Work,
  id: string,
  what: 'billedAt' | 'creditedAt',
): Promise<unknown> => w.tx.update(w.t.shopOrder, { [what]: w.now }, { id });
/** Lists orders that were sent and are on no invoice yet, or came back and are still on one. */
export const unbilledOrders = (s: Look | Work): Promise<OrderRow[]> => {
  const o = s.t.shopOrder;
  return readerOf(s).find(
    o,
    or(
      and(inArray(o.state, ['shipped', 'delivered']), isNull(o.billedAt)),
      and(eq(o.state, 'returned'), isNull(o.creditedAt)),
    ),
  );
};
export const forgottenDrafts = (s: Look | Work, before: number): Promise<OrderRow[]> =>
  readerOf(s).find(
    s.t.shopOrder,
    and(eq(s.t.shopOrder.state, 'draft'), lt(s.t.shopOrder.at, before)),
  );
