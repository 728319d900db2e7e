// Touch pens: cart, stock and order, checked by licence and address, moved on by practice and
// vendor, mailed, and put on the next invoice once.

import { randomUUID } from 'node:crypto';
import { eq } from 'drizzle-orm';
import { beforeEach, describe, expect, test } from 'vitest';
import type { Shop, ShopOrder, VendorOrder } from '../../../shared/vendor/shop/shop.schema.ts';
import type { Answer, Bearer } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login, stepUp } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { SELLER } from '../invoice/invoice.fixture.ts';
import { payingPractice, PAYS } from '../payment/payment.testing.ts';

const PEN = 'PEN-1',
  TIPS = 'TIPS-5';

describe.each(STORES)('shop for touch pens (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  let vendor: Bearer, support: Bearer;
  const call = (path: string, json?: object, as: Bearer = c.p.users.owner, method = 'POST') =>
    c.t.call(path, json === undefined ? { as } : { as, method, json });
  const shop = async (as?: Bearer): Promise<Shop> =>
    (await call('/api/shop', undefined, as)).json as Shop;
  const put = (sku: string, quantity: number, as?: Bearer): Promise<Answer> =>
    call(`/api/shop/cart/${sku}`, { quantity }, as, 'PUT');
  const place = (netCents: number, as?: Bearer, id: string = randomUUID()): Promise<Answer> =>
    call('/api/shop/orders', { id, netCents }, as);
  const orders = async (as?: Bearer): Promise<ShopOrder[]> =>
    ((await call('/api/shop/orders', undefined, as)).json as { items: ShopOrder[] }).items;
  const move = (id: string, to: string, as?: Bearer): Promise<Answer> =>
    call(`/api/shop/orders/${id}/move`, { to }, as);
  const vendorMove = async (id: string, to: string, more: object = {}): Promise<Answer> => {
    const answer = await call(`/admin/shop/orders/${id}/move`, { to, ...more }, vendor);
    await c.t.runJobs();
    return answer;
  };
  const vendorOrders = async (view = 'all'): Promise<VendorOrder[]> =>
    (
      (await call(`/admin/shop/orders?view=${view}`, undefined, vendor)).json as {
        items: VendorOrder[];
      }
    ).items;
  const stockOf = async (sku: string): Promise<number | undefined> =>
    (
      (await call('/admin/shop/products', undefined, vendor)).json as {
        items: { sku: string; stock: number }[];
      }
    ).items.find((one) => one.sku === sku)?.stock;
  const product = (sku: string, change: object = {}): Promise<Answer> =>
    call(
      `/admin/shop/products/${sku}`,
      {
        nameDe: sku === PEN ? 'Eingabestift' : 'Ersatzspitzen, 5 Stück',
        nameEn: sku === PEN ? 'Touch pen' : 'Spare tips, 5 pieces',
        kind: sku === PEN ? 'pen' : 'part',
        fits: ['iPad (10. Generation)'],
        netCents: sku === PEN ? 4990 : 995,
        vatPercent: 19,
        isOn: true,
        ...change,
      },
      vendor,
      'PUT',
    );
  const stock = (sku: string, from: number, to: number): Promise<Answer> =>
    call(`/admin/shop/products/${sku}/stock`, { from, to, reason: 'Lieferung' }, vendor, 'PUT');
  const signIn = async (): Promise<void> => {
    vendor = await login(c.t, 'administrator@molar.test');
    await stepUp(c.t, vendor);
    for (const one of [c.p.users.staff, c.p.users.reception])
      one.token = (await login(c.t, one.email)).token;
  };
  const pass = async (days: number, step = 1): Promise<void> => {
    await c.pass(days, step);
    await signIn();
  };
  const settle = (change: { street?: string; plz: string; city?: string }): Promise<unknown> =>
    c.t.deps.workshop.write(c.p.cid, c.p.system, async (w) => {
      const row = await w.tx.one(w.t.praxis);
      await w.tx.update(
        w.t.praxis,
        { settings: { ...row!.settings, ...change } },
        eq(w.t.praxis.cid, c.p.cid),
      );
    });
  beforeEach(async () => {
    ({ administrator: vendor, support } = await addVendor(c.t));
    await c.ask('address', { street: 'Am Markt 1', plz: '10585', city: 'Berlin' });
    await settle({ street: 'Am Markt 1', plz: '10585', city: 'Berlin' });
    for (const sku of [PEN, TIPS]) {
      expect((await product(sku)).status).toBe(204);
      expect((await stock(sku, 0, 10)).status).toBe(204);
    }
  });

  test('two pens of the year are free; what costs goes on the next invoice once', async () => {
    await c.begin(PAYS);
    await put(PEN, 3);
    await put(TIPS, 2);
    const shown = await shop();
    expect(shown).toMatchObject({ freeLeft: 2, refusal: null, needsOwner: false });
    expect(shown.sums).toEqual({ netCents: 6980, taxCents: 1326, totalCents: 8306 });
    const id = randomUUID();
    expect((await place(6980, undefined, id)).status).toBe(204);
    expect((await place(6980, undefined, id)).status).toBe(204);
    await c.t.runJobs();
    expect(await shop()).toMatchObject({ cart: [], freeLeft: 0 });
    expect([await stockOf(PEN), await stockOf(TIPS)]).toEqual([7, 8]);
    const [order] = await orders();
    expect(order).toMatchObject({ id, state: 'ordered', totalCents: 8306, moves: ['cancelled'] });
    expect((await vendorOrders('open')).map((one) => [one.id, one.billing])).toEqual([
      [id, 'later'],
    ]);
    await vendorMove(id, 'confirmed');
    expect((await vendorMove(id, 'shipped')).code).toBe('state_conflict');
    await vendorMove(id, 'packed');
    expect(c.server.world.items.size).toBe(0);
    c.server.break('drop_after', 2, 'POST /v1/invoiceitems');
    await vendorMove(id, 'shipped', { tracking: '0034 1234' });
    c.server.forgetKeys();
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    const told = c.mail.to(c.p.users.owner.email).length;
    expect((await vendorMove(id, 'shipped', { tracking: '0034 1234' })).status).toBe(204);
    expect(c.mail.to(c.p.users.owner.email)).toHaveLength(told);
    expect(
      [...c.server.world.items.values()].map(({ amount, quantity }) => [amount, quantity]),
    ).toEqual([
      [4990, 1],
      [1990, 2],
    ]);
    expect((await vendorOrders())[0]).toMatchObject({
      billing: 'done',
      practiceName: 'Zahnarztpraxis nord',
      by: '',
    });
    expect((await move(id, 'delivered')).status).toBe(204);
    expect(await vendorOrders('open')).toEqual([]);
    const titles = ['eingegangen', 'bestätigt', 'versandt'];
    for (const title of titles)
      expect(
        c.mail.to(c.p.users.owner.email).filter((text) => text.includes(`Bestellung ${title}`)),
      ).toHaveLength(1);
    expect(c.mail.to(c.p.users.owner.email).some((text) => text.includes('0034 1234'))).toBe(true);
    await pass(33, 3);
    const newest = [...c.server.world.invoices.values()].at(-1);
    expect(newest?.total).toBe(17_731 + 8306);
    const [first] = (
      (await c.t.call('/api/invoices', { as: c.p.users.owner })).json as {
        items: { totalCents: number; hasFile: boolean }[];
      }
    ).items;
    expect(first).toMatchObject({ totalCents: 17_731 + 8306, hasFile: true });
  });

  test('what came back is taken off again, also when it comes back before it was charged', async () => {
    await c.begin(PAYS);
    const ids = [randomUUID(), randomUUID()];
    for (const id of ids) {
      await put(TIPS, 1);
      await place(995, undefined, id);
      for (const to of ['confirmed', 'packed']) await vendorMove(id, to);
    }
    await vendorMove(ids[0]!, 'shipped');
    expect((await vendorMove(ids[0]!, 'returned')).status).toBe(400);
    await vendorMove(ids[0]!, 'returned', { note: 'Spitze bricht' });
    c.server.break('error_500', 1, 'GET /v1/invoiceitems');
    await vendorMove(ids[1]!, 'shipped');
    await vendorMove(ids[1]!, 'returned', { note: 'Annahme verweigert' });
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    await c.t.app.tidy();
    await c.t.runJobs();
    const amounts = [...c.server.world.items.values()].map(({ amount }) => amount);
    expect(amounts).toEqual([995, -995]);
    expect((await vendorOrders()).map(({ billing }) => billing)).toEqual(['credited', 'credited']);
    // A person looks at the goods before they are sold again.
    expect(await stockOf(TIPS)).toBe(8);
  });

  test('the last piece goes to one of two, and a held piece comes back after half an hour', async () => {
    await c.begin(PAYS);
    await stock(PEN, 10, 1);
    const { owner, staff } = c.p.users;
    for (const as of [owner, staff]) await put(PEN, 1, as);
    const [a, b] = await Promise.all([owner, staff].map((as) => place(0, as)));
    expect([a!.status, b!.status].sort((x, y) => x - y)).toEqual([204, 409]);
    expect(await stockOf(PEN)).toBe(0);
    const [order] = await orders();
    await move(order!.id, 'cancelled');
    expect(await stockOf(PEN)).toBe(1);
    const late = a!.status === 204 ? staff : owner,
      other = a!.status === 204 ? owner : staff;
    expect((await call('/api/shop/reserve', {}, late)).status).toBe(204);
    expect((await shop(late)).reservedUntil).toBe(c.t.clock.now + 1_800_000);
    await put(PEN, 1, other);
    expect((await call('/api/shop/reserve', {}, other)).code).toBe('state_conflict');
    expect((await shop(other)).cart).toMatchObject([{ isShort: true }]);
    c.t.clock.now += 1_800_001;
    await signIn();
    owner.token = (await login(c.t, owner.email)).token;
    expect((await call('/api/shop/reserve', {}, other)).status).toBe(204);
    expect((await shop(late)).reservedUntil).toBeNull();
    expect(await stockOf(PEN)).toBe(0);
  });

  test('a changed price, and free pens that a colleague took, are shown before they count', async () => {
    await c.begin(PAYS);
    const { staff, owner } = c.p.users;
    await put(TIPS, 1, staff);
    await product(TIPS, { netCents: 1095 });
    const late = await place(995, staff);
    expect([late.code, late.json]).toMatchObject([
      'state_conflict',
      { error: { fields: { cart: 'price' } } },
    ]);
    expect((await shop(staff)).cart).toMatchObject([{ netCents: 1095, wasCents: 995 }]);
    expect((await place(1095, staff)).status).toBe(204);
    await product(TIPS, { netCents: 1 });
    expect((await orders(staff))[0]).toMatchObject({ netCents: 1095 });
    await put(PEN, 2, staff);
    await put(PEN, 2, owner);
    expect((await place(0, staff)).status).toBe(204);
    expect((await place(0, owner)).code).toBe('state_conflict');
    expect((await shop(owner)).sums.netCents).toBe(9980);
    await product(PEN, { isOn: false });
    expect((await place(0, owner)).json).toMatchObject({ error: { fields: { cart: 'gone' } } });
  });

  test('above the limit an owner releases the order of the team; a forgotten one ends', async () => {
    await c.begin(PAYS);
    const { reception, owner, staff } = c.p.users;
    await put(PEN, 5, reception);
    expect(await shop(reception)).toMatchObject({ needsOwner: true, sums: { netCents: 14_970 } });
    expect((await place(14_970, reception)).status).toBe(204);
    await c.t.runJobs();
    const [draft] = await orders(reception);
    expect(draft).toMatchObject({
      state: 'draft',
      moves: ['cancelled'],
      by: expect.stringMatching(/./),
    });
    expect(await vendorOrders('open')).toEqual([]);
    expect(await orders(staff)).toEqual([]);
    expect((await move(draft!.id, 'ordered', reception)).code).toBe('state_conflict');
    expect((await move(draft!.id, 'ordered', staff)).status).toBe(404);
    expect(c.mail.to(owner.email).some((text) => text.includes('wartet auf Ihre Freigabe'))).toBe(
      true,
    );
    expect((await vendorMove(draft!.id, 'confirmed')).code).toBe('state_conflict');
    expect((await move(draft!.id, 'ordered')).status).toBe(204);
    expect((await vendorOrders('open')).map(({ id }) => id)).toEqual([draft!.id]);
    // Two orders of one moment are listed by their ids, which a caller makes.
    c.t.clock.now += 1000;
    await put(PEN, 4, reception);
    await place(19_960, reception);
    await pass(8, 4);
    expect((await orders(reception)).map(({ state }) => state)).toEqual(['cancelled', 'ordered']);
    expect(await stockOf(PEN)).toBe(5);
  });

  test('a delay is mailed with its day, as often as the day moves', async () => {
    await c.begin(PAYS);
    await put(PEN, 1);
    await place(0);
    const [{ id } = { id: '' }] = await orders();
    expect((await vendorMove(id, 'backorder')).status).toBe(400);
    await vendorMove(id, 'backorder', { expectedOn: '2027-01-11' });
    c.t.clock.now += 60_000;
    await vendorMove(id, 'backorder', { expectedOn: '2027-02-01', note: 'Zoll' });
    expect((await orders())[0]).toMatchObject({ state: 'backorder', expectedOn: '2027-02-01' });
    const mails = c.mail.to(c.p.users.owner.email).filter((text) => text.includes('verzögert'));
    expect(mails).toHaveLength(2);
    expect(mails[1]).toContain('Zoll');
    expect((await vendorMove(id, 'cancelled', { note: 'Nicht mehr lieferbar' })).status).toBe(204);
    expect([await stockOf(PEN), (await shop()).freeLeft]).toEqual([10, 2]);
  });

  test('without a contract nothing that costs, without an address nothing is ordered', async () => {
    await put(TIPS, 1);
    expect((await shop()).refusal).toBe('contract');
    expect((await place(995)).code).toBe('licence_refused');
    await c.begin(PAYS);
    expect((await shop()).refusal).toBeNull();
    await settle({ plz: '1010' });
    expect((await shop()).refusal).toBe('address');
    expect((await place(995)).code).toBe('licence_refused');
    expect(await orders()).toEqual([]);
  });

  test('an order whose contract ended waits for its invoice and is shown to the vendor', async () => {
    await c.begin(PAYS);
    await put(TIPS, 1);
    await place(995);
    const [{ id } = { id: '' }] = await orders();
    await c.ask('cancel', { isEnding: true });
    await pass(32, 8);
    for (const to of ['confirmed', 'packed', 'shipped']) await vendorMove(id, to);
    expect((await vendorOrders())[0]).toMatchObject({ state: 'shipped', billing: 'waits' });
    expect(c.t.lines.join('')).toContain('shop.unbilled');
  });

  test('wrong numbers, other practices and other roles get nothing', async () => {
    await c.begin(PAYS);
    for (const quantity of [0, -1, 2.5, 51, 1e6])
      expect((await put(PEN, quantity)).status).toBe(400);
    expect((await put('PEN-9', 1)).status).toBe(404);
    expect(
      (await call(`/api/shop/cart/${PEN}`, { quantity: 1, netCents: 1 }, undefined, 'PUT')).status,
    ).toBe(400);
    expect((await place(0)).json).toMatchObject({ error: { fields: { cart: 'empty' } } });
    for (const change of [
      { netCents: 0 },
      { netCents: 0.5 },
      { vatPercent: 16 },
      { nameDe: 'a\nb' },
      { nameDe: '\u202Ea' },
    ])
      expect((await product(PEN, change)).status, JSON.stringify(change)).toBe(400);
    expect((await stock(PEN, 9, 5)).code).toBe('state_conflict');
    await put(PEN, 1);
    await place(0);
    const [{ id } = { id: '' }] = await orders(),
      other = (await addPractice(c.t, 'sued')).users.owner;
    expect(await orders(other)).toEqual([]);
    for (const one of [id, randomUUID()])
      expect((await move(one, 'cancelled', other)).status).toBe(404);
    expect((await place(0, other, id)).code).toBe('state_conflict');
    for (const as of [vendor, support])
      expect((await call('/api/shop', undefined, as)).status).toBe(403);
    for (const as of [c.p.users.owner, c.p.users.staff])
      for (const path of ['/admin/shop/orders', '/admin/shop/products'])
        expect((await call(path, undefined, as)).status).toBe(403);
    expect((await call('/admin/shop/orders', undefined, support)).status).toBe(200);
  });
});
