/**
 * Bad inputs of the vendor's side through the real routes: each has its status and code, and nothing
 * of it is stored. Numbers that tests of a room prove are named, not repeated.
 */
import { readFileSync } from 'node:fs';
import { beforeEach, describe, expect, test } from 'vitest';
import { DAY_MS } from '../../shared/base/day-math.ts';
import { SELLER, variedInvoice } from '../../server/vendor/invoice/invoice.fixture.ts';
import { sheetOf } from '../../server/vendor/invoice/print-invoice.ts';
import { payingPractice, PAYS, sessionOf } from '../../server/vendor/payment/payment.testing.ts';
import type { LicenceView } from '../../shared/vendor/licence.schema.ts';
import { addPractice, renew, stepUp } from '../support/practice.ts';
import { snapshot } from '../support/snapshot.ts';
import { STORES } from '../support/stores.ts';
import { MOST, PROVEN } from './bad-input-proofs.ts';
import { ROWS } from './bad-input-rows.ts';
import { BadInputs } from './bad-input-setup.ts';

const SEED = Buffer.alloc(32, 7).toString('base64url'),
  REASON = 'Am Telefon gewünscht';

describe.each(STORES)('bad inputs of the vendor (%s)', (kind) => {
  const c = payingPractice(kind, {
    seller: SELLER,
    licences: { publicKeys: [], signingKey: SEED },
  });
  let s: BadInputs;
  beforeEach(async () => {
    s = await BadInputs.of(c);
  });
  const refused = async (answer: Promise<{ status: number; code: string | undefined }>) => {
    const { status, code } = await answer;
    return `${status} ${code ?? ''}`.trim();
  };

  test('each row is refused with its code, and nothing is stored', async () => {
    expect(await s.wrongOf(ROWS)).toEqual([]);
    expect(c.server.calls.filter((call) => call.includes('subscription'))).toEqual([]);
  });

  test('[bad 12] an event about a deleted customer is taken and changes nothing', async () => {
    await c.previewOf('praxis');
    await c.ask('payment-method', {});
    const [customer] = [...c.server.world.customers.keys()],
      before = await c.contract();
    c.server.world.gone.add(customer!);
    const body = JSON.stringify({
      id: 'evt_gone',
      object: 'event',
      livemode: false,
      type: 'customer.deleted',
      data: { object: { id: customer, object: 'customer', deleted: true } },
    });
    expect((await s.event(body)).status).toBe(200);
    await c.t.runJobs();
    expect({ ...(await c.contract()), asOf: null }).toEqual({ ...before, asOf: null });
  });

  test("[bad 15] a practice's id in the details of an event counts for nothing", async () => {
    await c.begin(PAYS);
    const other = await addPractice(c.t, 'sued'),
      before = await snapshot(c.t, other.cid);
    const [customer] = [...c.server.world.customers.keys()];
    const body = JSON.stringify({
      id: 'evt_other',
      object: 'event',
      livemode: false,
      type: 'invoice.paid',
      data: { object: { object: 'invoice', customer, metadata: { cid: other.cid } } },
    });
    expect((await s.event(body)).status).toBe(200);
    await c.t.runJobs();
    expect(await snapshot(c.t, other.cid)).toEqual(before);
    expect((await c.contract()).state).toBe('active');
  });

  test('[bad 16] [bad 17] [bad 18] [bad 19] one contract begins, whatever the way back', async () => {
    const other = await addPractice(c.t, 'sued');
    await stepUp(c.t, other.users.owner);
    const again = async (as = c.p.users.owner) => (await c.ask('refresh', {}, as)).status;
    // 16: no page was opened.
    expect([await again(), (await c.contract()).state]).toEqual([200, 'none']);
    const { previewId } = await c.previewOf('praxis'),
      page = await c.ask('subscription', { previewId, plan: 'praxis' });
    c.server.pay(sessionOf(page), PAYS);
    // 17: the page of another practice is paid.
    expect(await again(other.users.owner)).toBe(200);
    expect((await c.ask('contract', undefined, other.users.owner)).json).toMatchObject({
      state: 'none',
      contract: null,
    });
    expect(c.server.world.subscriptions.size).toBe(0);
    // 19: no event came yet; 18: the page is long used.
    for (let n = 0; n < 3; n++) expect(await again()).toBe(200);
    await c.deliverAll();
    expect(await again()).toBe(200);
    expect([c.server.world.subscriptions.size, (await c.contract()).state]).toEqual([1, 'active']);
    const way = [...c.server.world.sessions.values()].map((one) => one.success_url ?? '');
    expect(way.join(' ')).not.toMatch(/cs_|CHECKOUT_SESSION_ID/);
  });

  test('[bad 26] a name that a table would run stays text in lists, exports and invoices', async () => {
    const name = '=cmd|calc!A1 <b>&';
    await c.begin(PAYS);
    expect((await c.ask('name', { name })).json).toEqual({ state: 'waiting' });
    const { changes } = (await c.contract()) as { changes: { what: string }[] };
    expect(changes.map(({ what }) => what)).toEqual([name]);
    const csv = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(csv).toContain('payment.change_asked');
    expect(csv).not.toMatch(/(?:^|[;,\t\n])"?=/);
    const invoice = variedInvoice(1),
      { xml } = sheetOf({ ...invoice, buyer: { ...invoice.buyer, name } });
    expect(xml).toContain('=cmd|calc!A1 &lt;b&gt;&amp;');
  });

  test('[bad 31] [bad 34] an expired code is refused; letters for digits are forgiven', async () => {
    const make = async (until: string): Promise<string[]> => {
      const id = c.t.deps.newId(),
        batch = {
          id,
          sponsor: 'Kammer Nord',
          effect: 'months',
          value: 100,
          months: 1,
          plans: ['praxis', 'praxisPlus'],
          from: '2026-01-01',
          until,
          count: 40,
          perCode: 1,
        };
      expect((await s.post('/admin/vouchers', batch, s.admins.first)).status).toBe(204);
      const made = await s.post(`/admin/vouchers/${id}/codes`, undefined, s.admins.first);
      return (made.json as { codes: string[] }).codes;
    };
    const redeem = (gutscheincode: string) => s.post('/api/stripe/voucher', { gutscheincode });
    const [late] = await make('2026-11-20'),
      good = (await make('2027-12-31')).find((code) => /[01]/.test(code))!;
    c.t.clock.now += DAY_MS;
    await c.signIn();
    const before = await snapshot(c.t),
      answer = await redeem(late!);
    expect([answer.status, answer.json]).toMatchObject([
      400,
      { error: { code: 'validation', fields: { gutscheincode: 'expired' } } },
    ]);
    expect(await snapshot(c.t)).toEqual(before);
    const typed = await redeem(good.replaceAll('0', 'o').replaceAll('1', 'l'));
    expect([typed.status, typed.text]).toEqual([200, expect.stringContaining('Kammer Nord')]);
  });

  test('[bad 42] a clock three days back or ten years ahead keeps the last good licence', async () => {
    const asked = { plan: 'praxis', seats: 5, tablets: 1, until: '2027-11-20', reason: REASON };
    await s.post('/admin/licences', { tenant: c.p.cid, ...asked }, s.admins.first);
    await s.admins.approve();
    const view = async (): Promise<LicenceView> => {
      await renew(c.p);
      return (await c.t.call('/api/licence', { as: c.p.users.owner })).json as LicenceView;
    };
    const { now } = c.t.clock,
      right = await view(),
      limits = [];
    for (const days of [-3, 3653, 0]) {
      c.t.clock.now = now + days * DAY_MS;
      const { state, licence } = await view();
      limits.push([days, state, licence?.tablets.limit]);
    }
    expect(right.state).toBe('active');
    expect(limits).toEqual([
      [-3, 'active', 1],
      [3653, 'expired', 1],
      [0, 'active', 1],
    ]);
  });

  test('[bad 53] an approval a day late, or of another sum than shown, is refused', async () => {
    await c.begin(PAYS);
    const path = `/admin/contracts/${c.p.cid}`;
    expect(
      (await s.post(`${path}/plan`, { plan: 'praxisPlus', reason: REASON }, s.admins.first)).status,
    ).toBe(204);
    const [open] = await s.admins.requests(),
      approve = (json: object) =>
        refused(s.post(`/admin/requests/${open!.id}/approve`, json, s.admins.second));
    const other = (await s.post(`${path}/preview`, { plan: 'praxisPlus' }, s.admins.first))
      .json as { previewId: string };
    const changed = other.previewId.replace(/.$/, (sign) => (sign === '0' ? '1' : '0')),
      before = await snapshot(c.t);
    expect(await approve({ previewId: changed })).toBe('409 state_conflict');
    c.t.clock.now += DAY_MS;
    await s.admins.signIn();
    const late = await snapshot(c.t);
    expect(await approve({ previewId: other.previewId })).toBe('409 state_conflict');
    expect((await snapshot(c.t)).vendorRequest).toEqual(before.vendorRequest);
    expect((await snapshot(c.t)).job).toEqual(late.job);
  });
});

test('every number is proven here or in the named test', () => {
  for (const [number, { file, title }] of Object.entries(PROVEN))
    expect(readFileSync(file, 'utf8').includes(title), `${number} in ${file}`).toBe(true);
  const own = readFileSync('tests/payment/bad-inputs.long.test.ts', 'utf8');
  const numbers = [
    ...Object.keys(PROVEN).map(Number),
    ...new Set(ROWS.map(({ number }) => number)),
    ...[...own.matchAll(/\[bad (\d+)\]/g)].map(([, number]) => Number(number)),
  ];
  const all = [...new Set(numbers)].sort((a, b) => a - b);
  expect(all).toEqual(Array.from({ length: MOST }, (_, at) => at + 1));
});
