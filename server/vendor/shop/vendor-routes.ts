// Routes of the shop for the vendor's staff, below /admin: products with their stock, and orders.

import { z } from 'zod';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  saveProductSchema,
  setStockSchema,
  skuSchema,
  vendorMoveSchema,
  vendorOrdersQuerySchema,
  vendorOrdersSchema,
  vendorProductsSchema,
  type VendorOrder,
} from '../../../shared/vendor/shop/shop.schema.ts';
import { counts, isOver } from '../../../shared/vendor/shop/shop.ts';
import { requireUser, route, type Route } from '../../platform/http/route.ts';
import { practiceNames, vendorLook } from '../vendor-rows.ts';
import { costs } from './bill-order.ts';
import type { ShopDeps } from './links.ts';
import { moveByVendor } from './order.ts';
import { orderView } from './routes.ts';
import {
  findProduct,
  heldPieces,
  listOrders,
  listProducts,
  saveProduct,
  setStock,
  type OrderRow,
} from './store.ts';

const bySku = z.strictObject({ sku: skuSchema });

function billingOf(row: OrderRow): VendorOrder['billing'] {
  if (!costs(row)) return 'none';
  if (row.state === 'returned') return row.creditedAt === null ? 'waits' : 'credited';
  if (row.billedAt !== null) return 'done';
  if (!counts(row.state)) return 'none';
  return row.state === 'shipped' || isOver(row.state) ? 'waits' : 'later';
}
async function vendorOrders(deps: ShopDeps, onlyOpen: boolean): Promise<VendorOrder[]> {
  const rows = await listOrders(vendorLook(deps.workshop), onlyOpen),
    practices = await practiceNames(deps.store);
  return rows.map((row) => ({
    // Persons of a practice are its own matter.
    ...orderView(row, 'vendor', ''),
    practiceName: practices.get(row.tenant) ?? row.tenant,
    billing: billingOf(row),
  }));
}

const productRoutes = (deps: ShopDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/shop/products',
      policy: 'vendor.shop',
      summary: 'Products of the shop with their stock',
      answer: vendorProductsSchema,
    },
    async () => {
      const look = vendorLook(deps.workshop),
        held = await heldPieces(look);
      return {
        items: (await listProducts(look)).map(({ cid: _cid, ...row }) => ({
          ...row,
          reserved: held.get(row.sku) ?? 0,
        })),
      };
    },
  ),
  route(
    {
      method: 'put',
      path: '/shop/products/{sku}',
      policy: 'vendor.shop',
      summary: 'Add a product, or change it; orders keep their prices',
      params: bySku,
      body: saveProductSchema,
      answerType: 'none',
    },
    async ({ params: { sku }, body }, c) => {
      await deps.workshop.write(VENDOR_CID, requireUser(c), async (w) => {
        await saveProduct(w, { sku, ...body });
        await w.audit('shop.product_saved', { sku, netCents: body.netCents, isOn: body.isOn });
      });
      return undefined;
    },
  ),
  route(
    {
      method: 'put',
      path: '/shop/products/{sku}/stock',
      policy: 'vendor.shop',
      summary: 'Set the stock from the number that was shown',
      params: bySku,
      body: setStockSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { sku }, body: { from, to, reason } }, c) => {
      await deps.workshop.write(VENDOR_CID, requireUser(c), async (w) => {
        if (!(await findProduct(w, sku))) throw new AppError('not_found');
        if (!(await setStock(w, sku, { from, to }))) throw new AppError('state_conflict');
        await w.audit('shop.stock_set', { sku, from, to, reason });
      });
      return undefined;
    },
  ),
];

/** Lists the vendor's routes. */
export const shopVendorRoutes = (deps: ShopDeps): Route[] => [
  ...productRoutes(deps),
  route(
    {
      method: 'get',
      path: '/shop/orders',
      policy: 'vendor.shop',
      summary: 'Orders of all practices: open ones from the oldest, or the newest ones',
      query: vendorOrdersQuerySchema,
      answer: vendorOrdersSchema,
    },
    async ({ query: { view } }) => ({ items: await vendorOrders(deps, view === 'open') }),
  ),
  route(
    {
      method: 'post',
      path: '/shop/orders/{id}/move',
      policy: 'vendor.shop',
      summary: 'Confirm, delay, pack, send, cancel or take back an order',
      params: z.strictObject({ id: z.uuid() }),
      body: vendorMoveSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict'],
    },
    async ({ params: { id }, body }, c) => {
      await moveByVendor(deps, requireUser(c), id, body);
      return undefined;
    },
  ),
];
