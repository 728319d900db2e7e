/**
 * `npm run bench:reports`: every report of a large practice with one year and ten years, on SQLite
 * and PostgreSQL, compared with DuckDB and plain SQL over the stored rows; the import, and how soon
 * a day's delivery appears.
 */
import { createHash } from 'node:crypto';
import Database from 'better-sqlite3';
import {
  createThreadWorker,
  type ReportWorker,
  type Query,
} from '../../server/analytics/snapshot/report-worker.ts';
import { REPORTS } from '../../server/analytics/reports/report-list.ts';
import { generate } from '../../server/operations/demo/generate/generate.ts';
import type { TemplateName } from '../../server/operations/demo/generate/templates.ts';
import type { PracticeReport } from '../../shared/analytics/reports/report.ts';
import { AppError } from '../../shared/base/errors.ts';
import type { CheckedRow } from '../../shared/analytics/deliveries/pvs-check.ts';
import { PVS_ENTITIES, PVS_FIELDS, type PvsEntity } from '../../shared/analytics/deliveries/pvs.ts';
import { reportsWorker } from '../../tests/support/setup/workers.ts';
import { median, quantile, show } from '../kit/numbers.ts';
import { keptPractice } from '../kit/kept.ts';
import { carryDeliveries, startPostgres } from '../kit/postgres.ts';
import { CID, deliveryIn, makePractice, TODAY } from '../kit/practice.ts';
import { probeCore } from '../kit/probe.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import type { Delivery } from '../../server/operations/demo/deliver-demo.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import { DUCK, fillDuck } from './duckdb.ts';
import { askPostgres, type OnPostgres } from './postgres.ts';
import { QUESTIONS, type Dialect } from './questions.ts';
import { trueRows } from './raw.ts';

const isQuick = process.argv.includes('--quick'),
  word = (name: string, otherwise: string): string =>
    process.argv.find((one) => one.startsWith(`--${name}=`))?.slice(name.length + 3) ?? otherwise;
const TEMPLATE = word('template', isQuick ? 'small' : 'large') as TemplateName,
  YEARS = Number(word('years', isQuick ? '2' : '10'));
const ROUNDS = isQuick ? 3 : 20,
  LONG_ROUNDS = isQuick ? 2 : 5,
  BESIDE_ROUNDS = isQuick ? 2 : 3;
const ONE_YEAR_MS = 50,
  TEN_YEARS_MS = 150,
  SHOWS_MS = 2000,
  IMPORT_PER_S = 50_000,
  TIMES_PLAIN = 10;
/** Ten o'clock on the reference day of the generated practice. */
const NOW = Date.parse(`${TODAY}T09:00:00Z`),
  DAY_MS = 86_400_000;
const started = performance.now(),
  say = (line: string): void => {
    console.log(
      `  ${String(Math.round((performance.now() - started) / 1000)).padStart(5)} s  ${line}`,
    );
  };
const dayText = (day: number): string => new Date(day).toISOString().slice(0, 10);

/** Periods of this many years with different end days, so that no response comes from the cache. */
function spanOf(years: number, round: number): { von: string; bis: string } {
  const bis = Date.parse(TODAY) - (7 + round * 11) * DAY_MS;
  return { von: dayText(bis - Math.round(years * 365.25) * DAY_MS + DAY_MS), bis: dayText(bis) };
}
const ask = (
  pfad: string,
  span: { von: string; bis: string },
  extra: Record<string, string>,
): Query => ({
  cid: CID,
  pfad,
  extra,
  jetzt: NOW,
  filter: {
    ...span,
    vergleich: 'KEIN',
    behandler: [],
    zimmer: [],
    teams: [],
    stempel: [],
    versicherung: [],
    bereich: [],
    terminart: [],
    termingruppe: [],
    basis: 'leistung',
    gruppierung: 'MONAT',
    kennzahl: 'umsatz',
  },
});
async function timed<T>(work: () => Promise<T>): Promise<{ ms: number; value: T }> {
  const began = performance.now(),
    value = await work();
  return { ms: performance.now() - began, value };
}
/** The first request waits for the rows; a page retries, and so does this. */
async function patient(ask_: () => Promise<PracticeReport>): Promise<PracticeReport> {
  for (;;) {
    try {
      return await ask_();
    } catch (error) {
      if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
    }
  }
}

