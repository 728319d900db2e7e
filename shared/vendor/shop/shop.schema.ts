// Shapes of the shop on the wire.

import { z } from 'zod';
import { MOST_PIECES, ORDER_STATES, PRODUCT_KINDS, SHOP_REFUSALS } from './shop.ts';

const line = (least: number, most: number) =>
  z
    .string()
    .trim()
    .min(least)
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);
export const skuSchema = z.string().regex(/^[A-Z0-9][A-Z0-9-]{1,23}$/);
const names = { nameDe: line(1, 120), nameEn: line(1, 120) };

export const saveProductSchema = z.strictObject({
  ...names,
  kind: z.enum(PRODUCT_KINDS),
  /** Models of tablets. */
  fits: z.array(line(1, 80)).max(20),
  netCents: z.int().min(1).max(1_000_000),
  vatPercent: z.literal([7, 19]),
  isOn: z.boolean(),
});
export type SaveProduct = z.output<typeof saveProductSchema>;
/** `from`: what the caller saw, so that a repeated call changes nothing twice. */
export const setStockSchema = z.strictObject({
  from: z.int().min(0),
  to: z.int().min(0).max(100_000),
  reason: line(3, 200),
});
export type SetStock = z.output<typeof setStockSchema>;

export const setLineSchema = z.strictObject({ quantity: z.int().min(1).max(MOST_PIECES) });
/** `id` is made by the caller; `netCents`: the sum that was shown. */
export const placeOrderSchema = z.strictObject({
  id: z.uuid(),
  netCents: z.int().min(0),
});
export type PlaceOrder = z.output<typeof placeOrderSchema>;
export const practiceMoveSchema = z.strictObject({
  to: z.enum(['ordered', 'cancelled', 'delivered']),
});
export const vendorMoveSchema = z
  .strictObject({
    to: z.enum(ORDER_STATES),
    note: line(0, 300).default(''),
    /** Until when the goods are expected; needed for a delay. */
    expectedOn: z.iso.date().nullable().default(null),
    tracking: line(1, 80).nullable().default(null),
  })
  .refine(({ to, expectedOn }) => to !== 'backorder' || expectedOn !== null, {
    path: ['expectedOn'],
  })
  .refine(({ to, note }) => !['cancelled', 'returned'].includes(to) || note.length > 2, {
    path: ['note'],
  });
export type VendorMove = z.output<typeof vendorMoveSchema>;

const product = {
  sku: z.string(),
  nameDe: z.string(),
  nameEn: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  fits: z.array(z.string()),
  netCents: z.int(),
  vatPercent: z.int(),
};
const sums = { netCents: z.int(), taxCents: z.int(), totalCents: z.int() };
const address = z.strictObject({
  name: z.string(),
  street: z.string(),
  plz: z.string(),
  city: z.string(),
});
const cartLine = z.strictObject({
  sku: z.string(),
  quantity: z.int(),
  free: z.int(),
  netCents: z.int(),
  /** Price when it was put in, if it was another one. */
  wasCents: z.int().nullable(),
  /** Not so many are there. */
  isShort: z.boolean(),
});
export const shopSchema = z.strictObject({
  products: z.array(z.strictObject({ ...product, isAvailable: z.boolean() })),
  cart: z.array(cartLine),
  sums: z.strictObject(sums),
  /** ms; until when the pieces of the cart are held; null: they are not. */
  reservedUntil: z.number().nullable(),
  freeLeft: z.int(),
  refusal: z.enum(SHOP_REFUSALS).nullable(),
  needsOwner: z.boolean(),
  address,
});
export type Shop = z.output<typeof shopSchema>;

const orderLineSchema = z.strictObject({
  sku: z.string(),
  nameDe: z.string(),
  nameEn: z.string(),
  kind: z.enum(PRODUCT_KINDS),
  quantity: z.int(),
  free: z.int(),
  netCents: z.int(),
  vatPercent: z.int(),
});
export type OrderLine = z.output<typeof orderLineSchema>;
const order = {
  id: z.string(),
  number: z.string(),
  state: z.enum(ORDER_STATES),
  at: z.number(),
  /** Name of who ordered; empty once the account is gone. */
  by: z.string(),
  lines: z.array(orderLineSchema),
  ...sums,
  address,
  note: z.string(),
  expectedOn: z.string().nullable(),
  tracking: z.string().nullable(),
  /** States into which the caller may move it. */
  moves: z.array(z.enum(ORDER_STATES)),
};
export const ordersSchema = z.strictObject({ items: z.array(z.strictObject(order)) });
export type ShopOrder = z.output<typeof ordersSchema>['items'][number];

export const vendorOrdersQuerySchema = z.strictObject({
  view: z.enum(['open', 'all']).default('open'),
});
export const vendorOrdersSchema = z.strictObject({
  items: z.array(
    z.strictObject({
      ...order,
      practiceName: z.string(),
      /** `none`: nothing to charge; `waits`: it was sent and is on no invoice yet. */
      billing: z.enum(['none', 'later', 'waits', 'done', 'credited']),
    }),
  ),
});
export type VendorOrder = z.output<typeof vendorOrdersSchema>['items'][number];
export const vendorProductsSchema = z.strictObject({
  items: z.array(
    z.strictObject({ ...product, stock: z.int(), isOn: z.boolean(), reserved: z.int() }),
  ),
});
export type VendorProduct = z.output<typeof vendorProductsSchema>['items'][number];
