// Invoices of a paying practice: numbered without gaps, never changed, cancelled and replaced by
// documents of their own, and for the practice and the vendor to download.

import { describe, expect, test } from 'vitest';
import { berlinDay } from '../../../shared/base/dates.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import type { InvoiceDocuments, VendorInvoices } from '../../../shared/vendor/invoice.schema.ts';
import { addPractice, addVendor, stepUp } from '../../../tests/support/practice.ts';
import type { Bearer } from '../../../tests/support/in-process.ts';
import { STORES } from '../../../tests/support/stores.ts';
import { payingPractice, PAYS, RETURNS } from '../payment/payment.testing.ts';
import { vendorLook } from '../vendor-rows.ts';
import { appendDocument, verifyInvoices } from './store.ts';
import { sampleInvoice, SELLER } from './invoice.fixture.ts';

describe.each(STORES)('invoices (%s)', (kind) => {
  const c = payingPractice(kind, { seller: SELLER });
  const documents = async (as: Bearer = c.p.users.owner): Promise<InvoiceDocuments['items']> =>
    ((await c.t.call('/api/invoices', { as })).json as InvoiceDocuments).items;
  const address = () => c.ask('address', { street: 'Am Markt 1', plz: '10585', city: 'Berlin' });
  const chain = () => verifyInvoices(vendorLook(c.t.deps.workshop));
  const cancel = (as: Bearer, number: string, isReplaced: boolean) =>
    c.t.call(`/admin/invoices/${number}/cancel`, {
      as,
      method: 'POST',
      json: { reason: 'Anschrift falsch', isReplaced },
    });

  test('a charge gets one number and one file, however often it is reported', async () => {
    expect((await address()).json).toEqual({ state: 'done' });
    await c.begin(PAYS);
    await c.ask('refresh', {});
    await c.t.runJobs();
    const year = berlinDay(c.t.clock.now).slice(0, 4),
      [only, ...others] = await documents();
    expect(others).toEqual([]);
    expect(only).toMatchObject({
      number: `RE-${year}-00001`,
      kind: 'invoice',
      totalCents: 17_731,
      reference: null,
      hasFile: true,
    });
    const file = await c.t.call(`/api/invoices/${only!.number}`, { as: c.p.users.owner });
    expect([file.status, Buffer.from(file.bytes).toString('latin1').slice(0, 5)]).toEqual([
      200,
      '%PDF-',
    ]);
    await c.pass(33, 3);
    expect((await documents()).map(({ number }) => number)).toEqual([
      `RE-${year}-00002`,
      `RE-${year}-00001`,
    ]);
    expect(await chain()).toMatchObject({ ok: true, size: 2 });
    const zip = await c.t.call('/api/invoices/all', { as: c.p.users.owner });
    expect(Buffer.from(zip.bytes).toString('latin1')).toContain(`RE-${year}-00002.pdf`);
  });

  test('without an address a charge waits, and gets its number when the address is there', async () => {
    await address();
    const { workshop, store } = c.t.deps;
    await workshop.write(c.p.cid, c.p.system, async (w) => {
      const row = await w.tx.one(store.t.contract);
      await w.tx.update(
        store.t.contract,
        { payer: { ...row!.payer!, street: '' } },
        { customerId: row!.customerId },
      );
    });
    await c.begin(PAYS);
    const admin = (await addVendor(c.t)).administrator;
    const list = async () =>
      (await c.t.call('/admin/invoices', { as: admin })).json as VendorInvoices;
    expect(await list()).toMatchObject({
      hasSeller: true,
      items: [],
      waiting: [{ gaps: ['buyer_address'] }],
    });
    await address();
    await c.t.runJobs();
    expect(await list()).toMatchObject({ waiting: [], items: [{ hasFile: true }] });
  });

  test('50 parallel documents get 50 numbers without a gap, and the chain is whole', async () => {
    const { workshop } = c.t.deps,
      system = { kind: 'system', cid: VENDOR_CID } as const;
    const made = await Promise.all(
      Array.from({ length: 50 }, (_, at) =>
        workshop.write(VENDOR_CID, system, (w) =>
          appendDocument(
            w,
            {
              tenant: 'nord',
              // Each twice: the second run finds the first.
              source: `in_${at % 25}`,
              revision: 0,
              reason: '',
              userId: '',
              factsOf: (number) => sampleInvoice({ number }),
            },
            '2026',
          ),
        ),
      ),
    );
    const numbers = made.flatMap((row) => row?.number ?? []).sort();
    expect(numbers).toEqual(
      Array.from({ length: 25 }, (_, at) => `RE-2026-${String(at + 1).padStart(5, '0')}`),
    );
    expect(await chain()).toMatchObject({ ok: true, size: 25 });
  });

  test('the database refuses to change or remove an invoice', async () => {
    await address();
    await c.begin(PAYS);
    const { workshop, store } = c.t.deps,
      system = { kind: 'system', cid: VENDOR_CID } as const,
      d = store.t.invoiceDocument;
    await expect(
      workshop.write(VENDOR_CID, system, (w) => w.tx.update(d, { reason: 'x' }, { seq: 1 })),
    ).rejects.toThrow();
    await expect(
      workshop.write(VENDOR_CID, system, (w) => w.tx.remove(d, { seq: 1 })),
    ).rejects.toThrow();
    expect(await chain()).toMatchObject({ ok: true, size: 1 });
  });

  test('an administrator replaces an invoice; a paid one is not merely cancelled', async () => {
    await address();
    await c.begin(PAYS);
    await c.pass(6, 3);
    const admin = (await addVendor(c.t)).administrator,
      [first] = await documents();
    expect((await cancel(admin, first!.number, true)).code).toBe('step_up');
    await stepUp(c.t, admin);
    expect((await cancel(admin, 'RE-2026-99999', true)).status).toBe(404);
    expect((await cancel(admin, first!.number, false)).code).toBe('state_conflict');
    await c.ask('address', { street: 'Neue Straße 7', plz: '10117', city: 'Berlin' });
    expect((await cancel(admin, first!.number, true)).status).toBe(204);
    expect((await cancel(admin, first!.number, true)).code).toBe('state_conflict');
    await c.t.runJobs();
    const [replaced, cancelled, before] = await documents();
    expect([before!.kind, cancelled!.kind, replaced!.kind]).toEqual([
      'invoice',
      'cancellation',
      'invoice',
    ]);
    expect([cancelled!.reference, replaced!.reference]).toEqual([before!.number, before!.number]);
    expect(await chain()).toMatchObject({ ok: true, size: 3 });
    const shown = (await c.t.call('/admin/invoices', { as: admin })).json as VendorInvoices;
    expect(shown.items.map(({ isCancelled }) => isCancelled)).toEqual([false, false, true]);
    expect((await c.t.call('/admin/invoices/check', { as: admin })).json).toEqual({
      isWhole: true,
      count: 3,
    });
  });

  test('a cancelled open invoice takes its charge back, and a void charge its invoice', async () => {
    await address();
    await c.begin(RETURNS);
    const admin = (await addVendor(c.t)).administrator;
    await stepUp(c.t, admin);
    const [first] = await documents();
    expect((await cancel(admin, first!.number, false)).status).toBe(204);
    await c.deliverAll();
    await c.ask('refresh', {});
    await c.t.runJobs();
    expect(await c.states()).toEqual(['void']);
    expect((await documents()).map((one) => one.kind)).toEqual(['cancellation', 'invoice']);
  });

  test('another practice, its team and the vendor’s support get nothing', async () => {
    await address();
    await c.begin(PAYS);
    const [own] = await documents(),
      other = await addPractice(c.t, 'sued'),
      support = (await addVendor(c.t)).support;
    expect(await documents(other.users.owner)).toEqual([]);
    for (const number of [own!.number, 'RE-2026-99999'])
      expect((await c.t.call(`/api/invoices/${number}`, { as: other.users.owner })).status).toBe(
        404,
      );
    expect((await c.t.call('/api/invoices/all', { as: other.users.owner })).status).toBe(404);
    for (const as of [c.p.users.staff, c.p.users.reception])
      expect((await c.t.call('/api/invoices', { as })).status).toBe(403);
    for (const path of ['', '/check', `/${own!.number}/file`])
      expect((await c.t.call(`/admin/invoices${path}`, { as: support })).status).toBe(403);
  });
});
