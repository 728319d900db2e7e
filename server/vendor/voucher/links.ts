// Dependencies of vouchers on payment and on the limiter of attempts.

import type { PaymentDeps } from '../payment/links.ts';

export interface VoucherDeps extends Pick<PaymentDeps, 'store' | 'workshop' | 'now' | 'provider'> {
  /** Secret outside of the database: a stolen table of hashes opens no code. */
  codeKey: Uint8Array;
  /** Counts an attempt of a person and of a practice. @throws AppError rate_limited */
  reserveTry: (cid: string, userId: string) => Promise<void>;
}
