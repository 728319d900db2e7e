/** `npm run bench:sync`: pushes, live channel, one finalisation and the drain of a tablet, beside RxDB, PouchDB, bare WebSockets and SQLite itself. */
import { bundlePrograms } from '../kit/child.ts';
import { interleave } from '../kit/rounds.ts';
import { printMachine, report, type Target } from '../kit/report.ts';
import { bundleServer } from '../kit/server.ts';
import { pushCandidates, type Programs } from './push.ts';
import { pushTable, pushTargets } from './push-table.ts';

const isQuick = process.argv.includes('--quick');
const ROUNDS = isQuick ? 1 : 5;
const PORT = 4720;
const say = (line: string): void => { console.log(`  ${line}`); };

const files = ['molar-client', 'rxdb-server', 'rxdb-client', 'pouch-server', 'pouch-client', 'limit', 'verify'];
await bundleServer();
const [molarClient = '', rxdbServer = '', rxdbClient = '', pouchServer = '', pouchClient = '', limit = '', verify = ''] = await bundlePrograms(files.map(name => `bench/sync/${name}.child.ts`));
const programs: Programs = { molarClient, rxdbServer, rxdbClient, pouchServer, pouchClient, limit, verify };
const targets: Target[] = [];

console.log('Push: 8 tablets, 200 signatures each');
const push = await interleave(pushCandidates(programs, { clients: 8, docs: 200, port: PORT }), ROUNDS, say);
pushTable(push.results);
targets.push(...pushTargets(push.results));

printMachine(push.probes);
process.exitCode = report('sync', targets) ? 0 : 1;
