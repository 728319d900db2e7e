// Gives money of a paid invoice back: asked for by one administrator, approved by another, as a
// credit note of the provider, from which the correction is written.

import type Stripe from 'stripe';
import { AppError } from '../../../shared/base/errors.ts';
import { VENDOR_CID } from '../../../shared/base/roles.ts';
import { refundPayload } from '../../../shared/vendor/contract/request.schema.ts';
import { sumsOf } from '../../../shared/vendor/invoice.ts';
import type { SignedIn } from '../../platform/http/route.ts';
import type { Look } from '../../platform/work.ts';
import { byOf, undoAct } from '../contract/effects.ts';
import { finishAct } from '../contract/store.ts';
import { recordAct } from '../contract/act-on-contract.ts';
import type { PaymentDeps } from '../payment/links.ts';
import { asked, keyed, providerOf } from '../payment/provider.ts';
import { refreshPayment } from '../payment/refresh.ts';
import { askRequest } from '../request/ask-request.ts';
import type { RequestEffect } from '../request/links.ts';
import { VENDOR, vendorLook } from '../vendor-rows.ts';
import { rateOfLine, readLines, readRates } from './read-charge.ts';
import { creditedCents, documentsOf, findDocument, type DocumentRow } from './store.ts';

/**
 * Finds a paid invoice of which so much can still go back.
 * @throws AppError not_found, state_conflict for one that is cancelled, unpaid or given back
 */
async function refundable(
  deps: PaymentDeps,
  look: Look,
  number: string,
  cents: number,
): Promise<DocumentRow> {
  const found = await findDocument(look, number);
  if (found?.kind !== 'invoice') throw new AppError('not_found');
  const newest = (await documentsOf(look, found.source)).at(-1),
    left = sumsOf(found.facts).totalCents - (await creditedCents(look, found));
  if (newest?.number !== number || cents > left) throw new AppError('state_conflict');
  const { status } = await asked(providerOf(deps).stripe.invoices.retrieve(found.source));
  if (status !== 'paid') throw new AppError('state_conflict');
  return found;
}

/** Asks a second administrator. @throws AppError as above */
export async function askRefund(
  deps: PaymentDeps,
  person: SignedIn,
  number: string,
  { cents, reason }: { cents: number; reason: string },
): Promise<void> {
  const { tenant } = await refundable(deps, vendorLook(deps.workshop), number, cents);
  await askRequest(deps, person, { kind: 'refund', tenant, payload: { number, cents }, reason });
}

interface Share {
  id: string;
  netCents: number;
  percent: number;
}
/** Sums shares with VAT, rounded once for each rate. */
function grossOf(shares: readonly Share[]): number {
  const nets = new Map<number, number>();
  for (const { netCents, percent } of shares)
    nets.set(percent, (nets.get(percent) ?? 0) + netCents);
  return [...nets].reduce(
    (sum, [percent, net]) => sum + net + Math.round((net * percent) / 100),
    0,
  );
}
/** Spreads a gross sum over the lines of an invoice, each by its share and rate; never more. */
async function linesFor(
  stripe: Stripe,
  source: string,
  cents: number,
): Promise<Stripe.CreditNoteCreateParams.Line[]> {
  const invoice = await stripe.invoices.retrieve(source),
    { lines } = await readLines(stripe, source),
    rates = await readRates(stripe, invoice.total_taxes, ...lines.map(({ taxes }) => taxes)),
    [usual = 0] = rates.values(),
    charged = lines.filter(({ amount }) => amount > 0),
    gross = charged.reduce(
      (sum, one) => sum + one.amount * (1 + (rateOfLine(one.taxes, rates) ?? usual) / 100),
      0,
    ),
    share = Math.min(1, cents / gross),
    shares = charged.map((one) => ({
      id: one.id,
      netCents: Math.round(one.amount * share),
      percent: rateOfLine(one.taxes, rates) ?? usual,
    }));
  // Rounding may add a cent, which the provider refuses where nothing more is left.
  while (grossOf(shares) > cents)
    shares.reduce((a, b) => (b.netCents > a.netCents ? b : a)).netCents -= 1;
  return shares.map(({ id, netCents }) => ({
    type: 'invoice_line_item',
    invoice_line_item: id,
    amount: netCents,
  }));
}

/** Checks whether an earlier run of a request made its credit note already. */
async function isCredited(stripe: Stripe, invoice: string, request: string): Promise<boolean> {
  for await (const note of stripe.creditNotes.list({ invoice, limit: 100 }))
    if (note.metadata?.request === request) return true;
  return false;
}
/** Makes the credit note of a request; repeating it changes nothing. */
async function credit(
  stripe: Stripe,
  { source, cents, request }: { source: string; cents: number; request: string },
): Promise<void> {
  if (await isCredited(stripe, source, request)) return;
  const wanted = { invoice: source, lines: await linesFor(stripe, source, cents) },
    // VAT is rounded by the provider: its own sum is what goes back.
    { total } = await stripe.creditNotes.preview(wanted);
  await keyed(`refund:${request}`, (options) =>
    stripe.creditNotes.create(
      { ...wanted, refund_amount: total, reason: 'order_change', metadata: { request } },
      options,
    ),
  );
}

/** Builds the effect of an approved refund. */
export const refundEffect = (deps: PaymentDeps): RequestEffect => ({
  async judge({ payload }) {
    const { number, cents } = refundPayload.parse(payload);
    await refundable(deps, vendorLook(deps.workshop), number, cents);
    return {};
  },
  async run(row, finish) {
    const { number, cents } = refundPayload.parse(row.payload),
      { stripe } = providerOf(deps),
      { tenant, id } = row,
      system = { kind: 'system', cid: tenant } as const,
      found = await findDocument(vendorLook(deps.workshop), number);
    // Documents are never removed; without one there is nothing to wait for.
    if (!found) {
      await deps.workshop.write(VENDOR_CID, VENDOR, finish);
      return;
    }
    await deps.workshop.write(tenant, system, (w) =>
      recordAct(deps, w, byOf(row), { kind: 'refund', detail: number, reason: row.reason }),
    );
    await credit(stripe, { source: found.source, cents, request: id });
    await refreshPayment(deps, tenant);
    await deps.workshop.write(tenant, system, (w) => finishAct(w, id));
    await deps.workshop.write(VENDOR_CID, VENDOR, finish);
  },
  fail: (row) => undoAct(deps, row),
});
