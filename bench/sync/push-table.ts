/** Prints the push results: a table of all candidates, and the four target ratios. */
import { median, show, spread } from '../kit/numbers.ts';
import { printTable, type Target } from '../kit/report.ts';
import { NAMES, nameOf, type PushResult, type PushSize } from './push.ts';

const kB = (bytes: number): string => (Number.isNaN(bytes) ? '-' : (bytes / 1000).toFixed(1));

/** Prints one row per candidate. @param traced one run of each with counted flushes */
export function pushTable(
  results: ReadonlyMap<string, PushResult[]>,
  traced: ReadonlyMap<string, PushResult[]>,
  size: PushSize,
): void {
  const rows = [...results].map(([name, runs]) => {
    const mid = (of: (r: PushResult) => number): number => median(runs.map(of));
    const syncs = traced.get(name)?.[0]?.syncs;
    const isLimit = name.startsWith(NAMES.limit);
    return [
      name,
      spread(runs.map((r) => r.docsPerSecond)),
      kB(mid((r) => r.bytes)),
      show(mid((r) => r.serverCpu)),
      isLimit ? '-' : show(mid((r) => r.clientCpu)),
      kB(mid((r) => r.written)),
      syncs === undefined ? '-' : String(syncs),
      name.startsWith(NAMES.pouch) ? 'no' : 'yes',
      runs[0]?.judgedMs === undefined ? '-' : show(mid((r) => r.judgedMs ?? 0)),
      runs[0]?.judgedCpu === undefined ? '-' : show(mid((r) => r.judgedCpu ?? 0)),
    ];
  });
  printTable(
    `Push: ${size.clients} tablets x ${size.docs} signatures, until acknowledged, ${size.bursts} bursts a run`,
    [
      '',
      'docs/s',
      'kB/doc',
      'server CPU ms/doc',
      'client CPU ms/doc',
      'kB written/doc',
      'flushes',
      'on disk before ack',
      'judged after ms',
      'CPU with judging ms/doc',
    ],
    rows,
    [
      'One client process with all tablets, stores in memory, filled before the clock runs (ours: sealed, too), two hundred documents of each and four bursts sent before, each burst once the server rests; the server is killed after the run and its database read by another process.',
      'Ours is a complete sealed task.submit through token, policy and the whole server; the tasks are not known to this practice, so judging ends with "unknown_task" and seals no PDF. Peers only store.',
      'Flushes: fsync and fdatasync of the server for all documents, counted in a further run that is not timed.',
      "30 kB: equal bytes for all. Strokes: peers get signature_pad's JSON of the same signatures, ours the delta encoding; the limit writes rows of our size, ten a commit.",
    ],
  );
}

/** Ratios of medians of one interleaved run. */
export function pushTargets(results: ReadonlyMap<string, PushResult[]>): Target[] {
  const speed = (name: string): number =>
    median((results.get(name) ?? []).map((r) => r.docsPerSecond));
  return (['equal', 'strokes'] as const).flatMap((shape) => {
    const [ours, peer, limit] = [
      speed(nameOf('molar', shape)),
      speed(nameOf('rxdb', shape)),
      speed(nameOf('limit', shape)),
    ];
    const word = shape === 'equal' ? 'push 30 kB' : 'push strokes';
    return [
      {
        name: `${word}: times the best durable peer`,
        value: ours / peer,
        target: shape === 'equal' ? 2 : 4,
        bound: 'least' as const,
      },
      {
        name: `${word}: share of SQLite FULL alone`,
        value: ours / limit,
        target: shape === 'equal' ? 0.7 : 0.3,
        bound: 'least' as const,
      },
    ];
  });
}
