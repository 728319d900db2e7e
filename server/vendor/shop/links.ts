// Dependencies of the shop on licences, payment and accounts.

import type { PaymentDeps } from '../payment/links.ts';
import type { GateDeps } from '../licence/links.ts';
import type { Work } from '../../platform/work.ts';
import type { OrderState } from '../../../shared/vendor/shop/shop.ts';

/** A mail about an order: to who ordered it, or to the owners who have to release it. */
export interface OrderMail {
  key: string;
  to: { userId: string } | 'owners';
  state: OrderState;
  number: string;
  lines: readonly { quantity: number; nameDe: string; nameEn: string }[];
  note: string;
  /** Day of the goods that are late, `YYYY-MM-DD`. */
  expectedOn: string | null;
  tracking: string | null;
}
export interface ShopDeps extends Pick<
  PaymentDeps,
  'store' | 'workshop' | 'now' | 'log' | 'provider' | 'payerOf'
> {
  /** Names of users of a practice by id; accounts that are gone are missing. */
  namesOf: (cid: string, userIds: readonly string[]) => Promise<ReadonlyMap<string, string>>;
  gate: GateDeps;
  /** Mails once per key. */
  tellOrder: (w: Work, mail: OrderMail) => Promise<void>;
}
