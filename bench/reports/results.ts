/** Tables and targets of a run. */
import { median, show } from '../kit/numbers.ts';
import type { MadePractice } from '../kit/practice.ts';
import { printMachine, printTable, type Target } from '../kit/report.ts';
import type { ReportTime } from './every-report.ts';
import type { PeerTimes } from './peers.ts';
import type { OnPostgres } from './postgres.ts';
import { LONG_ROUNDS, ROUNDS, YEARS } from './run.ts';

const ONE_YEAR_MS = 50;
const TEN_YEARS_MS = 150;
const SHOWS_MS = 2000;
const IMPORT_PER_S = 50_000;
const TIMES_PLAIN = 10;

export interface Results {
  readonly practice: { services: number; rows: number; loadMs: number; proposalsMs: number };
  /** Slowest report first. */
  readonly times: readonly ReportTime[];
  readonly peers: readonly PeerTimes[];
  readonly sample: Pick<MadePractice, 'rows' | 'importedPerSecond' | 'importedPerCpuSecond'>;
  readonly day: { delivered: number; ms: number };
  readonly onPostgres: OnPostgres | undefined;
}

/** Prints the times of reports, and of the peers next to them. */
export function printTimes({
  practice,
  times,
  peers,
}: Omit<Results, 'day' | 'sample' | 'onPostgres'>): void {
  printTable(
    `${practice.services.toLocaleString('en')} services, ${practice.rows.toLocaleString('en')} rows: a report from question to answer, 95th percentile of ${ROUNDS} and ${LONG_ROUNDS} questions`,
    ['report', 'one year ms', `${YEARS} years ms`, 'core ms'],
    times.map((one) => [one.pfad, show(one.one), show(one.ten), show(one.core)]),
    [
      "core: a fixed piece of the processor's work just before, always the same",
      'asked of the thread of reports, as the server does; every question has another span',
      `the image was built in ${show(practice.loadMs / 1000)} s, proposals were there ${show(practice.proposalsMs / 1000)} s later; reports are asked from then on`,
    ],
  );
  printTable(
    'A dozen reports of one year beside others with the same rows (medians)',
    ['report', 'Molar ms', 'DuckDB ms', 'SQL ms', 'to DuckDB', 'to SQL'],
    peers.map((one) => [
      one.pfad,
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
}

/** Prints the import, the delivered day, PostgreSQL and the machine. */
export function printDeliveries({ times, sample, day, onPostgres }: Results): void {
  printTable(
    'Rows on their way',
    ['', ''],
    [
      [
        `rows imported a second (${sample.rows.toLocaleString('en')} of them)`,
        show(sample.importedPerSecond),
      ],
      ['rows imported for each second of the processor', show(sample.importedPerCpuSecond)],
      [`a day of ${day.delivered} rows, from delivery to report, ms`, show(day.ms)],
    ],
  );
  if (onPostgres) printPostgres(onPostgres);
  printMachine(
    [],
    times.map((one) => one.core),
  );
}

function printPostgres(onPostgres: OnPostgres): void {
  printTable(
    'On PostgreSQL: the same rows, the same answers',
    ['', ''],
    [
      ['rows carried over', onPostgres.rows.toLocaleString('en')],
      ['the image was built in, s', show(onPostgres.loadMs / 1000)],
      ['reports that said the same as on SQLite', String(onPostgres.same)],
      ['slowest report of one year, 95th percentile, ms', show(onPostgres.one)],
      [`slowest report of ${YEARS} years, 95th percentile, ms`, show(onPostgres.ten)],
      ['a dozen reports, times as fast as plain SQL, the middle one', show(onPostgres.timesPlain)],
    ],
  );
}

const postgresTargets = (onPostgres: OnPostgres): Target[] => [
  {
    name: 'PostgreSQL: slowest report of one year, 95th percentile',
    value: onPostgres.one,
    target: ONE_YEAR_MS,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: `PostgreSQL: slowest report of ${YEARS} years, 95th percentile`,
    value: onPostgres.ten,
    target: TEN_YEARS_MS,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'PostgreSQL: a dozen reports, times as fast as plain SQL, the middle one',
    value: onPostgres.timesPlain,
    target: TIMES_PLAIN,
    bound: 'least',
  },
];

/** Returns the targets and the measured values. */
export function targetsOf({ times, peers, sample, day, onPostgres }: Results): Target[] {
  const total = (pick: (one: PeerTimes) => number[]): number =>
    peers.reduce((sum, one) => sum + median(pick(one)), 0);
  return [
    {
      name: 'slowest report of one year, 95th percentile',
      value: Math.max(...times.map((one) => one.one)),
      target: ONE_YEAR_MS,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: `slowest report of ${YEARS} years, 95th percentile`,
      value: Math.max(...times.map((one) => one.ten)),
      target: TEN_YEARS_MS,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: 'reports of one year within their time, share',
      value: times.filter((one) => one.one <= ONE_YEAR_MS).length / times.length,
      target: 1,
      bound: 'least',
    },
    {
      name: `reports of ${YEARS} years within their time, share`,
      value: times.filter((one) => one.ten <= TEN_YEARS_MS).length / times.length,
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
      value: median(peers.map((one) => median(one.plain) / median(one.own))),
      target: TIMES_PLAIN,
      bound: 'least',
    },
    ...(onPostgres ? postgresTargets(onPostgres) : []),
    {
      name: 'rows imported a second',
      value: sample.importedPerSecond,
      target: IMPORT_PER_S,
      bound: 'least',
    },
    { name: 'a day shows after', value: day.ms, target: SHOWS_MS, bound: 'most', unit: 'ms' },
  ];
}
