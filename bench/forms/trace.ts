/** Reads a browser's recording: what each key press cost the page's own thread until the frame that shows it was handed over. */
import { PRESSED, SHOWN } from './marks.ts';

/** One entry of the trace event format; times in µs, `tdur` by the thread's own clock. */
interface TraceEvent { readonly name: string; readonly ph: string; readonly pid: number; readonly tid: number; readonly ts: number; readonly dur?: number; readonly tdur?: number }

/**
 * Counts every task of the thread from the one that takes the press to the one that makes its frame, both whole: script, style, layout, paint and the
 * handing over to the compositor, and whatever came between. Waiting for the screen's beat is none, and what follows the frame is not in it.
 * @param recording of the categories `toplevel` and `blink.user_timing`
 * @returns ms for each press, in their order
 */
export function threadMs(recording: Buffer): readonly number[] {
  const { traceEvents } = JSON.parse(recording.toString()) as { readonly traceEvents: readonly TraceEvent[] };
  const marks = traceEvents.filter((one) => (one.name === PRESSED || one.name === SHOWN) && one.ph !== 'M').sort((a, b) => a.ts - b.ts);
  const [first] = marks;
  if (!first) return [];
  const tasks = traceEvents.filter((one) => one.pid === first.pid && one.tid === first.tid && one.name === 'ThreadControllerImpl::RunTask' && one.ph === 'X').sort((a, b) => a.ts - b.ts);
  const endOf = ({ ts, dur = 0 }: TraceEvent): number => ts + dur;
  // A task inside another one is part of it.
  const whole: TraceEvent[] = [];
  for (const one of tasks) {
    const last = whole[whole.length - 1];
    if (last === undefined || one.ts >= endOf(last)) whole.push(one);
  }
  const taskAt = (ts: number): number => whole.findIndex((one) => one.ts <= ts && ts <= endOf(one));
  const presses = marks.filter((one) => one.name === PRESSED), frames = marks.filter((one) => one.name === SHOWN);
  return presses.flatMap(({ ts }, at) => {
    const frame = frames[at], from = taskAt(ts), to = frame ? taskAt(frame.ts) : -1;
    return from === -1 || to === -1 ? [] : [whole.slice(from, to + 1).reduce((sum, one) => sum + (one.tdur ?? 0), 0) / 1000];
  });
}
