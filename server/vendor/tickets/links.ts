// Dependencies of tickets on other wings.

import type { Store } from '../../platform/db/store.ts';
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
}
