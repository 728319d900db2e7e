// Dependencies of payment on other wings and on the provider.

import type Stripe from 'stripe';
import type { Payer } from '../../../shared/vendor/payment.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Work, Workshop } from '../../platform/work.ts';

export interface Provider {
  stripe: Stripe;
  /** Secrets of the webhook: the current one, and one that is being replaced. */
  webhookSecrets: readonly string[];
  isLive: boolean;
}
export interface PaymentDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  log: Pick<Log, 'note'>;
  /** Undefined: payment is not set up on this server. */
  provider: Provider | undefined;
  /** Public address of this server, for the way back from the hosted page. */
  address: () => string;
  /** Name and mail address of the practice for its invoices. */
  payerOf: (cid: string) => Promise<Payer>;
  /** What redeemed vouchers take off a new contract. */
  discounts: {
    /** Reduction of the first month's net price, cents. */
    reductionOf: (cid: string, netCents: number) => Promise<number>;
    coupons: (cid: string) => Promise<{ id: string; coupon: string }[]>;
    applied: (ids: readonly string[]) => Promise<void>;
  };
  /** Mails all owners of the practice once per key. */
  tellOwners: (
    w: Work,
    mail: {
      key: string;
      template: 'paymentChanged' | 'paymentDue' | 'paymentPayer';
      data: Record<string, string>;
    },
  ) => Promise<void>;
}
