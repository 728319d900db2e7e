// Queue of ops to be judged: right after the commit when idle, briefly behind pushes, never
// forgotten.

import { AppError } from '../../../shared/base/errors.ts';
import type { Clock } from '../../../shared/base/ports.ts';
import { reasonOf, type Store } from '../../platform/db/store.ts';
import { judgeNext, type Incarnation, type JudgeDeps, type Mercy } from './judge-op.ts';
import { UNIT_OPS, waitingIncarnations } from './store-ops.ts';

/** Pause in pushes after which judging starts; the response of a push is sent by then. */
export const QUIET_MS = 25;
/** Longest delay behind pushes: more would be noticeable on the board. */
export const MAX_WAIT_MS = 1000;
/**
 * Share of the time for judging under pressure, so that tablets after an outage are acknowledged
 * first; it grows with the waiting time.
 */
const SHARE = 0.2,
  MOST_SHARE = 0.8;
/** Interval of the search for ops left by another process, or by this one before a crash. */
const RESCAN_MS = 30_000;
/** Failures of the same op without an external cause, before it is parked. */
const PATIENCE = 3;
const PAUSE_MS = 100,
  MAX_PAUSE_MS = 30_000,
  STUCK_MS = 60_000;

export interface QueueDeps extends JudgeDeps {
  store: Store;
  clock: Clock;
  /** A failure that is retried; `code` is a word. */
  report(code: string, error: unknown): void;
}
export interface Judge {
  /** Announces a push; call the returned function when it is over. */
  enter(): () => void;
  /** Announces stored ops of this incarnation. */
  add(from: Incarnation): void;
  /** Resolves when the queue is empty; at once after `stop`. */
  judged(): Promise<void>;
  /**
   * True while judging has failed for a minute: acknowledged ops are safe, but not on the board.
   */
  isStuck(): boolean;
  /** Loads what an earlier run left, and checks again periodically. */
  start(): void;
  /** Stops after the running transaction; the rest waits in the database for the next start. */
  stop(): Promise<void>;
}

/** One tablet: its incarnations one after the other, to preserve its order. */
interface Line {
  cid: string;
  device: string;
  incs: string[];
  /** Mono ms: start of the wait or last judgement, and earliest next attempt. */
  since: number;
  notBefore: number;
  /** Counts additions, to detect concurrent ones. */
  news: number;
  /** Mono ms of the first failure since the last success. */
  failedAt: number | undefined;
  /** After a failure ops are judged one by one: failures of the first op, and of the database. */
  isCareful: boolean;
  failures: number;
  troubles: number;
}

const isDatabase = (error: unknown): boolean =>
  (error instanceof AppError && error.code === 'unavailable') ||
  !['other', 'unique', 'entry'].includes(reasonOf(error));
const isItsOwnFault = (e: unknown): boolean =>
  e instanceof TypeError ||
  e instanceof RangeError ||
  e instanceof SyntaxError ||
  (e instanceof AppError && e.code !== 'unavailable') ||
  // A damaged entry stays damaged: the others on the tablet do not wait for it.
  reasonOf(e) === 'entry';

const keyOf = ({ cid, device }: { cid: string; device: string }): string => `${cid}|${device}`;
const newLine = ({ cid, device, inc }: Incarnation, now: number): Line => ({
  cid,
  device,
  incs: [inc],
  since: now,
  notBefore: -Infinity,
  news: 0,
  failedAt: undefined,
  isCareful: false,
  failures: 0,
  troubles: 0,
});

const isLineStuck = ({ failedAt }: Line, now: number): boolean =>
  failedAt !== undefined && now - failedAt > STUCK_MS;

/** How busy the server is with pushes; times in mono ms. */
interface Pressure {
  /** Running pushes. */
  pushes: number;
  lastPush: number;
  /** End of the pause that leaves the rest of the time to pushes. */
  restUntil: number;
}

/** Returns the line to be judged, or the ms to wait. */
function nextLine(
  lines: ReadonlyMap<string, Line>,
  { pushes, lastPush, restUntil }: Pressure,
  now: number,
): Line | number | undefined {
  let soonest = Infinity;
  for (const line of lines.values()) {
    const calm = pushes > 0 ? Infinity : lastPush + QUIET_MS;
    const at = Math.max(
      line.notBefore,
      Math.min(calm, Math.max(line.since + MAX_WAIT_MS, restUntil)),
    );
    if (at <= now) return line;
    soonest = Math.min(soonest, at - now);
  }
  return lines.size === 0 ? undefined : soonest;
}

/**
 * Returns the end of the pause after a transaction that began at `began`: the longer a line waits,
 * the shorter the pause.
 */
