// A person's cart: lines with the price at which they were put in, and pieces held for half an hour
// while the order is checked.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { PlanId } from '../../../shared/vendor/payment.ts';
import { licenceState } from '../../../shared/vendor/licence.ts';
import {
  CART_MS,
  counts,
  FREE_PENS,
  needsOwner,
  RESERVED_MS,
  shopRefusal,
  splitFree,
  sumsOf,
  yearStart,
  type Address,
  type Item,
  type ShopRefusal,
} from '../../../shared/vendor/shop/shop.ts';
import type { Shop } from '../../../shared/vendor/shop/shop.schema.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { Look, Work } from '../../platform/work.ts';
import { factsOf } from '../licence/gate.ts';
import { findLicence } from '../licence/store.ts';
import { isRunning } from '../payment/change-contract.ts';
import { findContract } from '../payment/store.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import type { ShopDeps } from './links.ts';
import {
  cartOf,
  findProduct,
  giveStock,
  insertLine,
  listProducts,
  ordersOf,
  removeLines,
  staleLines,
  takeStock,
  updateLine,
  type CartRow,
  type Person,
  type ProductRow,
} from './store.ts';

export const personOf = ({ cid, userId }: SignedIn): Person => ({ tenant: cid, userId });
/** The cart cannot be ordered: too few pieces, another sum, a product that is gone, or nothing. */
export const cartRefused = (why: 'stock' | 'price' | 'gone' | 'empty'): AppError =>
  new AppError('state_conflict', { fields: { cart: why } });

/** Gives back what carts held for too long, and forgets old carts. */
export async function releaseStale(w: Work): Promise<void> {
  const before = w.now - CART_MS;
  for (const row of await staleLines(w, { now: w.now, before })) {
    if (row.reserved > 0) await giveStock(w, row.sku, row.reserved);
    if (row.at < before) await removeLines(w, row, row.sku);
    else await updateLine(w, row, row.sku, { reserved: 0, reservedUntil: null });
  }
}

/** Puts a product into the cart with a quantity. @throws AppError not_found */
export const setLine = (
  deps: ShopDeps,
  person: SignedIn,
  sku: string,
  quantity: number,
): Promise<void> =>
  deps.workshop.write(VENDOR_CID, person, async (w) => {
    await releaseStale(w);
    const of = personOf(person),
      product = await findProduct(w, sku);
    if (!product?.isOn) throw new AppError('not_found');
    const known = (await cartOf(w, of)).find((one) => one.sku === sku);
    if (known && known.reserved > quantity) {
      await giveStock(w, sku, known.reserved - quantity);
      await updateLine(w, of, sku, { reserved: quantity });
    }
    // A new number is a new look at the price.
    const set = { quantity, netCents: product.netCents, at: w.now };
    if (known) await updateLine(w, of, sku, set);
    else await insertLine(w, { ...of, sku, ...set, reserved: 0, reservedUntil: null });
  });
/** Takes a product out of the cart. */
export const dropLine = (deps: ShopDeps, person: SignedIn, sku: string): Promise<void> =>
  deps.workshop.write(VENDOR_CID, person, async (w) => {
    const of = personOf(person),
      known = (await cartOf(w, of)).find((one) => one.sku === sku);
    if (!known) return;
    if (known.reserved > 0) await giveStock(w, sku, known.reserved);
    await removeLines(w, of, sku);
  });
/** Takes what the cart does not hold yet. @throws AppError state_conflict when fewer are there */
export async function takeMissing(w: Work, lines: readonly CartRow[]): Promise<void> {
  for (const { sku, quantity, reserved } of lines)
    if (quantity > reserved && !(await takeStock(w, sku, quantity - reserved)))
      throw cartRefused('stock');
}
/** Holds the pieces of the cart. @throws AppError state_conflict when fewer are there */
export const reserveCart = (deps: ShopDeps, person: SignedIn): Promise<void> =>
  deps.workshop.write(VENDOR_CID, person, async (w) => {
    await releaseStale(w);
    const of = personOf(person),
      lines = await cartOf(w, of);
    if (lines.length === 0) throw cartRefused('empty');
    await takeMissing(w, lines);
    for (const { sku, quantity } of lines)
      await updateLine(w, of, sku, {
        reserved: quantity,
        reservedUntil: w.now + RESERVED_MS,
        at: w.now,
      });
  });

