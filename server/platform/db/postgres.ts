// PostgreSQL: a pool, one transaction at a time for each practice, migrations under an advisory
// lock.

import { AsyncLocalStorage } from 'node:async_hooks';
import { sql, type SQL } from 'drizzle-orm';
import { drizzle, type NodePgDatabase } from 'drizzle-orm/node-postgres';
import { migrate } from 'drizzle-orm/node-postgres/migrator';
import pg from 'pg';
import { AppError } from '../../../shared/base/errors.ts';
import { adoptStartPg } from './carry/adopt-start.ts';
import { keepCopy } from './carry/before-migrate.ts';
import { knownMigrations, migrationsFolder, migrationState, NewerDatabase } from './migrations.ts';
import { copyForm } from './carry/pg-form.ts';
import { failFast } from './fail-fast.ts';
import { transactionsOn } from './postgres/in-transaction.ts';
import { createTenants, type Tenants } from './postgres/tenants.ts';
import { hasWall, raiseWall, servingRole } from './postgres/wall.ts';
import { createPostgresWire } from './postgres/wire.ts';
import { pgSchema } from './schema.ts';
import { reasonOf, type Store, type Writer } from './store.ts';

const TRIES = 24;
/** Arbitrary, but equal in every process of this product. */
export const MIGRATION_LOCK = 7_205_759;
/** First half of the lock of a practice; the second is a hash of its `cid`. */
const PRACTICE_LOCK = 7_205_760;
/** Longest wait for a practice's lock or a row, ms: a longer one is answered with "later". */
const LOCK_WAIT_MS = 5000;
/** A transaction that a stuck process left open ends after this time, ms, with its locks. */
const IDLE_MS = 30_000;

/** Returns the times of the migrations applied to this database; empty for a new one. */
export async function appliedPg(client: Pick<pg.Client, 'query'>): Promise<number[]> {
  const {
    rows: [found],
  } = await client.query<{ name: string | null }>(
    `select to_regclass('drizzle.__drizzle_migrations')::text as name`,
  );
  return found?.name == null
    ? []
    : (
        await client.query<{ at: string }>(
          'select created_at as at from drizzle.__drizzle_migrations',
        )
      ).rows.map((r) => Number(r.at));
}

/** Returns true when a start would migrate this database. */
export async function awaitsMigrationPg(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url, connectionTimeoutMillis: 5000 });
  await client.connect();
  try {
    return migrationState(await appliedPg(client), knownMigrations('pg')).pending.length > 0;
  } finally {
    await client.end();
  }
}

/** Data folder of copies before a migration, and their key. */
interface CopyPlace {
  data: string;
  key: (() => Promise<Uint8Array>) | undefined;
}
/** Copies a snapshot, in its own schema version, below the data folder. */
async function copyBefore(
  client: pg.ClientBase,
  { data, key }: CopyPlace,
  tag: string,
): Promise<void> {
  await client.query('begin isolation level repeatable read read only');
  try {
    await keepCopy(data, tag, Date.now(), async (to) => {
      await copyForm(client, { file: to, key: await key?.() }, tag);
    });
  } finally {
    await client.query('rollback');
  }
}

/**
 * Lets the statements of a transaction wait for each other, also those that its work starts
 * together: pg queues them itself, which it deprecates and will refuse (pg 9). The pool's own calls
 * pass a callback and have the connection to themselves.
 * @param tenants adds the caller's practice
 */
function oneAtATime(client: pg.PoolClient, tenants?: Tenants): void {
  const query = client.query.bind(client) as (...args: unknown[]) => unknown,
    plain = { query } as unknown as pg.ClientBase;
  let last: Promise<unknown> = Promise.resolve();
  const inTurn = (...args: unknown[]): unknown => {
    const [config, values] = args;
    if (typeof args.at(-1) === 'function' || isQuery(config)) return query(...args);
    const tenant = tenants?.current();
    const next = last.then(() =>
      tenant === undefined ? query(...args) : tenants!.write(plain, tenant, config, values),
    );
    last = next.catch(() => undefined);
    return next;
  };
  client.query = inTurn as typeof client.query;
}
const isQuery = (config: unknown): boolean =>
  typeof config === 'object' && config !== null && 'submit' in config;

/** A running transaction, and the practices that it locked; null for one without a practice. */
interface Unit {
  tx: Writer & { execute(query: SQL): PromiseLike<unknown> };
  isOpen: boolean;
  cids: Set<string> | null;
}
/**
 * Locks the practice until the end of the transaction, in whatever process its writes run.
 * @throws when a transaction without a practice tries to write rows of one: its snapshot is older
 * than the lock
 */
async function takePractice({ tx, cids }: Unit, cid: string | undefined): Promise<void> {
  if (cid === undefined || cids?.has(cid) === true) return;
  if (!cids) throw new Error('a write of a practice began inside one without a practice');
  await tx.execute(sql`select pg_advisory_xact_lock(${PRACTICE_LOCK}, hashtext(${cid}))`);
  cids.add(cid);
}

