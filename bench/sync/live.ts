/**
 * New task at one of two hundred tablets: our server and receiver compared with bare WebSockets
 * that carry and seal the same bytes, from the start of the COMMIT to the opened body.
 */
import { readFileSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { openFile } from '../../server/platform/db/file/open-file.ts';
import { storedFile } from '../../server/platform/keys/rootkey/stored-file.ts';
import { ROOT } from '../../scripts/sources.mjs';
import { startChild } from '../kit/child.ts';
import { until } from '../kit/desk.ts';
import { median, quantile, show } from '../kit/numbers.ts';
import { printTable, type Target } from '../kit/report.ts';
import { interleave, type Candidate } from '../kit/rounds.ts';
import { freshFolder, startMolar } from '../kit/server.ts';
import type { Sample } from './live-tablets.child.ts';
import type { WsSample } from './ws-tablets.child.ts';

export interface LivePrograms {
  liveTablets: string;
  wsServer: string;
  wsTablets: string;
}
export interface LiveSize {
  tablets: number;
  rounds: number;
  samples: number;
  port: number;
}
/**
 * ms from the COMMIT's start, and from the desk's call; samples with another commit in between or
 * with a pull are excluded and counted.
 */
interface LiveRound {
  fromCommit: number[];
  fromCall: number[];
  unclear: number;
  pulled: number;
}
interface Side {
  place(at: number): Promise<void>;
  round(): LiveRound;
  close(): Promise<void>;
  /** Characters of the bodies so far, median. */
  chars(): number;
}

const ms = (ns: bigint): number => Number(ns) / 1e6;
/** Idle pause between two tasks. */
const PAUSE_MS = 30;
/**
 * Warm-up tasks. Together with the measured ones at most the number of tablets: a tablet takes one
 * Mappe.
 */
const WARM = 10;

async function openMolar(programs: LivePrograms, size: LiveSize): Promise<Side> {
  const folder = freshFolder('live'),
    commits = join(folder, 'commits');
  const server = await startMolar(folder, size.port, {
    BENCH_COMMITS: commits,
    NODE_OPTIONS: `--import=${pathToFileURL(join(ROOT, 'bench/sync/commit-probe.mjs')).href}`,
  });
  const tablets = startChild(programs.liveTablets);
  const close = async (): Promise<void> => {
    await tablets.kill();
    await server.kill();
    rmSync(folder, { recursive: true, force: true });
  };
  try {
    const db = openFile(storedFile(folder), { readonly: true });
    const patients = db
      .prepare<[], { patid: string; name: string }>(
        "select patid, first_name || ' ' || last_name as name from patient where geburtsdatum < '2000' limit 50",
      )
      .all();
    await tablets.ask({
      do: 'open',
      url: server.url,
      logins: server.logins(),
      tablets: size.tablets,
      mappen: WARM + size.rounds * size.samples,
      patients,
    });
    const unprepared = db.prepare<[], { n: number }>(
      'select count(*) as n from task where presented_pdf_sha256 is null',
    );
    await until('every PDF is prepared', async () => unprepared.get()?.n === 0, 180_000, 200);
    db.close();
    await tablets.ask({ do: 'connect' });
  } catch (error) {
    await close();
    throw error;
  }
  let samples: Sample[] = [];
  return {
    close,
    chars: () => median(samples.map((s) => s.chars)),
    async place(at) {
      samples.push(await tablets.ask<Sample>({ do: 'place', at }));
    },
    round() {
      const times = readFileSync(commits, 'utf8').split('\n').filter(Boolean).map(BigInt);
      const round: LiveRound = {
        fromCommit: [],
        fromCall: [],
        unclear: 0,
        pulled: samples.filter((s) => s.pulled).length,
      };
      for (const { sent, got } of samples) {
        const own = times.filter((t) => t >= sent && t <= got);
        round.fromCall.push(ms(got - sent));
        if (own.length === 1 && own[0] !== undefined) round.fromCommit.push(ms(got - own[0]));
        else round.unclear++;
      }
      samples = [];
      return round;
    },
  };
}

/** One server and its tablets; each side sends bodies of its usual size. */
async function openWs(
  programs: LivePrograms,
  size: LiveSize,
): Promise<{ side(bytes: number, isPlain: boolean): Side; close(): Promise<void> }> {
  const folder = freshFolder('ws'),
    port = size.port + 2;
  const server = startChild(programs.wsServer, [folder, String(port)]);
  const tablets = startChild(programs.wsTablets);
  await server.ask({ do: 'ready' });
  await tablets.ask({ do: 'open', url: `http://127.0.0.1:${port}`, tablets: size.tablets });
  return {
    side(bytes, isPlain) {
      let samples: WsSample[] = [];
      return {
        chars: () => bytes,
        async place(at) {
          samples.push(await tablets.ask<WsSample>({ do: 'place', at, bytes, isPlain }));
        },
        round() {
          const round = {
            fromCommit: samples.map((s) => ms(s.got - s.committing)),
            fromCall: samples.map((s) => ms(s.got - s.sent)),
            unclear: 0,
            pulled: 0,
          };
          samples = [];
          return round;
        },
        close: () => Promise.resolve(),
      };
    },
    async close() {
      await tablets.kill();
      await server.kill();
      rmSync(folder, { recursive: true, force: true });
    },
  };
}

const MOLAR = 'Molar',
  SAME = 'bare WebSockets, the same bytes sealed',
  PLAIN = 'bare WebSockets, 2 kB in the clear';

/** Runs the comparison; both servers stay open and idle while the other one is measured. */
export async function liveBench(
  programs: LivePrograms,
  size: LiveSize,
  say: (line: string) => void,
): Promise<Target[]> {
  const warm = async (side: Side): Promise<void> => {
    for (let i = 0; i < WARM; i++) await side.place(i);
  };
  const molar = await openMolar(programs, size),
    ws = await openWs(programs, size);
  try {
    await warm(molar);
    const chars = molar.chars();
    const sides: [string, Side][] = [
      [MOLAR, molar],
      [SAME, ws.side(chars, false)],
      [PLAIN, ws.side(2000, true)],
    ];
    for (const [, side] of sides) {
      if (side !== molar) await warm(side);
      side.round();
    }
    const candidates = sides.map(([name, side]): Candidate<LiveRound> => ({
      name,
      async run(round) {
        for (let i = 0; i < size.samples; i++) {
          await side.place(WARM + round * size.samples + i);
          await new Promise((done) => setTimeout(done, PAUSE_MS));
        }
        return side.round();
      },
    }));
    const { results } = await interleave(candidates, size.rounds, say);
    return liveTable(results, size, chars);
  } finally {
    await molar.close();
    await ws.close();
  }
}

function liveTable(
  results: ReadonlyMap<string, LiveRound[]>,
  size: LiveSize,
  chars: number,
): Target[] {
  const of = (name: string, what: 'fromCommit' | 'fromCall'): number[] =>
    (results.get(name) ?? []).flatMap((r) => r[what]);
  const sum = (name: string, what: 'unclear' | 'pulled'): string =>
    String((results.get(name) ?? []).reduce((n, r) => n + r[what], 0));
  const rows = [...results.keys()].map((name) => {
    const [commit, call] = [of(name, 'fromCommit'), of(name, 'fromCall')];
    return [
      name,
      show(median(commit)),
      show(quantile(commit, 0.99)),
      show(median(call)),
      show(quantile(call, 0.99)),
      String(commit.length),
      sum(name, 'unclear'),
      sum(name, 'pulled'),
    ];
  });
  printTable(
    `A new task at one of ${size.tablets} tablets, ms`,
    ['', 'p50 from commit', 'p99', 'p50 from call', 'p99', 'samples', 'left out', 'pulled'],
    rows,
    [
      `From the start of the COMMIT that holds it to the moment the opened task is handed to the tablet's store: ${(chars / 1000).toFixed(1)} kB, sealed to the tablet before the commit and opened by it in both.`,
      "From call: from the desk's request on (ours: token, policy, moving a prepared Mappe, audit; peer: one insert). Left out: another commit came in between. Pulled: the task did not come with the announcement.",
    ],
  );
  const [ours, bare] = [median(of(MOLAR, 'fromCommit')), median(of(SAME, 'fromCommit'))];
  return [
    {
      name: 'new task at one of 200 tablets: p50',
      value: ours,
      target: 5,
      bound: 'most',
      unit: 'ms',
      floor: bare,
    },
    { name: 'new task: times bare WebSockets', value: ours / bare, target: 1.3, bound: 'most' },
  ];
}
