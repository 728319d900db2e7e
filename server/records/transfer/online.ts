// An appointment from an external calendar, before it is matched to a patient.

import type { ImportTrouble } from '../../../shared/records/transfer.ts';

export interface OnlineTermin {
  /** Its external id, and its instance in a series. */
  uid: string;
  part: string;
  /** Newer versions of the same appointment have a greater sequence, or a later stamp (ms). */
  sequence: number;
  stamp: number;
  isCancelled: boolean;
  /** Day (YYYY-MM-DD), time (HH:MM) in Berlin, length. */
  day: string;
  time: string;
  minutes: number;
  /** Empty where it is not given. */
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
