// What deletion gets from other rooms.

import type { Blobs } from '../blobs/blobs.ts';
import type { Log } from '../http/log.ts';
import type { Renderer } from '../pdf/renderer.ts';
import type { Look, Workshop } from '../work.ts';
import type { ErasureKeys } from './erasure-keys.ts';
import type { MailsOf } from './store-erase.ts';

export interface RetentionDeps {
  workshop: Workshop; blobs: Blobs; log: Log; keys: ErasureKeys;
  now: () => number;
  /** Data folder: the list of who was erased lies in it. */
  data: string;
  /** Lists beside the one in the data folder that hold the same: at the backup's target, while it is there. */
  otherLists: () => Promise<string[]>;
  listCids: () => Promise<string[]>;
  /** Mails to these addresses, and addresses that are of nobody else. */
  mailsOf: (look: Look, emails: readonly string[], patids: readonly string[]) => Promise<MailsOf>;
  /** Every number that stands for a person, the living one first. */
  numbersOf: (look: Look, patid: string) => Promise<string[]>;
  praxis: (look: Look) => Promise<{ name: string; anschrift: string; telefon: string; mail: string }>;
  renderer: Pick<Renderer, 'renderReport'>;
}
