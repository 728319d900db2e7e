// What the vendor's side needs of other slices.

import type { Store } from '../../platform/db/store.ts';
import type { Work, Workshop } from '../../platform/work.ts';

export interface SupportDeps {
  store: Store;
  workshop: Workshop;
  /** Reserved before a code is compared; throws `rate_limited`. */
  reserveGuess: (key: string) => Promise<void>;
  /** The code was right, or none was compared. */
  giveBackGuess: (key: string) => Promise<void>;
  now: () => number;
  /** Where links lead: the configured address, never a request's. */
  address: () => string;
  /** A one-time link for a new practice and its owner, beside those that are open. */
  firstUserLink: () => Promise<{ token: string; expiresAt: number }>;
  /** Mails the practice's owners that somebody of the vendor acts for them. */
  tellOwners: (
    w: Work,
    grant: { id: string; name: string; reason: string; until: number },
  ) => Promise<void>;
}
