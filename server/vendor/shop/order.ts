// Orders: placed once from the cart with frozen prices, and moved on by practice and vendor.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  CART_MS,
  movesOf,
  needsOwner,
  orderNumber,
  splitFree,
  sumsOf,
  type OrderSide,
  type OrderState,
} from '../../../shared/vendor/shop/shop.ts';
import type { OrderLine, PlaceOrder, VendorMove } from '../../../shared/vendor/shop/shop.schema.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import {
  cartRefused,
  customerOf,
  freeLeft,
  linesOf,
  personOf,
  releaseStale,
  takeMissing,
} from './cart.ts';
import type { ShopDeps } from './links.ts';
import {
  cartOf,
  countOfYear,
  findOrder,
  forgottenDrafts,
  giveStock,
  insertOrder,
  listProducts,
  moveOrder,
  removeLines,
  type OrderRow,
} from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'tell-order': true;
    'bill-order': true;
  }
}

/** Enqueues the mail of a state; a delay may be mailed again with another day. */
const tellLater = (w: Work, { id, state }: OrderRow): Promise<void> =>
  w.job('tell-order', `order:${id}:${state}:${w.now}`, { id, state, at: w.now });
export const billLater = (w: Work, id: string, key: string): Promise<void> =>
  w.job('bill-order', `bill:${id}:${key}`, { id });

/** Reads the cart as lines of an order. @throws AppError state_conflict */
async function readCart(
  w: Work,
  person: SignedIn,
  { plan, netCents }: { plan: Parameters<typeof freeLeft>[2]; netCents: number },
): Promise<OrderLine[]> {
  const cart = await cartOf(w, personOf(person)),
    found = linesOf(cart, await listProducts(w));
  if (cart.length === 0) throw cartRefused('empty');
  if (found.length < cart.length) throw cartRefused('gone');
  const lines = splitFree(found, await freeLeft(w, person.cid, plan));
  // A price that changed meanwhile, or free pens that a colleague took, are shown first.
  if (sumsOf(lines).netCents !== netCents) throw cartRefused('price');
  await takeMissing(w, cart);
  return lines.map(
    ({ sku, nameDe, nameEn, kind, quantity, free, netCents: cents, vatPercent }) => ({
      sku,
      nameDe,
      nameEn,
      kind,
      quantity,
      free,
      netCents: cents,
      vatPercent,
    }),
  );
}

/**
 * Orders what is in the cart, once per id.
 * @throws AppError state_conflict with `cart`: stock, price, gone, empty; licence_refused
 */
export async function placeOrder(
  deps: ShopDeps,
  person: SignedIn,
  { id, netCents }: PlaceOrder,
): Promise<void> {
  const customer = await customerOf(deps, person.cid),
    refusal = customer.refusalFor(netCents),
    { cid: tenant, userId } = person;
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const known = await findOrder(w, id);
    // A lost answer; the same id by another user is none.
    if (known?.tenant === tenant && known.userId === userId) return;
    if (known) throw new AppError('state_conflict');
    if (refusal !== undefined) throw new AppError('licence_refused', { fields: { shop: refusal } });
    await releaseStale(w);
    const lines = await readCart(w, person, { plan: customer.plan, netCents }),
      year = berlinDay(w.now).slice(0, 4);
    const row: OrderRow = {
      cid: VENDOR_CID,
      id,
      number: orderNumber(year, (await countOfYear(w, year)) + 1),
      tenant,
      userId,
      state: needsOwner(person.role === 'owner', netCents) ? 'draft' : 'ordered',
      lines,
      address: customer.address,
      note: '',
      expectedOn: null,
      tracking: null,
      at: w.now,
      stateAt: w.now,
      billedAt: null,
      creditedAt: null,
    };
    await insertOrder(w, row);
    await removeLines(w, personOf(person));
    await w.audit('shop.ordered', { orderId: id, number: row.number, tenant, state: row.state });
    await tellLater(w, row);
  });
}

/** Moves an order on in a transaction, with its stock, mail and invoice. */
async function move(
  w: Work,
  row: OrderRow,
  set: { state: OrderState } & Partial<Pick<OrderRow, 'note' | 'expectedOn' | 'tracking'>>,
): Promise<void> {
  const moved = await moveOrder(w, row.id, row.state, set);
  if (!moved) throw new AppError('state_conflict');
  // Goods that came back are looked at first: a person puts them into the stock again.
  if (set.state === 'cancelled')
    for (const { sku, quantity } of row.lines) await giveStock(w, sku, quantity);
  await w.audit('shop.moved', { orderId: row.id, number: row.number, state: set.state });
  await tellLater(w, moved);
  if (set.state === 'shipped' || set.state === 'returned') await billLater(w, row.id, set.state);
}

/** Returns what a user of the practice is to an order; undefined: it is of another person. */
export const sideOf = (
  { cid, userId, role }: SignedIn,
  row: Pick<OrderRow, 'tenant' | 'userId'>,
): OrderSide | undefined =>
  row.tenant !== cid
    ? undefined
    : role === 'owner'
      ? 'owner'
      : row.userId === userId
        ? 'asker'
        : undefined;

/**
 * The practice releases, cancels or receives an order.
 * @throws AppError not_found, state_conflict; licence_refused when it may no longer order
 */
export async function moveByPractice(
  deps: ShopDeps,
  person: SignedIn,
  id: string,
  to: OrderState,
): Promise<void> {
  const customer = await customerOf(deps, person.cid);
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const row = await findOrder(w, id),
      side = row && sideOf(person, row);
    if (!row || side === undefined) throw new AppError('not_found');
    if (row.state === to) return;
    if (!movesOf(row.state, side).includes(to)) throw new AppError('state_conflict');
    const refusal = customer.refusalFor(sumsOf(row.lines).netCents);
    if (to === 'ordered' && refusal !== undefined)
      throw new AppError('licence_refused', { fields: { shop: refusal } });
    await move(w, row, { state: to });
  });
}
/** The vendor moves an order on. @throws AppError not_found, state_conflict */
export async function moveByVendor(
  deps: ShopDeps,
  person: Extract<Actor, { kind: 'user' }>,
  id: string,
  { to, note, expectedOn, tracking }: VendorMove,
): Promise<void> {
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const row = await findOrder(w, id);
    if (!row) throw new AppError('not_found');
    const set = {
      state: to,
      note,
      expectedOn: to === 'backorder' ? expectedOn : null,
      tracking: tracking ?? row.tracking,
    };
    // A lost answer: the move was made.
    if (
      row.state === to &&
      row.note === note &&
      row.expectedOn === set.expectedOn &&
      row.tracking === set.tracking
    )
      return;
    if (!movesOf(row.state, 'vendor').includes(to)) throw new AppError('state_conflict');
    await move(w, row, set);
  });
}

/** Ends drafts that no owner released in time. */
export async function endForgotten(deps: ShopDeps): Promise<void> {
  for (const { id } of await forgottenDrafts(vendorLook(deps.workshop), deps.now() - CART_MS))
    await deps.workshop.write(VENDOR_CID, VENDOR, async (w) => {
      const row = await findOrder(w, id);
      if (row?.state === 'draft') await move(w, row, { state: 'cancelled' });
    });
}
