// Tables of the shop for touch pens (writer: server/vendor/shop): products with their stock, carts
// and orders; and rules of switches (writer: server/vendor/flags). All rows of the vendor.

import type { OrderLine } from '../../../../shared/vendor/shop/shop.schema.ts';
import type { Address, OrderState, ProductKind } from '../../../../shared/vendor/shop/shop.ts';
import type { Kit } from '../kit.ts';

export const shopTables = (k: Kit) => ({
  shopProduct: k.table(
    'shop_product',
    {
      /** Always the vendor, here and in carts and orders. */
      cid: k.text().notNull(),
      sku: k.text().notNull(),
      nameDe: k.text().notNull(),
      nameEn: k.text().notNull(),
      kind: k.text().$type<ProductKind>().notNull(),
      /** Models of tablets. */
      fits: k.json<string[]>().notNull(),
      netCents: k.int().notNull(),
      vatPercent: k.int().notNull(),
      /** Pieces that are neither ordered nor held for a cart. */
      stock: k.int().notNull(),
      isOn: k.bool().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.sku] })],
  ),
  shopCart: k.table(
    'shop_cart',
    {
      cid: k.text().notNull(),
      /** The practice. */
      tenant: k.text().notNull(),
      userId: k.text().notNull(),
      sku: k.text().notNull(),
      quantity: k.int().notNull(),
      /** Price when it was put in. */
      netCents: k.int().notNull(),
      /** Pieces taken from the stock until `reservedUntil`. */
      reserved: k.int().notNull(),
      reservedUntil: k.big(),
      at: k.big().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.tenant, t.userId, t.sku] }),
      k.index('shop_cart_at').on(t.at),
    ],
  ),
  shopOrder: k.table(
    'shop_order',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      number: k.text().notNull(),
      /** The practice. */
      tenant: k.text().notNull(),
      userId: k.text().notNull(),
      state: k.text().$type<OrderState>().notNull(),
      /** With the prices of the order; later changes of products do not count. */
      lines: k.json<OrderLine[]>().notNull(),
      address: k.json<Address>().notNull(),
      note: k.text().notNull(),
      expectedOn: k.text(),
      tracking: k.text(),
      at: k.big().notNull(),
      stateAt: k.big().notNull(),
      /** When its lines were put on the next invoice, and when they were taken back. */
      billedAt: k.big(),
      creditedAt: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('shop_order_number').on(t.number),
      k.index('shop_order_tenant').on(t.tenant, t.at),
      k.index('shop_order_state').on(t.state, t.at),
    ],
  ),
});

/** Rules of switches of features; they are ended, never deleted or changed. */
export const flagTables = (k: Kit) => ({
  flagRule: k.table(
    'flag_rule',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      key: k.text().notNull(),
      environment: k.text(),
      /** The practice; null: all. */
      tenant: k.text(),
      isOn: k.bool().notNull(),
      /** Share of the practices. */
      percent: k.int().notNull(),
      until: k.day().notNull(),
      reason: k.text().notNull(),
      at: k.big().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      endedAt: k.big(),
      endedBy: k.text(),
      endReason: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
});
