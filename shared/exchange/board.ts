// Content of the reception board: people first, tablets second; each state follows silence, not
// duration (design.md 4).

import type { FormRequirement } from '../desk/document.ts';
import type { Identification, MappeState, TextScale } from '../desk/mappe.ts';
import type { Standing } from '../desk/mappe-family.ts';
import type { Proposed } from '../desk/mappe-rules.ts';
import type { ReadIn } from '../papers/reading.ts';
import type { SignerState } from '../papers/signers.ts';
import type { DraftName, DraftWindow } from './editing.ts';
import type { Activity, GateException, HelpCall, Posture } from '../desk/tablet.ts';
import type { TaskState } from '../desk/task.ts';

export interface BoardTask {
  taskId: string;
  /** Patient of the entry. */
  patid: string;
  position: number;
  title: string;
  kind: string;
  template: string;
  state: TaskState;
  stateAt: number;
  formRequirement: FormRequirement;
  page: number;
  of: number;
  talk: { needed: boolean; doneBy?: string; doneAt?: number };
  fileId?: string;
  /** Only for a submitted questionnaire: its answers. */
  answersId?: string;
  /** Only for a paper to be signed by hand: whether it was read on a tablet, or is being read. */
  reading?: 'none' | 'running' | 'done';
  /**
   * Only for a paper that several people sign on their own devices: all signers, with those that
   * have arrived.
   */
  signers?: SignerState[];
  /** Absent if it was read in German alone. */
  readIn?: ReadIn;
  /** The signer who declined, for a paper with several signers. */
  declinedBy?: string;
  /** Why staff should check: code of a parked submission, a failed job or a loss. */
  attention?: string;
  /**
   * Last time (ms) at which its tablet reported this task; absent if it never did or reports
   * another one.
   */
  heardAt?: number;
  /** Finished and stored on its tablet; not arrived yet. */
  isHeld?: boolean;
}
export interface BoardMappe {
  mappeId: string;
  state: MappeState;
  patients: {
    patid: string;
    name: string;
    geburtsdatum: string;
    /** Changes of master data that staff have to decide on; absent if there are none. */
    openChanges?: number;
  }[];
  signers: Standing[];
  language: string;
  textScale: TextScale;
  identifiedBy: { method: Identification; by: string; at: number } | null;
  tabletId: string | null;
  createdAt: number;
  closesAt: number;
  undoUntil: number;
  wantsPaperCopy: boolean;
  wrongPersonAt: number | null;
  tasks: BoardTask[];
}
export interface BoardTablet {
  tabletId: string;
  name: string;
  posture: Posture;
  registeredAt: number;
  lastSeenAt: number | null;
  leaseUntil: number;
  pending: number;
  oldestPendingMs: number;
  /** Finished submissions among `pending` that have not arrived. */
  unsent: number;
  battery: number | null;
  charging: boolean | null;
  appVersion: string | null;
  isOutdated: boolean;
  /** A private phone with its one Mappe. */
  isGuest?: true | undefined;
  clockOffsetMs: number;
  persisted: boolean;
  quarantined: number;
  exceptions: GateException[];
  /** Unanswered, oldest first. */
  calls: HelpCall[];
  activity: Activity | null;
  activityAt: number | null;
  mappeId: string | null;
  revokedAt: number | null;
  /**
   * Submissions lost with its storage or its sign-out, until staff acknowledge it; whether the
   * number is exact, otherwise since when (ms); `loss` names the work in progress.
   */
  lostSubmissions: number | null;
  loss: BoardLoss | null;
  /** Staff can begin blank forms on it offline. */
  keepsBlanks?: true | undefined;
}
/**
 * `isSignedOut`, `isBusy`: the server accepts nothing from it, and a task was in progress at the
 * last contact. `begunAt`: when the server first heard of blank forms begun there and not
 * submitted; `mayBlank`: more may have been begun since.
 */
