// Types of the tablet machine: its context (ids and choices, never an answer or a stroke), its
// events, and the data of each screen.

import type { TextScale } from '../../shared/desk/mappe.ts';
import type { CancelReason, Outcome, TaskKind } from '../../shared/desk/task.ts';
import type { Gate, GateCheck, Posture } from '../../shared/desk/tablet.ts';

/**
 * Version of context and saved run; a saved run of another version is discarded and the tablet
 * starts from waiting.
 */
export const MACHINE_VERSION = 1;

/** Position of the patient inside one task; saved, so that a reload leads to the same page. */
export type Stage =
  | 'comfort'
  | 'reading'
  | 'declining'
  | 'paper'
  | 'declarations'
  | 'summary'
  | 'signing';
export const STAGES: readonly Stage[] = [
  'comfort',
  'reading',
  'declining',
  'paper',
  'declarations',
  'summary',
  'signing',
];

/** Result of one task as an op: the signature, or another valid outcome. */
export type Ending = 'submit' | Outcome | 'shown' | 'paper';

/** One task of the queue as known to the machine: no name, no birth date, no text. */
export interface TaskRef {
  taskId: string;
  taskRev: number;
  mappeId: string;
  position: number;
  count: number;
  kind: TaskKind;
  /** The law or a partner requires paper: it is shown, printed, never signed by finger. */
  isPaper: boolean;
  /** Consent to billing through a company: not agreeing means paying the practice directly. */
  isBilling?: true;
  /** `open`: a dentist has to talk first; the signature stays closed until `done`. */
  talk: 'none' | 'open' | 'done';
  signers: number;
  /** Number of signers who sign elsewhere, as chosen here. */
  later?: number;
  /** Another person signs the same document on another device. */
  isParted?: true;
  declarations: number;
  /** Visible characters of the text: determines the reading time (T3). */
  characters: number;
  /** Pages of a questionnaire: an initial estimate, then as last shown. */
  pages?: number;
  /** Position left by an earlier tablet. */
  resumeAt: 'start' | 'draft' | 'sign';
  /** Started on this tablet by staff, without a task at the server. */
  isBlank?: true;
  /** The answers to a questionnaire are signed. */
  isSigned?: true;
  /** Defaults of the Mappe, used when nothing else was chosen. */
  language: string;
  textScale: TextScale;
}

/** Settings of the practice for its tablets. */
export interface TabletRules {
  idleSeconds: number;
  posture: Posture;
  language: string;
  /** A private phone: no timer cancels anything, it locks (T3). */
  isGuest?: boolean;
}

/** Reading preferences of the patient; reset to the practice's default afterwards. */
export interface Comfort {
  language: string;
  textScale: TextScale;
  isCalm: boolean;
  /** Einfache Sprache, where a form has it. */
  isPlain: boolean;
}

/** Why patient data cannot be stored safely at present (shown to the patient before signing). */
type StorageTrouble = 'quota' | 'broken' | 'blocked';

/** A run that survives a reload; stored encrypted only. */
export interface SavedRun {
  machine: number;
  mappeId: string;
  taskId: string;
  taskRev: number;
  stage: Stage;
  page: number;
  signer: number;
  comfort: Comfort;
  /** `taskId:taskRev` of the tasks finished in this run. */
  done: string[];
  /** The person check was due when it was written. */
  isLocked: boolean;
  /**
   * Wall clock (ms) of the last moment the page was visible; older than the idle limit counts as
   * left.
   */
  at: number;
}

/** Ending of a document as shown to the patient: paying directly is not a refusal. */
export type Ended = Ending | 'direct' | 'part';

/** Result for a saved run: resume, resume after the person check, or the patient is gone. */
export type SavedFit = 'same' | 'locked' | 'left';

/** Why a run is left. `pause`: the patient's own choice. */
export type LeaveReason = CancelReason | 'pause';

export interface SessionContext {
  rules: TabletRules;
  /** Unfinished tasks of every Mappe on this tablet, in order. */
  queue: TaskRef[];
  mappeId: string | null;
  task: TaskRef | null;
  done: string[];
  stage: Stage;
  page: number;
  signer: number;
  comfort: Comfort;
  misses: number;
  /** Set once the birth date was right; cleared by a lock. */
  isPersonKnown: boolean;
  /** Data written by `saving`. */
  ending: Ending | null;
  /** Reason of the cancel by `leaving`; the server learns of a pause as of an idle tablet. */
  reason: LeaveReason | null;
  endings: Ended[];
  /** Content of the help dialog; the dialog is open in region `help`. */
  help: 'calling' | 'called' | 'offline' | 'answered';
  wantsCopy: boolean;
  trouble: StorageTrouble | null;
  isRevoked: boolean;
  isLeaseOver: boolean;
  /** The server does not know this tablet: its database was replaced. */
  isUnknown: boolean;
  registration: RegistrationView;
  /** State after the start when no run is resumed. */
  bootTo: 'unregistered' | 'gate' | 'waiting';
  pinProblem: PinProblem | null;
}

