// Routes of invoices: the practice's own below /api, whatever is set up for payment now; the
// vendor's below /admin.

import { AppError } from '../../../shared/base/errors.ts';
import {
  cancelInvoiceSchema,
  documentsSchema,
  invoiceChainSchema,
  invoiceNumberParam,
  refundInvoiceSchema,
  vendorInvoicesSchema,
  type VendorInvoices,
} from '../../../shared/vendor/invoice.schema.ts';
import { sumsOf } from '../../../shared/vendor/invoice.ts';
import { requireUser, route, type RawAnswer, type Route } from '../../platform/http/route.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { providerOf } from '../payment/provider.ts';
import { cancelInvoice } from './issue-invoice.ts';
import { askRefund } from './refund-invoice.ts';
import type { InvoiceDeps } from './links.ts';
import { practiceNames, vendorLook } from '../vendor-rows.ts';
import {
  documentsOfTenant,
  filedSeqs,
  findDocument,
  findFile,
  listWaiting,
  newestDocuments,
  verifyInvoices,
  type DocumentRow,
} from './store.ts';

const view = (row: DocumentRow, filed: ReadonlySet<number>) => ({
  number: row.number,
  source: row.source,
  kind: row.kind,
  issuedOn: row.facts.issuedOn,
  totalCents: sumsOf(row.facts).totalCents,
  reference: row.facts.reference?.number ?? null,
  hasFile: filed.has(row.seq),
});
/** Returns a stored file; a document without one is not there yet. @throws AppError not_found */
async function fileOf(deps: InvoiceDeps, row: DocumentRow | undefined): Promise<RawAnswer> {
  const file = row && (await findFile(vendorLook(deps.workshop), row.seq));
  if (!row || !file) throw new AppError('not_found');
  return {
    bytes: new Uint8Array(file.pdf),
    type: 'application/pdf',
    headers: { 'content-disposition': `attachment; filename="${row.number}.pdf"` },
  };
}

/** Lists the practice's routes. */
export const invoiceRoutes = (deps: InvoiceDeps): Route[] => [
  route(
    {
      method: 'get',
      path: '/invoices',
      policy: 'payment.read',
      summary: 'Invoices and cancellations of the vendor to the practice, the newest first',
      answer: documentsSchema,
    },
    async (_, c) => {
      const look = vendorLook(deps.workshop),
        rows = await documentsOfTenant(look, c.cid),
        filed = await filedSeqs(look, rows);
      return { items: rows.map((row) => view(row, filed)) };
    },
  ),
  route(
    {
      method: 'get',
      path: '/invoices/all',
      policy: 'payment.read',
      summary: 'All invoices of the practice as one ZIP',
      answerType: 'application/octet-stream',
    },
    async (_, c) => {
      const look = vendorLook(deps.workshop),
        files = [];
      for (const { seq, number, at } of await documentsOfTenant(look, c.cid)) {
        const file = await findFile(look, seq);
        if (file) files.push({ name: `${number}.pdf`, bytes: new Uint8Array(file.pdf), at });
      }
      if (files.length === 0) throw new AppError('not_found');
      await c.write((w) => w.audit('invoice.downloaded', { count: files.length }));
      return { bytes: await deps.zipOf(files), type: 'application/zip' };
    },
  ),
  route(
    {
      method: 'get',
      path: '/invoices/{number}',
      policy: 'payment.read',
      summary: 'An invoice as PDF/A-3 with its ZUGFeRD data',
      params: invoiceNumberParam,
      answerType: 'application/pdf',
      errors: ['not_found'],
    },
    async ({ params: { number } }, c) => {
      const row = await findDocument(vendorLook(deps.workshop), number);
      return fileOf(deps, row?.tenant === c.cid ? row : undefined);
    },
  ),
];

async function vendorView(deps: InvoiceDeps): Promise<VendorInvoices> {
  const look = vendorLook(deps.workshop),
    rows = await newestDocuments(look),
    filed = await filedSeqs(look, rows),
    names = await practiceNames(deps.store),
    cancelled = new Set(
      rows.flatMap(({ kind, facts }) => (kind === 'cancellation' ? facts.reference!.number : [])),
    );
  const credited = new Map<string, number>();
  for (const { kind, facts } of rows) {
    const of = facts.reference?.number;
    if (kind === 'credit' && of !== undefined)
      credited.set(of, (credited.get(of) ?? 0) + sumsOf(facts).totalCents);
  }
  return {
    hasSeller: deps.seller !== undefined,
    items: rows.map((row) => ({
      ...view(row, filed),
      practiceName: names.get(row.tenant) ?? row.tenant,
      buyer: row.facts.buyer.name,
      isCancelled: cancelled.has(row.number),
      creditedCents: credited.get(row.number) ?? 0,
    })),
    waiting: (await listWaiting(deps.store)).map(({ cid, source, since, gaps }) => ({
      source,
      practiceName: names.get(cid) ?? cid,
      since,
      gaps,
    })),
  };
}

/** Lists the vendor's routes. */
export const invoiceAdminRoutes = (deps: InvoiceDeps, payment: PaymentDeps): Route[] => [
  route(
    {
      method: 'post',
      path: '/invoices/{number}/refund',
      policy: 'vendor.invoices',
      summary: 'Ask a second administrator to give money of a paid invoice back',
      stepUp: true,
      params: invoiceNumberParam,
      body: refundInvoiceSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'payment_off', 'payment_away'],
    },
    async ({ params: { number }, body }, c) => {
      providerOf(payment);
      await askRefund(payment, requireUser(c), number, body);
      return undefined;
    },
  ),
  route(
    {
      method: 'get',
      path: '/invoices',
      policy: 'vendor.invoices',
      summary: 'Newest invoices of all practices, and charges that wait for a number',
      answer: vendorInvoicesSchema,
    },
    () => vendorView(deps),
  ),
  route(
    {
      method: 'get',
      path: '/invoices/check',
      policy: 'vendor.invoices',
      summary: 'Recompute the chain of all invoices',
      answer: invoiceChainSchema,
    },
    async () => {
      const verdict = await verifyInvoices(vendorLook(deps.workshop));
      return verdict.ok
        ? { isWhole: true, count: verdict.size }
        : { isWhole: false, count: verdict.seq };
    },
  ),
  route(
    {
      method: 'get',
      path: '/invoices/{number}/file',
      policy: 'vendor.invoices',
      summary: 'An invoice as PDF/A-3 with its ZUGFeRD data',
      params: invoiceNumberParam,
      answerType: 'application/pdf',
      errors: ['not_found'],
    },
    async ({ params: { number } }) =>
      fileOf(deps, await findDocument(vendorLook(deps.workshop), number)),
  ),
  route(
    {
      method: 'post',
      path: '/invoices/{number}/cancel',
      policy: 'vendor.invoices',
      summary: 'Cancel an invoice by a document of its own, and replace it where asked',
      stepUp: true,
      params: invoiceNumberParam,
      body: cancelInvoiceSchema,
      answerType: 'none',
      errors: ['not_found', 'state_conflict', 'validation', 'payment_off'],
    },
    async ({ params: { number }, body }, c) => {
      await cancelInvoice(deps, requireUser(c), number, body);
      return undefined;
    },
  ),
];
