/**
 * `npm run bench:scale`: what an operation costs on SQLite and on PostgreSQL with one, two and four
 * processes, how an event gets from one process to another, and what an open channel holds.
 */
import { bundlePrograms } from '../kit/child.ts';
import { median, quantile, range, show } from '../kit/numbers.ts';
import { startPostgres } from '../kit/postgres.ts';
import { probeDisk } from '../kit/probe.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { benchFolder, interleave } from '../kit/rounds.ts';
import { bundleServer } from '../kit/server.ts';
import { SHAPES } from './cell.ts';
import { measureEvents, measureStreams, type EventTimes } from './events.ts';
import { loadCandidates, type LoadResult } from './load.ts';

const isQuick = process.argv.includes('--quick');
const PORT = 4760;
const ROUNDS = isQuick ? 1 : 4;
const say = (line: string): void => {
  console.log(`  ${line}`);
};

const KINDS = ['push', 'beat', 'board'] as const;
const WORDS = { push: 'push', beat: 'heartbeat', board: 'read of the board' } as const;

function loadTable(results: ReadonlyMap<string, LoadResult[]>): Target[] {
  const of = (name: string, value: (one: LoadResult) => number): number[] =>
    (results.get(name) ?? []).map(value);
  for (const kind of KINDS)
    printTable(
      `One ${WORDS[kind]}`,
      ['', 'CPU of the servers, ms', 'range', 'a second'],
      [...results.keys()].map((name) => {
        const cpu = of(name, (one) => one[kind].cpuMs);
        return [
          name,
          show(median(cpu)),
          range(cpu).map(show).join('-'),
          show(median(of(name, (one) => one[kind].perSecond))),
        ];
      }),
    );
  const ratio = (
    a: { name: string },
    b: { name: string },
    value: (one: LoadResult) => number,
  ): number => median(of(a.name, value)) / median(of(b.name, value));
  const targets: Target[] = KINDS.flatMap((kind) =>
    (
      [
        [SHAPES.two, 'two', 1.1, 1],
        [SHAPES.four, 'four', 1.25, 0.9],
      ] as const
    ).flatMap(([shape, word, most, least]): Target[] => [
      {
        name: `${WORDS[kind]}: CPU with ${word} processes against one`,
        value: ratio(shape, SHAPES.one, (one) => one[kind].cpuMs),
        target: most,
        bound: 'most',
      },
      {
        name: `${WORDS[kind]}: throughput with ${word} processes against one`,
        value: ratio(shape, SHAPES.one, (one) => one[kind].perSecond),
        target: least,
        bound: 'least',
      },
    ]),
  );
  const writes = median(
    [...results.values()].flat().flatMap((one) => (one.writes === undefined ? [] : [one.writes])),
  );
  return [
    ...targets,
    {
      name: 'push: CPU of the server on PostgreSQL against SQLite',
      value: ratio(SHAPES.one, SHAPES.sqlite, (one) => one.push.cpuMs),
      target: 3,
      bound: 'most',
    },
    ...KINDS.map((kind): Target => ({
      name: `${WORDS[kind]}: CPU with row-level security against without`,
      value: ratio(SHAPES.one, SHAPES.open, (one) => one[kind].cpuMs),
      target: 1.15,
      bound: 'most',
    })),
    { name: 'rows written for a heartbeat', value: writes, target: 0.2, bound: 'most' },
  ];
}

function eventTable({ within, across }: EventTimes): Target[] {
  printTable(
    'One event, from the call at one process to the desk',
    ['', 'median, ms', 'p99'],
    [
      ['at the same process', show(median(within)), show(quantile(within, 0.99))],
      ['at another process', show(median(across)), show(quantile(across, 0.99))],
    ],
  );
  return [
    {
      name: 'an event at another process: later than at the same one',
      value: median(across) - median(within),
      target: 30,
      bound: 'most',
      unit: 'ms',
    },
  ];
}

await bundleServer();
const postgres = await startPostgres(say);
if (!postgres) throw new Error('bench:scale needs PostgreSQL');
const probes = [probeDisk(benchFolder())];
const targets: Target[] = [];
try {
  const [client = '', callers = ''] = await bundlePrograms([
    'bench/sync/molar-client.child.ts',
    'bench/scale/tablets.child.ts',
  ]);
  const size = {
    tablets: 8,
    docs: isQuick ? 50 : 100,
    bursts: isQuick ? 2 : 4,
    calls: isQuick ? 1500 : 4000,
    port: PORT,
  };
  const load = await interleave(
    loadCandidates({ client, callers }, Object.values(SHAPES), postgres, size),
    ROUNDS,
    say,
  );
  targets.push(...loadTable(load.results));
  const turnedAway = [...load.results.values()].flat().reduce((n, one) => n + one.turnedAway, 0);
  say(`calls that were turned away for a moment and repeated: ${turnedAway}; other failures: none`);
  probes.push(...load.probes);
  targets.push(...eventTable(await measureEvents(postgres, PORT, isQuick ? 40 : 200)));
  targets.push({
    name: 'memory of an open live channel',
    value: (await measureStreams(callers, postgres, PORT, isQuick ? 400 : 1200)) / 1000,
    target: 40,
    bound: 'most',
    unit: 'kB',
  });
} finally {
  await postgres.stop();
}
printMachine(probes);
process.exitCode = report('scale', targets) ? 0 : 1;
