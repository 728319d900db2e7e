// Numbers invoices: the next number of the year with facts that never change, in one transaction of
// the vendor; what lacks a detail waits without a number.

import type Stripe from 'stripe';
import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  cancellationOf,
  correctionOf,
  creditOf,
  gapsOf,
  ratesOf,
  sumsOf,
  type InvoiceFacts,
  type InvoiceGap,
} from '../../../shared/vendor/invoice.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { providerOf } from '../payment/provider.ts';
import { findContract, listInvoices, type InvoiceRow } from '../payment/store.ts';
import type { InvoiceDeps } from './links.ts';
import { readCharge, type Charge } from './read-charge.ts';
import { invoiceOfNote, readCredit, refundedBy } from './read-credit.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import {
  appendDocument,
  documentsOf,
  findDocument,
  lastInvoice,
  forgetWaiting,
  noteWaiting,
  unwritten,
  type DocumentRow,
  type NewDocument,
} from './store.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'print-invoice': true;
  }
}

/** Newest credit notes of a customer. */
const MOST_NOTES = 100;

/** Appends a document with its audit entry and the job that makes its file. */
async function append(w: Work, made: NewDocument): Promise<DocumentRow | undefined> {
  const row = await appendDocument(w, made, berlinDay(w.now).slice(0, 4));
  if (!row) return undefined;
  await w.audit('invoice.numbered', {
    number: row.number,
    kind: row.kind,
    tenant: row.tenant,
    hash: row.hash,
  });
  await w.job('print-invoice', `invoice:${row.seq}`, { seq: row.seq });
  return row;
}

const systemOf = (cid: string) => ({ kind: 'system', cid }) as const;
/** Numbers a charge or a credit; notes what it lacks otherwise. */
async function number(
  deps: InvoiceDeps,
  cid: string,
  source: string,
  { facts, charged }: Charge,
): Promise<void> {
  const gaps = gapsOf(facts, charged);
  if (gaps.length > 0) {
    await deps.workshop.write(cid, systemOf(cid), (w) => noteWaiting(w, source, gaps));
    return;
  }
  await deps.workshop.write(VENDOR_CID, VENDOR, (w) =>
    append(w, {
      tenant: cid,
      source,
      revision: 0,
      reason: '',
      userId: '',
      factsOf: (next) => ({ ...facts, number: next }),
    }),
  );
  await deps.workshop.write(cid, systemOf(cid), (w) => forgetWaiting(w, source));
}
/** Waits for a person. */
const wait = (deps: InvoiceDeps, cid: string, source: string, gap: InvoiceGap): Promise<void> =>
  deps.workshop.write(cid, systemOf(cid), (w) => noteWaiting(w, source, [gap]));

/** Numbers one charged invoice; a negative total becomes a credit. */
async function issue(deps: InvoiceDeps, cid: string, source: string): Promise<void> {
  const { seller } = deps;
  if (!seller) {
    await wait(deps, cid, source, 'seller');
    return;
  }
  const { facts, charged } = await readCharge(providerOf(deps).stripe, source, {
    seller,
    buyer: await deps.buyerOf(cid),
    contract: await findContract(deps.workshop.look(cid, systemOf(cid))),
    now: deps.now(),
  });
  if (charged.totalCents >= 0) {
    await number(deps, cid, source, { facts, charged });
    return;
  }
  const corrected = await lastInvoice(vendorLook(deps.workshop), cid);
  if (!corrected) {
    await wait(deps, cid, source, 'reference');
    return;
  }
  await number(deps, cid, source, {
    facts: creditOf(facts, {
      number: corrected.number,
      issuedOn: corrected.facts.issuedOn,
    }),
    charged: {
      totalCents: -charged.totalCents,
      taxes: charged.taxes.map((one) => ({ ...one, cents: -one.cents })),
    },
  });
}

/** Numbers a credit note of the provider as a correction of its invoice. */
async function issueCredit(deps: InvoiceDeps, cid: string, note: Stripe.CreditNote): Promise<void> {
  const look = vendorLook(deps.workshop),
    own = (await documentsOf(look, note.id)).at(-1);
  if (note.status !== 'issued') {
    // A correction that was taken back needs a judgement.
    if (own) await wait(deps, cid, note.id, 'refund');
    return;
  }
  if (own) return;
  const corrected = (await documentsOf(look, invoiceOfNote(note))).findLast(
    ({ kind }) => kind === 'invoice',
  );
  if (!corrected) {
    await wait(deps, cid, note.id, 'reference');
    return;
  }
  const charge = await readCredit(providerOf(deps).stripe, note, corrected.facts, deps.now());
  await number(deps, cid, note.id, charge);
}

