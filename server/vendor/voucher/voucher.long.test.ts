// Vouchers from batch to invoice: redeemed once under parallel tries, within their limits, and
// taken off at the payment provider.

import { describe, expect, test } from 'vitest';
import type { InvoiceDocuments } from '../../../shared/vendor/invoice.schema.ts';
import type { BatchReport, Batches, Redeemed } from '../../../shared/vendor/voucher.schema.ts';
import { codeOf, showCode } from '../../../shared/vendor/voucher.ts';
import type { Answer, Bearer } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, login, stepUp } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { SELLER } from '../invoice/invoice.fixture.ts';
import { payingPractice, PAYS } from '../payment/payment.testing.ts';
import { vendorLook } from '../vendor-rows.ts';

const BATCH = {
  sponsor: 'Kammer Nord',
  effect: 'months',
  value: 100,
  months: 2,
  plans: ['praxis', 'praxisPlus'],
  from: '2026-01-01',
  until: '2027-12-31',
  count: 3,
  perCode: 1,
} as const;

describe.each(STORES)('vouchers (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  const admin = async (name = 'molar'): Promise<Bearer> => {
    const made = (await addVendor(c.t, name)).administrator;
    await stepUp(c.t, made);
    return made;
  };
  const post = (as: Bearer, path: string, json?: unknown): Promise<Answer> =>
    c.t.call(`/admin/vouchers${path}`, { as, method: 'POST', ...(json !== undefined && { json }) });
  const batches = async (as: Bearer): Promise<Batches['items']> =>
    ((await c.t.call('/admin/vouchers', { as })).json as Batches).items;
  const batch = (more: object = {}): { id: string } => ({
    ...BATCH,
    id: c.t.deps.newId(),
    ...more,
  });
  const make = async (as: Bearer, more: object = {}): Promise<{ id: string; codes: string[] }> => {
    const asked = batch(more),
      { id } = asked;
    expect((await post(as, '', asked)).status).toBe(204);
    const made = await post(as, `/${id}/codes`);
    expect(made.status).toBe(200);
    return { id, codes: (made.json as { codes: string[] }).codes };
  };
  const redeem = (gutscheincode: string, as: Bearer = c.p.users.owner): Promise<Answer> =>
    c.t.call('/api/stripe/voucher', { as, method: 'POST', json: { gutscheincode } });
  const why = (answer: Answer): unknown =>
    (answer.json as { error?: { fields?: Record<string, string> } }).error?.fields?.gutscheincode;

  test('a code of free months makes the first invoices free, and the later ones whole', async () => {
    const as = await admin(),
      { id, codes } = await make(as);
    await c.ask('address', { street: 'Am Markt 1', plz: '10585', city: 'Berlin' });
    expect((await redeem(codes[0]!)).json).toMatchObject({
      items: [{ sponsor: 'Kammer Nord', months: 2, isApplied: false }],
    });
    expect((await c.previewOf('praxis')).totalCents).toBe(0);
    await c.begin(PAYS);
    expect((await c.ask('voucher')).json as Redeemed).toMatchObject({
      items: [{ isApplied: true }],
    });
    await c.pass(66, 3);
    const { items } = (await c.t.call('/api/invoices', { as: c.p.users.owner }))
      .json as InvoiceDocuments;
    expect(items.map(({ totalCents }) => totalCents)).toEqual([17_731, 0, 0]);
    const fresh = await login(c.t, 'administrator@molar.test'),
      report = (await c.t.call(`/admin/vouchers/${id}/report`, { as: fresh })).json as BatchReport;
    expect(report.items).toMatchObject([
      { last4: codes[0]!.replaceAll('-', '').slice(-4), isApplied: true },
    ]);
  });

  test('a share is taken off a running contract from its next invoice on', async () => {
    await c.begin(PAYS);
    // A coupon of one month that begins with the contract ends before the next invoice.
    await c.pass(1);
    const { codes } = await make(await admin(), { effect: 'percent', value: 10, months: 1 });
    expect((await redeem(codes[0]!)).status).toBe(200);
    c.server.break(
      'drop_after',
      2,
      `POST /v1/subscriptions/${[...c.server.world.subscriptions.keys()][0]!}`,
    );
    await c.t.runJobs();
    c.t.clock.now += 600_000;
    await c.t.runJobs();
    await c.signIn();
    expect(c.server.world.discounts.size).toBe(1);
    expect(await c.contract()).toMatchObject({ contract: { nextTotalCents: 15_958 } });
  });

  test('of 50 parallel tries of many practices one redeems', async () => {
    const { id, codes } = await make(await admin(), { count: 1 }),
      others = [];
    for (const name of ['sued', 'ost', 'west']) {
      const p = await addPractice(c.t, name);
      await stepUp(c.t, p.users.owner);
      others.push(p.users.owner);
    }
    const people = [c.p.users.owner, ...others],
      answers = await Promise.all(
        Array.from({ length: 50 }, (_, at) => redeem(codes[0]!, people[at % people.length])),
      );
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    const look = vendorLook(c.t.deps.workshop),
      { voucherRedemption, voucher } = c.t.deps.store.t;
    expect(await look.db.count(voucherRedemption)).toBe(1);
    expect((await look.db.find(voucher))[0]?.used).toBe(1);
    expect((await batches(await admin('zwei')))[0]).toMatchObject({ id, redeemed: 1 });
  });

  test('each refusal says why, and a typing error costs no try', async () => {
    const as = await admin(),
      { codes } = await make(as),
      late = await make(as, { from: '2027-06-01' }),
      small = await make(as, { plans: ['praxisPlus'] }),
      blocked = await make(as);
    expect((await post(as, `/${blocked.id}/block`, { isBlocked: true })).status).toBe(204);
    const wrong = codes[0]!.replace(/^./, (sign) => (sign === 'A' ? 'B' : 'A'));
    for (let n = 0; n < 8; n++) expect(why(await redeem(wrong))).toBe('typo');
    expect(why(await redeem(late.codes[0]!))).toBe('early');
    expect(why(await redeem(small.codes[0]!))).toBe('plan');
    expect(why(await redeem(blocked.codes[0]!))).toBe('blocked');
    expect((await redeem(codes[0]!)).status).toBe(200);
    expect(why(await redeem(codes[1]!))).toBe('again');
    expect((await redeem(codes[1]!)).code).toBe('rate_limited');
    const other = await addPractice(c.t, 'sued');
    await stepUp(c.t, other.users.owner);
    expect(why(await redeem(codes[0]!, other.users.owner))).toBe('used');
    const strange =
      codeOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 13]) ??
      codeOf([1, 2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 14]);
    expect(why(await redeem(showCode(strange!), other.users.owner))).toBe('unknown');
  });

  test('more than 100 codes need a second administrator, and codes leave the server for minutes', async () => {
    const as = await admin(),
      second = await admin('zwei');
    const asked = batch({ count: 101 }),
      { id } = asked;
    expect((await post(as, '', asked)).status).toBe(204);
    expect(await batches(as)).toMatchObject([{ id, state: 'approval' }]);
    expect((await post(as, `/${id}/codes`)).code).toBe('state_conflict');
    expect((await post(as, `/${id}/approve`)).code).toBe('forbidden');
    expect((await post(second, `/${id}/approve`)).status).toBe(204);
    const made = (await post(as, `/${id}/codes`)).json as { codes: string[] };
    expect(new Set(made.codes).size).toBe(101);
    expect((await batches(as))[0]).toMatchObject({ state: 'made', showsCodes: true });
    expect((await post(as, `/${id}/codes`)).json).toEqual(made);
    c.t.clock.now += 10 * 60_000;
    await stepUp(c.t, as);
    expect((await batches(as))[0]).toMatchObject({ showsCodes: false });
    expect((await post(as, `/${id}/codes`)).code).toBe('state_conflict');
    const rows = JSON.stringify(
      await vendorLook(c.t.deps.workshop).db.find(c.t.deps.store.t.voucher),
    );
    for (const code of made.codes.slice(0, 5)) expect(rows).not.toContain(code.replaceAll('-', ''));
  });

  test('a call that is repeated makes no second batch, and an id stays what it was', async () => {
    const as = await admin(),
      asked = batch();
    for (let n = 0; n < 2; n++) expect((await post(as, '', asked)).status).toBe(204);
    expect(await batches(as)).toHaveLength(1);
    expect((await post(as, '', { ...asked, count: 4 })).code).toBe('state_conflict');
    expect(await batches(as)).toMatchObject([{ count: 3 }]);
  });

  test('impossible batches are refused, and support and teams have no part in vouchers', async () => {
    const as = await admin();
    for (const more of [
      { count: 10_001 },
      { count: 0 },
      { until: '2025-12-31' },
      { effect: 'percent', value: 101 },
      { effect: 'months', value: 50 },
      { plans: [] },
      { perCode: 0 },
      { sponsor: 'a\nb' },
    ])
      expect([more, (await post(as, '', batch(more))).status]).toEqual([more, 400]);
    const { support } = await addVendor(c.t, 'drei');
    await stepUp(c.t, support);
    expect((await post(support, '', batch())).status).toBe(403);
    expect((await redeem('X', c.p.users.reception)).status).toBe(403);
    c.p.users.owner.token = (await login(c.t, c.p.users.owner.email)).token;
    expect((await redeem('X')).code).toBe('step_up');
  });
});
