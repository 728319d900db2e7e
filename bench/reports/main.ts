/**
 * `npm run bench:reports`: every report of a large practice with one year and ten years, on SQLite
 * and PostgreSQL, compared with DuckDB and plain SQL over the stored rows; the import, and how soon
 * a day's delivery appears.
 */
import type Database from 'better-sqlite3';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import {
  createThreadWorker,
  type ReportWorker,
} from '../../server/analytics/snapshot/report-worker.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { reportsWorker } from '../../tests/support/setup/workers.ts';
import { keptPractice } from '../kit/kept.ts';
import { carryDeliveries, startPostgres } from '../kit/postgres.ts';
import { CID, deliveryIn, FILE_KEY, makePractice } from '../kit/practice.ts';
import { report } from '../kit/report.ts';
import { ask, patient, spanOf, timed } from './ask.ts';
import { enterCosts } from './costs.ts';
import { showDay } from './day.ts';
import { fillDuck, type Duck } from './duckdb.ts';
import { timeReports, type Extras } from './every-report.ts';
import { askPeers } from './peers.ts';
import { askPostgres, type OnPostgres } from './postgres.ts';
import { printDeliveries, printTimes, targetsOf } from './results.ts';
import { isQuick, LONG_ROUNDS, ONLY, ROUNDS, say, TEMPLATE, YEARS } from './run.ts';

/** Returns values for the parameters that some reports need in addition to the filter. */
function extrasOf(plain: Database.Database, practitioner: string): Extras {
  const { patid } = plain
    .prepare('select patid from pvs_leistung where cid = ? limit 1')
    .get(CID) as { patid: string };
  const extraOf: Readonly<Record<string, string>> = {
    patid,
    region: 'be',
    kennzahl: 'umsatz',
    seite: '1',
    gruppe: 'ALLE',
    messwert: 'umsatz',
    nr: '01',
    teil: `behandler:${practitioner}`,
  };
  return ({ path, extra }) => {
    const given = Object.fromEntries(
      extra.flatMap((name) => (extraOf[name] === undefined ? [] : [[name, extraOf[name]]])),
    );
    // Of the rows behind a figure `teil` names a side of the quotient, elsewhere a practitioner.
    return path === 'zeilen/{kennzahl}' ? { ...given, teil: 'zaehler' } : given;
  };
}

/** Requests every report on a PostgreSQL with the same rows, if one can be started. */
async function onPostgresOf(
  reportWorker: ReportWorker,
  plain: Database.Database,
  extras: Extras,
): Promise<OnPostgres | undefined> {
  const postgres = await startPostgres(say);
  if (!postgres) return undefined;
  try {
    return await askPostgres({
      url: postgres.url,
      plain,
      carry: carryDeliveries,
      say,
      rounds: ROUNDS,
      longRounds: LONG_ROUNDS,
      worker: await reportsWorker(),
      asked: REPORTS.map((entry) => ({
        pfad: entry.path,
        one: (round: number) => ask(entry.path, spanOf(1, round), extras(entry)),
        all: (round: number) => ask(entry.path, spanOf(YEARS, round), extras(entry)),
      })),
      ours: (query) => patient(() => reportWorker.practiceReport(query)),
      patient,
      cid: CID,
    });
  } finally {
    await postgres.stop();
  }
}

say('a smaller practice is read in as `npm run import` does …');
const sample = await makePractice(
  isQuick ? 'small' : 'medium',
  isQuick ? 1 : 4,
  9002,
  () => undefined,
);
await sample.remove();
const made = await keptPractice(TEMPLATE, YEARS, 9001, say);
const store = await openStore({ file: made.file, key: FILE_KEY });
const plain = openFile({ file: made.file, key: FILE_KEY }, { readonly: true }),
  practitioner = await enterCosts(store, plain),
  reportWorker = createThreadWorker(await reportsWorker(), { file: made.file, key: FILE_KEY });
let duck: Duck | undefined;
try {
  say('building the image …');
  const load = await timed(() =>
    patient(() => reportWorker.practiceReport(ask('umsatz/zeitreihe', spanOf(1, 0), {}))),
  );
  const extras = extrasOf(plain, practitioner);
  // The server of a practice runs for a long time: it computes proposals after its start, which
  // slows every report meanwhile.
  say('working out the proposals …');
  const proposals = await timed(() =>
    patient(() => reportWorker.practiceReport(ask('heute/vorschlaege', spanOf(1, 0), {}))),
  );
  const times = await timeReports(reportWorker, extras);
  if (ONLY === '') {
    say('carrying the rows into DuckDB …');
    duck = await fillDuck(plain, CID);
    say('asking DuckDB and plain SQL …');
    const peers = await askPeers({ reportWorker, duck, plain });
    const practice = {
      services: made.services,
      rows: made.rows,
      loadMs: load.ms,
      proposalsMs: proposals.ms,
    };
    printTimes({ practice, times, peers });

    // Compared before the day arrives: later rows sort differently among equal ones.
    const onPostgres = await onPostgresOf(reportWorker, plain, extras);
    say('a day is delivered …');
    const day = await showDay(reportWorker, deliveryIn(store));
    const results = { practice, times, peers, sample, day, onPostgres };
    printDeliveries(results);
    process.exitCode = report('reports', targetsOf(results)) ? 0 : 1;
  }
} finally {
  duck?.close();
  plain.close();
  await reportWorker.close();
  await store.close();
  made.remove();
}
