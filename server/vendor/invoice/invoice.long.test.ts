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
import { addItem } from '../../../tests/support/stripe/invoice-of.ts';
import { refund } from '../../../tests/support/stripe/credit-calls.ts';
import { Administrators } from '../../../tests/support/second-word.ts';
import { checkCii } from './check-cii.ts';
import { appendDocument, findDocument, verifyInvoices } from './store.ts';
import { writeCii } from './write-cii.ts';
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

  const vendorList = async (as: Bearer) =>
    (await c.t.call('/admin/invoices', { as })).json as VendorInvoices;
  const xmlOf = async (number: string): Promise<string> => {
    const row = await findDocument(vendorLook(c.t.deps.workshop), number);
    return writeCii(row!.facts);
  };
  const subscription = () => [...c.server.world.subscriptions.values()].at(-1)!;

  test('several rates of VAT stand in one invoice, each with its own sum', async () => {
    await address();
    await c.begin(PAYS);
    const reduced = {
      ...[...c.server.world.taxRates.values()][0]!,
      id: 'txr_seven',
      percentage: 7,
      country: null,
    };
    c.server.world.taxRates.set(reduced.id, reduced);
    addItem(c.server.world, subscription(), { name: 'Handbuch', cents: 2000, rate: reduced });
    await c.pass(33, 3);
    const [newest] = await documents();
    expect(newest).toMatchObject({ kind: 'invoice', hasFile: true, totalCents: 17_731 + 2140 });
    const xml = await xmlOf(newest!.number);
    expect(checkCii(xml)).toEqual([]);
    for (const part of ['>19.00<', '>7.00<', '>28.31<', '>1.40<']) expect(xml).toContain(part);
  });

  test('a negative total becomes a correction that later invoices use up', async () => {
    await address();
    await c.begin(PAYS);
    addItem(c.server.world, subscription(), { name: 'Entschädigung', cents: -20_000 });
    await c.pass(33, 3);
    const [credit, first] = await documents();
    expect(credit).toMatchObject({ kind: 'credit', totalCents: 6069, reference: first!.number });
    const xml = await xmlOf(credit!.number);
    expect([checkCii(xml), xml.includes('<ram:TypeCode>381</ram:TypeCode>')]).toEqual([[], true]);
    expect(xml).toContain('mit Ihren nächsten Rechnungen verrechnet');
    await c.pass(31, 3);
    const [next] = await documents();
    expect(await xmlOf(next!.number)).toContain('<ram:TotalPrepaidAmount>60.69');
    const [charge] = [...c.server.world.invoices.values()].slice(-1);
    expect(charge!.amount_due).toBe(17_731 - 6069);
    expect(await chain()).toMatchObject({ ok: true, size: 3 });
  });

  test('a refund by two administrators pays money back once and writes its correction', async () => {
    await address();
    await c.begin(PAYS);
    const admins = await Administrators.of(c.t),
      reason = 'Ausfall im November',
      ask = (number: string, cents: number, as = admins.first) =>
        admins.post(`/admin/invoices/${number}/refund`, { cents, reason }, as);
    const [first] = await documents();
    // Nothing is paid yet.
    expect((await ask(first!.number, 5000)).code).toBe('state_conflict');
    await c.pass(6, 3);
    await admins.signIn();
    expect((await ask('RE-2026-99999', 5000)).code).toBe('not_found');
    expect((await ask(first!.number, 17_732)).code).toBe('state_conflict');
    expect((await ask(first!.number, 0)).status).toBe(400);
    expect((await ask(first!.number, 5000, admins.support)).status).toBe(403);
    expect((await ask(first!.number, 5000)).status).toBe(204);
    await c.t.runJobs();
    expect(c.server.world.refunds.size).toBe(0);
    c.server.break('drop_after', 2, 'POST /v1/credit_notes');
    expect((await admins.approve()).status).toBe(204);
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    await c.deliverAll();
    expect([...c.server.world.refunds.values()].map(({ amount }) => amount)).toEqual([5000]);
    const [credit] = await documents();
    expect(credit).toMatchObject({
      kind: 'credit',
      totalCents: 5000,
      reference: first!.number,
      hasFile: true,
    });
    const xml = await xmlOf(credit!.number);
    expect(checkCii(xml)).toEqual([]);
    expect(xml).toContain('erstattet');
    expect(c.mail.to('owner@nord.test').some((text) => text.includes(reason))).toBe(true);
    expect((await vendorList(admins.first)).items.at(-1)).toMatchObject({ creditedCents: 5000 });
    expect((await ask(first!.number, 12_732)).code).toBe('state_conflict');
    // The rest goes back to the cent, and then nothing more.
    c.t.clock.now += 1000;
    await ask(first!.number, 12_731);
    await admins.approve();
    expect([...c.server.world.refunds.values()].reduce((sum, one) => sum + one.amount, 0)).toBe(
      17_731,
    );
    expect((await ask(first!.number, 1)).code).toBe('state_conflict');
    expect(await chain()).toMatchObject({ ok: true, size: 3 });
  });

  test.each([
    // The library itself tries once more after a cut connection.
    ['the answer of the provider is lost', 'drop_after', 2, 'POST /v1/credit_notes'],
    ['the provider is away once the money went back', 'drop_after', 2, 'GET /v1/disputes'],
    ['the provider keeps its failure', 'kept_500', 1, 'POST /v1/credit_notes'],
  ] as const)('a full refund goes back once and ends when %s', async (_, fault, times, call) => {
    await address();
    await c.begin(PAYS);
    await c.pass(6, 3);
    const admins = await Administrators.of(c.t),
      [first] = await documents();
    await admins.post(`/admin/invoices/${first!.number}/refund`, {
      cents: 17_731,
      reason: 'Ausfall im November',
    });
    c.server.break(fault, times, call);
    await admins.approve();
    expect((await admins.requests()).map(({ state }) => state)).toEqual(['approved']);
    // Longer than the provider keeps the key of a call.
    if (fault === 'drop_after') c.server.forgetKeys();
    c.t.clock.now += 60_000;
    await c.t.runJobs();
    await admins.signIn();
    expect((await admins.requests()).map(({ state }) => state)).toEqual(['done']);
    expect([...c.server.world.refunds.values()].map(({ amount }) => amount)).toEqual([17_731]);
    expect(c.server.world.creditNotes.size).toBe(1);
    expect((await documents()).map((one) => [one.kind, one.totalCents])).toEqual([
      ['credit', 17_731],
      ['invoice', 17_731],
    ]);
  });

  test('a refund that the provider refuses for good ends, with its reason and mails', async () => {
    await address();
    await c.begin(PAYS);
    await c.pass(6, 3);
    const admins = await Administrators.of(c.t),
      [first] = await documents(),
      ask = () =>
        admins.post(`/admin/invoices/${first!.number}/refund`, {
          cents: 5000,
          reason: 'Ausfall im November',
        });
    await ask();
    c.server.break('refused', 1, 'POST /v1/credit_notes');
    await admins.approve();
    expect(await admins.requests()).toMatchObject([
      { state: 'failed', failure: 'charge_already_refunded' },
    ]);
    expect((await c.ask('acts')).json).toMatchObject({
      items: [{ kind: 'refund', isDone: false, hasFailed: true }],
    });
    expect(c.mail.to('owner@nord.test').at(-1)).toContain('kam nicht zustande');
    for (const one of ['administrator@molar.test', 'administrator@zwei.test'])
      expect(c.mail.to(one).at(-1)).toContain('lässt sich nicht ausführen');
    // The daily work leaves it, and the same can be asked for again.
    await c.pass(2);
    await admins.signIn();
    expect(c.server.world.creditNotes.size).toBe(0);
    expect((await ask()).status).toBe(204);
    await admins.approve();
    expect((await admins.requests()).map(({ state }) => state).sort()).toEqual(['done', 'failed']);
    expect(c.server.world.creditNotes.size).toBe(1);
  });

  test('money that went back without a credit note waits for a person', async () => {
    await address();
    await c.begin(PAYS);
    await c.pass(6, 3);
    const [invoice] = [...c.server.world.invoices.values()],
      admins = await Administrators.of(c.t);
    refund(c.server.world, invoice!, 1000);
    await c.pass(1);
    await admins.signIn();
    expect((await vendorList(admins.first)).waiting).toMatchObject([
      { source: `refund:${invoice!.id}`, gaps: ['refund'] },
    ]);
    expect((await documents()).map(({ kind }) => kind)).toEqual(['invoice']);
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