/**
 * A report slower than the page's timeout is not requested again while it is computed: the next
 * small request shows when the worker is free.
 */
async function whole(
  asked: () => Promise<unknown>,
  small: () => Promise<PracticeReport>,
): Promise<void> {
  try {
    await asked();
  } catch (error) {
    if (!(error instanceof AppError) || error.code !== 'reports_loading') throw error;
    await patient(small);
  }
}

/** One more day of the same practice, generated before the clock starts. */
function makeDay(): Map<PvsEntity, CheckedRow[]> {
  const rows = new Map<PvsEntity, CheckedRow[]>(),
    day = TODAY;
  // Last day of a practice of the same size, with ids distinct from the existing ones.
  generate(
    {
      template: TEMPLATE,
      years: 0.1,
      seed: 77,
      today: dayText(Date.parse(TODAY) + DAY_MS),
      isSynthetic: true,
    },
    (entity, id, version, values, isDeleted) => {
      if (
        isDeleted ||
        (entity !== 'leistung' && entity !== 'tagesnotiz') ||
        values['datum'] !== day
      )
        return;
      const own = { ...values, hkpid: null, rechnungId: null, terminId: null };
      const row: CheckedRow = {
        id: `day-${id}`,
        version,
        isDeleted: false,
        values: PVS_FIELDS[entity].map((field) => {
          const value = own[field.name as keyof typeof own] as
            | CheckedRow['values'][number]
            | boolean
            | undefined;
          return typeof value === 'boolean' ? Number(value) : (value ?? null);
        }),
      };
      const list = rows.get(entity) ?? [];
      rows.set(entity, list);
      list.push(row);
    },
  );
  return rows;
}
/** Delivers it as the practice software does in the evening. @returns number of rows */
async function deliverDay(
  to: Delivery,
  rows: ReadonlyMap<PvsEntity, readonly CheckedRow[]>,
): Promise<number> {
  const batch = await to.open('bench-day', 'bench');
  if (batch === null) throw new Error('the day was there already');
  let part = 0;
  for (const entity of PVS_ENTITIES) {
    const list = rows.get(entity);
    if (list) {
      part += 1;
      await to.put({
        batch,
        part,
        entity,
        sha256: createHash('sha256').update(JSON.stringify(list)).digest('hex'),
        rows: list,
      });
    }
  }
  await to.close(batch, part);
  return [...rows.values()].reduce((sum, list) => sum + list.length, 0);
}

say('a smaller practice is read in as `npm run import` does …');
const sample = await makePractice(
    isQuick ? 'small' : 'medium',
    isQuick ? 1 : 4,
    9002,
    () => undefined,
  ),
  { importedPerSecond, importedPerCpuSecond } = sample,
  sampleRows = sample.rows;
await sample.remove();
const made = await keptPractice(TEMPLATE, YEARS, 9001, say),
  store = await openStore({ file: made.file });
