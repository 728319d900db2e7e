// Dependencies of mails from the composition root: store, transactions, keys, transport and the
// practice's texts.

import type { Accent } from '../../../shared/accounts/settings.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import type { MailKeys } from './mail-keys.ts';
import type { Sender } from './sender.ts';

export interface MailDeps {
  store: Store;
  workshop: Workshop;
  keys: MailKeys;
  /** Undefined without a mail server; mails wait in the outbox. */
  sender: Sender | undefined;
  /** Public address without a trailing slash; never taken from a request. */
  base: string;
  /** Shared secret of the mail provider's reports; undefined: none are accepted. */
  hookSecret: string | undefined;
  praxis: (look: Look) => Promise<{
    name: string;
    telefon: string;
    mail: string;
    /** Data URL of a PNG; empty: none. */
    logo: string;
    accent: Accent | '';
  }>;
  /** Language of the practice's screens. */
  language: (look: Look) => Promise<string>;
  /**
   * Sets the news preference of the user with this address; false when there is no such user or it
   * was set already.
   */
  setNewsWish: (w: Work, email: string, isWished: boolean) => Promise<boolean>;
  now: () => number;
}
