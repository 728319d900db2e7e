// What is owed is paid at once from another account, and the contract's own method stays.

import { describe, expect, test } from 'vitest';
import { login, stepUp } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { FAILS, payingPractice, PAYS, RETURNS, sessionOf } from './payment.testing.ts';

const OWNER = 'owner@nord.test';

describe.each(STORES)('paying from another account (%s)', (kind) => {
  const c = payingPractice(kind);
  const payBy = async (account: string): Promise<void> => {
    const answer = await c.ask('pay-other', {});
    expect(answer.status).toBe(200);
    c.server.pay(sessionOf(answer), account);
    await c.deliverAll();
  };
  const methods = () => [...c.server.world.paymentMethods.values()];

  test('a failed debit is paid once by another account, without any delay', async () => {
    await c.begin(FAILS);
    expect((await c.ask('pay-other', {})).code).toBe('state_conflict');
    await c.pass(6, 2);
    expect(await c.contract()).toMatchObject({ state: 'open', owedCents: 17_731 });
    c.server.break(
      'drop_after',
      2,
      `POST /v1/invoices/${[...c.server.world.invoices.keys()][0]!}/pay`,
    );
    await payBy(PAYS);
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    expect(await c.states()).toEqual(['submitted']);
    expect(await c.contract()).toMatchObject({
      state: 'active',
      changes: [],
      method: { last4: '3001' },
      announced: { cents: 17_731 },
    });
    await c.pass(6, 2);
    expect(await c.states()).toEqual(['paid']);
    expect((await c.ask('pay-other', {})).code).toBe('state_conflict');
    const [invoice] = [...c.server.world.invoices.values()];
    expect(invoice?.amount_paid).toBe(17_731);
    expect(
      [...c.server.world.invoicePayments.values()].filter(({ status }) => status === 'paid'),
    ).toHaveLength(1);
    expect(c.mail.to(OWNER).filter((text) => text.includes('endet auf 3000'))).not.toEqual([]);
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(audit).toContain('payment.paid_other');
    // The account was for this only: it is taken away once no debit of it can come back.
    await c.pass(80, 20);
    expect(methods().map((one) => [one.sepa_debit?.last4, one.customer === null])).toEqual([
      ['3001', false],
      ['3000', true],
    ]);
  });

  test('a returned debit is recovered by another account', async () => {
    await c.begin(RETURNS);
    await c.pass(70, 10);
    const { owedCents } = (await c.contract()) as { owedCents: number };
    expect(owedCents).toBeGreaterThan(0);
    await payBy(PAYS);
    await c.pass(6, 3);
    const after = (await c.contract()) as { owedCents: number };
    expect(after.owedCents).toBeLessThan(owedCents);
    expect((await c.states()).filter((one) => one === 'returned')).toHaveLength(
      Math.round(after.owedCents / 17_731),
    );
  });

  test('another account that fails, too, leaves the sum open', async () => {
    await c.begin(FAILS);
    await c.pass(6, 2);
    await payBy(FAILS);
    await c.pass(6, 2);
    expect(await c.contract()).toMatchObject({ owedCents: 17_731 });
    await payBy(PAYS);
    await c.pass(6, 2);
    expect(await c.contract()).toMatchObject({ owedCents: 0, state: 'active' });
  });

  test('staff do not, and it is confirmed', async () => {
    await c.begin(FAILS);
    await c.pass(6, 2);
    const staff = await login(c.t, c.p.users.staff.email);
    expect((await c.ask('pay-other', {}, staff)).code).toBe('forbidden');
    const bare = await login(c.t, OWNER);
    expect((await c.ask('pay-other', {}, bare)).code).toBe('step_up');
    await stepUp(c.t, bare);
    expect((await c.ask('pay-other', {}, bare)).status).toBe(200);
  });
});