const reportWorker: ReportWorker = createThreadWorker(await reportsWorker(), { file: made.file });
const plain = new Database(made.file, { readonly: true });
const SQLITE: Dialect = {
  month: (column) => `substr(${column}, 1, 7)`,
  table: (name) => trueRows(name, CID),
  quote: (day) => `'${day}'`,
  no: '0',
};
let duck: Awaited<ReturnType<typeof fillDuck>> | undefined;
try {
  say('building the image …');
  const load = await timed(() =>
    patient(() => reportWorker.practiceReport(ask('umsatz/zeitreihe', spanOf(1, 0), {}))),
  );
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
  };
  const extras = (names: readonly string[]): Record<string, string> =>
    Object.fromEntries(
      names.flatMap((name) => (extraOf[name] === undefined ? [] : [[name, extraOf[name]]])),
    );

  // A practice's server has been running for a while: proposals are computed after its start and
  // slow every report meanwhile.
  say('working out the proposals …');
  const proposals = await timed(() =>
    patient(() => reportWorker.practiceReport(ask('heute/vorschlaege', spanOf(1, 0), {}))),
  );
  const times = new Map<string, { one: number[]; ten: number[]; core: number }>();
  // Warm-up for the JIT compiler before measuring.
  for (let round = 0; round < 10; round += 1) probeCore();
  for (const entry of REPORTS) {
    const own = { one: [] as number[], ten: [] as number[], core: probeCore() },
      run = async (years: number, round: number): Promise<number> =>
        (
          await timed(() =>
            whole(
              () =>
                reportWorker.practiceReport(
                  ask(entry.pfad, spanOf(years, round), extras(entry.extra)),
                ),
              () =>
                reportWorker.practiceReport(
                  ask('umsatz/zeitreihe', { von: TODAY, bis: TODAY }, {}),
                ),
            ),
          )
        ).ms;
    await run(1, 20);
    for (let round = 0; round < ROUNDS; round += 1) own.one.push(await run(1, round));
    for (let round = 0; round < LONG_ROUNDS; round += 1) own.ten.push(await run(YEARS, round));
    times.set(entry.pfad, own);
    say(`${entry.pfad}: ${show(quantile(own.one, 0.95))} ms, ${show(quantile(own.ten, 0.95))} ms`);
  }

  say('carrying the rows into DuckDB …');
  duck = await fillDuck(plain, CID);
  say('asking DuckDB and plain SQL …');
  const beside = new Map<string, { own: number[]; duck: number[]; plain: number[] }>();
  for (let round = 0; round < BESIDE_ROUNDS; round += 1) {
    say(`round ${round + 1} of ${BESIDE_ROUNDS}`);
    for (const question of QUESTIONS) {
      const span = spanOf(1, round + 30),
        one = beside.get(question.pfad) ?? { own: [], duck: [], plain: [] };
      beside.set(question.pfad, one);
      const ours = await timed(() => reportWorker.practiceReport(ask(question.pfad, span, {}))),
        theirs = await timed(() => duck!.ask(question.sql(DUCK, span.von, span.bis))),
        raw = await timed(() =>
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
      one.own.push(ours.ms);
      one.duck.push(theirs.ms);
      one.plain.push(raw.ms);
    }
  }

  const rows = [...times]
    .map(([pfad, own]) => ({
      pfad,
      one: quantile(own.one, 0.95),
      ten: quantile(own.ten, 0.95),
      core: own.core,
    }))
    .sort((a, b) => b.one - a.one);
  printTable(
    `${made.services.toLocaleString('en')} services, ${made.rows.toLocaleString('en')} rows: a report from question to answer, 95th percentile of ${ROUNDS} and ${LONG_ROUNDS} questions`,
    ['report', 'one year ms', `${YEARS} years ms`, 'core ms'],
    rows.map((one) => [one.pfad, show(one.one), show(one.ten), show(one.core)]),
    [
      "core: a fixed piece of the processor's work just before, always the same",
      'asked of the thread of reports, as the server does; every question has another span',
      `the image was built in ${show(load.ms / 1000)} s, proposals were there ${show(proposals.ms / 1000)} s later; reports are asked from then on`,
    ],
  );
  printTable(
    'A dozen reports of one year beside others with the same rows (medians)',
    ['report', 'Molar ms', 'DuckDB ms', 'SQL ms', 'to DuckDB', 'to SQL'],
    [...beside].map(([pfad, one]) => [
      pfad,
      show(median(one.own)),
      show(median(one.duck)),
      show(median(one.plain)),
      show(median(one.own) / median(one.duck)),
      show(median(one.plain) / median(one.own)),
    ]),
    [
      'DuckDB: in memory, in columns, with all the threads it takes; SQL: the same question to the rows as they are stored in SQLite: of each id the newest version of a delivery that counts',
      'an answer counts only where all three say the same',
      'ours are whole reports: figures, table and lines',
    ],
  );

  // Compared before the day arrives: later rows sort differently among equal ones.
  const postgres = await startPostgres(say);
  let onPostgres: OnPostgres | undefined;
  if (postgres) {
    try {
      onPostgres = await askPostgres({
        url: postgres.url,
        plain,
        carry: carryDeliveries,
        say,
        rounds: ROUNDS,
        longRounds: LONG_ROUNDS,
        worker: await reportsWorker(),
        asked: REPORTS.map((entry) => ({
          pfad: entry.pfad,
          one: (round: number) => ask(entry.pfad, spanOf(1, round), extras(entry.extra)),
          all: (round: number) => ask(entry.pfad, spanOf(YEARS, round), extras(entry.extra)),
        })),
        ours: (query) => patient(() => reportWorker.practiceReport(query)),
        patient,
        cid: CID,
      });
    } finally {
      await postgres.stop();
    }
  }

  say('a day is delivered …');
  const before = await reportWorker.practiceReport(
      ask('umsatz/zeitreihe', { von: TODAY, bis: TODAY }, {}),
    ),
    day = makeDay(),
    began = performance.now(),
    delivered = await deliverDay(deliveryIn(store), day);
  for (;;) {
    const now = await patient(() =>
      reportWorker.practiceReport(ask('umsatz/zeitreihe', { von: TODAY, bis: TODAY }, {})),
    );
    if (now.kpis[0]?.wert !== before.kpis[0]?.wert) break;
    if (performance.now() - began > 120_000) throw new Error('the day does not show');
  }
  const shows = performance.now() - began;

  printTable(
    'Rows on their way',
    ['', ''],
    [
      [
        `rows imported a second (${sampleRows.toLocaleString('en')} of them)`,
        show(importedPerSecond),
      ],
      ['rows imported for each second of the processor', show(importedPerCpuSecond)],
      [`a day of ${delivered} rows, from delivery to report, ms`, show(shows)],
    ],
  );
  if (onPostgres)
    printTable(
      'On PostgreSQL: the same rows, the same answers',
      ['', ''],
      [
        ['rows carried over', onPostgres.rows.toLocaleString('en')],
        ['the image was built in, s', show(onPostgres.loadMs / 1000)],
        ['reports that said the same as on SQLite', String(onPostgres.same)],
        ['slowest report of one year, 95th percentile, ms', show(onPostgres.one)],
        [`slowest report of ${YEARS} years, 95th percentile, ms`, show(onPostgres.ten)],
        [
          'a dozen reports, times as fast as plain SQL, the middle one',
          show(onPostgres.timesPlain),
        ],
      ],
    );
  printMachine(
    [],
    rows.map((one) => one.core),
  );
  const all = [...beside.values()],
    total = (pick: (one: { own: number[]; duck: number[]; plain: number[] }) => number[]): number =>
      all.reduce((sum, one) => sum + median(pick(one)), 0);
  const targets: Target[] = [
    {
      name: 'slowest report of one year, 95th percentile',
      value: Math.max(...rows.map((one) => one.one)),
      target: ONE_YEAR_MS,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: `slowest report of ${YEARS} years, 95th percentile`,
      value: Math.max(...rows.map((one) => one.ten)),
      target: TEN_YEARS_MS,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: 'reports of one year within their time, share',
      value: rows.filter((one) => one.one <= ONE_YEAR_MS).length / rows.length,
      target: 1,
      bound: 'least',
    },
    {
      name: `reports of ${YEARS} years within their time, share`,
      value: rows.filter((one) => one.ten <= TEN_YEARS_MS).length / rows.length,
      target: 1,
      bound: 'least',
    },
    {
      name: 'a dozen reports, to DuckDB',
      value: total((one) => one.own) / total((one) => one.duck),
      target: 1,
      bound: 'most',
    },
    {
      name: 'a dozen reports, times as fast as plain SQL, the middle one',
      value: median(all.map((one) => median(one.plain) / median(one.own))),
      target: TIMES_PLAIN,
      bound: 'least',
    },
    ...(onPostgres
      ? [
          {
            name: 'PostgreSQL: slowest report of one year, 95th percentile',
            value: onPostgres.one,
            target: ONE_YEAR_MS,
            bound: 'most' as const,
            unit: 'ms',
          },
          {
            name: `PostgreSQL: slowest report of ${YEARS} years, 95th percentile`,
            value: onPostgres.ten,
            target: TEN_YEARS_MS,
            bound: 'most' as const,
            unit: 'ms',
          },
          {
            name: 'PostgreSQL: a dozen reports, times as fast as plain SQL, the middle one',
            value: onPostgres.timesPlain,
            target: TIMES_PLAIN,
            bound: 'least' as const,
          },
        ]
      : []),
    {
      name: 'rows imported a second',
      value: importedPerSecond,
      target: IMPORT_PER_S,
      bound: 'least',
    },
    { name: 'a day shows after', value: shows, target: SHOWS_MS, bound: 'most', unit: 'ms' },
  ];
  process.exitCode = report('reports', targets) ? 0 : 1;
} finally {
  duck?.close();
  plain.close();
  await reportWorker.close();
  await store.close();
  made.remove();
}
