// Shapes of invoices on the wire, and of the operator's file about the seller.

import { z } from 'zod';
import { emailSchema } from '../base/email.schema.ts';
import { reasonSchema } from './contract/request.schema.ts';
import { DOCUMENT_KINDS, INVOICE_GAPS, INVOICE_NUMBER } from './invoice.ts';

const line = (most: number) =>
  z
    .string()
    .trim()
    .max(most)
    .regex(/^[^\p{Cc}\p{Cf}\p{Cs}\u2028\u2029]*$/u);
const iban = z
  .string()
  .transform((text) => text.replaceAll(' ', ''))
  .pipe(z.string().regex(/^[A-Z]{2}\d{2}[A-Z0-9]{11,30}$/));

/** The operator's file: who issues the invoices. */
export const sellerSchema = z.strictObject({
  name: line(120).min(1),
  street: line(120).min(1),
  plz: z.string().regex(/^\d{5}$/),
  city: line(80).min(1),
  email: emailSchema,
  vatId: z.string().regex(/^DE\d{9}$/),
  contact: line(80).min(1),
  phone: line(40).min(3),
  legal: line(240).default(''),
  iban,
  bic: z
    .string()
    .regex(/^([A-Z0-9]{8}|[A-Z0-9]{11})?$/)
    .default(''),
  creditorId: z
    .string()
    .regex(/^([A-Z]{2}\d{2}[A-Z0-9]{3,28})?$/)
    .default(''),
});

export const invoiceNumberParam = z.strictObject({ number: z.string().regex(INVOICE_NUMBER) });
const documentSchema = z.strictObject({
  number: z.string(),
  /** The provider's invoice. */
  source: z.string(),
  kind: z.enum(DOCUMENT_KINDS),
  issuedOn: z.string(),
  totalCents: z.int(),
  /** Number of the document that this one cancels or replaces. */
  reference: z.string().nullable(),
  /** False: numbered, and the file is still being made or failed its check. */
  hasFile: z.boolean(),
});
export const documentsSchema = z.strictObject({ items: z.array(documentSchema) });
export type InvoiceDocuments = z.output<typeof documentsSchema>;

export const vendorInvoicesSchema = z.strictObject({
  /** False: the operator named no seller, and no invoice gets a number. */
  hasSeller: z.boolean(),
  items: z.array(
    documentSchema.extend({
      practiceName: z.string(),
      buyer: z.string(),
      isCancelled: z.boolean(),
      /** Gross; what corrections gave back so far, cents. */
      creditedCents: z.int(),
    }),
  ),
  /** Charged at the payment provider, and without a number. */
  waiting: z.array(
    z.strictObject({
      source: z.string(),
      practiceName: z.string(),
      since: z.number(),
      gaps: z.array(z.enum(INVOICE_GAPS)),
    }),
  ),
});
export type VendorInvoices = z.output<typeof vendorInvoicesSchema>;

/** `count`: documents of a whole chain, or the place of the first wrong one. */
export const invoiceChainSchema = z.strictObject({ isWhole: z.boolean(), count: z.int() });
export type InvoiceChain = z.output<typeof invoiceChainSchema>;

export const cancelInvoiceSchema = z.strictObject({
  reason: line(240).min(5),
  /** Writes a new invoice with the present name and address in place of the cancelled one. */
  isReplaced: z.boolean(),
});
/** Gross, cents. */
export const refundInvoiceSchema = z.strictObject({ cents: z.int().min(1), reason: reasonSchema });
export type RefundInvoice = z.output<typeof refundInvoiceSchema>;
export type CancelInvoice = z.output<typeof cancelInvoiceSchema>;