function restUntil(lines: Iterable<Line>, began: number, now: number): number {
  const waited = Math.max(0, ...[...lines].map((l) => now - l.since));
  const share = Math.min(MOST_SHARE, SHARE * Math.max(1, waited / MAX_WAIT_MS));
  return now + (now - began) * (1 / share - 1);
}

/** Judges the next ops of one line, and records in it how that went. */
async function judgeLine(deps: QueueDeps, lines: Map<string, Line>, line: Line): Promise<void> {
  const { clock } = deps,
    key = keyOf(line),
    inc = line.incs[0] ?? '',
    { news } = line;
  const limit = line.isCareful ? 1 : UNIT_OPS;
  const mercy: Mercy =
    line.failures < PATIENCE ? 'none' : line.failures < 2 * PATIENCE ? 'park' : 'row';
  // Appends to the queue: tablets take turns.
  lines.delete(key);
  lines.set(key, line);
  try {
    const count = await judgeNext(deps, { cid: line.cid, device: line.device, inc }, limit, mercy);
    line.failures = 0;
    line.troubles = 0;
    line.since = clock.mono();
    line.failedAt = undefined;
    if (count === limit || line.news !== news) return;
    line.isCareful = false;
    line.incs.shift();
    if (line.incs.length === 0) lines.delete(key);
  } catch (error) {
    line.failedAt ??= clock.mono();
    if (isDatabase(error)) {
      line.notBefore =
        clock.mono() + Math.min(MAX_PAUSE_MS, PAUSE_MS * 2 ** Math.min(line.troubles++, 16));
      deps.report('judge.waits', error);
      return;
    }
    // One bad op must not delay the patients behind it (F17): it is isolated and parked.
    if (line.isCareful) {
      deps.report('judge.op', error);
      line.failures =
        isItsOwnFault(error) && line.failures < PATIENCE ? PATIENCE : line.failures + 1;
    }
    line.isCareful = true;
  }
}

/** Creates the queue of one process; it judges after `add`, and what `start` finds. */
export function createJudge(deps: QueueDeps): Judge {
  const { clock } = deps;
  const lines = new Map<string, Line>();
  const pressure: Pressure = { pushes: 0, lastPush: -Infinity, restUntil: -Infinity };
  let isOn = true;
  let cancelTurn: (() => void) | undefined, cancelScan: (() => void) | undefined;
  let running: Promise<void> | undefined, scanning: Promise<void> | undefined;
  let waiters: (() => void)[] = [];

  /**
   * Sets the only timer of the queue to the next due time; called whenever that may have changed.
   */
  const wake = (): void => {
    cancelTurn?.();
    cancelTurn = undefined;
    if (running || scanning) return;
    const found = isOn ? nextLine(lines, pressure, clock.mono()) : undefined;
    if (found === undefined) {
      const done = waiters;
      waiters = [];
      for (const resolve of done) resolve();
      return;
    }
    cancelTurn = clock.after(typeof found === 'number' ? Math.ceil(found) : 0, () => {
      cancelTurn = undefined;
      const line = nextLine(lines, pressure, clock.mono());
      if (line === undefined || typeof line === 'number') {
        wake();
        return;
      }
      const began = clock.mono();
      running = judgeLine(deps, lines, line).finally(() => {
        running = undefined;
        pressure.restUntil = restUntil(lines.values(), began, clock.mono());
        wake();
      });
    });
  };

  const add = (from: Incarnation): void => {
    const key = keyOf(from),
      line = lines.get(key);
    if (!line) lines.set(key, newLine(from, clock.mono()));
    else {
      line.news++;
      if (!line.incs.includes(from.inc)) line.incs.push(from.inc);
    }
    wake();
  };

  const scan = (): void => {
    scanning ??= waitingIncarnations(deps.store)
      .then(
        (found) => {
          found.forEach(add);
        },
        (error: unknown) => {
          deps.report('judge.scan', error);
        },
      )
      .finally(() => {
        scanning = undefined;
        if (isOn) {
          cancelScan?.();
          cancelScan = clock.after(RESCAN_MS, scan);
        }
        wake();
      });
  };

  return {
    enter() {
      pressure.pushes++;
      return () => {
        pressure.lastPush = clock.mono();
        if (--pressure.pushes === 0) wake();
      };
    },
    add,
    judged: () =>
      isOn && (lines.size > 0 || running || scanning)
        ? new Promise((resolve) => {
            waiters.push(resolve);
          })
        : Promise.resolve(),
    isStuck: () => [...lines.values()].some((line) => isLineStuck(line, clock.mono())),
    start() {
      isOn = true;
      scan();
    },
    async stop() {
      isOn = false;
      cancelScan?.();
      wake();
      await Promise.all([running, scanning]);
    },
  };
}
