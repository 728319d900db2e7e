/** Gives a test its own PostgreSQL database in the cluster of the run. */
import { randomBytes } from 'node:crypto';
import pg from 'pg';
import { inject } from 'vitest';

export interface FreshDatabase {
  name: string;
  /** `postgres://…` of a new database. */
  url: string;
  /** Removes the database and ends every connection to it. */
  drop(): Promise<void>;
}

/**
 * Creates a database (some 30 ms; the first call of a run also creates the cluster, about 2 s).
 * @param from template database without connections; default: empty
 */
export async function freshPostgres(from?: FreshDatabase): Promise<FreshDatabase> {
  const maintenance = await (direct ??= directly());
  const name = `t_${randomBytes(8).toString('hex')}`;
  await runSql(
    maintenance,
    `CREATE DATABASE ${name} TEMPLATE ${from?.name ?? 'template0'} STRATEGY FILE_COPY`,
  );
  const url = new URL(maintenance);
  url.pathname = `/${name}`;
  return {
    name,
    url: url.toString(),
    async drop() {
      await runSql(maintenance, `DROP DATABASE IF EXISTS ${name} WITH (FORCE)`);
    },
  };
}

/** A pooled database: its rows are removed after each test, its schema stays. */
export interface LentDatabase {
  url: string;
  /**
   * Removes every row and ends every other connection.
   * @returns false if more than rows was changed: it must not be reused
   */
  empty(): Promise<boolean>;
  drop(): Promise<void>;
}

/** Fingerprint of tables, columns, triggers and functions, independent of rows. */
const FORM = `SELECT string_agg(x, ' ') AS form FROM (${[
  'pg_attribute',
  'pg_constraint',
  'pg_index',
  'pg_namespace',
  'pg_proc',
  'pg_rewrite',
  'pg_trigger',
  'pg_type',
]
  .map((name) => `SELECT count(*) || ' ' || max(xmin::text::bigint) AS x FROM ${name}`)
  .join(' UNION ALL ')}) AS all_of_them`;
/** Undeletable rows are removed as well: triggers are disabled. */
const EMPTY = `DO $$ DECLARE names text; BEGIN
  PERFORM pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database() AND pid <> pg_backend_pid();
  SET LOCAL session_replication_role = replica;
  SET LOCAL lock_timeout = '10s';
  SELECT string_agg(oid::regclass::text, ', ') INTO names FROM pg_class WHERE relkind = 'r' AND relnamespace = 'public'::regnamespace AND pg_relation_size(oid) > 0;
  IF names IS NOT NULL THEN EXECUTE 'TRUNCATE ' || names || ' CASCADE'; END IF;
END $$`;

/**
 * Returns a pooled database, reused between tests. Creating and dropping one costs several times as
 * much as emptying it.
 * @param from template; must have no rows
 */
export async function lentPostgres(from: FreshDatabase): Promise<LentDatabase> {
  const own = await freshPostgres(from),
    client = new pg.Client({ connectionString: own.url });
  await client.connect();
  const formNow = async (): Promise<unknown> =>
    (await client.query<{ form: string }>(FORM)).rows[0]?.form;
  const form = await formNow();
  return {
    url: own.url,
    async empty() {
      await client.query(EMPTY);
      return (await formNow()) === form;
    },
    async drop() {
      await client.end();
      await own.drop();
    },
  };
}

/**
 * Connects to the cluster's own port, not to the run's proxy port: traffic through the proxy costs
 * the run's first process as much as the cluster itself.
 */
let direct: Promise<string> | undefined;
async function directly(): Promise<string> {
  const url = new URL(inject('pgUrl')),
    [found] = await runSql(url.toString(), 'SHOW unix_socket_directories');
  url.port = '5432';
  url.searchParams.set('host', String(found?.['unix_socket_directories']));
  // Another process of the run may be faster.
  await runSql(
    url.toString(),
    `DO $$ BEGIN CREATE ROLE ${SERVING} LOGIN PASSWORD '${SERVING}';
     EXCEPTION WHEN duplicate_object OR unique_violation THEN NULL; END $$`,
  );
  return url.toString();
}

/** Role that owns nothing: row-level security binds it. */
const SERVING = 'molar_app';
/** Returns the address of a test's database for the role that serves. */
export function servingUrl(url: string): string {
  const serving = new URL(url);
  serving.username = SERVING;
  serving.password = SERVING;
  return serving.toString();
}

/** Runs one statement on a connection of its own. */
export async function runSql(url: string, statement: string): Promise<Record<string, unknown>[]> {
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  try {
    return (await client.query<Record<string, unknown>>(statement)).rows;
  } finally {
    await client.end();
  }
}
