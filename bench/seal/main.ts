/**
 * `npm run bench:seal`: from the structured document to the sealed, verified PDF, compared with
 * Chromium's print and @react-pdf/renderer; then the real server's event loop while sealing.
 */
import { join } from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { bundlePrograms, startChild } from '../kit/child.ts';
import { median, quantile, range, show, spread } from '../kit/numbers.ts';
import { printMachine, printTable, report, type Target } from '../kit/report.ts';
import { interleave } from '../kit/rounds.ts';
import { bundleServer } from '../kit/server.ts';
import { openChromium } from './chromium.ts';
import { openMolar, type Made } from './molar.ts';
import { sealOnServer } from './server.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 4 : 13,
  PER_ROUND = isQuick ? 5 : 10,
  ON_SERVER = isQuick ? 20 : 120;
/** Warm-up documents per candidate: compilers and caches are warm, as in a running practice. */
const WARM = 5;
const say = (line: string): void => {
  console.log(`  ${line}`);
};

interface One {
  ms: number;
  bytes: number;
}
const times = (all: readonly (readonly One[])[]): number[] => all.flat().map((one) => one.ms);

console.log('Building the server and the peers …');
await bundleServer();
const [reactPdf = ''] = await bundlePrograms(['bench/seal/react-pdf.tsx']);
const noto = (file: string): string =>
  join(ROOT, 'node_modules/@expo-google-fonts/noto-sans', file);
const fonts = {
  regular: noto('400Regular/NotoSans_400Regular.ttf'),
  semibold: noto('600SemiBold/NotoSans_600SemiBold.ttf'),
};
const molar = await openMolar(),
  chromium = await openChromium(fonts),
  react = startChild(reactPdf);
const made: Made[] = [];
let number = 0;
const series = async (make: (number: number) => Promise<One>, count: number): Promise<One[]> => {
  const all: One[] = [];
  for (let i = 0; i < count; i++) all.push(await make(++number));
  return all;
};
const byMolar = async (n: number): Promise<One> => {
  const one = await molar.make(n);
  made.push(one);
  return { ms: one.checked, bytes: one.bytes };
};
const makers = {
  'Molar, sealed and checked': byMolar,
  'Chromium page.pdf': (n: number) => chromium.make(n),
  '@react-pdf/renderer': (n: number) => react.ask<One>({ number: n, fonts }),
};
for (const make of Object.values(makers)) await series(make, WARM);
made.length = 0;
const { results, probes } = await interleave(
  Object.entries(makers).map(([name, make]) => ({ name, run: () => series(make, PER_ROUND) })),
  ROUNDS,
  say,
);
molar.close();
await Promise.all([chromium.close(), react.kill()]);

const server = await sealOnServer(ON_SERVER, say);

const kB = (bytes: number): string => `${(bytes / 1000).toFixed(0)} kB`;
const row = (name: string, ms: number[], bytes: number, what: string): string[] => [
  name,
  spread(ms),
  show(quantile(ms, 0.95)),
  kB(bytes),
  what,
];
const peer = (name: string): number[] => times(results.get(name) ?? []);
const sizeOf = (name: string): number =>
  median((results.get(name) ?? []).flat().map((one) => one.bytes));
const proven = made.map((m) => m.proven);
const [rendered, sealed, checked] = [
  made.map((m) => m.rendered),
  made.map((m) => m.sealed),
  made.map((m) => m.checked),
];
printTable(
  `One consent, ${made.length} times: three declarations, two signatures of 459 points`,
  ['', 'ms, median (range)', 'p95', 'file', 'what it is'],
  [
    row(
      'Molar, rendered',
      rendered,
      median(made.map((m) => m.base)),
      'PDF/A-3a, tagged, data attached, no ink yet',
    ),
    row(
      'Molar, rendered and sealed',
      sealed,
      median(made.map((m) => m.bytes)),
      '+ ink, evidence, PAdES B-B seal',
    ),
    row(
      'Molar, with its own check',
      checked,
      median(made.map((m) => m.bytes)),
      '+ read again by our own verifier',
    ),
    row(
      'Molar, revocation list inside',
      made.map((m) => m.listed),
      median(made.map((m) => m.bytes)),
      'prepared for the seal, not rendered',
    ),
    row(
      'Molar, sealed up to B-T',
      made.map((m) => m.stamped),
      median(made.map((m) => m.bytes)),
      'not rendered; one time stamp, without the time of the service',
    ),
    row(
      'Molar, sealed up to B-LTA',
      proven,
      median(made.map((m) => m.provenBytes)),
      'not rendered; two time stamps and validation data, without the time of the service',
    ),
    row(
      'Chromium page.pdf',
      peer('Chromium page.pdf'),
      sizeOf('Chromium page.pdf'),
      'tagged, no PDF/A, no seal',
    ),
    row(
      '@react-pdf/renderer',
      peer('@react-pdf/renderer'),
      sizeOf('@react-pdf/renderer'),
      'no tags, no PDF/A, no seal',
    ),
  ],
  [
    'Molar renders and seals in two child processes that are replaced every 300 requests; that time is in the range.',
    `${kB(32_000)} of the sealed file are the room for a signature with a foreign time stamp.`,
  ],
);
printTable(
  `The built server sealing ${server.seals} such documents that came over the wire`,
  ['', 'ms, median (range)', 'p95'],
  [
    ['submission acknowledged', spread(server.acked), show(quantile(server.acked, 0.95))],
    [
      'signed to filed (sealed to the server, sent, stored, rendered, sealed, checked, stored again)',
      spread(server.filed),
      show(quantile(server.filed, 0.95)),
    ],
  ],
  [
    `loop of the server meanwhile: held up ${show(server.loop.max)} ms at most, p99 ${show(server.loop.p99)} ms; ${server.loop.gc.count} collections, the longest ${show(server.loop.gc.max)} ms`,
    `an idle process beside it was held up ${show(server.idle.max)} ms at most: what the machine alone does`,
  ],
);
printMachine(probes);
const targets: Target[] = [
  {
    name: 'rendered and sealed, median ms',
    value: median(sealed),
    target: 40,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'rendered, sealed and checked, median ms',
    value: median(checked),
    target: 100,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'sealed up to B-T without the service, median ms',
    value: median(made.map((m) => m.stamped)),
    target: 40,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'sealed up to B-LTA without the service, median ms',
    value: median(proven),
    target: 40,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'server loop held up while sealing, longest ms',
    value: server.loop.max,
    target: 50,
    bound: 'most',
    unit: 'ms',
  },
  {
    name: 'rendered and sealed, ratio to Chromium page.pdf',
    value: median(sealed) / median(peer('Chromium page.pdf')),
    target: 1,
    bound: 'most',
  },
  {
    name: 'rendered and sealed, ratio to @react-pdf/renderer',
    value: median(sealed) / median(peer('@react-pdf/renderer')),
    target: 1,
    bound: 'most',
  },
];
if (range(sealed)[0] <= 0) throw new Error('nothing was measured');
process.exitCode = report('seal', targets) ? 0 : 1;
