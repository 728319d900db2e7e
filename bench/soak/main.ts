/**
 * `npm run bench:soak`: 200 tablets with one paper a minute each for ten minutes, then a killed
 * server and all of them reconnecting.
 */
import { mkdirSync, rmSync } from 'node:fs';
import { join } from 'node:path';
import { bundlePrograms, startChild } from '../kit/child.ts';
import { until } from '../kit/desk.ts';
import { watchLoop, type LoopReading } from '../kit/loop.ts';
import { median, quantile, show } from '../kit/numbers.ts';
import { probeDisk, type Probe } from '../kit/probe.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { bundleServer, freshFolder, startMolar } from '../kit/server.ts';
import type { Order, Reading } from './clients.child.ts';
import { sampleMemory } from './memory.ts';
import { countStored, jobsWaiting, opsWaiting } from './stored.ts';

const flag = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const isQuick = process.argv.includes('--quick');
const MINUTES = Number(flag('minutes') ?? (isQuick ? 3 : 10)),
  TABLETS = Number(flag('tablets') ?? 200);
/** Before this, memory use still rises from warm-up and is not counted as growth. */
const WARM_MINUTES = Math.min(2, MINUTES / 3);
const WINDOW_MINUTES = Math.min(2, (MINUTES - WARM_MINUTES) / 2);
const PORT = 4770,
  MINUTE = 60_000,
  AWAY_MS = 3000;
const say = (line: string): void => {
  console.log(`  ${line}`);
};
const rest = (ms: number): Promise<void> => new Promise((r) => setTimeout(r, ms));
const high = (values: readonly number[], q: number): string =>
  values.length === 0 ? '-' : show(quantile(values, q));
const mb = (bytes: number): string => (bytes / 1e6).toFixed(0);

const folder = freshFolder('soak'),
  data = join(folder, 'data');
