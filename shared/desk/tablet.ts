// A tablet as every program knows it: posture, setup gate, registration codes, lease and the
// constants of silence.

export type Posture = 'hand' | 'wall' | 'desk';
export const POSTURES: readonly Posture[] = ['hand', 'wall', 'desk'];

/**
 * Ticks of the setup gate; patient mode needs every one, or staff's reason for its absence (issue
 * of the board).
 */
export type GateCheck = 'secure' | 'storage' | 'offline' | 'push' | 'lock';
export const GATE_CHECKS: readonly GateCheck[] = ['secure', 'storage', 'offline', 'push', 'lock'];
/** Checks that staff may confirm with a reason, because no browser can prove them. */
export const EXCUSABLE_CHECKS: readonly GateCheck[] = ['storage', 'lock'];
export type Gate = Record<GateCheck, 'ok' | 'failed' | 'unknown'>;
/** Staff's reason for a tick the browser cannot give; stays visible on the tablet's card. */
export interface GateException {
  check: GateCheck;
  reason: string;
  by: string;
  at: number;
}

/** Checks that neither passed nor were excused: patient mode stays closed while one is left. */
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

/** `abcde-fghjk ` → `ABCDEFGHJK`; `undefined` when it cannot be a code. */
export function normalizeCode(typed: string): string | undefined {
  const code = typed.toUpperCase().replace(/[\s-]/g, '');
  return code.length === CODE_LENGTH && [...code].every((c) => CODE_SYMBOLS.includes(c))
    ? code
    : undefined;
}

/** `ABCDEFGHJK` → `ABCDE-FGHJK`. */
export const showCode = (code: string): string => `${code.slice(0, 5)}-${code.slice(5)}`;

export const CODE_MINUTES = 10;
export const LEASE_HOURS = 24;
export const HEARTBEAT_MS = 20_000;
/** A tablet hidden longer than this locks to the person check (T3). */
export const HIDDEN_LOCK_MS = 30_000;
/**
 * While the camera or a file chooser of the page is open it may be hidden for so long: a photo is
 * part of the task (T3).
 */
export const CAMERA_LOCK_MS = 180_000;
export const IDLE_WARNING_MS = 30_000;
/** On a private phone nothing is cancelled after a while: it locks to the person check. */
export const GUEST_LOCK_MS = 15 * 60_000;
/** A page that was away longer than this begins anew at the desk. */
export const GUEST_AWAY_MS = 60 * 60_000;
export const STATUS_POLL_MS = 300_000;

/** What the tablet does right now, told with each heartbeat; never an answer or a name. */
export interface Activity {
  taskId: string;
  taskRev: number;
  screen: 'assigned' | 'person' | 'reading' | 'filling' | 'signing' | 'saving' | 'done' | 'idle';
  page: number;
  of: number;
  /** ms since the last touch, key or scroll. */
  silentMs: number;
  /** True while the page is one to read, where silence is normal. */
  isReading: boolean;
  /**
   * A blank form that was begun on the tablet: `taskId` is the tablet's own, no server knows it.
   */
  isBlank?: true | undefined;
}

/**
 * Submissions a tablet held at a heartbeat of `inc`: those above `ackSeen` up to `highN` that the
 * server had not acknowledged; up to `feedSeq` it had heard what was put there and taken back.
 * `storedN`: up to where they were stored then; `epoch`: the database that heard it.
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
 * Which heartbeat it is: `run` names one start of the app (a name, no order), `n` counts in it from
 * 1.
 */
export interface BeatNumber {
  run: number;
  n: number;
}
/**
 * What went with a tablet's storage or its sign-out. `isExact`: nothing lay on it that could be
 * signed after it was last heard; otherwise the number is the least it can be, and `since` (ms) is
 * when that was.
 */
export interface LossReport {
  isExact: boolean;
  since: number;
  /** When the server learned of it, ms. */
  at: number;
  /** Tasks whose submission is lost. */
  tasks: string[];
  /** Tasks that lay open there: what was signed after `since` is lost too. */
  maybe: string[];
  /**
   * Staff signed it out, or its time was over: it may still hold them, but nobody takes them from
   * it any more.
   */
  isSignedOut?: true;
  /** Somebody had begun one of `maybe` when it was last heard. */
  isBusy?: true;
  /**
   * Blank forms that were begun there and not handed in, by the tablet's ids, and when each was
   * heard of first (ms).
   */
  begun?: BegunBlank[];
  /** Staff may have begun blank forms there after `since`. */
  mayBlank?: true;
}
/**
 * Hilfe was pressed and nobody has said that they go there: the Mappe in which it was, null where
 * nobody was in one, and when (ms).
 */
export interface HelpCall {
  mappeId: string | null;
  at: number;
}
/**
 * A blank form that lies begun on a tablet: its own id of it, and when the server first heard of it
 * (ms).
 */
export interface BegunBlank {
  id: string;
  at: number;
}
/** At most this many task ids are told with a heartbeat; the number is always told whole. */
export const HELD_TASKS = 200;

/** POST /tablet/heartbeat, every 20 s and at once when the activity changes. */
export interface Heartbeat {
  /** One that comes late or twice is known by it and changes nothing; absent from older apps. */
  beat?: BeatNumber;
  inc: string;
  highN: number;
  ackSeen: number;
  pending: number;
  /**
   * Of `pending`: what a patient finished (task.submit, task.outcome), and the tasks, oldest first;
   * absent from older apps.
   */
  unsent?: number;
  unsentTasks?: string[];
  /**
   * Up to which row of its feed it has heard; absent from older apps, and while the feed is fetched
   * anew after a restore.
   */
  feedSeq?: number;
  oldestPendingMs: number;
  persisted: boolean;
  /** Free bytes the browser promises, where it tells. */
  freeBytes?: number;
  appVersion: string;
  clockOffsetMs: number;
  /** 0..1 where the browser tells. */
  battery?: number;
  charging?: boolean;
  quarantined: number;
  /**
   * Blank forms that staff can begin on it without a network; absent where there are none, and from
   * older apps.
   */
  blanks?: number;
  /** The page is out of view: the tablet was put away, or its screen is off. */
  isHidden?: true;
  activity?: Activity;
}
export interface HeartbeatAnswer {
  serverTime: number;
  epoch: string;
  feedSeq: number;
  leaseUntil: number;
  helpAnswered: boolean;
  /** A newer one was heard before: nothing of this one was taken. */
  isOld?: true | undefined;
}

/** How long a patient may be silent before the warning (T3, design.md 4), in ms. */
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