/** What a practice may order. */
export interface Customer {
  plan: PlanId | undefined;
  hasContract: boolean;
  address: Address;
  refusalFor: (netCents: number) => ShopRefusal | undefined;
}
/** Reads licence, contract and address of a practice. */
export async function customerOf(deps: ShopDeps, cid: string): Promise<Customer> {
  const look = deps.workshop.look(cid, { kind: 'system', cid }),
    facts = factsOf(deps.gate, await findLicence(look), look.now),
    licence = licenceState(facts, look.now),
    payment = await deps.gate.paymentOf(look),
    contract = await findContract(look),
    hasContract = deps.provider !== undefined && isRunning(contract),
    { name, street, plz, city } = await deps.payerOf(cid),
    address = { name, street, plz, city };
  return {
    plan: facts.terms?.plan ?? (isRunning(contract) ? contract.plan : undefined),
    hasContract,
    address,
    refusalFor: (netCents) => shopRefusal({ licence, payment, address, hasContract, netCents }),
  };
}
/** Returns how many free pens of the year are left. */
export async function freeLeft(
  s: Look | Work,
  tenant: string,
  plan: PlanId | undefined,
): Promise<number> {
  if (plan === undefined) return 0;
  const orders = await ordersOf(s, tenant, yearStart(berlinDay(s.now))),
    used = orders
      .filter(({ state }) => counts(state))
      .flatMap(({ lines }) => lines)
      .reduce((sum, { free }) => sum + free, 0);
  return Math.max(0, FREE_PENS[plan] - used);
}

type Line = CartRow &
  Item &
  Pick<ProductRow, 'nameDe' | 'nameEn'> & { wasCents: number; stock: number };
/** Joins lines with their products, at the prices of now; a product that is off is left out. */
export const linesOf = (cart: readonly CartRow[], products: readonly ProductRow[]): Line[] =>
  cart.flatMap((row) => {
    const product = products.find(({ sku, isOn }) => isOn && sku === row.sku);
    if (!product) return [];
    const { kind, nameDe, nameEn, netCents, vatPercent, stock } = product;
    return [{ ...row, kind, nameDe, nameEn, netCents, vatPercent, stock, wasCents: row.netCents }];
  });

const isHeld = ({ reserved, quantity, reservedUntil }: CartRow, now: number): boolean =>
  reserved >= quantity && (reservedUntil ?? 0) > now;
/** Shows products, the cart and what keeps the practice from ordering. */
export async function shopView(deps: ShopDeps, person: SignedIn, isOwner: boolean): Promise<Shop> {
  const look = vendorLook(deps.workshop),
    products = await listProducts(look),
    cart = await cartOf(look, personOf(person)),
    customer = await customerOf(deps, person.cid),
    left = await freeLeft(look, person.cid, customer.plan),
    lines = splitFree(linesOf(cart, products), left),
    sums = sumsOf(lines),
    areHeld = cart.length > 0 && cart.every((one) => isHeld(one, look.now));
  return {
    products: products
      .filter(({ isOn }) => isOn)
      .map(({ sku, nameDe, nameEn, kind, fits, netCents, vatPercent, stock }) => ({
        sku,
        nameDe,
        nameEn,
        kind,
        fits,
        netCents,
        vatPercent,
        isAvailable: stock > 0,
      })),
    cart: lines.map(({ sku, quantity, free, netCents, wasCents, stock, reserved }) => ({
      sku,
      quantity,
      free,
      netCents,
      wasCents: wasCents === netCents ? null : wasCents,
      isShort: stock + reserved < quantity,
    })),
    sums,
    reservedUntil: areHeld
      ? Math.min(...cart.map(({ reservedUntil }) => reservedUntil ?? 0))
      : null,
    freeLeft: left,
    refusal: customer.refusalFor(sums.netCents) ?? null,
    needsOwner: needsOwner(isOwner, sums.netCents),
    address: customer.address,
  };
}

/** Work of every minute: pieces of forgotten carts go back into the stock. */
export async function shopSweep({
  workshop,
  now,
}: Pick<ShopDeps, 'workshop' | 'now'>): Promise<void> {
  const stale = await staleLines(vendorLook(workshop), { now: now(), before: now() - CART_MS });
  if (stale.length > 0) await workshop.write(VENDOR_CID, VENDOR, releaseStale);
}