type PinProblem = 'wrong' | 'offline' | 'locked';
/** Data of the registration screen; `open` are the checks that neither passed nor were waived. */
interface RegistrationView {
  code: string;
  number: string | null;
  gate: Gate;
  open: GateCheck[];
  problem: RegistrationProblem | null;
}

/** X5, X6, no network, plain http, too many codes. */
type RegistrationProblem =
  | 'invalid'
  | 'failed'
  | 'refused'
  | 'offline'
  | 'insecure'
  | 'rate'
  | 'expired';

/** The one screen that is shown; idle cover, help, cancel question and staff menu are above it. */
export type ScreenName =
  | 'boot'
  | 'welcome'
  | 'registering'
  | 'gate'
  | 'waiting'
  | 'assigned'
  | 'person'
  | 'personHelp'
  | 'opening'
  | 'comfort'
  | 'reading'
  | 'declining'
  | 'paper'
  | 'declarations'
  | 'summary'
  | 'signing'
  | 'saving'
  | 'unsaved'
  | 'noted'
  | 'thanks'
  | 'aborted'
  | 'revoked'
  | 'unknown'
  | 'leaseExpired'
  | 'storageTrouble';

export type SessionEvent =
  // Events from outside the page
  | {
      type: 'BOOTED';
      isRegistered: boolean;
      isRevoked: boolean;
      isLeaseOver: boolean;
      open: GateCheck[];
      queue: TaskRef[];
      saved: SavedRun | null;
      fit: SavedFit | null;
    }
  | { type: 'INBOX'; queue: TaskRef[] }
  | { type: 'RULES'; rules: TabletRules }
  | { type: 'REVOKED' }
  | { type: 'KNOWN'; isKnown: boolean }
  | { type: 'LEASE_OVER' }
  | { type: 'LEASE_BACK' }
  | { type: 'STORAGE'; trouble: StorageTrouble | null }
  | { type: 'HELP_ANSWERED' }
  | { type: 'HIDDEN_TOO_LONG' }
  // Registration (R1)
  | { type: 'CODE_ENTERED'; code: string }
  | { type: 'NUMBER_SHOWN'; number: string }
  | { type: 'GATE'; gate: Gate; open: GateCheck[] }
  | { type: 'CONFIRMED' }
  | { type: 'REGISTRATION_FAILED'; problem: RegistrationProblem }
  // Patient
  | { type: 'ACTIVITY' }
  | { type: 'LANGUAGE_CHOSEN'; language: string }
  | { type: 'COMFORT_CHOSEN'; comfort: Comfort }
  | { type: 'BEGIN' }
  /**
   * Staff started a blank form here and hands over the tablet: name and birth date were entered a
   * moment ago.
   */
  | { type: 'BLANK_BEGUN'; taskId: string }
  | { type: 'PERSON_ENTERED'; day: string }
  | { type: 'PERSON_WRONG' }
  | { type: 'NEXT' }
  | { type: 'BACK' }
  /** `of`: number of pages of a questionnaire with the answers so far. */
  | { type: 'PAGE'; page: number; of?: number }
  | { type: 'READ'; choice: 'none' | 'question' | 'declined' }
  | { type: 'PATIENT_SIGNED' }
  /** The current signer signs elsewhere or another day. */
  | { type: 'SIGNS_LATER' }
  /** A questionnaire was reviewed on its last page and submitted. */
  | { type: 'ANSWERED' }
  | { type: 'RETRY' }
  | { type: 'HELP' }
  | { type: 'HELP_CLOSED' }
  | { type: 'CANCEL' }
  | { type: 'CANCEL_CONFIRMED' }
  | { type: 'CANCEL_DISMISSED' }
  | { type: 'RESTART' }
  | { type: 'COPY_WISHED'; isWished: boolean }
  // Idle (T3)
  | { type: 'STILL_HERE' }
  /** "Pause machen": like the end of the warning, but chosen. */
  | { type: 'PAUSE' }
  /** Raised by the machine itself. */
  | { type: 'SCREEN' }
  | { type: 'IDLE_OVER' }
  // Staff menu
  | { type: 'STAFF_OPENED' }
  | { type: 'STAFF_CLOSED' }
  | { type: 'PIN_ENTERED'; pin: string }
  | { type: 'SIGN_OUT' };
