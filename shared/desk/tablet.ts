// Tablet types shared by all programs: posture, setup gate, registration codes, lease and the
// constants of silence.

export type Posture = 'hand' | 'wall' | 'desk';
export const POSTURES: readonly Posture[] = ['hand', 'wall', 'desk'];

/**
 * Checks of the setup gate; patient mode requires each of them, or staff's reason for its absence.
 */
export type GateCheck = 'secure' | 'storage' | 'offline' | 'push' | 'lock';
export const GATE_CHECKS: readonly GateCheck[] = ['secure', 'storage', 'offline', 'push', 'lock'];
/** Checks that staff may confirm with a reason, because no browser can prove them. */
export const EXCUSABLE_CHECKS: readonly GateCheck[] = ['storage', 'lock'];
export type Gate = Record<GateCheck, 'ok' | 'failed' | 'unknown'>;
/** Staff's reason for a check that the browser cannot prove; stays visible on the tablet's card. */
export interface GateException {
  check: GateCheck;
  reason: string;
  by: string;
  at: number;
}

/**
 * Returns the checks that neither passed nor were excused: patient mode stays closed while one is
 * left.
 */
export function openChecks(
  gate: Gate,
  excused: readonly Pick<GateException, 'check'>[],
): GateCheck[] {
  return GATE_CHECKS.filter(
    (c) =>
      gate[c] !== 'ok' && !(EXCUSABLE_CHECKS.includes(c) && excused.some((e) => e.check === c)),
  );
}

/** Symbols of a typed code: no I, O, 0, 1; 32 of them, so ten are 50 bits. */
export const CODE_SYMBOLS = 'ABCDEFGHJKLMNPQRSTUVWXYZ23456789';
export const CODE_LENGTH = 10;

/** Parses `abcde-fghjk ` → `ABCDEFGHJK`; `undefined` when it cannot be a code. */
export function normalizeCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === CODE_LENGTH && [...code].every((c) => CODE_SYMBOLS.includes(c))
    ? code
    : undefined;
}

/** Formats `ABCDEFGHJK` → `ABCDE-FGHJK`. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export const CODE_MINUTES = 10;
export const LEASE_HOURS = 24;
export const HEARTBEAT_MS = 20_000;
/** A tablet hidden longer than this locks to the person check (T3). */
export const HIDDEN_LOCK_MS = 30_000;
/**
 * Grace period while the camera or a file chooser of the page is open: a photo is part of the task
 * (T3).
 */
export const CAMERA_LOCK_MS = 180_000;
export const IDLE_WARNING_MS = 30_000;
/** On a private phone nothing is cancelled by timeout: it locks to the person check. */
export const GUEST_LOCK_MS = 15 * 60_000;
/** A page hidden longer than this must be restarted at the desk. */
export const GUEST_AWAY_MS = 60 * 60_000;
export const STATUS_POLL_MS = 300_000;

/** Current activity of the tablet, sent with each heartbeat; never an answer or a name. */
export interface Activity {
  taskId: string;
  taskRev: number;
  screen: 'assigned' | 'person' | 'reading' | 'filling' | 'signing' | 'saving' | 'done' | 'idle';
  page: number;
  of: number;
  /** ms since the last touch, key or scroll. */
  silentMs: number;
  /** True while the page is for reading, where silence is normal. */
  isReading: boolean;
  /** A blank form begun on the tablet: `taskId` is the tablet's own, unknown to the server. */
  isBlank?: true | undefined;
}

/**
 * Submissions on a tablet at a heartbeat of `inc`: those above `ackSeen` up to `highN` that the
 * server had not acknowledged; its feed was read up to `feedSeq`. `storedN`: up to where they were
 * stored then; `epoch`: the database that received it.
 */
export interface HeldReport {
  inc: string;
  at: number;
  ackSeen: number;
  highN: number;
  unsent: number;
  tasks: string[];
  feedSeq?: number;
  storedN?: number;
  epoch?: string;
}
/**
 * Id of a heartbeat: `run` identifies one start of the app (a name, no order), `n` counts in it
 * from 1.
 */
export interface BeatNumber {
  run: number;
  n: number;
}
/**
 * Loss by a tablet's deleted storage or sign-out. `isExact`: it had nothing left to sign after the
 * last contact; otherwise the number is a minimum, and `since` (ms) is the time of the last
 * contact.
 */
export interface LossReport {
  isExact: boolean;
  since: number;
  /** When the server learned of it, ms. */
  at: number;
  /** Tasks whose submission is lost. */
  tasks: string[];
  /** Open tasks there: if signed after `since`, they are lost too. */
  maybe: string[];
  /**
   * Signed out by staff, or expired: it may still have them, but the server accepts nothing from
   * it.
   */
  isSignedOut?: true;
  /** A task of `maybe` was in progress at the last contact. */
  isBusy?: true;
  /**
   * Blank forms begun there and not submitted, by the tablet's ids, and when each was first
   * reported (ms).
   */
  begun?: BegunBlank[];
  /** Staff may have begun blank forms there after `since`. */
  mayBlank?: true;
}
/** Hilfe was pressed and staff have not responded: its Mappe, null without one, and when (ms). */
export interface HelpCall {
  mappeId: string | null;
  at: number;
}
/**
 * A begun blank form on a tablet: the tablet's id of it, and when it was first reported to the
 * server (ms).
 */
export interface BegunBlank {
  id: string;
  at: number;
}
/** Maximum task ids in a heartbeat; the number is always complete. */
export const HELD_TASKS = 200;

/** POST /tablet/heartbeat, every 20 s and at once when the activity changes. */
export interface Heartbeat {
  /** Detects late or duplicate ones, which change nothing; absent from older apps. */
  beat?: BeatNumber;
  inc: string;
  highN: number;
  ackSeen: number;
  pending: number;
  /**
   * Part of `pending`: a patient's finished work (task.submit, task.outcome), and the tasks, oldest
   * first; absent from older apps.
   */
  unsent?: number;
  unsentTasks?: string[];
  /**
   * Last feed row that it has read; absent from older apps, and while the feed is refetched after a
   * restore.
   */
  feedSeq?: number;
  oldestPendingMs: number;
  persisted: boolean;
  /** Free bytes reported by the browser, if available. */
  freeBytes?: number;
  appVersion: string;
  clockOffsetMs: number;
  /** 0..1 if reported by the browser. */
  battery?: number;
  charging?: boolean;
  quarantined: number;
  /**
   * Blank forms that staff can begin on it offline; absent if there are none, and from older apps.
   */
  blanks?: number;
  /** The page is hidden: the tablet was put away, or its screen is off. */
  isHidden?: true;
  activity?: Activity;
}
export interface HeartbeatAnswer {
  serverTime: number;
  epoch: string;
  feedSeq: number;
  leaseUntil: number;
  helpAnswered: boolean;
  /** A newer one was received before: this one was ignored. */
  isOld?: true | undefined;
}

/** Returns the idle time before the warning (T3, design.md 4), in ms. */
export function idleLimit(options: {
  idleSeconds: number;
  posture: Posture;
  screen: 'question' | 'answers' | 'text';
  visibleCharacters?: number;
  isCalm: boolean;
}): number {
  let seconds =
    options.posture === 'desk' ? Math.max(options.idleSeconds, 180) : options.idleSeconds;
  if (options.posture === 'wall' && options.screen === 'answers') seconds = Math.min(seconds, 90);
  if (options.screen === 'text')
    seconds = Math.max(seconds, 120) + (options.visibleCharacters ?? 0) / 8;
  return Math.round(seconds * (options.isCalm ? 3 : 1) * 1000);
}
