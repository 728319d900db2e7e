// Dependencies of tickets on other wings.

import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Store } from '../../platform/db/store.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';

export interface TicketDeps {
  store: Store;
  workshop: Workshop;
  now: () => number;
  /** Checks for a holiday in all of Germany. @param day `YYYY-MM-DD` */
  isHoliday: (day: string) => boolean;
  /**
   * Returns those of the words that are a patient's name in this practice.
   * @param words folded as in the patient search
   */
  namesAmong: (look: Look, words: ReadonlySet<string>) => Promise<Set<string>>;
  /** Mails the person who asked that the vendor answered; says nothing of its contents. */
  tellAsker: (
    w: Work,
    ticket: { id: string; helpdeskid: string; userId: string; entryId: string },
  ) => Promise<void>;
  /**
   * Judges a file by its content: pictures are re-encoded, PDFs with active content refused.
   * @throws AppError unsupported_media, unreadable_file, active_content
   */
  cleanFile: (
    look: Look,
    bytes: Uint8Array,
  ) => Promise<{ bytes: Uint8Array; mime: 'application/pdf' | 'image/webp' }>;
  blobs: Pick<Blobs, 'put' | 'get' | 'remove'>;
  keys: (cid: string) => Promise<PracticeKeys>;
  /** Lists the vendor's staff who can sign in. */
  colleagues: () => Promise<{ id: string; name: string }[]>;
  /** Mails one of the vendor's staff; `w` belongs to the vendor. `link`: page of the request. */
  tellColleague: (
    w: Work,
    mail: { key: string; userId: string; number: string; link: string },
  ) => Promise<void>;
}
