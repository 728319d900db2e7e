// Numbers invoices: the next number of the year with facts that never change, in one transaction of
// the vendor; what lacks a detail waits without a number.

import { berlinDay } from '../../../shared/base/dates.ts';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import {
  cancellationOf,
  correctionOf,
  gapsOf,
  sumsOf,
  type InvoiceGap,
} from '../../../shared/vendor/invoice.ts';
import type { Actor, Work } from '../../platform/work.ts';
import { providerOf } from '../payment/provider.ts';
import { findContract } from '../payment/store.ts';
import type { InvoiceDeps } from './links.ts';
import { readCharge } from './read-charge.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import {
  appendDocument,
  documentsOf,
  findDocument,
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

/** Numbers one charged invoice; notes what it lacks otherwise. */
async function issue(deps: InvoiceDeps, cid: string, source: string): Promise<void> {
  const system = { kind: 'system', cid } as const,
    wait = (gaps: InvoiceGap[]) =>
      deps.workshop.write(cid, system, (w) => noteWaiting(w, source, gaps));
  const { seller } = deps;
  if (!seller) {
    await wait(['seller']);
    return;
  }
  const charge = await readCharge(providerOf(deps).stripe, source, {
    seller,
    buyer: await deps.buyerOf(cid),
    contract: await findContract(deps.workshop.look(cid, system)),
    now: deps.now(),
  });
  const gaps = gapsOf(charge.facts, charge);
  if (gaps.length > 0) {
    await wait(gaps);
    return;
  }
  await deps.workshop.write(VENDOR_CID, VENDOR, (w) =>
    append(w, {
      tenant: cid,
      source,
      revision: 0,
      reason: '',
      userId: '',
      factsOf: (number) => ({ ...charge.facts, number }),
    }),
  );
  await deps.workshop.write(cid, system, (w) => forgetWaiting(w, source));
}

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

/** Writes what is missing for a practice: invoices of new charges, cancellations of void ones. */
export async function writeInvoices(deps: InvoiceDeps, cid: string): Promise<void> {
  if (!deps.provider) return;
  const look = deps.workshop.look(cid, { kind: 'system', cid });
  // The oldest first, as their numbers should follow.
  const rows = (await unwritten(look, vendorLook(deps.workshop))).sort((a, b) => a.at - b.at);
  for (const { id, status } of rows)
    if (status === 'void')
      await deps.workshop.write(VENDOR_CID, VENDOR, (w) =>
        appendCancellation(w, id, { reason: 'Beim Zahlungsdienst storniert', userId: '' }),
      );
    else await issue(deps, cid, id);
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
  if (isReplaced && gapsOf(asked, sumsOf(asked)).length > 0)
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
