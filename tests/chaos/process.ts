/**
 * The built server as a process that can be killed, traced and made to fail; its own pid is always
 * known.
 */
import { spawn, type ChildProcess } from 'node:child_process';
import { loadavg } from 'node:os';
import { join } from 'node:path';
import { ROOT } from '../../scripts/sources.mjs';
import { until } from './dice.ts';

export interface LaunchOptions {
  /** Folder of a build: `<dist>/server/main.js`. */
  dist: string;
  data: string;
  port: number;
  env?: Record<string, string>;
  /** Arguments of strace, for faults from the first call on. */
  trace?: readonly string[];
  /** Maximum file size (`ulimit -f`): a full disk without root. */
  limitKb?: number;
}
export interface Ended {
  code: number | null;
  signal: NodeJS.Signals | null;
}

/** One life of a server. */
export class ServerLife {
  readonly url: string;
  readonly ended: Promise<Ended>;
  end: Ended | undefined;
  output = '';
  readonly #child: ChildProcess;

  constructor({ dist, data, port, env = {}, trace, limitKb }: LaunchOptions) {
    this.url = `http://localhost:${port}`;
    const inherited = Object.fromEntries(
      Object.entries(process.env).filter(
        ([key]) => !key.startsWith('MOLAR_') && key !== 'DATABASE_URL',
      ),
    );
    const node = [process.execPath, '--enable-source-maps', join(dist, 'server/main.js')];
    // -D: strace is the grandchild, so that the pid is the server's own.
    const traced = trace
      ? ['strace', '-D', '-f', '-qq', '-o', '/dev/null', ...trace, ...node]
      : node;
    const [program = '', ...args] =
      limitKb === undefined
        ? traced
        : ['sh', '-c', `ulimit -S -f ${limitKb * 2}; exec "$@"`, 'sh', ...traced];
    this.#child = spawn(program, args, {
      cwd: ROOT,
      stdio: ['ignore', 'pipe', 'pipe'],
      env: {
        ...inherited,
        MOLAR_ENV: 'prod',
        MOLAR_PORT: String(port),
        MOLAR_DISPATCHER_PORT: String(port + 1),
        MOLAR_DATA: data,
        ...env,
      },
    });
    for (const stream of [this.#child.stdout, this.#child.stderr])
      stream?.on('data', (text: Buffer) => {
        this.output += text.toString('utf8');
      });
    this.ended = new Promise((done) =>
      this.#child.once('exit', (code, signal) => {
        this.end = { code, signal };
        done(this.end);
      }),
    );
    alive.add(this);
    void this.ended.then(() => alive.delete(this));
  }
  get pid(): number {
    return this.#child.pid ?? 0;
  }

  /** True once started and printed; false if it exited before. */
  async up(limitMs = 90_000): Promise<boolean> {
    await until(
      () => this.output.includes('"event":"started"') || this.end !== undefined,
      limitMs,
      5,
    );
    return this.output.includes('"event":"started"') && this.end === undefined;
  }
  signal(name: NodeJS.Signals): void {
    if (!this.end) this.#child.kill(name);
  }
  /** Kills it at once, as after a machine fault. */
  async kill(): Promise<Ended> {
    this.signal('SIGKILL');
    return this.ended;
  }
  async stop(): Promise<Ended> {
    this.signal('SIGTERM');
    const force = setTimeout(() => this.signal('SIGKILL'), 10_000);
    try {
      return await this.ended;
    } finally {
      clearTimeout(force);
    }
  }
  async get(path: string): Promise<{ status: number; headers: Headers; text: string }> {
    const answer = await fetch(`${this.url}${path}`, { signal: AbortSignal.timeout(5000) });
    return { status: answer.status, headers: answer.headers, text: await answer.text() };
  }
}

const alive = new Set<ServerLife>();
process.once('exit', () => {
  for (const one of alive) one.signal('SIGKILL');
});

/** Starts a server and waits for it; throws with its output if it does not come up. */
export async function launch(options: LaunchOptions): Promise<ServerLife> {
  const life = new ServerLife(options),
    since = performance.now();
  if (await life.up()) return life;
  const seconds = Math.round((performance.now() - since) / 1000),
    end = life.end ?? { code: null, signal: null };
  await life.kill();
  throw new Error(
    `The server did not start within ${seconds} s (exit ${end.code ?? end.signal}, load ${loadavg()[0]?.toFixed(0)}):\n${life.output.slice(-2000)}`,
  );
}
