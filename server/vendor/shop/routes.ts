// Routes of the shop for users of a practice, below /api.

import { z } from 'zod';
import {
  ordersSchema,
  placeOrderSchema,
  practiceMoveSchema,
  setLineSchema,
  shopSchema,
  skuSchema,
  type ShopOrder,
} from '../../../shared/vendor/shop/shop.schema.ts';
import { movesOf, sumsOf, type OrderSide } from '../../../shared/vendor/shop/shop.ts';
import { requireUser, route, type Route, type SignedIn } from '../../platform/http/route.ts';
import type { Work } from '../../platform/work.ts';
import { vendorLook } from '../vendor-rows.ts';
import { dropLine, reserveCart, setLine, shopView } from './cart.ts';
import type { ShopDeps } from './links.ts';
import { moveByPractice, placeOrder, sideOf } from './order.ts';
import { ordersOf, type OrderRow } from './store.ts';

/** Shows an order to one side. */
export const orderView = (row: OrderRow, side: OrderSide, by: string): ShopOrder => ({
  id: row.id,
  number: row.number,
  state: row.state,
  at: row.at,
  by,
  lines: row.lines,
  ...sumsOf(row.lines),
  address: row.address,
  note: row.note,
  expectedOn: row.expectedOn,
  tracking: row.tracking,
  moves: movesOf(row.state, side),
});
async function ownOrders(deps: ShopDeps, person: SignedIn): Promise<ShopOrder[]> {
  const rows = await ordersOf(vendorLook(deps.workshop), person.cid),
    seen = rows.flatMap((row) => {
      const side = sideOf(person, row);
      return side === undefined ? [] : [{ row, side }];
    });
  const names = await deps.namesOf(
    person.cid,
    seen.map(({ row }) => row.userId),
  );
  return seen.map(({ row, side }) => orderView(row, side, names.get(row.userId) ?? ''));
}
const noted = (w: Work, what: 'shop.ordered' | 'shop.moved', orderId: string, to?: string) =>
  w.audit(what, { orderId, ...(to !== undefined && { state: to }) });

const cartRoutes = (deps: ShopDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/shop',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Touch pens, the own cart, and what keeps the practice from ordering',
      answer: shopSchema,
    },
    (_, c) => {
      const person = requireUser(c);
      return shopView(deps, person, person.role === 'owner');
    },
  ),
  route(
    {
      method: 'put',
      path: '/shop/cart/{sku}',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Put a product into the cart, or change its number',
      params: z.strictObject({ sku: skuSchema }),
      body: setLineSchema,
      answerType: 'none',
      errors: ['not_found'],
    },
    async ({ params: { sku }, body: { quantity } }, c) => {
      await setLine(deps, requireUser(c), sku, quantity);
      return undefined;
    },
  ),
  route(
    {
      method: 'delete',
      path: '/shop/cart/{sku}',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Take a product out of the cart',
      params: z.strictObject({ sku: skuSchema }),
      answerType: 'none',
    },
    async ({ params: { sku } }, c) => {
      await dropLine(deps, requireUser(c), sku);
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/shop/reserve',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Hold the pieces of the cart for half an hour',
      answerType: 'none',
      errors: ['state_conflict'],
    },
    async (_, c) => {
      await reserveCart(deps, requireUser(c));
      return undefined;
    },
  ),
];

/** Lists the routes of a practice's users. */
export const shopRoutes = (deps: ShopDeps): Route[] => [
  ...cartRoutes(deps),
  route(
    {
      method: 'get',
      path: '/shop/orders',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Own orders, for owners those of the practice, the newest first',
      answer: ordersSchema,
    },
    async (_, c) => ({ items: await ownOrders(deps, requireUser(c)) }),
  ),
  route(
    {
      method: 'post',
      path: '/shop/orders',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Order the cart at the sum that was shown; a large one waits for an owner',
      body: placeOrderSchema,
      answerType: 'none',
      errors: ['state_conflict', 'licence_refused'],
    },
    async ({ body }, c) => {
      await placeOrder(deps, requireUser(c), body);
      await c.write((w) => noted(w, 'shop.ordered', body.id));
      return undefined;
    },
  ),
  route(
    {
      method: 'post',
      path: '/shop/orders/{id}/move',
      policy: 'shop.order',
      flag: 'shop',
      summary: 'Release an order, cancel it, or say that it arrived',
      params: z.strictObject({ id: z.uuid() }),
      body: practiceMoveSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'licence_refused'],
    },
    async ({ params: { id }, body: { to } }, c) => {
      await moveByPractice(deps, requireUser(c), id, to);
      await c.write((w) => noted(w, 'shop.moved', id, to));
      return undefined;
    },
  ),
];
