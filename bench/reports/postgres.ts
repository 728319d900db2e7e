/**
 * Runs the same practice on PostgreSQL: every report must equal the one on SQLite; measures reports
 * and plain SQL there.
 */
import { setTimeout } from 'node:timers/promises';
import type Database from 'better-sqlite3';
import pg from 'pg';
import {
  createThreadWorker,
  type ReportWorker,
  type Query,
} from '../../server/analytics/snapshot/report-worker.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { median, quantile, show } from '../kit/numbers.ts';
import { QUESTIONS, type Dialect } from './questions.ts';
import { trueRows } from './raw.ts';

interface Asked {
  url: string;
  plain: Database.Database;
  cid: string;
  rounds: number;
  longRounds: number;
  worker: string;
  say: (line: string) => void;
  carry: (
    source: Database.Database,
    cid: string,
    url: string,
    say: (line: string) => void,
  ) => Promise<number>;
  asked: readonly { pfad: string; one: (round: number) => Query; all: (round: number) => Query }[];
  /** Response on SQLite. */
  ours: (query: Query) => Promise<PracticeReport>;
  patient: (ask: () => Promise<PracticeReport>) => Promise<PracticeReport>;
}
export interface OnPostgres {
  rows: number;
  loadMs: number;
  same: number;
  one: number;
  ten: number;
  timesPlain: number;
}

const LOOKED = 120;
/** @throws if a response differs */
export async function askPostgres({
  url,
  plain,
  cid,
  rounds,
  longRounds,
  worker,
  say,
  carry,
  asked,
  ours,
  patient,
}: Asked): Promise<OnPostgres> {
  say('carrying the rows over to PostgreSQL …');
  const rows = await carry(plain, cid, url, say),
    reportWorker: ReportWorker = createThreadWorker(worker, { url }),
    client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    say('building the image from PostgreSQL …');
    const began = performance.now(),
      ask = (query: Query): Promise<PracticeReport> =>
        patient(() => reportWorker.practiceReport(query));
    await ask(asked[0]!.one(0));
    const loadMs = performance.now() - began,
      timed = async (query: Query): Promise<number> => {
        const from = performance.now();
        await reportWorker.practiceReport(query);
        return performance.now() - from;
      };
    let one = 0,
      ten = 0;
    say('working out the proposals …');
    await ask(asked.find((entry) => entry.pfad === 'heute/vorschlaege')!.one(0));
    say('every report on PostgreSQL …');
    for (const entry of asked) {
      // Open proposals appear only once they are computed; until then an overview omits them.
      for (
        let tries = 0;
        JSON.stringify(await ask(entry.one(40))) !== JSON.stringify(await ours(entry.one(40)));
        tries += 1
      ) {
        if (tries === LOOKED) throw new Error(`${entry.pfad}: PostgreSQL and SQLite differ`);
        await setTimeout(1000);
      }
      const years: number[] = [],
        all: number[] = [];
      for (let round = 0; round < rounds; round += 1) years.push(await timed(entry.one(round)));
      for (let round = 0; round < longRounds; round += 1) all.push(await timed(entry.all(round)));
      const [year, whole] = [quantile(years, 0.95), quantile(all, 0.95)];
      say(`${entry.pfad}: ${show(year)} ms, ${show(whole)} ms`);
      one = Math.max(one, year);
      ten = Math.max(ten, whole);
    }
    say('plain SQL on PostgreSQL …');
    const POSTGRES: Dialect = {
      month: (column) => `substr(${column}, 1, 7)`,
      table: (name) => trueRows(name, cid, true),
      quote: (day) => `'${day}'`,
      no: 'false',
    };
    const ratios: number[] = [];
    for (const question of QUESTIONS) {
      const query = asked.find((entry) => entry.pfad === question.pfad)!.one(50),
        mine: number[] = [],
        raw: number[] = [];
      for (let round = 0; round < 3; round += 1) {
        mine.push(await timed(query));
        const from = performance.now(),
          found = await client.query({
            text: question.sql(POSTGRES, query.filter.von, query.filter.bis),
            rowMode: 'array',
          });
        raw.push(performance.now() - from);
        const said = [
          question.own(await reportWorker.practiceReport(query)),
          Math.round(question.theirs(found.rows as unknown[][])),
        ];
        if (
          Math.abs(said[0]! - said[1]!) > (await reportWorker.practiceReport(query)).zeilen.length
        )
          throw new Error(`${question.pfad}: the answers on PostgreSQL differ: ${said.join(', ')}`);
      }
      ratios.push(median(raw) / median(mine));
    }
    return { rows, loadMs, same: asked.length, one, ten, timesPlain: median(ratios) };
  } finally {
    await client.end();
    await reportWorker.close();
  }
}
