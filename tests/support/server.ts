/**
 * Starts the built server as a separate process, as a practice does, and lets a story stop, kill
 * and restart it.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { existsSync, mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { copyTemplate, type TemplateTablet } from './stories/template.ts';

const ROOT = fileURLToPath(new URL('../..', import.meta.url));
const START_LIMIT_MS = 30_000;

export interface Logins {
  owner: string;
  staff: string;
  reception: string;
  /** The shared password of all three. */
  password: string;
}

export interface RunningServer {
  /** Address without a trailing slash; it stays the same over restarts. */
  url: string;
  port: number;
  dispatcherPort: number;
  /** Data folder of this server, removed by `stop`. */
  data: string;
  /** Tablets registered in the template, switched off; undefined if the folder began empty. */
  tablets: readonly TemplateTablet[] | undefined;
  /** Process id of the running server; throws while it is down. */
  pid(): number;
  /** Printed logins of the demo practice; throws when the server printed none. */
  logins(): Logins;
  /** Printed tablet code of the demo practice, as printed; throws when the server printed none. */
  code(): string;
  /** Printed tablet PIN of the demo practice; throws when the server printed none. */
  tabletPin(): string;
  /** Output of the server since its last start. */
  output(): string;
  /** Kills it at once (SIGKILL), as after a power cut. */
  kill(): Promise<void>;
  /** Restarts on the same port and data; stops the running one gracefully first. */
  restart(): Promise<void>;
  /** Stops it gracefully (SIGTERM) and removes the data folder. */
  stop(): Promise<void>;
}

export interface StartOptions {
  /** Additional environment variables; the server refuses unknown ones. */
  env?: Record<string, string>;
  /** Default: a free port. */
  port?: number;
  /** An existing data folder, which is then not removed. */
  data?: string;
  /** The data folder starts empty instead of with the template of this run. */
  isEmpty?: boolean;
  /** Number of tablets of the template already registered; default: none. */
  tablets?: number;
  /** A build other than `dist`; it must be inside the project so that packages resolve. */
  dist?: string;
}

/**
 * Ports of stories are below the range that systems give to outgoing connections, so that no other
 * program takes one while its server restarts.
 */
const PORTS = { from: 20_000, to: 32_000 } as const;
/** Reserved by this process already, though perhaps not bound yet. */
const given = new Set<number>();

/** Returns a port without a listener that no other story of this process has. */
export async function freePort(): Promise<number> {
  for (let tries = 0; tries < 200; tries++) {
    const port = randomInt(PORTS.from, PORTS.to);
    if (given.has(port) || !(await isFree(port))) continue;
    given.add(port);
    return port;
  }
  throw new Error('No free port.');
}

function isFree(port: number): Promise<boolean> {
  return new Promise((resolve) => {
    const probe = createServer();
    probe.once('error', () => resolve(false));
    probe.listen(port, '127.0.0.1', () => probe.close(() => resolve(true)));
  });
}

/**
 * Returns the variables of the surrounding shell that the server may read; other keys would be
 * refused or change the story.
 */
const inherited = (): NodeJS.ProcessEnv =>
  Object.fromEntries(
    Object.entries(process.env).filter(
      ([key]) => !key.startsWith('MOLAR_') && key !== 'DATABASE_URL',
    ),
  );

/**
 * Starts dist/server/main.js and waits until everything is printed and `/readyz` answers 200.
 * Throws with its output if it does not come up.
 */
