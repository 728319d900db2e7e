// Tables of contracts, invoices and payment (writer: server/vendor/payment), a mirror of the payment
// provider and our own facts; of invoices (writer: server/vendor/invoice), a chain of documents that
// only grows; of vouchers (writer: server/vendor/voucher); and of licences (writer: server/vendor/licence): the file of each
// practice, and the vendor's list of all files it issued.

import type { DocumentKind, InvoiceFacts, InvoiceGap } from '../../../../shared/vendor/invoice.ts';
import type { ActKind } from '../../../../shared/vendor/contract/admin.ts';
import type { Notice } from '../../../../shared/vendor/contract/notice.ts';
import type { HeldKind, HeldState } from '../../../../shared/vendor/contract/held-change.ts';
import type { RequestKind, RequestState } from '../../../../shared/vendor/contract/request.ts';
import type { Payer, PlanId } from '../../../../shared/vendor/payment.ts';
import type { VoucherWorth } from '../../../../shared/vendor/voucher.ts';
import type { Kit } from '../kit.ts';

export const paymentTables = (k: Kit) => ({
  contract: k.table(
    'contract',
    {
      cid: k.text().notNull(),
      /** The provider's customer; whose it is stands here only. */
      customerId: k.text().notNull(),
      subscriptionId: k.text(),
      plan: k.text().$type<PlanId>(),
      /** Net price a month at the provider, before vouchers. */
      netCents: k.big(),
      /** A smaller plan from the next period on. */
      nextPlan: k.text().$type<PlanId>(),
      startedAt: k.big(),
      periodEnd: k.big(),
      isEnding: k.bool().notNull(),
      endedAt: k.big(),
      methodId: k.text(),
      methodKind: k.text().$type<'sepa_debit' | 'card'>(),
      last4: k.text(),
      mandate: k.text(),
      /** Who is named on invoices; null: as in the practice's settings. */
      payer: k.json<Payer>(),
      /** Our own dunning. */
      openSince: k.big(),
      step: k.int().notNull(),
      stepAt: k.big().notNull(),
      /** The newest mail of dunning: of the step that waits for it, or of the last one. */
      notice: k.json<Notice>(),
      /** A person holds dunning. */
      holdUntil: k.big(),
      holdReason: k.text(),
      /** The vendor charges nothing until then. */
      pausedUntil: k.big(),
      /** Start of the fetch that wrote the mirror: an older one changes nothing. */
      fetchedAt: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid] }), k.unique('contract_customer').on(t.customerId)],
  ),
  contractSpan: k.table(
    'contract_span',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      subscriptionId: k.text().notNull(),
      plan: k.text().$type<PlanId>().notNull(),
      /** Net price a month, before vouchers. */
      netCents: k.big().notNull(),
      fromAt: k.big().notNull(),
      /** Null: it runs. */
      untilAt: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('contract_span_from').on(t.cid, t.fromAt)],
  ),
  paymentInvoice: k.table(
    'payment_invoice',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      number: k.text(),
      status: k.text().notNull(),
      at: k.big().notNull(),
      totalCents: k.big().notNull(),
      taxCents: k.big().notNull(),
      isAttempted: k.bool().notNull(),
      isProcessing: k.bool().notNull(),
      disputedCents: k.big().notNull(),
      /** Cents that were debited again after a return. */
      recoveredCents: k.big().notNull(),
      /** Cents that went back to the payer. */
      refundedCents: k.big(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('payment_invoice_at').on(t.cid, t.at)],
  ),
  paymentChange: k.table(
    'payment_change',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      /** `pay`: an account for the open sums only. */
      kind: k.text().$type<'start' | 'method' | 'plan' | 'pay'>().notNull(),
      plan: k.text().$type<PlanId>(),
      /** The provider's hosted page; its address is stored nowhere. */
      sessionId: k.text(),
      userId: k.text().notNull(),
      at: k.big().notNull(),
      doneAt: k.big(),
      /** The act of the vendor that opened the page. */
      actId: k.text(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  heldChange: k.table(
    'held_change',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kind: k.text().$type<HeldKind>().notNull(),
      /** The kind while it is open, afterwards its id: one of a kind waits at a time. */
      openKey: k.text().notNull(),
      state: k.text().$type<HeldState>().notNull(),
      /** New details; null for a method of payment. */
      payer: k.json<Partial<Payer>>(),
      methodId: k.text(),
      methodKind: k.text().$type<'sepa_debit' | 'card'>(),
      last4: k.text(),
      mandate: k.text(),
      userId: k.text().notNull(),
      /** Name of who asked. */
      name: k.text().notNull(),
      at: k.big().notNull(),
      dueAt: k.big().notNull(),
      needsSecond: k.bool().notNull(),
      approvedBy: k.text(),
      approvedAt: k.big(),
      needsReader: k.bool().notNull(),
      confirmedAt: k.big(),
      /** Hashes of the secrets in the mails. */
      stopHash: k.text().notNull(),
      readerHash: k.text(),
      endedAt: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('held_change_open').on(t.cid, t.openKey),
      k.index('held_change_stop').on(t.stopHash),
      k.index('held_change_reader').on(t.readerHash),
    ],
  ),
  contractAct: k.table(
    'contract_act',
    {
      /** The practice. */
      cid: k.text().notNull(),
      /** Of an act that was asked for, the id of its request. */
      id: k.text().notNull(),
      kind: k.text().$type<ActKind>().notNull(),
      detail: k.text().notNull(),
      reason: k.text().notNull(),
      /** Administrators who asked and approved. */
      userId: k.text().notNull(),
      secondId: k.text(),
      /** Name of who asked. */
      name: k.text(),
      at: k.big().notNull(),
      doneAt: k.big(),
      /** When it turned out that it cannot be done. */
      failedAt: k.big(),
      /** Hash of the secret in its mail, which opens the page for another account. */
      linkHash: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.index('contract_act_at').on(t.cid, t.at),
      k.index('contract_act_link').on(t.linkHash),
    ],
  ),
  vendorRequest: k.table(
    'vendor_request',
    {
      /** Always the vendor. */
      cid: k.text().notNull(),
      id: k.text().notNull(),
      kind: k.text().$type<RequestKind>().notNull(),
      /** The practice. */
      tenant: k.text().notNull(),
      /** Kind and practice while it is open or runs, afterwards its id: one at a time. */
      openKey: k.text().notNull(),
      state: k.text().$type<RequestState>().notNull(),
      payload: k.json<Record<string, unknown>>().notNull(),
      /** What the approval added, e.g. the second of a proration. */
      added: k.json<Record<string, unknown>>(),
      reason: k.text().notNull(),
      userId: k.text().notNull(),
      name: k.text().notNull(),
      at: k.big().notNull(),
      answeredId: k.text(),
      answeredBy: k.text(),
      answeredAt: k.big(),
      /** Why an approved one cannot be brought about: a code of the provider, or our own. */
      failure: k.text(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('vendor_request_open').on(t.cid, t.openKey),
      k.index('vendor_request_at').on(t.cid, t.at),
    ],
  ),
  debitNotice: k.table(
    'debit_notice',
    {
      cid: k.text().notNull(),
      /** What it announces: a period and its sum, or an invoice and its attempt. */
      id: k.text().notNull(),
      /** The provider's invoice; empty: not written yet. */
      source: k.text().notNull(),
      cents: k.big().notNull(),
      dueAt: k.big().notNull(),
      /** The payer agreed to a shorter time by an order. */
      isOrdered: k.bool().notNull(),
      at: k.big().notNull(),
      /** Keys of its mails; empty: it could not be announced. */
      keys: k.json<string[]>().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('debit_notice_due').on(t.cid, t.dueAt)],
  ),
  stripeEvent: k.table(
    'stripe_event',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      type: k.text().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] }), k.index('stripe_event_at').on(t.at)],
  ),
  licence: k.table(
    'licence',
    {
      cid: k.text().notNull(),
      /** The signed file as it came; null: none yet. */
      file: k.text(),
      seq: k.int().notNull(),
      /** When the practice was first seen without a file. */
      noticedAt: k.big().notNull(),
      /** Since when more are in use than licensed. */
      seatsOverSince: k.big(),
      tabletsOverSince: k.big(),
    },
    (t) => [k.key({ columns: [t.cid] })],
  ),
  invoiceDocument: k.table(
    'invoice_document',
    {
      /** Always the vendor. Rows are never changed or removed: triggers refuse it. */
      cid: k.text().notNull(),
      /** Place in the chain, from 1 without gaps. */
      seq: k.int().notNull(),
      number: k.text().notNull(),
      kind: k.text().$type<DocumentKind>().notNull(),
      /** The practice. */
      tenant: k.text().notNull(),
      /** The provider's invoice; `revision` counts the documents about it from 0. */
      source: k.text().notNull(),
      revision: k.int().notNull(),
      at: k.big().notNull(),
      facts: k.json<InvoiceFacts>().notNull(),
      /** Why it was cancelled or replaced; empty for a first invoice. */
      reason: k.text().notNull(),
      /** Who asked for it; empty: the server. */
      userId: k.text().notNull(),
      prev: k.text().notNull(),
      hash: k.text().notNull(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.seq] }),
      k.unique('invoice_document_number').on(t.number),
      k.unique('invoice_document_source').on(t.source, t.revision),
      k.index('invoice_document_tenant').on(t.tenant, t.seq),
    ],
  ),
  invoiceFile: k.table(
    'invoice_file',
    {
      /** Always the vendor. Rows are never changed or removed. */
      cid: k.text().notNull(),
      seq: k.int().notNull(),
      sha256: k.text().notNull(),
      pdf: k.bytes().notNull(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.seq] })],
  ),
  invoiceWaiting: k.table(
    'invoice_waiting',
    {
      /** The practice. */
      cid: k.text().notNull(),
      source: k.text().notNull(),
      gaps: k.json<InvoiceGap[]>().notNull(),
      since: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.source] })],
  ),
  voucherBatch: k.table(
    'voucher_batch',
    {
      /** Always the vendor, here and in the codes and redemptions. */
      cid: k.text().notNull(),
      id: k.text().notNull(),
      sponsor: k.text().notNull(),
      effect: k.text().$type<VoucherWorth['effect']>().notNull(),
      value: k.int().notNull(),
      months: k.int().notNull(),
      plans: k.json<PlanId[]>().notNull(),
      validFrom: k.big().notNull(),
      /** ms; the first moment after the last day. */
      validUntil: k.big().notNull(),
      count: k.int().notNull(),
      /** How many practices may use one code. */
      perCode: k.int().notNull(),
      userId: k.text().notNull(),
      /** Second administrator of a large batch. */
      approvedBy: k.text(),
      /** When its codes left the server, which happens once. */
      madeAt: k.big(),
      blockedAt: k.big(),
      at: k.big().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.id] })],
  ),
  voucher: k.table(
    'voucher',
    {
      cid: k.text().notNull(),
      /** HMAC of the code, which is stored nowhere. */
      codeHash: k.text().notNull(),
      batchId: k.text().notNull(),
      last4: k.text().notNull(),
      used: k.int().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.codeHash] }), k.index('voucher_batch_id').on(t.batchId)],
  ),
  voucherRedemption: k.table(
    'voucher_redemption',
    {
      cid: k.text().notNull(),
      id: k.text().notNull(),
      batchId: k.text().notNull(),
      /** The practice. */
      tenant: k.text().notNull(),
      last4: k.text().notNull(),
      userId: k.text().notNull(),
      at: k.big().notNull(),
      /** When it became part of a contract at the provider. */
      appliedAt: k.big(),
    },
    (t) => [
      k.key({ columns: [t.cid, t.id] }),
      k.unique('voucher_redemption_once').on(t.batchId, t.tenant),
      k.index('voucher_redemption_tenant').on(t.tenant),
    ],
  ),
  issuedLicence: k.table(
    'issued_licence',
    {
      /** Always the vendor. */
      cid: k.text().notNull(),
      tenant: k.text().notNull(),
      seq: k.int().notNull(),
      serialnumber: k.text().notNull(),
      file: k.text().notNull(),
      at: k.big().notNull(),
      /** Who issued it; empty: the server, by contract or renewal. */
      userId: k.text().notNull(),
      isByHand: k.bool().notNull(),
    },
    (t) => [k.key({ columns: [t.cid, t.tenant, t.seq] })],
  ),
});
