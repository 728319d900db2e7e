// An appointment from an external calendar, before it is matched to a patient.

import type { ImportTrouble } from '../../../shared/records/transfer.ts';

/** Newer versions of the same appointment have a greater sequence, or a later stamp (ms). */
export interface Version {
  sequence: number;
  stamp: number;
}
export interface OnlineTermin extends Version {
  /** Its external id, and its instance in a series. */
  uid: string;
  part: string;
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
/**
 * An event of which a file lists every occurrence between two days (YYYY-MM-DD): others that are
 * stored were removed or moved.
 */
export interface Whole extends Version {
  uid: string;
  from: string;
  to: string;
}
/** A change of one occurrence and all later ones of a stored series. */
export interface LaterChange extends Version {
  uid: string;
  /** Instant (ms) of the first changed occurrence. */
  from: number;
  /** By how much (ms) they move; null if they are cancelled. */
  shift: number | null;
  minutes: number;
}
/** Events that could not be read, and their number. */
interface LeftOut {
  why: ImportTrouble;
  count: number;
}
export interface Termine {
  readonly termine: readonly OnlineTermin[];
  readonly whole: readonly Whole[];
  readonly later: readonly LaterChange[];
  readonly left: readonly LeftOut[];
}
/** A file of which nothing can be read is only refused. */
export const isNothingRead = ({ termine, whole, later, left }: Termine): boolean =>
  left.length > 0 && termine.length + whole.length + later.length === 0;
export type TermineRead =
  | ({
      readonly ok: true;
      /** Names of columns that were not read. */
      readonly unread?: readonly string[];
    } & Termine)
  | {
      readonly ok: false;
      readonly why: ImportTrouble;
      /** Number of the line, from 1, where reading ended. */
      readonly line?: number;
    };