export interface BoardLoss {
  isExact: boolean;
  since: number;
  isSignedOut?: true | undefined;
  isBusy?: true | undefined;
  begunAt?: number[] | undefined;
  mayBlank?: true | undefined;
}
/** A tablet that entered a code and waits for staff to compare the number. */
export interface BoardRegistration {
  pendingId: string;
  number: string;
  requestedAt: number;
  gate: Record<string, 'ok' | 'failed' | 'unknown'>;
  userAgent: string;
}
export interface Board {
  at: number;
  tablets: BoardTablet[];
  mappen: BoardMappe[];
  registrations: BoardRegistration[];
  expected: BoardVisit[];
  rooms: BoardRoom[];
  arrivals: BoardArrival[];
}
export interface BoardTermin {
  terminId: string;
  time: string;
  patid: string;
  name: string;
  geburtsdatum: string;
  zimmer: string;
  behandler: string;
  art: string;
}
/**
 * An appointment with the proposals of the practice's rules for its patient; `isFirst`: no earlier
 * visit is known.
 */
export interface BoardVisit extends BoardTermin {
  proposed: Proposed[];
  isFirst: boolean;
}
/**
 * A patient who is present since `at` (ms); `leftRoomAt` is when they last left a treatment room.
 */
export interface BoardArrival {
  patid: string;
  name: string;
  geburtsdatum: string;
  at: number;
  leftRoomAt: number | null;
}

/** A patient in a treatment room since `since` (ms). */
export interface BoardRoom {
  room: string;
  patid: string;
  name: string;
  geburtsdatum: string;
  since: number;
}

export type SilenceColour = 'neutral' | 'off' | 'warn' | 'bad';
const MINUTE = 60_000;
/**
 * A tablet silent for this long is out of contact; a task silent for this long is shown on the
 * board (L2).
 */
export const SILENT_MS = MINUTE;

/**
 * Returns how long (ms) the oldest op of a tablet has been waiting: the age in its last heartbeat
 * plus the age of that heartbeat. Missing heartbeats must not hide a stall (L2).
 */
export const waitOf = (
  t: Pick<BoardTablet, 'pending' | 'oldestPendingMs' | 'activityAt'>,
  now: number,
): number =>
  t.pending === 0
    ? 0
    : t.oldestPendingMs + (t.activityAt === null ? 0 : Math.max(0, now - t.activityAt));

/** Waiting time beyond which an op is a stall. */
export const STUCK_MS = 2 * MINUTE;
/** Checks whether a tablet has had an unacknowledged op for longer than that. */
export const isStuck = (
  t: Pick<BoardTablet, 'pending' | 'oldestPendingMs' | 'activityAt'>,
  now: number,
): boolean => waitOf(t, now) > STUCK_MS;

/**
 * Returns the colour of a tablet by silence: 60 s without contact is off, with a Mappe warn after
 * 15 min; yellow after 2 min without input on a page that is not being read; red after 10 min
 * without any progress, or with a signature unacknowledged for 2 min while connected.
 */
export function silenceOf(
  t: Pick<
    BoardTablet,
    'lastSeenAt' | 'activity' | 'activityAt' | 'mappeId' | 'oldestPendingMs' | 'pending'
  >,
  now: number,
): SilenceColour {
  const unseen = t.lastSeenAt === null ? Infinity : now - t.lastSeenAt;
  if (unseen > MINUTE) return t.mappeId !== null && unseen > 15 * MINUTE ? 'warn' : 'off';
  if (isStuck(t, now)) return 'bad';
  const a = t.activity;
  if (
    !a ||
    t.mappeId === null ||
    a.screen === 'idle' ||
    a.screen === 'assigned' ||
    a.screen === 'done'
  )
    return 'neutral';
  const silent = a.silentMs + (t.activityAt === null ? 0 : Math.max(0, now - t.activityAt));
  if (silent > 10 * MINUTE) return 'bad';
  return !a.isReading && silent > 2 * MINUTE ? 'warn' : 'neutral';
}

/**
 * Events of the staff's live channel; `changed` refetches the board, all others are shown at once.
 */
export type BoardEvent =
  | { kind: 'changed' }
  | { kind: 'help'; tabletId: string }
  | { kind: 'filed'; taskId: string; fileId: string }
  | { kind: 'backup' }
  | { kind: 'transfer' }
  /** The practice software requests a patient's papers (GDT 6311). */
  | { kind: 'opened'; patid: string }
  /** All windows in which a draft is open now; changes nothing on the board. */
  | { kind: 'editing'; draft: DraftName; windows: DraftWindow[] };
