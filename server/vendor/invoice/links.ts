// Dependencies of invoices on other wings and on the paper's renderer.

import type { Party, Seller } from '../../../shared/vendor/invoice.ts';
import type { Renderer } from '../../paper/pdf/renderer.ts';
import type { PaymentDeps } from '../payment/links.ts';

export interface InvoiceDeps extends Pick<
  PaymentDeps,
  'store' | 'workshop' | 'now' | 'log' | 'provider'
> {
  renderer: Pick<Renderer, 'renderInvoice'>;
  /** Who issues invoices; undefined: none are written. */
  seller: Seller | undefined;
  /** Name and address of the practice as its invoices name it now. */
  buyerOf: (cid: string) => Promise<Party>;
  /** Puts files into one ZIP. */
  zipOf: (files: readonly { name: string; bytes: Uint8Array; at: number }[]) => Promise<Uint8Array>;
}