mkdirSync(data);
const probes: Probe[] = [probeDisk(folder)];
await bundleServer();
const [program = ''] = await bundlePrograms(['bench/soak/clients.child.ts']);
const watch = watchLoop(folder);
const server = await startMolar(data, PORT, watch.env);
const clients = startChild(program);
let isOver = false;
try {
  const order: Order = { url: server.url, logins: server.logins(), tablets: TABLETS };
  say(`registering ${TABLETS} tablets …`);
  await clients.ask({ what: 'open', order });
  const memory = sampleMemory(() => watch.pid());
  let before = await watch.read();
  await clients.ask({ what: 'read' });
  await clients.ask({ what: 'run' });

  const minutes: {
    reading: Reading;
    loop: LoopReading;
    cpu: number;
    jobs: number;
    ops: number;
    rss: number[];
    children: number;
  }[] = [];
  const began = performance.now();
  for (let minute = 1; minute <= MINUTES; minute++) {
    await rest(began + minute * MINUTE - performance.now());
    const [reading, loop] = [await clients.ask<Reading>({ what: 'read' }), await watch.read()];
    const { children } = memory.last(),
      rss = memory.between(began + (minute - 1) * MINUTE, MINUTE);
    minutes.push({
      reading,
      loop,
      cpu: (loop.cpuMs - before.cpuMs) / MINUTE,
      jobs: jobsWaiting(data),
      ops: opsWaiting(data),
      rss,
      children,
    });
    before = loop;
    say(
      `minute ${minute}: ${reading.sent} sent, ${reading.signed} signed, push p99 ${high(reading.pushes, 0.99)} ms, loop p99 ${show(loop.p99)} ms, RSS ${mb(quantile(rss, 0.1))} to ${mb(quantile(rss, 0.9))} MB${reading.trouble.length > 0 ? `, ${reading.trouble.length} × ${reading.trouble[0]}` : ''}`,
    );
  }
  const first = memory.between(began + WARM_MINUTES * MINUTE, WINDOW_MINUTES * MINUTE),
    last = memory.between(began + (MINUTES - WINDOW_MINUTES) * MINUTE, WINDOW_MINUTES * MINUTE);
  memory.stop();

  say('the server is killed …');
  await clients.ask({ what: 'hold' });
  await server.kill();
  await rest(AWAY_MS);
  await server.restart();
  const back = performance.now();
  await clients.ask<number>({ what: 'wait for all', limitMs: 120_000 });
  const stormMs = performance.now() - back;
  const storm = await clients.ask<Reading>({ what: 'read' }),
    stormLoop = await watch.read();
  say(`all back and acknowledged after ${show(stormMs / 1000)} s; one more minute of work …`);
  await clients.ask({ what: 'go on' });
  await rest(isQuick ? MINUTE / 4 : MINUTE);
  await clients.ask({ what: 'hold' });
  // Long enough for the slowest reader.
  await rest(31_000);
  await clients.ask({ what: 'wait for all', limitMs: 60_000 });
  // Items not judged and sealed by then are counted below, not waited for.
  await until(
    'everything is judged and sealed',
    async () => opsWaiting(data) + jobsWaiting(data) === 0,
    60_000,
    200,
  ).catch(() => undefined);
  const after = await clients.ask<Reading>({ what: 'read' });
  await clients.ask({ what: 'end' });
  isOver = true;
  await server.stop();
  probes.push(probeDisk(folder));

  const all = [...minutes.map((m) => m.reading), storm, after];
  const sum = (pick: (r: Reading) => number): number => all.reduce((n, r) => n + pick(r), 0);
  const stored = countStored(data);
  const steady = minutes.slice(Math.floor(WARM_MINUTES)).map((m) => m.reading);
  // Everything counts from the end of the warm-up, including the reconnect storm and the minute
  // after it.
  const pushes = [...steady, storm, after].flatMap((r) => r.pushes),
    acks = steady.flatMap((r) => r.acks);
  const alarms = after.alarms;
  printTable(
    `${TABLETS} tablets, one paper a minute each (composed, rendered, pulled, begun, signed, pushed, sealed, filed), minute by minute`,
    [
      'minute',
      'sent',
      'push p50',
      'push p99',
      'written to acknowledged p99',
      'compose p50',
      'board p50',
      'loop p50',
      'loop p99',
      'loop max',
      'collections',
      'longest',
      'heap MB',
      'RSS MB, lower',
      'RSS MB, upper',
      'children MB',
      'CPU %',
      'to judge',
      'jobs due',
    ],
    minutes.map(({ reading: r, loop, cpu, jobs, ops, rss, children }, i) => [
      String(i + 1),
      String(r.sent),
      high(r.pushes, 0.5),
      high(r.pushes, 0.99),
      high(r.acks, 0.99),
      high(r.composes, 0.5),
      high(r.boards, 0.5),
      show(loop.p50),
      show(loop.p99),
      show(loop.max),
      String(loop.gc.count),
      show(loop.gc.max),
      mb(loop.heapUsed),
      mb(quantile(rss, 0.1)),
      mb(quantile(rss, 0.9)),
      mb(children),
      (cpu * 100).toFixed(0),
      String(ops),
      String(jobs),
    ]),
    [
      'times in ms; CPU of the server process alone, in per cent of one core; children: renderer and sealer',
      `memory is compared by medians of every second: minutes ${show(WARM_MINUTES)} to ${show(WARM_MINUTES + WINDOW_MINUTES)} and the last ${show(WINDOW_MINUTES)}`,
    ],
  );
  printTable(
    'The server was killed and came back',
    ['', ''],
    [
      [
        'all connected again and everything acknowledged',
        `${show(stormMs / 1000)} s after it was ready`,
      ],
      [
        'pushes meanwhile',
        `${storm.pushes.length}, p50 ${high(storm.pushes, 0.5)} ms, p99 ${high(storm.pushes, 0.99)} ms`,
      ],
      ['loop of the new process', `p99 ${show(stormLoop.p99)} ms, max ${show(stormLoop.max)} ms`],
      [
        'signed in all',
        `${sum((r) => r.signed)}; in the database ${stored.submits} submissions, ${stored.sealed} sealed, ${stored.filed} filed, ${stored.parked} parked`,
      ],
      [
        'papers reception could not send',
        `${sum((r) => r.skipped)} (${[...new Set(all.flatMap((r) => r.trouble))].slice(0, 3).join(' · ') || 'none'})`,
      ],
    ],
  );
  if (alarms.length > 0) console.log(`  alarms: ${alarms.slice(0, 10).join(' · ')}`);
  printMachine(probes);
  const growth = (median(last) / median(first) - 1) * 100;
  const targets: Target[] = [
    {
      name: 'memory growth, last minutes to first after the warm-up, %',
      value: growth,
      target: 5,
      bound: 'most',
      unit: `% (${mb(median(first))} to ${mb(median(last))} MB)`,
    },
    {
      name: 'push p99, the storm included, ms',
      value: quantile(pushes, 0.99),
      target: 1000,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: 'written on a tablet to acknowledged p99, ms',
      value: quantile(acks, 0.99),
      target: 1000,
      bound: 'most',
      unit: 'ms',
    },
    {
      name: 'everything acknowledged after the kill, s',
      value: stormMs / 1000,
      target: 60,
      bound: 'most',
      unit: 's',
    },
    {
      name: 'signed and not exactly once in the database',
      value: Math.abs(sum((r) => r.signed) - stored.submits),
      target: 0,
      bound: 'most',
    },
    {
      name: 'signed and not sealed and filed',
      value: stored.submits - Math.min(stored.sealed, stored.filed),
      target: 0,
      bound: 'most',
    },
    {
      name: 'alarms raised without a reason',
      value: alarms.length + stored.parked,
      target: 0,
      bound: 'most',
    },
  ];
  process.exitCode = report('soak', targets) ? 0 : 1;
} finally {
  await clients.kill();
  if (!isOver) await server.kill();
  rmSync(folder, { recursive: true, force: true });
}
