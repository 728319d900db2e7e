/** Times of every report, for one year and for all years. */
import type { ReportWorker } from '../../server/analytics/snapshot/report-worker.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { quantile, show } from '../kit/numbers.ts';
import { probeCore } from '../kit/probe.ts';
import { ask, askToday, spanOf, timed, whole } from './ask.ts';
import { isTimed, LONG_ROUNDS, ROUNDS, YEARS, say } from './run.ts';

/** 95th percentiles of a report, ms, and of the processor just before. */
export interface ReportTime {
  readonly pfad: string;
  readonly one: number;
  readonly ten: number;
  readonly core: number;
}

export type Extras = (report: {
  readonly path: string;
  readonly extra: readonly string[];
}) => Record<string, string>;

/** Requests every report in turn. @returns the slowest report of one year first */
export async function timeReports(
  reportWorker: ReportWorker,
  extras: Extras,
): Promise<ReportTime[]> {
  const times: ReportTime[] = [];
  // Warm-up for the JIT compiler before measuring.
  for (let round = 0; round < 10; round += 1) probeCore();
  for (const entry of REPORTS.filter(({ path }) => isTimed(path))) {
    const core = probeCore();
    const one: number[] = [];
    const ten: number[] = [];
    const run = async (years: number, round: number): Promise<number> => {
      const query = ask(entry.path, spanOf(years, round), extras(entry));
      const { ms } = await timed(() =>
        whole(
          () => reportWorker.practiceReport(query),
          () => reportWorker.practiceReport(askToday()),
        ),
      );
      return ms;
    };
    await run(1, 20);
    for (let round = 0; round < ROUNDS; round += 1) one.push(await run(1, round));
    for (let round = 0; round < LONG_ROUNDS; round += 1) ten.push(await run(YEARS, round));
    const time = { pfad: entry.path, one: quantile(one, 0.95), ten: quantile(ten, 0.95), core };
    times.push(time);
    say(`${time.pfad}: ${show(time.one)} ms, ${show(time.ten)} ms`);
  }
  return times.sort((a, b) => b.one - a.one);
}
