/** A throw-away PostgreSQL 15 of Debian with the files of `deploy/backup`, run by the user `postgres`. */
import { execFileSync, spawn, spawnSync, type ChildProcess } from 'node:child_process';
import { chownSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from '../chaos/dice.ts';
import { runSql } from '../support/postgres.ts';

const BIN = '/usr/lib/postgresql/15/bin';
const idOf = (flag: string): number =>
  Number(execFileSync('id', [flag, 'postgres'], { encoding: 'utf8' }));

/** Lines of docs/operate.md that start pgBackRest, without the user who does it. */
const MANUAL = readFileSync(path.join(ROOT, 'docs/operate.md'), 'utf8')
  .split('\n')
  .flatMap((line) => /^sudo -u postgres (pgbackrest .+?)(?:\s+#.*)?$/.exec(line)?.[1] ?? []);
/** Returns the only command of the manual with this word. */
export function inManual(word: string): string {
  const found = MANUAL.filter((line) => line.includes(word));
  if (found.length !== 1) throw new Error(`docs/operate.md has ${found.length} lines „${word}“`);
  return found[0]!;
}

function exchanged(text: string, changes: readonly (readonly [string, string])[]): string {
  return changes.reduce((now, [from, to]) => {
    if (!now.includes(from)) throw new Error(`the example no longer says: ${from}`);
    return now.replaceAll(from, to);
  }, text);
}

export interface DebianPostgres {
  url: string;
  /** Address of the role that serves. */
  servingUrl: string;
  /** Runs a line of the manual with the paths of this place; throws with its output. */
  pgbackrest(line: string): string;
  /** Ends it without a checkpoint, as a lost machine does, and deletes its files. */
  lose(): Promise<void>;
  /** Starts it on the files that are there. @param folder another than its own, on another port */
  start(folder?: string, port?: number): Promise<string>;
  drop(): Promise<void>;
}

const EXAMPLES = path.join(ROOT, 'deploy/backup');
const FOLDERS = ['', 'repo', 'log', 'spool', 'lock', 'drill'] as const;

/** Makes an empty cluster that archives its log. @param ports of the cluster and of a drill */
export async function startDebianPostgres(port: number): Promise<DebianPostgres> {
  const user = { uid: idOf('-u'), gid: idOf('-g') },
    place = mkdtempSync(path.join(tmpdir(), 'molar-pg15-')),
    data = path.join(place, 'main'),
    config = path.join(place, 'pgbackrest.conf');
  for (const folder of FOLDERS)
    mkdirSync(path.join(place, folder), { recursive: true, mode: 0o700 });
  writeFileSync(
    config,
    exchanged(readFileSync(path.join(EXAMPLES, 'pgbackrest.conf'), 'utf8'), [
      ['/mnt/backup/pgbackrest', path.join(place, 'repo')],
      ['/var/lib/postgresql/15/main', data],
      ['/var/log/pgbackrest', path.join(place, 'log')],
      ['/var/spool/pgbackrest', path.join(place, 'spool')],
      ['pg1-port=5432', `pg1-port=${port}\npg1-socket-path=${place}`],
      ['CHANGE_ME', 'a long password of the test'],
      ['log-level-console=warn', `log-level-console=warn\nlock-path=${path.join(place, 'lock')}`],
    ]),
  );
  const settings = exchanged(readFileSync(path.join(EXAMPLES, 'postgresql.conf'), 'utf8'), [
    ['pgbackrest --stanza', `pgbackrest --config=${config} --stanza`],
  ]);
  for (const folder of ['', 'repo', 'log', 'spool', 'lock', 'drill', 'pgbackrest.conf'])
    chownSync(path.join(place, folder), user.uid, user.gid);
  const how = { ...user, cwd: place, encoding: 'utf8' } as const;
  const run = (program: string, args: string[]): string => {
    const { status, stdout, stderr, error } = spawnSync(program, args, {
      ...how,
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    if (status !== 0)
      throw new Error(
        `${program} ${args.join(' ')}: ${status} ${error?.message ?? ''}${stdout}${stderr}`,
      );
    return stdout;
  };
  run(`${BIN}/initdb`, ['-D', data, '-U', 'postgres', '--auth=trust', '--locale=C', '-E', 'UTF8']);
  writeFileSync(path.join(data, 'postgresql.auto.conf'), settings);
  const running = new Set<ChildProcess>();
  const start = async (folder = data, at = port): Promise<string> => {
    const args = ['-D', folder, '-p', String(at), '-c', `unix_socket_directories=${place}`];
    const child = spawn(`${BIN}/postgres`, [...args, '-c', 'listen_addresses=127.0.0.1'], {
      ...user,
      cwd: place,
      stdio: ['ignore', 'ignore', 'pipe'],
      env: { PATH: process.env['PATH'], LC_ALL: 'C' },
    });
    let said = '';
    child.stderr.on('data', (text: Buffer) => (said += text.toString('utf8')));
    running.add(child);
    child.once('exit', () => running.delete(child));
    const address = `postgres://postgres@127.0.0.1:${at}/postgres`;
    const isUp = await until(
      () =>
        runSql(address, 'select pg_is_in_recovery() as still').then(
          ([row]) => row?.['still'] === false,
          () => false,
        ),
      120_000,
      200,
    );
    if (!isUp) throw new Error(`PostgreSQL did not start:\n${said}`);
    return address;
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    await Promise.all(
      [...running].map(
        (child) =>
          new Promise<void>((done) => {
            child.once('exit', () => done());
            child.kill(signal);
          }),
      ),
    );
  };
  process.once('exit', () => running.forEach((child) => child.kill('SIGQUIT')));
  const url = await start();
  await runSql(url, 'create role molar_app login');
  return {
    url,
    servingUrl: url.replace('postgres@', 'molar_app@'),
    pgbackrest: (line) => {
      const [program = '', ...args] = line
        .replaceAll('/var/lib/postgresql/15/drill', path.join(place, 'drill'))
        .split(' ');
      return run(program, [`--config=${config}`, ...args]);
    },
    async lose() {
      await end('SIGQUIT');
      rmSync(data, { recursive: true });
      mkdirSync(data, { mode: 0o700 });
      chownSync(data, user.uid, user.gid);
    },
    start: (folder, at) => start(folder === 'drill' ? path.join(place, 'drill') : data, at),
    async drop() {
      await end('SIGINT');
      rmSync(place, { recursive: true, force: true });
    },
  };
}
