// What mails need from the composition: the store, units of work, keys, the way out and the practice's own words.

import type { Store } from '../../platform/db/store.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';
import type { MailKeys } from './mail-keys.ts';
import type { Sender } from './sender.ts';

export interface MailDeps {
  store: Store;
  workshop: Workshop;
  keys: MailKeys;
  /** Undefined: no mail server; mails wait in the outbox. */
  sender: Sender | undefined;
  /** Public address without a trailing slash; never taken from a request. */
  base: string;
  /** Shared secret of the mail provider's reports; undefined: none are taken. */
  hookSecret: string | undefined;
  praxis: (look: Look) => Promise<{ name: string; telefon: string; mail: string }>;
  /** Language of the practice's screens. */
  language: (look: Look) => Promise<string>;
  /** Sets the wish for news of whoever has this address here; false when nobody has it or it was so already. */
  setNewsWish: (w: Work, email: string, isWished: boolean) => Promise<boolean>;
  now: () => number;
}
