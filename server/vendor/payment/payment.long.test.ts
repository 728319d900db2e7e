// An owner pays for Molar, and the provider reports.

import { eq } from 'drizzle-orm';
import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { addPractice, login, stepUp } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { emit } from '../../../tests/support/stripe/world.ts';
import { FAILS, payingPractice, PAYS, RETURNS, SECRET, sessionOf } from './payment.testing.ts';
import { listInvoices, updateContract } from './store.ts';

describe.each(STORES)('payment (%s)', (kind) => {
  const c = payingPractice(kind);

  test('an owner begins a contract on the hosted page, and the debit settles without a warning', async () => {
    expect(await c.contract()).toMatchObject({ state: 'none', contract: null });
    const shown = await c.previewOf('praxis');
    expect([shown.netCents, shown.taxCents, shown.totalCents]).toEqual([14_900, 2831, 17_731]);
    await c.begin(PAYS);
    expect(await c.contract()).toMatchObject({
      state: 'active',
      isWaiting: false,
      contract: { plan: 'praxis', isEnding: false, nextTotalCents: 17_731 },
      method: { kind: 'sepa_debit', last4: '3000' },
    });
    expect(await c.states()).toEqual(['submitted']);
    await c.pass(6, 3);
    expect([await c.states(), (await c.contract()).state]).toEqual([['paid'], 'active']);
    const stored = (await listInvoices(c.t.deps.workshop.look(c.p.cid, c.p.system)))[0];
    expect([stored?.totalCents, stored?.taxCents]).toEqual([17_731, 2831]);
    const traffic = `${c.server.bodies.join('')}${c.t.lines.join('')}`;
    expect(traffic).not.toContain('Groß');
    expect(c.t.lines.join('')).not.toMatch(/cs_test_|c\/pay|DE89/);
  });

  test('50 copies of each event in reverse order apply once', async () => {
    const { previewId } = await c.previewOf('praxis');
    c.server.pay(sessionOf(await c.ask('subscription', { previewId, plan: 'praxis' })), PAYS);
    const copies = c.server.take(SECRET, 'doubled').reverse();
    for (const one of copies) expect((await c.deliver(one)).status).toBe(200);
    await c.t.runJobs();
    expect(c.server.world.subscriptions.size).toBe(1);
    expect((await c.contract()).state).toBe('active');
  });

  test('a mirror that was written while the clock was ahead follows the next read', async () => {
    await c.begin(PAYS);
    const [customer] = [...c.server.world.customers.keys()],
      [subscription] = [...c.server.world.subscriptions.values()];
    const { workshop } = c.t.deps,
      readAgain = async (): Promise<void> => {
        emit(c.server.world, 'invoice.updated', { object: 'invoice', customer });
        await c.deliverAll();
      },
      isEnding = async (): Promise<unknown> =>
        ((await c.contract()).contract as { isEnding: boolean }).isEnding;
    await workshop.write(c.p.cid, c.p.system, (w) =>
      updateContract(w, { fetchedAt: w.now + 30 * DAY_MS }),
    );
    subscription!.cancel_at_period_end = true;
    await readAgain();
    expect(await isEnding()).toBe(true);
    // Another server's clock may be some seconds ahead: its later read counts.
    await workshop.write(c.p.cid, c.p.system, (w) =>
      updateContract(w, { fetchedAt: w.now + 5000 }),
    );
    subscription!.cancel_at_period_end = false;
    await readAgain();
    expect(await isEnding()).toBe(true);
  });

  test('events of one customer that wait are covered by one read, later ones by another', async () => {
    await c.begin(PAYS);
    await c.t.runJobs();
    const [customer] = [...c.server.world.customers.keys()],
      [subscription] = [...c.server.world.subscriptions.values()];
    const burst = (count: number): Promise<unknown> => {
      for (let n = 0; n < count; n++)
        emit(c.server.world, 'invoice.updated', { object: 'invoice', customer });
      return Promise.all(
        c.server
          .take(SECRET)
          .reverse()
          .map((one) => c.deliver(one)),
      );
    };
    const reads = (): number =>
      c.server.calls.filter((call) => call.startsWith('GET /v1/invoices')).length;
    let before = reads();
    await burst(30);
    await c.t.runJobs();
    expect(reads() - before).toBe(1);
    before = reads();
    await burst(2);
    // A read that has begun may have missed what the next events are about.
    c.server.stopAt(/^GET \/v1\/invoices/, 'after', async () => {
      subscription!.cancel_at_period_end = true;
      await burst(20);
    });
    await c.t.runJobs();
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    expect(await c.contract()).toMatchObject({ contract: { isEnding: true } });
    // The one that was cut off, its repetition, and one for all others.
    expect(reads() - before).toBeLessThanOrEqual(3);
    const { stripeEvent } = c.t.deps.store.t;
    const ids = (await c.t.deps.store.read.select().from(stripeEvent)).map(({ id }) => id);
    expect(new Set(ids).size).toBe(ids.length);
    expect(ids.length).toBeGreaterThanOrEqual(52);
  });

  test('lost events are made up for at night', async () => {
    const { previewId } = await c.previewOf('praxis');
    c.server.pay(sessionOf(await c.ask('subscription', { previewId, plan: 'praxis' })), PAYS);
    c.server.take(SECRET, 'lost');
    await c.t.app.tidy();
    await c.t.runJobs();
    expect((await c.contract()).state).toBe('active');
  });

  test.each([
    'wrong_signature',
    'no_signature',
    'reserialised',
    'late',
    'ahead',
    'other_mode',
  ] as const)('an event with the fault %s is refused and nothing is stored', async (fault) => {
    await c.previewOf('praxis');
    await c.ask('payment-method', {});
    for (const one of c.server.take(SECRET, fault))
      expect((await c.deliver(one)).code).toBe('bad_request');
    const events = await c.t.deps.workshop
      .look('vendor', { kind: 'system', cid: 'vendor' })
      .db.find(c.t.deps.store.t.stripeEvent);
    expect(events).toEqual([]);
  });

  test('an event of an unknown customer is taken and changes nothing', async () => {
    const one = c.server.take(SECRET);
    expect(one).toEqual([]);
    c.server.world.events.push({
      ...structuredClone(c.server.world.events[0] ?? { data: { object: {} } }),
      id: 'evt_foreign',
      object: 'event',
      livemode: false,
      type: 'thing.never_seen',
      data: { object: { object: 'thing', customer: 'cus_foreign', metadata: { cid: c.p.cid } } },
    } as never);
    await c.deliverAll();
    expect(c.t.lines.join('')).toContain('payment.foreign');
  });

  test('a larger plan counts at once and costs what was shown', async () => {
    await c.begin(PAYS);
    await c.pass(10, 5);
    const shown = await c.previewOf('praxisPlus');
    expect(shown.isUpgrade).toBe(true);
    expect(
      (await c.ask('subscription', { previewId: shown.previewId, plan: 'praxisPlus' })).json,
    ).toEqual({
      url: null,
    });
    expect(await c.contract()).toMatchObject({
      contract: { plan: 'praxisPlus', nextTotalCents: shown.totalCents },
    });
    await c.pass(22, 11);
    const newest = [...c.server.world.invoices.values()].at(-1);
    expect(newest?.total).toBe(shown.totalCents);
  });

  test('a smaller plan follows with the next period', async () => {
    await c.begin(PAYS);
    const up = await c.previewOf('praxisPlus');
    await c.ask('subscription', { previewId: up.previewId, plan: 'praxisPlus' });
    await c.pass(1);
    const down = await c.previewOf('praxis');
    await c.ask('subscription', { previewId: down.previewId, plan: 'praxis' });
    expect(await c.contract()).toMatchObject({
      contract: { plan: 'praxisPlus', nextPlan: 'praxis' },
    });
    await c.pass(31, 8);
    expect(await c.contract()).toMatchObject({ contract: { plan: 'praxis', nextPlan: null } });
  });

  test('a shown price holds ten minutes, for its practice and plan only', async () => {
    const { previewId } = await c.previewOf('praxis');
    expect((await c.ask('subscription', { previewId, plan: 'praxisPlus' })).code).toBe(
      'state_conflict',
    );
    const other = await addPractice(c.t, 'sued');
    await stepUp(c.t, other.users.owner);
    expect(
      (await c.ask('subscription', { previewId, plan: 'praxis' }, other.users.owner)).code,
    ).toBe('state_conflict');
    c.t.clock.now += 601_000;
    await stepUp(c.t, c.p.users.owner);
    expect((await c.ask('subscription', { previewId, plan: 'praxis' })).code).toBe(
      'state_conflict',
    );
    expect((await c.ask('preview', { plan: 'praxis', netCents: 1 })).status).toBe(400);
    expect(c.server.world.subscriptions.size).toBe(0);
  });

  test('a failed debit is dunned step by step, and payment ends it at once', async () => {
    await c.begin(FAILS);
    await c.pass(6, 3);
    expect((await c.contract()).state).toBe('open');
    await c.pass(49, 1);
    expect((await c.contract()).state).toBe('restricted');
    const page = await c.ask('payment-method', {});
    c.server.pay(sessionOf(page), PAYS);
    await c.deliverAll();
    // Another account counts after its delay.
    await c.pass(4, 1);
    const owed = (await c.contract()).owedCents;
    expect(owed).toBe(2 * 17_731);
    expect((await c.ask('pay', {})).status).toBe(204);
    await c.deliverAll();
    expect((await c.contract()).owedCents).toBe(0);
    await c.pass(5, 5);
    expect((await c.contract()).state).toBe('active');
    expect((await c.states()).slice(-2)).toEqual(['paid', 'paid']);
    expect((await c.ask('pay', {})).code).toBe('state_conflict');
  });

  test('a debit returned after weeks is open again', async () => {
    await c.begin(RETURNS);
    await c.pass(20, 5);
    expect((await c.contract()).state).toBe('active');
    await c.pass(36, 6);
    expect((await c.contract()).state).not.toBe('active');
    expect(await c.states()).toContain('returned');
    c.server.pay(sessionOf(await c.ask('payment-method', {})), PAYS);
    await c.deliverAll();
    // The library itself tries once more after a cut connection.
    c.server.break('drop_after', 2, 'POST /v1/payment_intents');
    expect((await c.ask('pay', {})).status).toBe(503);
    // The debit is on its way: nothing is left to collect.
    expect((await c.ask('pay', {})).code).toBe('state_conflict');
    await c.pass(6, 3);
    expect([(await c.contract()).state, (await c.contract()).owedCents]).toEqual(['active', 0]);
    expect(await c.states()).not.toContain('returned');
    const again = [...c.server.world.intents.values()].filter((one) => one.metadata.invoice);
    expect(again.map(({ amount }) => amount)).toEqual([17_731]);
  });

  test('an end is withdrawable, and counts with the period', async () => {
    await c.begin(PAYS);
    await c.ask('cancel', { isEnding: true });
    expect(await c.contract()).toMatchObject({ contract: { isEnding: true } });
    await c.ask('cancel', { isEnding: false });
    expect(await c.contract()).toMatchObject({ contract: { isEnding: false } });
    await c.ask('cancel', { isEnding: true });
    await c.pass(32, 8);
    expect(await c.contract()).toMatchObject({ state: 'ended', contract: null });
  });

  test('an answer lost after its effect leaves one customer and one contract', async () => {
    c.server.break('drop_after', 2);
    const { previewId } = await c.previewOf('praxis').catch(() => ({ previewId: '' }));
    expect(previewId === '' || previewId === undefined).toBe(true);
    await c.begin(PAYS);
    expect([c.server.world.customers.size, c.server.world.subscriptions.size]).toEqual([1, 1]);
  });

  test('a contract whose first answer is lost begins once, also after the keys of calls ended', async () => {
    const { previewId } = await c.previewOf('praxis'),
      page = await c.ask('subscription', { previewId, plan: 'praxis' });
    c.server.pay(sessionOf(page), PAYS);
    // The library itself tries once more after a cut connection.
    c.server.break('drop_after', 2, 'POST /v1/subscriptions');
    const [first] = c.server.take(SECRET);
    await c.deliver(first!);
    await c.t.runJobs();
    expect(c.server.world.subscriptions.size).toBe(1);
    expect(await c.contract()).toMatchObject({ method: null });
    c.server.forgetKeys();
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    expect(c.server.world.subscriptions.size).toBe(1);
    expect(await c.contract()).toMatchObject({ state: 'active', method: { last4: '3000' } });
  });

  test('a practice that is renamed after a lost answer still begins a contract', async () => {
    c.server.break('drop_after', 2, 'POST /v1/customers');
    const { previewId } = await c.previewOf('praxis');
    expect((await c.ask('subscription', { previewId, plan: 'praxis' })).code).toBe('payment_away');
    const { workshop, store } = c.t.deps;
    await workshop.write(c.p.cid, c.p.system, (w) =>
      w.tx.update(store.t.praxis, { name: 'Zahnärzte am Markt' }, eq(store.t.praxis.cid, c.p.cid)),
    );
    await c.begin(PAYS);
    expect(c.server.world.subscriptions.size).toBe(1);
  });

  test('an owner changes whom invoices name; the provider follows after its delay', async () => {
    await c.begin(PAYS);
    const change = { street: 'Neue Straße 7', plz: '10117', city: 'Berlin' };
    for (const [what, json] of [
      ['address', change],
      ['name', { name: 'Zahnärzte am Markt' }],
      ['email', { email: 'buero@nord.test' }],
    ] as const)
      expect((await c.ask(what, json)).json, what).toEqual({ state: 'waiting' });
    await c.t.runJobs();
    await c.byLink('confirm', c.mail.tokenTo('buero@nord.test', 'zahlung/adresse'));
    c.t.clock.now += 3 * 86_400_000;
    c.server.break(
      'error_500',
      1,
      `POST /v1/customers/${[...c.server.world.customers.keys()][0]!}`,
    );
    await c.t.runJobs();
    c.t.clock.now += 3_600_000;
    await c.t.runJobs();
    expect([...c.server.world.customers.values()][0]).toMatchObject({
      name: 'Zahnärzte am Markt',
      email: 'buero@nord.test',
      address: { line1: 'Neue Straße 7', postal_code: '10117', city: 'Berlin', country: 'DE' },
    });
    c.p.users.owner.token = (await login(c.t, c.p.users.owner.email)).token;
    await stepUp(c.t, c.p.users.owner);
    expect(await c.contract()).toMatchObject({ payer: { name: 'Zahnärzte am Markt', ...change } });
    for (const [what, json] of [
      ['address', { ...change, plz: '1010' }],
      ['address', { ...change, country: 'AT' }],
      ['name', { name: 'Zahn\r\narzt' }],
      ['name', { name: 'Zahn\u202Etzra' }],
      ['email', { email: 'nobody' }],
    ] as const)
      expect((await c.ask(what, json)).status, JSON.stringify(json)).toBe(400);
  });

  test('staff see nothing of payment, and changes need a second confirmation', async () => {
    for (const as of [c.p.users.staff, c.p.users.reception])
      for (const path of ['contract', 'invoices', 'plans'])
        expect((await c.ask(path, undefined, as)).status, path).toBe(403);
    c.p.users.owner.token = (await login(c.t, c.p.users.owner.email)).token;
    for (const [path, json] of [
      ['payment-method', {}],
      ['pay', {}],
      ['name', { name: 'Praxis' }],
      ['cancel', { isEnding: true }],
    ] as const)
      expect((await c.ask(path, json)).code, path).toBe('step_up');
  });

  test('while the provider is away the stored contract is shown', async () => {
    await c.begin(PAYS);
    c.server.break('error_500', 4);
    expect(await c.contract()).toMatchObject({
      state: 'active',
      contract: { nextTotalCents: null },
    });
  });
});