export async function startServer(options: StartOptions = {}): Promise<RunningServer> {
  const main = join(options.dist ?? join(ROOT, 'dist'), 'server/main.js');
  if (!existsSync(main)) throw new Error('The server is not built: npm run build');
  const port = options.port ?? (await freePort());
  const dispatcherPort = await freePort();
  const data = options.data ?? mkdtempSync(join(tmpdir(), 'molar-story-'));
  const tablets =
    options.data === undefined && options.isEmpty !== true
      ? copyTemplate(data, options.tablets ?? 0)
      : undefined;
  const url = `http://localhost:${port}`;
  let child: ChildProcess | undefined;
  let printed = '';
  // A crashed story must not leave a server running.
  const onExit = (): void => {
    child?.kill('SIGKILL');
  };

  const start = async (): Promise<void> => {
    printed = '';
    const started = spawn(process.execPath, ['--enable-source-maps', main], {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited(),
        MOLAR_PORT: String(port),
        MOLAR_DISPATCHER_PORT: String(dispatcherPort),
        MOLAR_DATA: data,
        MOLAR_DEMO_DATA: 'none',
        ...options.env,
      },
    });
    child = started;
    process.once('exit', onExit);
    started.stdout.on('data', (text: Buffer) => (printed += text.toString('utf8')));
    started.stderr.on('data', (text: Buffer) => (printed += text.toString('utf8')));
    const until = Date.now() + START_LIMIT_MS;
    // The demo practice is created and printed after the port is open; the log reports when it is
    // complete.
    while (!(printed.includes('"event":"started"') && (await isReady(url)))) {
      if (started.exitCode !== null || started.signalCode !== null)
        throw new Error(
          `The server ended (${started.exitCode ?? started.signalCode}):\n${printed}`,
        );
      if (Date.now() > until) {
        started.kill('SIGKILL');
        throw new Error(`The server was not ready after ${START_LIMIT_MS} ms:\n${printed}`);
      }
      await new Promise((resolve) => setTimeout(resolve, 50));
    }
  };
  const end = async (signal: NodeJS.Signals): Promise<void> => {
    const old = child;
    process.off('exit', onExit);
    child = undefined;
    if (old === undefined || old.exitCode !== null || old.signalCode !== null) return;
    const gone = new Promise<void>((resolve) => old.once('exit', () => resolve()));
    old.kill(signal);
    const force = setTimeout(() => old.kill('SIGKILL'), 8000);
    await gone;
    clearTimeout(force);
  };

  try {
    await start();
  } catch (error) {
    if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    throw error;
  }
  return {
    url,
    port,
    dispatcherPort,
    data,
    tablets,
    pid() {
      if (child?.pid === undefined) throw new Error('The server does not run.');
      return child.pid;
    },
    logins: () => readLogins(printed),
    code: () => readCode(printed),
    tabletPin: () => readPin(printed),
    output: () => printed,
    kill: () => end('SIGKILL'),
    async restart() {
      await end('SIGTERM');
      await start();
    },
    async stop() {
      await end('SIGTERM');
      if (options.data === undefined) rmSync(data, { recursive: true, force: true });
    },
  };
}

async function isReady(url: string): Promise<boolean> {
  try {
    const answer = await fetch(`${url}/readyz`, { signal: AbortSignal.timeout(2000) });
    await answer.arrayBuffer();
    return answer.status === 200;
  } catch {
    return false;
  }
}

/**
 * Reads the printed lines in the form that users read, so that a story fails if they are not
 * printed.
 */
export function readLogins(output: string): Logins {
  const mails = new Set(output.match(/[a-z]+@demo\.molar/g) ?? []);
  const password = /(?:passwort|password)\W+(\S+)/i.exec(output)?.[1];
  for (const name of ['owner', 'staff', 'empfang']) {
    if (!mails.has(`${name}@demo.molar`))
      throw new Error(`The server printed no login for ${name}:\n${output}`);
  }
  if (password === undefined) throw new Error(`The server printed no password:\n${output}`);
  return {
    owner: 'owner@demo.molar',
    staff: 'staff@demo.molar',
    reception: 'empfang@demo.molar',
    password,
  };
}

function readPin(output: string): string {
  const pin = /Tablet-PIN:\s+(\d{6})/.exec(output)?.[1];
  if (pin === undefined) throw new Error(`The server printed no tablet PIN:\n${output}`);
  return pin;
}

/** Reads the code: two groups of five signs without I, O, 0 and 1. */
export function readCode(output: string): string {
  const code = /\b[A-HJ-NP-Z2-9]{5}[- ]?[A-HJ-NP-Z2-9]{5}\b/.exec(output)?.[0];
  if (code === undefined) throw new Error(`The server printed no tablet code:\n${output}`);
  return code;
}
