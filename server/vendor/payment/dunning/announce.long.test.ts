// Debits are announced to the owner before they are taken.

import { describe, expect, test } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import type { ContractAnswer } from '../../../../shared/vendor/payment.schema.ts';
import { STORES } from '../../../../tests/support/stores.ts';
import { SELLER } from '../../invoice/invoice.fixture.ts';
import { payingPractice, PAYS, RETURNS } from '../payment.testing.ts';

const OWNER = 'owner@nord.test';

describe.each(STORES)('announcements of debits (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  const debits = (): string[] =>
    c.mail.to(OWNER).filter((text) => text.includes('Mandatsreferenz'));
  const shown = async (): Promise<ContractAnswer> =>
    (await c.ask('contract')).json as ContractAnswer;

  test('each debit is announced with what the standard asks for, 14 days before', async () => {
    await c.begin(PAYS);
    await c.t.runJobs();
    // The order itself names the first debit.
    expect(debits()).toHaveLength(1);
    await c.pass(13, 1);
    expect(debits()).toHaveLength(1);
    await c.pass(4, 1);
    const [, second] = debits();
    const { method, announced, contract } = await shown();
    for (const part of ['177,31', method!.mandate, SELLER.creditorId, 'endet auf 3000'])
      expect(second).toContain(part);
    expect(announced).toMatchObject({ cents: 17_731, dueAt: contract!.periodEnd, isMailed: true });
    expect(announced!.dueAt - announced!.at).toBeGreaterThanOrEqual(14 * DAY_MS);
    await c.pass(16, 1);
    expect(debits()).toHaveLength(2);
    expect(c.server.world.invoices.size).toBe(2);
    const audit = (await c.t.call('/api/audit/export?format=csv', { as: c.p.users.owner })).text;
    expect(audit.split('payment.debit_announced').length - 1).toBe(2);
  });

  test('a changed sum is announced again, and a debit on order by the order', async () => {
    await c.begin(RETURNS);
    await c.pass(18, 1);
    expect(debits()).toHaveLength(2);
    const { previewId, totalCents } = await c.previewOf('praxisPlus');
    await c.ask('subscription', { previewId, plan: 'praxisPlus' });
    await c.pass(1);
    expect((await shown()).announced).toMatchObject({ cents: totalCents });
    await c.pass(40, 2);
    const before = debits().length;
    expect((await c.ask('pay', {})).status).toBe(204);
    await c.t.runJobs();
    expect(debits()).toHaveLength(before + 1);
  });

  test('an end, a card and a missing mandate announce nothing', async () => {
    await c.begin(PAYS);
    await c.ask('cancel', { isEnding: true });
    await c.pass(20, 2);
    expect(debits()).toHaveLength(1);
  });
});

describe('a server without a creditor identifier', () => {
  const c = payingPractice('sqlite');
  test('notes what it could not announce', async () => {
    await c.begin(PAYS);
    await c.pass(18, 1);
    expect(c.mail.to(OWNER).join('')).not.toContain('Mandatsreferenz');
    expect(await c.contract()).toMatchObject({ announced: { isMailed: false } });
  });
});
