// Dependencies of tickets on other wings.

import type { MailThread } from '../../../shared/accounts/mail.ts';
import type { Blobs } from '../../platform/blobs/blobs.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/http/log.ts';
import type { PracticeKeys } from '../../platform/keys/practice-keys.ts';
import type { Look, Work, Workshop } from '../../platform/work.ts';

/** The address for answers by mail. */
export interface SupportMail {
  /** `hilfe@host`; each request has its own address with a plus. */
  base: string;
  /** Addresses of ours: what comes from them is no answer. */
  own: readonly string[];
  /** @throws AppError forbidden */
  requireSecret: (given: string | undefined) => void;
  /** Returns the Message-ID of a mail by its key. */
  messageIdOf: (cid: string, key: string) => string;
}

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
  log: Pick<Log, 'note'>;
  /** Absent: no answers by mail. */
  support: SupportMail | undefined;
  /** Finds a user of the practice who can sign in by their address. */
  personOf: (
    look: Look,
    email: string,
  ) => Promise<{ userId: string; name: string; role: string } | undefined>;
  /** Mails the person who asked that the vendor answered; says nothing of its contents. */
  tellAsker: (
    w: Work,
    ticket: {
      key: string;
      id: string;
      helpdeskid: string;
      userId: string;
      isSolved: boolean;
      thread: MailThread | undefined;
    },
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
