// The vendor's figures through the routes: every number equals its rows, on rows of several
// practices.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { FIGURES, type Figure } from '../../../shared/vendor/dashboard.ts';
import type { Dashboard, FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { createTestApp, type Bearer, type TestApp } from '../../../tests/support/in-process.ts';
import { addPractice, addVendor, type Practice } from '../../../tests/support/practice.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { sampleInvoice } from '../invoice/invoice.fixture.ts';

describe.each(STORES)('figures of the vendor on %s', (kind) => {
  let t: TestApp, west: Practice, sued: Practice, admin: Bearer, support: Bearer;
  const dashboard = async (query = ''): Promise<Dashboard> =>
    (await t.call(`/admin/dashboard${query}`, { as: admin })).json as Dashboard;
  const rows = async (figure: Figure, query = ''): Promise<FigureRows> =>
    (await t.call(`/admin/dashboard/${figure}${query}`, { as: admin })).json as FigureRows;

  beforeAll(async () => {
    t = await createTestApp(kind);
    [west, sued] = [await addPractice(t, 'west'), await addPractice(t, 'sued')];
    ({ administrator: admin, support } = await addVendor(t));
    await t.deps.workshop.write(west.cid, west.system, async (w) => {
      await w.tx.insert(w.t.contract, {
        customerId: 'cus_1',
        plan: 'praxis',
        startedAt: w.now - 40 * DAY_MS,
        periodEnd: w.now + DAY_MS,
        isEnding: false,
        step: 0,
        stepAt: 0,
        fetchedAt: 0,
        openSince: w.now,
      });
      await w.tx.insert(w.t.paymentInvoice, {
        id: 'in_1',
        number: 'M-1',
        status: 'open',
        at: w.now,
        totalCents: 17_731,
        taxCents: 2831,
        isAttempted: true,
        isProcessing: false,
        disputedCents: 0,
        recoveredCents: 0,
      });
    });
    await t.deps.workshop.write(VENDOR_CID, { kind: 'system', cid: VENDOR_CID }, async (w) => {
      for (const [seq, issuedOn] of [
        [1, '2026-10-05'],
        [2, '2026-11-05'],
      ] as const)
        await w.tx.insert(w.t.invoiceDocument, {
          seq,
          number: `RE-2026-0000${seq}`,
          kind: 'invoice',
          tenant: west.cid,
          source: `in_${seq}`,
          revision: 0,
          at: Date.parse(issuedOn),
          facts: sampleInvoice({ issuedOn }),
          reason: '',
          userId: '',
          prev: '',
          hash: '',
        });
    });
  });
  afterAll(() => t.drop());

  it('every number is that of its rows', async () => {
    const seen = await dashboard();
    expect(seen.figures.map(({ figure }) => figure)).toEqual([...FIGURES]);
    for (const { figure, value } of seen.figures) {
      const { items, count, value: again } = await rows(figure);
      expect([figure, again]).toEqual([figure, value]);
      expect([figure, items.length]).toEqual([figure, count]);
      const sum = items.reduce((all, { cents }) => all + (cents ?? 1), 0);
      expect([figure, sum]).toEqual([figure, value]);
    }
    const of = (figure: Figure): number => seen.figures.find((one) => one.figure === figure)!.value;
    expect([of('practices'), of('contracts'), of('trials'), of('owed'), of('dunned')]).toEqual([
      2, 1, 1, 17_731, 1,
    ]);
    expect((await rows('trials')).items.map(({ cid }) => cid)).toEqual([sued.cid]);
    expect(seen.churn).toEqual({ ended: 0, of: 1 });
  });

  it('a month is chosen for the figures of a month; the months add up to their rows', async () => {
    const seen = await dashboard('?month=2026-10'),
      cents = (await rows('invoiced', '?month=2026-10')).value;
    expect(cents).toBeGreaterThan(0);
    expect(seen.figures.find(({ figure }) => figure === 'invoiced')?.value).toBe(cents);
    expect(seen.months.map(({ month }) => month).slice(-2)).toEqual(['2026-10', '2026-11']);
    expect(seen.months.at(-2)?.cents).toBe(cents);
    expect((await rows('joined', '?month=2026-10')).items).toEqual([]);
    // Before anything was written.
    expect((await rows('invoiced', '?month=2020-01')).value).toBe(0);
  });

  it('is for administrators only, and refuses months and figures that do not exist', async () => {
    for (const as of [support, west.users.owner])
      for (const path of ['/admin/dashboard', '/admin/dashboard/owed'])
        expect((await t.call(path, { as })).code).toBe('forbidden');
    for (const month of ['2026-13', '2026-1', '1999-01', 'x', ''])
      expect((await t.call(`/admin/dashboard?month=${month}`, { as: admin })).code).toBe(
        'validation',
      );
    expect((await t.call('/admin/dashboard/all', { as: admin })).code).toBe('not_found');
  });
});
