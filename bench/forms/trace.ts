/** Reads a browser's recording: what each key press cost the page's own thread until the frame that shows it was handed over. */

/** Name of the one mark that ties the page's clock to the recording's. */
export const CLOCK = 'bench-clock';

/** To this the browser cuts `performance.now()` on pages that are not isolated. */
const CLOCK_STEP_MS = 0.1;

/** One entry of the trace event format; times in µs, `tdur` by the thread's own clock. */
interface TraceEvent {
  readonly name: string;
  readonly ph: string;
  readonly pid: number;
  readonly tid: number;
  readonly ts: number;
  readonly dur?: number;
  readonly tdur?: number;
}

/** What the page noted, in ms since its navigation began: every press with the frame that shows it, and when it set the mark. */
export interface Noted {
  readonly clock: number;
  readonly presses: readonly number[];
  readonly frames: readonly number[];
}
/** ms of one key press: by the thread's own clock, and by the one on the wall. */
export interface KeyCost {
  readonly thread: number;
  readonly wall: number;
}

/**
 * Counts every task of the thread from the one that takes the press to the one that makes its frame, both whole: script, style, layout, paint and the
 * handing over to the compositor, and whatever came between. Waiting for the screen's beat is none, and what follows the frame is not in it.
 * @param recording of the categories `toplevel` and `blink.user_timing`
 * @returns one for each press that was recorded with its frame, in their order
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
  // A task inside another one is part of it.
  const whole: TraceEvent[] = [];
  for (const one of tasks) {
    const last = whole[whole.length - 1];
    if (last === undefined || one.ts >= endOf(last)) whole.push(one);
  }
  // The page's clock is cut down to its step, and what asks it goes on for longer than that: the task is the last one that had begun a step later.
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
