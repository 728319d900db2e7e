/**
 * `npm run bench:sync`: pushes, live channel, one finalisation and the drain of a tablet, compared
 * with RxDB, PouchDB, bare WebSockets and SQLite itself.
 */
import { bundlePrograms } from '../kit/child.ts';
import { interleave } from '../kit/rounds.ts';
import { probeDisk } from '../kit/probe.ts';
import { benchFolder } from '../kit/rounds.ts';
import { printMachine, report, type Target } from '../kit/report.ts';
import { bundleServer } from '../kit/server.ts';
import { browserCandidates, type BrowserSize } from './browser.ts';
import { browserTable } from './browser-table.ts';
import { liveBench } from './live.ts';
import { pushCandidates } from './push.ts';
import { pushTable, pushTargets } from './push-table.ts';

const isQuick = process.argv.includes('--quick');
/**
 * For development: `--only=push,live,browser`, `--rounds=2`; then flushes are not counted, which
 * takes as long as a round.
 */
const option = (name: string): string | undefined =>
  process.argv.find((arg) => arg.startsWith(`--${name}=`))?.slice(name.length + 3);
const only = option('only')?.split(',');
const wants = (part: string): boolean => only === undefined || only.includes(part);
const ROUNDS = Number(option('rounds') ?? (isQuick ? 1 : 5));
const PORT = 4720;
const say = (line: string): void => {
  console.log(`  ${line}`);
};

await bundleServer();
const file = (name: string): string => `bench/sync/${name}.child.ts`;
const targets: Target[] = [];
const probes = [probeDisk(benchFolder())];

if (wants('push')) {
  console.log('Push: 8 tablets');
  const [
    molarClient = '',
    rxdbServer = '',
    rxdbClient = '',
    pouchServer = '',
    pouchClient = '',
    limit = '',
    verify = '',
  ] = await bundlePrograms(
    [
      'molar-client',
      'rxdb-server',
      'rxdb-client',
      'pouch-server',
      'pouch-client',
      'limit',
      'verify',
    ].map(file),
  );
  const programs = { molarClient, rxdbServer, rxdbClient, pouchServer, pouchClient, limit, verify },
    size = { clients: 8, docs: isQuick ? 50 : 200, bursts: isQuick ? 1 : 5, port: PORT };
  const push = await interleave(pushCandidates(programs, size), ROUNDS, say);
  const traced = await interleave(
    isQuick || only ? [] : pushCandidates(programs, { ...size, bursts: 1, isTraced: true }),
    1,
    say,
  );
  pushTable(push.results, traced.results, size);
  targets.push(...pushTargets(push.results));
  probes.push(...push.probes);
}
if (wants('live')) {
  console.log('Live channel: 200 tablets, one new task at a time');
  const [liveTablets = '', wsServer = '', wsTablets = ''] = await bundlePrograms(
    ['live-tablets', 'ws-server', 'ws-tablets'].map(file),
  );
  targets.push(
    ...(await liveBench(
      { liveTablets, wsServer, wsTablets },
      { tablets: 200, rounds: ROUNDS, samples: isQuick ? 15 : 38, port: PORT },
      say,
    )),
  );
}
if (wants('browser')) {
  console.log('Chromium: one tablet');
  const [rxdbServer = '', pouchServer = '', verify = ''] = await bundlePrograms(
    ['rxdb-server', 'pouch-server', 'verify'].map(file),
  );
  const size: BrowserSize = {
    docs: 200,
    singles: isQuick ? 15 : 40,
    warm: isQuick ? 15 : 60,
    port: PORT,
  };
  const browser = await interleave(
    await browserCandidates({ rxdbServer, pouchServer, verify }, size),
    ROUNDS,
    say,
  );
  targets.push(...(await browserTable(browser.results, size)));
  probes.push(...browser.probes);
}

printMachine(probes);
process.exitCode = report('sync', targets) ? 0 : 1;
