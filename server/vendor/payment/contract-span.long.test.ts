// The history of a contract: plan and price over time, which the vendor's figures of past months
// count.

import { describe, expect, test } from 'vitest';
import { monthOf } from '../../../shared/vendor/dashboard.ts';
import type { Dashboard, FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { payingPractice, PAYS } from './payment.testing.ts';

describe.each(STORES)('the history of a contract (%s)', (kind) => {
  const c = payingPractice(kind);
  const spans = async () =>
    (
      await c.t.deps.store.read
        .select()
        .from(c.t.deps.store.t.contractSpan)
        .orderBy(c.t.deps.store.t.contractSpan.fromAt)
    ).map(({ plan, netCents, untilAt }) => [plan, netCents, untilAt === null]);
  const choose = async (plan: string): Promise<void> => {
    const { previewId } = await c.previewOf(plan);
    expect((await c.ask('subscription', { previewId, plan })).status).toBe(200);
  };

  test('a plan, its change, its price and its end are kept, and months count what ran then', async () => {
    await c.begin(PAYS);
    const first = monthOf(c.t.clock.now);
    await c.pass(20, 10);
    await choose('praxisPlus');
    expect(await spans()).toEqual([
      ['praxis', 14_900, false],
      ['praxisPlus', 19_900, true],
    ]);
    // Reading it again changes nothing.
    await c.ask('refresh', {});
    await c.deliverAll();
    expect(await spans()).toHaveLength(2);
    // The provider raises the price: the nightly reading notices it.
    const sub = [...c.server.world.subscriptions.values()].at(-1)!;
    sub.items.data[0]!.price = { ...sub.items.data[0]!.price, unit_amount: 20_900 };
    await c.pass(1);
    expect((await spans()).at(-1)).toEqual(['praxisPlus', 20_900, true]);
    const admins = await Administrators.of(c.t),
      rows = async (month: string): Promise<FigureRows> =>
        (await admins.get(`/admin/dashboard/monthly?month=${month}`)).json as FigureRows,
      { months } = (await admins.get('/admin/dashboard')).json as Dashboard;
    expect((await rows(first)).value).toBe(14_900);
    expect((await rows(monthOf(c.t.clock.now))).value).toBe(20_900);
    expect(months.slice(-3).map((one) => [one.contracts, one.monthlyCents])).toEqual([
      [0, 0],
      [1, 14_900],
      [1, 20_900],
    ]);
    await c.ask('cancel', { isEnding: true });
    await c.pass(40, 5);
    expect((await spans()).every(([, , isOpen]) => isOpen === false)).toBe(true);
    await admins.signIn();
    expect((await rows(monthOf(c.t.clock.now))).count).toBe(0);
    expect((await rows(first)).value).toBe(14_900);
  });

  test('a contract that begins again is one more span, and the first one stays', async () => {
    await c.begin(PAYS);
    await c.ask('cancel', { isEnding: true });
    await c.pass(40, 5);
    await c.begin(PAYS);
    expect(await spans()).toEqual([
      ['praxis', 14_900, false],
      ['praxis', 14_900, true],
    ]);
  });
});
