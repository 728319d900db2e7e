// Dependencies of licences on other wings.

import type { Counted } from '../../../shared/vendor/licence.ts';
import type { PaymentState } from '../../../shared/vendor/payment.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import type { LicenceKeys } from './keys.ts';

/** What the verdict needs. */
export interface GateDeps {
  keys: LicenceKeys;
  /** Counts enabled users, or tablets, of a practice. */
  countOf: (s: Look | Work, what: Counted) => Promise<number>;
  /** State of the practice's payment; `none` where payment is not set up. */
  paymentOf: (s: Look | Work) => Promise<PaymentState>;
}
export interface LicenceDeps extends GateDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
}
