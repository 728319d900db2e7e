/**
 * One practice on one to four processes: SQLite with one, or a fresh PostgreSQL database that all of
 * them share, as behind a balancer.
 */
import { rmSync } from 'node:fs';
import pg from 'pg';
import { Desk, type Tablet } from '../kit/desk.ts';
import type { BenchPostgres } from '../kit/postgres.ts';
import { freshFolder, startMolar } from '../kit/server.ts';
import { untilRested, usageOf, used, type Usage } from '../kit/usage.ts';
import type { RunningServer } from '../../tests/support/server.ts';

/** What serves the practice. */
export interface Shape {
  name: string;
  processes: number;
  database: 'sqlite' | 'postgres';
  /** The servers connect as the owner of the tables, whom no row-level security binds. */
  isOpen?: true;
}
export const SHAPES = {
  sqlite: { name: 'SQLite, 1 process', processes: 1, database: 'sqlite' },
  open: {
    name: 'PostgreSQL, 1, without row-level security',
    processes: 1,
    database: 'postgres',
    isOpen: true,
  },
  one: { name: 'PostgreSQL, 1 process', processes: 1, database: 'postgres' },
  two: { name: 'PostgreSQL, 2 processes', processes: 2, database: 'postgres' },
  four: { name: 'PostgreSQL, 4 processes', processes: 4, database: 'postgres' },
} as const satisfies Record<string, Shape>;

/** Role that owns nothing: row-level security binds it. */
const SERVING = 'molar_app';
let databases = 0;

async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
/** Creates an empty database of the cluster. @returns its address for the owner of its tables */
async function createDatabase({ url }: BenchPostgres): Promise<string> {
  await runSql(
    url,
    `DO $$ BEGIN CREATE ROLE ${SERVING} LOGIN PASSWORD '${SERVING}';
     EXCEPTION WHEN duplicate_object THEN NULL; END $$`,
  );
  const made = new URL(url);
  made.pathname = `/scale_${process.pid}_${++databases}`;
  await runSql(url, `CREATE DATABASE ${made.pathname.slice(1)}`);
  return made.toString();
}
const servingUrl = (owner: string): string => {
  const url = new URL(owner);
  url.username = SERVING;
  url.password = SERVING;
  return url.toString();
};

export class Cell {
  readonly servers: readonly RunningServer[];
  readonly desk: Desk;
  readonly #folder: string;
  readonly #owner: string | undefined;
  private constructor(
    servers: readonly RunningServer[],
    desk: Desk,
    folder: string,
    owner: string | undefined,
  ) {
    this.servers = servers;
    this.desk = desk;
    this.#folder = folder;
    this.#owner = owner;
  }

  /** Starts the processes one after another; the first makes the practice. @param port of the first */
  static async open(shape: Shape, postgres: BenchPostgres, port: number): Promise<Cell> {
    const folder = freshFolder('scale'),
      owner = shape.database === 'postgres' ? await createDatabase(postgres) : undefined,
      env: Record<string, string> =
        owner === undefined
          ? {}
          : {
              DATABASE_URL: shape.isOpen === true ? owner : servingUrl(owner),
              ...(shape.isOpen !== true && { MOLAR_DATABASE_OWNER_URL: owner }),
              MOLAR_SHARED_DATA: 'yes',
            },
      servers: RunningServer[] = [];
    for (let at = 0; at < shape.processes; at++)
      servers.push(await startMolar(folder, port + at, env));
    return new Cell(servers, await Desk.open(servers[0]!), folder, owner);
  }

  /** Registers tablets, through the first process. */
  async register(count: number): Promise<Tablet[]> {
    const tablets: Tablet[] = [];
    for (let at = 0; at < count; at++) tablets.push(await this.desk.register(`Tablet ${at + 1}`));
    return tablets;
  }
  /** Address of the process that has the turn. */
  urlOf(turn: number): string {
    return this.servers[turn % this.servers.length]!.url;
  }
  /** Resources of all processes of the product. */
  usage(): Usage {
    const all = this.servers.map((server) => usageOf(server.pid())),
      sum = (part: keyof Usage): number => all.reduce((total, one) => total + one[part], 0);
    return { cpuMs: sum('cpuMs'), written: sum('written'), rss: sum('rss') };
  }
  async rested(): Promise<void> {
    for (const server of this.servers) await untilRested(server.pid());
  }
  /** Runs work, and returns its duration and the CPU time of all processes, each in ms. */
  async spend(work: () => Promise<void>): Promise<{ ms: number; cpuMs: number }> {
    await this.rested();
    const before = this.usage(),
      began = performance.now();
    await work();
    return { ms: performance.now() - began, cpuMs: used(before, this.usage()).cpuMs };
  }
  /** Updated rows of a table so far; undefined on SQLite, which does not count them. */
  async updatesOf(table: string): Promise<number | undefined> {
    if (this.#owner === undefined) return undefined;
    // A backend hands its counts over at most once a second.
    await new Promise((done) => setTimeout(done, 1500));
    const [row] = await runSql(
      this.#owner,
      `SELECT n_tup_upd AS n FROM pg_stat_user_tables WHERE relname = '${table}'`,
    );
    return Number(row?.['n'] ?? 0);
  }
  /** Ops that the database holds, and those of them that are not judged yet. */
  async ops(): Promise<{ all: number; waiting: number } | undefined> {
    if (this.#owner === undefined) return undefined;
    const [row] = await runSql(
      this.#owner,
      `SELECT count(*) AS n, count(*) FILTER (WHERE result = 'stored') AS waiting FROM op WHERE kind = 'task.submit'`,
    );
    return { all: Number(row?.['n']), waiting: Number(row?.['waiting']) };
  }
  async close(): Promise<void> {
    for (const server of this.servers) await server.kill();
    rmSync(this.#folder, { recursive: true, force: true });
  }
}
