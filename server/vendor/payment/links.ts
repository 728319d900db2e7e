// Dependencies of payment on other wings and on the provider.

import type Stripe from 'stripe';
import type { ActKind } from '../../../shared/vendor/contract/admin.ts';
import type { Delivery } from '../../../shared/vendor/contract/notice.ts';
import type { HeldKind, Owner } from '../../../shared/vendor/contract/held-change.ts';
import type { Payer } from '../../../shared/vendor/payment.ts';
import type { Log } from '../../platform/http/log.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';

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
      template: 'paymentChanged' | 'paymentPayer' | 'paymentOther';
      data: Record<string, string>;
    },
  ) => Promise<void>;
  /** Mails all owners what is owed and what follows. @returns keys of the mails */
  tellDue: (
    w: Work,
    mail: { key: string; cents: number; step: number; nextAt: number | undefined },
  ) => Promise<string[]>;
  /** Mails all owners a debit before it comes. @returns keys of the mails */
  tellDebit: (
    w: Work,
    mail: { key: string; cents: number; dueAt: number; mandate: string; last4: string },
  ) => Promise<string[]>;
  /** Mails all owners what an administrator of the vendor did with the contract. */
  tellActed: (
    w: Work,
    mail: { key: string; kind: ActKind; detail: string; reason: string },
  ) => Promise<void>;
  /** Mails all owners that an act of the vendor cannot be done. */
  tellNotDone: (w: Work, mail: { key: string; kind: ActKind; detail: string }) => Promise<void>;
  /** Mails all owners the link to the page for another account or card. */
  tellPage: (w: Work, mail: { key: string; reason: string; token: string }) => Promise<void>;
  /** Who collects, as named in mandates; empty: unknown here. */
  creditorId: string;
  /** How far these mails came, in this order. */
  deliveryOf: (s: Look | Work, keys: readonly string[]) => Promise<Delivery[]>;
  /** The same of several practices at once, by cid. */
  deliveriesOf: (
    of: readonly { cid: string; keys: readonly string[] }[],
  ) => Promise<ReadonlyMap<string, readonly Delivery[]>>;
  /** Name of a user of the practice; empty for an unknown one. */
  nameOf: (w: Work, userId: string) => Promise<string>;
  /** Enabled owners with a password. */
  owners: (s: Look | Work) => Promise<Owner[]>;
  /** Mails all owners that a change waits, with the link that stops it. */
  tellHeld: (
    w: Work,
    mail: {
      key: string;
      kind: HeldKind;
      what: string;
      who: string;
      dueAt: number;
      /** Whose word it needs; `vendor`: two administrators gave theirs. */
      rule: 'second' | 'single' | 'vendor';
      /** Why the vendor asks; empty for a change of the practice. */
      reason: string;
      token: string;
    },
  ) => Promise<void>;
  /** Mails all owners that a change was stopped. */
  tellStopped: (w: Work, mail: { key: string; kind: HeldKind; what: string }) => Promise<void>;
  /**
   * Mails a new address for invoices the link that confirms it.
   * @throws AppError inactive_recipient
   */
  tellReader: (w: Work, mail: { key: string; to: string; token: string }) => Promise<void>;
  /** A secret for a mail's link; the hash alone is stored. */
  newLink: () => { token: string; hash: string };
  hashOfLink: (token: string) => string;
  /** Counts a guess of a network; the returned call takes it back. @throws AppError rate_limited */
  reserveLink: (ip: string) => Promise<() => Promise<void>>;
}
