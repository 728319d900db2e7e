/** Reads systemd units and runs their commands as systemd would, without systemd. */
import { spawn, type ChildProcess } from 'node:child_process';
import { copyFileSync, chmodSync, mkdirSync, readFileSync, symlinkSync } from 'node:fs';
import path from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from '../chaos/dice.ts';

export const UNITS = path.join(ROOT, 'deploy/systemd');

/** Values of each key of a unit, over all sections, in their order. */
export type Unit = ReadonlyMap<string, readonly string[]>;

/** Reads lines `key=value`; comments, sections and blank lines are left out. */
export function readLines(text: string): [key: string, value: string][] {
  return text
    .split('\n')
    .filter((line) => /^[A-Za-z_]\w*=/.test(line))
    .map((line) => [line.slice(0, line.indexOf('=')), line.slice(line.indexOf('=') + 1)]);
}
/** Reads a unit of `deploy/systemd`. */
export function readUnit(name: string): Unit {
  const unit = new Map<string, string[]>();
  for (const [key, value] of readLines(readFileSync(path.join(UNITS, name), 'utf8')))
    unit.set(key, [...(unit.get(key) ?? []), value]);
  return unit;
}
/** Returns the only value of a key. @throws Error if there is none or several */
export function only(unit: Unit, key: string): string {
  const values = unit.get(key) ?? [];
  if (values.length !== 1) throw new Error(`${key} is there ${values.length} times`);
  return values[0]!;
}

/** A host in a folder: paths of units are below `root`, the program is the project with a build. */
export interface Host {
  root: string;
}
/** Makes the folders of a host. @param dist a build inside the project, so that packages resolve */
export function makeHost(root: string, dist: string): Host {
  const program = path.join(root, 'opt/molar');
  for (const folder of ['opt/molar', 'etc/molar', 'var/lib/molar', 'srv/molar', 'run/credentials'])
    mkdirSync(path.join(root, folder), { recursive: true, mode: 0o700 });
  symlinkSync(dist, path.join(program, 'dist'));
  symlinkSync(path.join(ROOT, 'node_modules'), path.join(program, 'node_modules'));
  return { root };
}
const below = ({ root }: Host, text: string): string =>
  text.replaceAll(/(^|[\s=:])(\/(?:opt|etc|var|srv)\/)/g, `$1${root}$2`);

export interface Service {
  url: string;
  output(): string;
  /** Everything that the process was given. */
  env: Readonly<Record<string, string>>;
  /** Resolves with the exit code, or the signal that ended it. */
  ended: Promise<number | NodeJS.Signals>;
  signal(name: NodeJS.Signals): void;
}

const running = new Set<() => void>();
/** Ends what a failed test left running. */
export const killRunning = (): void => running.forEach((kill) => kill());

/** Copies the credentials of a unit as systemd does, readable for the service alone. */
function giveCredentials(host: Host, unit: Unit, name: string): string {
  const folder = path.join(host.root, 'run/credentials', name);
  mkdirSync(folder, { recursive: true });
  for (const credential of unit.get('LoadCredential') ?? []) {
    const [id = '', from = ''] = credential.split(':'),
      file = path.join(folder, id);
    copyFileSync(below(host, from), file);
    chmodSync(file, 0o400);
  }
  return folder;
}

/**
 * Runs the ExecStart of a unit with its settings and nothing else in its environment.
 * @param name file of the unit; @param instance text after `@`
 * @param instead settings of this machine (ports, addresses of servers), as in the file of settings
 */
export async function startUnit(
  host: Host,
  name: string,
  instance: string,
  instead: Readonly<Record<string, string>>,
): Promise<Service> {
  const unit = readUnit(name),
    credentials = giveCredentials(host, unit, `${name}-${instance}`),
    filled = (text: string): string =>
      below(host, text).replaceAll('%d', credentials).replaceAll('%i', instance);
  const settings = (unit.get('Environment') ?? [])
      .flatMap((line) => line.split(' '))
      .map(filled)
      .flatMap(readLines),
    file = below(host, only(unit, 'EnvironmentFile')),
    env = {
      PATH: process.env['PATH'] ?? '',
      CREDENTIALS_DIRECTORY: credentials,
      ...Object.fromEntries(settings),
      ...Object.fromEntries(readLines(readFileSync(file, 'utf8'))),
      ...instead,
    };
  const [program, ...args] = only(unit, 'ExecStart').split(' ');
  if (program !== '/usr/bin/node') throw new Error(`${name} starts ${program}`);
  const child: ChildProcess = spawn(process.execPath, args.map(filled), {
    cwd: below(host, only(unit, 'WorkingDirectory')),
    stdio: ['ignore', 'pipe', 'pipe'],
    env,
  });
  const kill = (): void => void child.kill('SIGKILL');
  running.add(kill);
  process.once('exit', kill);
  let output = '',
    isOver = false;
  for (const stream of [child.stdout, child.stderr])
    stream?.on('data', (text: Buffer) => (output += text.toString('utf8')));
  const ended = new Promise<number | NodeJS.Signals>((done) =>
    child.once('exit', (code, signal) => {
      isOver = true;
      process.off('exit', kill);
      running.delete(kill);
      done(code ?? signal ?? 1);
    }),
  );
  await until(() => isOver || output.includes('"event":"started"'), 240_000, 25);
  if (isOver || !output.includes('"event":"started"')) {
    kill();
    throw new Error(`${name} did not start:\n${output}`);
  }
  return {
    url: `http://localhost:${instead['MOLAR_PORT'] ?? env['MOLAR_PORT' as keyof typeof env] ?? '4000'}`,
    output: () => output,
    env,
    ended,
    signal: (one) => void child.kill(one),
  };
}
