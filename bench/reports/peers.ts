/** A dozen reports of one year, next to DuckDB and plain SQL with the same rows. */
import type Database from 'better-sqlite3';
import type { ReportWorker } from '../../server/analytics/snapshot/report-worker.ts';
import { CID } from '../kit/practice.ts';
import { ask, spanOf, timed } from './ask.ts';
import { DUCK, type Duck } from './duckdb.ts';
import { QUESTIONS, type Dialect } from './questions.ts';
import { trueRows } from './raw.ts';
import { BESIDE_ROUNDS, say } from './run.ts';

const SQLITE: Dialect = {
  month: (column) => `substr(${column}, 1, 7)`,
  table: (name) => trueRows(name, CID),
  quote: (day) => `'${day}'`,
  no: '0',
};

/** Times of one report and its peers, ms. */
export interface PeerTimes {
  readonly pfad: string;
  readonly own: number[];
  readonly duck: number[];
  readonly plain: number[];
}

interface Peers {
  readonly reportWorker: ReportWorker;
  readonly duck: Duck;
  readonly plain: Database.Database;
}

/** Sends the query to all three once. @throws if their answers differ */
async function askRound(
  { reportWorker, duck, plain }: Peers,
  question: (typeof QUESTIONS)[number],
  span: ReturnType<typeof spanOf>,
): Promise<{ own: number; duck: number; plain: number }> {
  const ours = await timed(() => reportWorker.practiceReport(ask(question.pfad, span, {})));
  const theirs = await timed(() => duck.ask(question.sql(DUCK, span.von, span.bis)));
  const raw = await timed(() =>
    Promise.resolve(
      plain
        .prepare(question.sql(SQLITE, span.von, span.bis))
        .raw()
        .all() as unknown[][],
    ),
  );
  const said = [
    question.own(ours.value),
    Math.round(question.theirs(theirs.value)),
    Math.round(question.theirs(raw.value)),
  ];
  // Euros of single lines are rounded to the cent before summing.
  if (Math.abs(said[0]! - said[2]!) > ours.value.zeilen.length || said[1] !== said[2])
    throw new Error(`${question.pfad}: the answers differ: ${said.join(', ')}`);
  return { own: ours.ms, duck: theirs.ms, plain: raw.ms };
}

/** Sends every query to all three, in rounds. @throws if answers differ */
export async function askPeers(peers: Peers): Promise<PeerTimes[]> {
  const times = QUESTIONS.map(({ pfad }): PeerTimes => ({ pfad, own: [], duck: [], plain: [] }));
  for (let round = 0; round < BESIDE_ROUNDS; round += 1) {
    say(`round ${round + 1} of ${BESIDE_ROUNDS}`);
    for (const [at, question] of QUESTIONS.entries()) {
      const one = await askRound(peers, question, spanOf(1, round + 30));
      times[at]!.own.push(one.own);
      times[at]!.duck.push(one.duck);
      times[at]!.plain.push(one.plain);
    }
  }
  return times;
}