/** Migrates the database and, for a role that only serves, raises its wall. */
async function prepare(client: pg.ClientBase, place?: CopyPlace, role?: string): Promise<void> {
  // Another process may migrate for a while.
  await client.query('set lock_timeout = 0; set idle_in_transaction_session_timeout = 0');
  await client.query('select pg_advisory_lock($1)', [MIGRATION_LOCK]);
  try {
    const applied = await appliedPg(client);
    await adoptStartPg(client, applied);
    const state = migrationState(applied, knownMigrations('pg'));
    if (state.isNewer)
      throw new NewerDatabase(
        'Die Datenbank stammt von einer neueren Fassung von Molar. Bitte starten Sie die neue Fassung.',
      );
    if (place && state.at !== undefined && state.pending.length > 0)
      await copyBefore(client, place, state.at);
    if (state.pending.length > 0)
      await migrate(drizzle(client as pg.PoolClient, { casing: 'snake_case' }), {
        migrationsFolder: migrationsFolder('pg'),
      });
    if (role !== undefined) await raiseWall(client, role);
  } finally {
    await client.query('select pg_advisory_unlock($1)', [MIGRATION_LOCK]).catch(() => undefined);
  }
}

/** As `prepare`, by the owner of the tables; the role of `url` gets the right to work on rows. */
async function prepareAsOwner(url: string, ownerUrl: string, place?: CopyPlace): Promise<void> {
  const role = await servingRole(url),
    owner = new pg.Client({ connectionString: ownerUrl, connectionTimeoutMillis: 5000 });
  owner.on('error', () => undefined);
  await owner.connect();
  try {
    await prepare(owner, place, role);
  } finally {
    await owner.end();
  }
}

/** Reads outside of a transaction, each with its practice. */
const readingThrough = (pool: pg.Pool, tenants: Tenants): NodePgDatabase =>
  drizzle(
    {
      async query(config: unknown, values: unknown) {
        const client = await pool.connect();
        try {
          const result = await tenants.read(client, config, values);
          client.release();
          return result;
        } catch (error) {
          client.release(error instanceof Error ? error : true);
          throw error;
        }
      },
    } as unknown as pg.Pool,
    { casing: 'snake_case' },
  );

/** Options of `openPostgres`. */
export interface PostgresOptions {
  url: string;
  /**
   * The role that owns the tables: it migrates at the start, and row-level security binds the role
   * of `url`. Without it `url` does both.
   */
  ownerUrl?: string | undefined;
  /**
   * Folder below which a copy is kept before a migration, so that an update can be undone; by
   * default none is made.
   */
  data?: string | undefined;
  /** Key of that copy, asked for only where one is made. */
  key?: (() => Promise<Uint8Array>) | undefined;
}

/** Connects and migrates; rejects with a plain reason when the server does not respond. */
export async function openPostgres({ url, ownerUrl, data, key }: PostgresOptions): Promise<Store> {
  const place = data === undefined ? undefined : { data, key };
  if (ownerUrl !== undefined) await prepareAsOwner(url, ownerUrl, place);
  const pool = new pg.Pool({
    connectionString: url,
    max: 16,
    connectionTimeoutMillis: 5000,
    idleTimeoutMillis: 30_000,
    keepAlive: true,
    lock_timeout: LOCK_WAIT_MS,
    idle_in_transaction_session_timeout: IDLE_MS,
  });
  let tenants: Tenants | undefined;
  // Without these listeners a lost idle connection ends the process.
  pool.on('error', () => undefined);
  pool.on('connect', (client) => {
    client.on('error', () => undefined);
    oneAtATime(client, tenants);
  });
  failFast(pool, () => performance.now());
  const client = await pool.connect();
  try {
    if (ownerUrl === undefined) await prepare(client, place);
    if (await hasWall(client)) tenants = createTenants();
  } finally {
    client.release(true);
  }
  const db: NodePgDatabase = drizzle(pool, { casing: 'snake_case' });
  const inside = new AsyncLocalStorage<Unit>(),
    inTransaction = transactionsOn(pool),
    wire = createPostgresWire(url);
  const writing: Tenants['writing'] = (cid, work) =>
    tenants ? tenants.writing(cid, work) : work();

  return {
    kind: 'postgres',
    t: pgSchema,
    read: tenants ? readingThrough(pool, tenants) : db,
    ...(tenants && { reading: tenants.reading }),
    wire,
    // Transactions run concurrently here; there is no single queue for a worker thread.
    submit: () => Promise.resolve(false),
    async write<T>(work: (tx: Writer) => Promise<T>, cid?: string): Promise<T> {
      const joined = inside.getStore();
      if (joined?.isOpen) {
        return writing(cid, async () => {
          await takePractice(joined, cid);
          return work(joined.tx);
        });
      }
      for (let attempt = 1; ; attempt++) {
        try {
          return await inTransaction(
            async (tx) => {
              const unit: Unit = { tx, isOpen: true, cids: cid === undefined ? null : new Set() };
              try {
                return await writing(cid, async () => {
                  await takePractice(unit, cid);
                  return inside.run(unit, () => work(tx));
                });
              } finally {
                unit.isOpen = false;
              }
            },
            // With an older snapshot the work would not see what the last holder of the lock wrote.
            { isolationLevel: cid === undefined ? 'serializable' : 'read committed' },
          );
        } catch (error) {
          const reason = reasonOf(error);
          if (reason === 'serialization' && attempt < TRIES) {
            await new Promise((r) => setTimeout(r, Math.random() * 10 * 2 ** Math.min(attempt, 6)));
            continue;
          }
          if (error instanceof AppError || reason === 'unique' || reason === 'other') throw error;
          throw new AppError('unavailable', { retryAfter: 1, cause: error });
        }
      }
    },
    async probe() {
      await db.update(pgSchema.installation).set({ id: '1' });
    },
    async close() {
      await wire.close();
      await pool.end();
    },
  };
}
