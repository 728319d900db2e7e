/**
 * Reads a browser trace: main-thread time of each key press until the frame that shows it is handed
 * to the compositor.
 */

/** Name of the mark that aligns the page's clock with the clock of the trace. */
export const CLOCK = 'bench-clock';

/**
 * Resolution to which the browser rounds `performance.now()` on pages that are not cross-origin
 * isolated.
 */
const CLOCK_STEP_MS = 0.1;

/** One entry of the trace event format; times in µs, `tdur` in thread time. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/**
 * Times noted by the page, in ms since navigation start: every press with the frame that shows it,
 * and when the mark was set.
 */
export interface Noted {
  readonly clock: number;
  readonly presses: readonly number[];
  readonly frames: readonly number[];
}
/** ms of one key press, in thread time and in wall-clock time. */
export interface KeyCost {
  readonly thread: number;
  readonly wall: number;
}

/**
 * Sums every task of the thread from the one that handles the press to the one that produces its
 * frame, both in full: script, style, layout, paint, commit to the compositor, and everything in
 * between. Waiting for vsync and work after the frame are not included.
 * @param recording with the categories `toplevel` and `blink.user_timing`
 * @returns one entry for each press recorded with its frame, in order
 */
export function keyCosts(recording: Buffer, { clock, presses, frames }: Noted): readonly KeyCost[] {
  const { traceEvents } = JSON.parse(recording.toString()) as {
    readonly traceEvents: readonly TraceEvent[];
  };
  const mark = traceEvents.find((one) => one.name === CLOCK && one.ph !== 'M');
  if (!mark) return [];
  const tasks = traceEvents
    .filter(
      (one) =>
        one.pid === mark.pid &&
        one.tid === mark.tid &&
        one.name === 'ThreadControllerImpl::RunTask' &&
        one.ph === 'X',
    )
    .sort((a, b) => a.ts - b.ts);
  const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
  // A nested task is part of its outer task.
  const whole: TraceEvent[] = [];
  for (const one of tasks) {
    const last = whole[whole.length - 1];
    if (last === undefined || one.ts >= endOf(last)) whole.push(one);
  }
  // The page's clock is rounded down, and the task that reads it runs longer than one step: take
  // the last task that had begun one step later.
  const taskAt = (ms: number): number =>
    whole.findLastIndex((one) => one.ts <= mark.ts + (ms - clock + CLOCK_STEP_MS) * 1000);
  return presses.flatMap((press, at): KeyCost[] => {
    const frame = frames[at],
      from = taskAt(press),
      to = frame === undefined ? -1 : taskAt(frame);
    if (from === -1 || to < from) return [];
    const taken = whole.slice(from, to + 1),
      sum = (pick: (one: TraceEvent) => number | undefined): number =>
        taken.reduce((all, one) => all + (pick(one) ?? 0), 0) / 1000;
    return [{ thread: sum((one) => one.tdur), wall: sum((one) => one.dur) }];
  });
}
