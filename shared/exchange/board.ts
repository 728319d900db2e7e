// What the reception board shows: people first, tablets second; the state of each follows silence, not duration (design.md 4).

import type { FormRequirement } from '../desk/document.ts';
import type { Identification, MappeState, TextScale } from '../desk/mappe.ts';
import type { Standing } from '../desk/mappe-family.ts';
import type { Proposed } from '../desk/mappe-rules.ts';
import type { ReadIn } from '../papers/read-in.ts';
import type { SignerState } from '../papers/signers.ts';
import type { Activity, GateException, HelpCall, Posture } from '../desk/tablet.ts';
import type { TaskState } from '../desk/task.ts';

export interface BoardTask {
  taskId: string;
  /** Whose it is. */ patid: string;
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
  /** Only of a questionnaire that was handed in: its answers. */
  answersId?: string;
  /** Only of a paper to be signed by hand: whether it was read on a tablet, or is being read right now. */
  reading?: 'none' | 'running' | 'done';
  /** Only of a paper that several people sign on devices of their own: everybody, with what has arrived. */
  signers?: SignerState[];
  /** The text is not there in the language that was chosen: how it was read. */
  readIn?: ReadIn;
  /** Who said no, of a paper that several people sign. */
  declinedBy?: string;
  /** Why staff should look: code of a parked submission, a failed job or a loss. */
  attention?: string;
  /** Last instant (ms) at which its tablet named this task; absent where it never did, or speaks of something else by now. */
  heardAt?: number;
  /** Finished on its tablet and safe there; not arrived yet. */
  isHeld?: boolean;
}
export interface BoardMappe {
  mappeId: string;
  state: MappeState;
  patients: {
    patid: string;
    name: string;
    geburtsdatum: string;
    /** Changes of master data that staff has to decide on; absent where there are none. */ openChanges?: number;
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
  /** Finished submissions among `pending` that did not arrive. */ unsent: number;
  battery: number | null;
  charging: boolean | null;
  appVersion: string | null;
  isOutdated: boolean;
  /** A private phone that has its one Mappe. */ isGuest?: true | undefined;
  clockOffsetMs: number;
  persisted: boolean;
  quarantined: number;
  exceptions: GateException[];
  /** Unanswered, oldest first. */ calls: HelpCall[];
  activity: Activity | null;
  activityAt: number | null;
  mappeId: string | null;
  revokedAt: number | null;
  /** Submissions that went with its storage or its sign-out, until staff has read it; what is exact, since when (ms) else, and what was going on there says `loss`. */
  lostSubmissions: number | null;
  loss: BoardLoss | null;
  /** Staff can begin blank forms on it without a network. */
  keepsBlanks?: true | undefined;
}
/** `isSignedOut`, `isBusy`: nobody takes anything from it any more, and somebody was in the middle of something when it was last heard. `begunAt`: when the server first heard of blank forms that were begun there and not handed in; `mayBlank`: others may have been since. */
export interface BoardLoss {
  isExact: boolean;
  since: number;
  isSignedOut?: true | undefined;
  isBusy?: true | undefined;
  begunAt?: number[] | undefined;
  mayBlank?: true | undefined;
}
/** A tablet that typed a code and waits for staff to compare the number. */
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
/** An appointment with what the practice's rules propose for its person; `isFirst`: nothing earlier is known of them. */
export interface BoardVisit extends BoardTermin {
  proposed: Proposed[];
  isFirst: boolean;
}
/** Somebody who is here since `at` (ms); `leftRoomAt` is when they came out of a treatment room last. */
export interface BoardArrival {
  patid: string;
  name: string;
  geburtsdatum: string;
  at: number;
  leftRoomAt: number | null;
}

/** Somebody in a treatment room since `since` (ms). */
export interface BoardRoom {
  room: string;
  patid: string;
  name: string;
  geburtsdatum: string;
  since: number;
}

export type SilenceColour = 'neutral' | 'off' | 'warn' | 'bad';
const MINUTE = 60_000;
/** A tablet unheard for so long is out of contact; a task unheard for so long is on the board (L2). */
export const SILENT_MS = MINUTE;

/**
 * How long (ms) the oldest op of a tablet waits: as old as its last heartbeat said, and as much older as that heartbeat is.
 * Heartbeats that stay away must not hide a stall (L2).
 */
export const waitOf = (
  t: Pick<BoardTablet, 'pending' | 'oldestPendingMs' | 'activityAt'>,
  now: number,
): number =>
  t.pending === 0
    ? 0
    : t.oldestPendingMs + (t.activityAt === null ? 0 : Math.max(0, now - t.activityAt));

/** What waits for longer is a stall. */
export const STUCK_MS = 2 * MINUTE;
/** True for a tablet that holds something unacknowledged for longer than that. */
export const isStuck = (
  t: Pick<BoardTablet, 'pending' | 'oldestPendingMs' | 'activityAt'>,
  now: number,
): boolean => waitOf(t, now) > STUCK_MS;

/**
 * Colour of a tablet by silence: 60 s without contact is off, with a Mappe warn after 15 min; yellow after
 * 2 min without input on a page that is not being read; red after 10 min without any progress, or with a signature unacknowledged for 2 min while connected.
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

/** Events of the staff's live channel; the board is fetched again on `changed`, the rest is shown at once. */
export type BoardEvent =
  | { kind: 'changed' }
  | { kind: 'help'; tabletId: string }
  | { kind: 'filed'; taskId: string; fileId: string }
  | { kind: 'backup' }
  | { kind: 'transfer' }
  /** Somebody's papers are asked for in the practice software (GDT 6311). */
  | { kind: 'opened'; patid: string };
