// Dependencies of the vendor's side on other slices.

import type { Store } from '../../platform/db/store.ts';
import type { Work, Workshop } from '../../platform/work.ts';

export interface SupportDeps {
  store: Store;
  workshop: Workshop;
  /** Reserves an attempt before a code is compared; throws `rate_limited`. */
  reserveGuess: (key: string) => Promise<void>;
  /** Returns the attempt: the code was right, or none was compared. */
  giveBackGuess: (key: string) => Promise<void>;
  now: () => number;
  /** Base URL of links: the configured address, never a request's. */
  address: () => string;
  /** Creates a one-time link for a new practice and its owner; open ones stay valid. */
  firstUserLink: () => Promise<{ token: string; expiresAt: number }>;
  /** Mails the practice's owners that a vendor's user acts for them. */
  tellOwners: (
    w: Work,
    grant: { id: string; name: string; reason: string; until: number },
  ) => Promise<void>;
  /** Mails the practice's owners that an emergency access waits for their review. */
  tellReview: (w: Work, grant: { key: string; name: string; day: string }) => Promise<void>;
}