/** What facts say of themselves. */
const chargedBy = (facts: InvoiceFacts): Charge['charged'] => ({
  totalCents: sumsOf(facts).totalCents,
  taxes: ratesOf(facts).map(({ percent, taxCents }) => ({ percent, cents: taxCents })),
});
/** Cancels the newest invoice about a charge; undefined when there is none. */
async function appendCancellation(
  w: Work,
  source: string,
  { reason, userId }: { reason: string; userId: string },
): Promise<DocumentRow | undefined> {
  const last = (await documentsOf(w, source)).at(-1);
  if (last?.kind !== 'invoice') return undefined;
  return append(w, {
    tenant: last.tenant,
    source,
    revision: last.revision + 1,
    reason,
    userId,
    factsOf: (number) => cancellationOf(last.facts, { number, issuedOn: berlinDay(w.now) }),
  });
}

/** Writes corrections for credit notes; money that went back without one waits for a person. */
async function writeCredits(
  deps: InvoiceDeps,
  cid: string,
  rows: readonly InvoiceRow[],
): Promise<void> {
  const row = await findContract(deps.workshop.look(cid, systemOf(cid)));
  if (!row) return;
  const { data } = await providerOf(deps).stripe.creditNotes.list({
    customer: row.customerId,
    limit: MOST_NOTES,
  });
  for (const note of [...data].reverse()) await issueCredit(deps, cid, note);
  for (const { id, refundedCents } of rows) {
    const credited = data
      .filter((note) => invoiceOfNote(note) === id && note.status === 'issued')
      .reduce((sum, note) => sum + refundedBy(note), 0);
    // Why money went back, and at which rate, only a person knows.
    if ((refundedCents ?? 0) > credited) await wait(deps, cid, `refund:${id}`, 'refund');
    else await deps.workshop.write(cid, systemOf(cid), (w) => forgetWaiting(w, `refund:${id}`));
  }
}

/** Writes what is missing for a practice: invoices, cancellations of void ones, corrections. */
export async function writeInvoices(deps: InvoiceDeps, cid: string): Promise<void> {
  if (!deps.provider) return;
  const look = deps.workshop.look(cid, systemOf(cid));
  // The oldest first, as their numbers should follow.
  const rows = (await unwritten(look, vendorLook(deps.workshop))).sort((a, b) => a.at - b.at);
  for (const { id, status } of rows)
    if (status === 'void')
      await deps.workshop.write(VENDOR_CID, VENDOR, (w) =>
        appendCancellation(w, id, { reason: 'Beim Zahlungsdienst storniert', userId: '' }),
      );
    else await issue(deps, cid, id);
  await writeCredits(deps, cid, await listInvoices(look));
}

/**
 * Cancels an invoice by a document of its own, and replaces it where asked.
 * @throws AppError not_found for an unknown number, state_conflict for one that is no open word
 */
export async function cancelInvoice(
  deps: InvoiceDeps,
  person: Extract<Actor, { kind: 'user' }>,
  number: string,
  { reason, isReplaced }: { reason: string; isReplaced: boolean },
): Promise<void> {
  const found = await findDocument(vendorLook(deps.workshop), number);
  if (!found) throw new AppError('not_found');
  const buyer = await deps.buyerOf(found.tenant);
  const asked = { ...found.facts, buyer };
  if (isReplaced && gapsOf(asked, chargedBy(asked)).length > 0)
    throw new AppError('validation', { fields: { buyer: 'incomplete' } });
  if (!isReplaced) await voidCharge(deps, found.source);
  await deps.workshop.write(VENDOR_CID, person, async (w) => {
    const by = { reason, userId: person.userId },
      last = (await documentsOf(w, found.source)).at(-1);
    if (last?.number !== number) throw new AppError('state_conflict');
    const cancelled = await appendCancellation(w, found.source, by);
    if (!cancelled) throw new AppError('state_conflict');
    if (isReplaced)
      await append(w, {
        tenant: found.tenant,
        source: found.source,
        revision: cancelled.revision + 1,
        ...by,
        factsOf: (next) =>
          correctionOf(found.facts, { number: next, issuedOn: berlinDay(w.now), buyer }),
      });
  });
}

/**
 * Takes an open charge back, so that nothing is debited for a cancelled invoice.
 * @throws AppError state_conflict for a paid one: money goes back first
 */
async function voidCharge(deps: InvoiceDeps, source: string): Promise<void> {
  const { stripe } = providerOf(deps),
    { status } = await stripe.invoices.retrieve(source);
  if (status === 'paid') throw new AppError('state_conflict');
  if (status === 'open' || status === 'uncollectible')
    await stripe.invoices.voidInvoice(source, {}, { idempotencyKey: `void:${source}` });
}
