// Jobs of invoices: numbers for charges, and files for numbered invoices.

import type { JobHandler } from '../../platform/jobs/attempt-job.ts';
import { writeInvoices } from './issue-invoice.ts';
import type { InvoiceDeps } from './links.ts';
import { printInvoice } from './print-invoice.ts';

declare module '../../platform/work.ts' {
  interface JobKinds {
    'write-invoices': true;
  }
}
/** A day of attempts. */
const TRIES = 300;

/** Lists the handlers of invoice jobs. */
export const invoiceJobs = (
  deps: InvoiceDeps,
): Record<'write-invoices' | 'print-invoice', JobHandler> => ({
  'write-invoices': { tries: TRIES, run: ({ cid }) => writeInvoices(deps, cid) },
  'print-invoice': {
    tries: TRIES,
    run: ({ payload }) => printInvoice(deps, Number(payload.seq)),
  },
});
