// Reads a credit note of the payment provider as a correction of an invoice that is written.

import type Stripe from 'stripe';
import { berlinDay } from '../../../shared/base/dates.ts';
import type {
  Allowance,
  InvoiceFacts,
  InvoiceLine,
  SettledBy,
} from '../../../shared/vendor/invoice.ts';
import type { Charge } from './read-charge.ts';
import { daysOf, lineOf, rateOfLine, readLines, readRates, taxesBy } from './read-charge.ts';

export const invoiceOfNote = ({ invoice }: Stripe.CreditNote): string =>
  typeof invoice === 'string' ? invoice : invoice.id;
/** Sums what went back as money. */
export const refundedBy = ({ refunds }: Stripe.CreditNote): number =>
  refunds.reduce((sum, one) => sum + one.amount_refunded, 0);

const settledBy = (note: Stripe.CreditNote): SettledBy => {
  if (note.type === 'pre_payment') return 'open';
  return refundedBy(note) > 0 ? 'refund' : 'balance';
};

/** Reads the correction; sums are compared by the caller. @param of the invoice it corrects */
export async function readCredit(
  stripe: Stripe,
  note: Stripe.CreditNote,
  of: InvoiceFacts,
  now: number,
): Promise<Charge> {
  const { lines: charged, names } = await readLines(stripe, invoiceOfNote(note)),
    lines = note.lines.data,
    rates = await readRates(stripe, note.total_taxes, ...lines.map(({ taxes }) => taxes)),
    [first = 0] = rates.values(),
    issuedOn = berlinDay(now),
    days = {
      from: of.lines.map((one) => one.from).sort()[0] ?? issuedOn,
      to:
        of.lines
          .map((one) => one.to)
          .sort()
          .at(-1) ?? issuedOn,
    };
  const lineFor = (one: Stripe.CreditNoteLineItem): InvoiceLine => {
    const from = charged.find(({ id }) => id === one.invoice_line_item),
      vatPercent = rates.size > 1 ? rateOfLine(one.taxes, rates) : undefined;
    return {
      name: from ? lineOf(from, names, rates).name : (one.description ?? ''),
      quantity: 1,
      unitCents: one.amount,
      ...(vatPercent !== undefined && { vatPercent }),
      ...(from ? daysOf(from.period) : days),
    };
  };
  const reductions = lines.flatMap((one): Allowance[] => {
    const vatPercent = rates.size > 1 ? rateOfLine(one.taxes, rates) : undefined;
    return one.discount_amount > 0
      ? [
          {
            reason: 'Anteil des Gutscheins',
            cents: one.discount_amount,
            ...(vatPercent !== undefined && { vatPercent }),
          },
        ]
      : [];
  });
  return {
    facts: {
      ...of,
      kind: 'credit',
      number: '',
      issuedOn,
      dueOn: issuedOn,
      lines: lines.map(lineFor),
      allowance: null,
      allowances: reductions,
      vatPercent: rates.size === 1 ? first : 0,
      prepaidCents: 0,
      reference: { number: of.number, issuedOn: of.issuedOn },
      paymentNumber: note.number,
      settledBy: settledBy(note),
    },
    charged: { totalCents: note.total, taxes: taxesBy(note.total_taxes, rates) },
  };
}
