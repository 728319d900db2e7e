// An appointment as a calendar elsewhere says it, before anybody knows whose it is.

import type { ImportTrouble } from '../../../shared/records/transfer.ts';

export interface OnlineTermin {
  /** Its own id elsewhere, and which one of a series. */
  uid: string;
  part: string;
  /** Newer words of the same appointment have a greater sequence, or a later stamp (ms). */
  sequence: number;
  stamp: number;
  isCancelled: boolean;
  /** Day (YYYY-MM-DD), time (HH:MM) in Berlin, length. */
  day: string;
  time: string;
  minutes: number;
  /** Empty where nothing is said. */
  patid: string;
  firstName: string;
  lastName: string;
  geburtsdatum: string;
  zimmer: string;
  behandler: string;
  art: string;
}
export type TermineRead =
  | { readonly ok: true; readonly termine: readonly OnlineTermin[] }
  | { readonly ok: false; readonly why: ImportTrouble };
