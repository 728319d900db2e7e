// One data folder for each PostgreSQL database: a server with another folder would find rows without
// their files, and other keys. Each server holds a lock of its session named after its folder.

import { randomUUID } from 'node:crypto';
import { readFileSync, statSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import pg from 'pg';
import { SEALED_VERSION } from '../cells/sealed-columns.ts';

/** Arbitrary, but equal in every process of this product: look and entry of one server at a time. */
const GATE = 7_205_761;
/** First half of the lock of a folder; the second is a hash of its name. */
const FOLDER = 7_205_762;
/** First half of the lock that names the encrypted columns a server knows; the second is their version. */
const CELLS = 7_205_764;
const AGAIN_MS = 5000;
/** The session of a machine that vanished ends after half a minute, with its lock. */
export const PROBE =
  'set tcp_keepalives_idle = 10; set tcp_keepalives_interval = 5; set tcp_keepalives_count = 4';

/** Another server works on this database with another data folder. */
export class OtherFolder extends Error {}

/** Returns the name of a data folder: a copy of the folder gets another one. */
export function nameOfFolder(data: string): string {
  const file = path.join(data, 'folder.id');
  try {
    writeFileSync(file, `${randomUUID()}\n`, { flag: 'wx', mode: 0o600 });
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
  }
  return `${readFileSync(file, 'utf8').trim()} ${statSync(file, { bigint: true }).ino}`;
}

async function enter(url: string, name: string): Promise<pg.Client> {
  const client = new pg.Client({
    connectionString: url,
    connectionTimeoutMillis: AGAIN_MS,
    keepAlive: true,
    application_name: 'molar folder',
  });
  client.on('error', () => undefined);
  await client.connect();
  try {
    await client.query(PROBE);
    await client.query('select pg_advisory_lock($1)', [GATE]);
    const { rowCount } = await client.query(
      `select 1 from pg_locks
       where locktype = 'advisory' and granted and classid = $1::oid and objsubid = 2
         and database = (select oid from pg_database where datname = current_database())
         and objid::bigint <> (hashtext($2)::bigint & 4294967295) limit 1`,
      [FOLDER, name],
    );
    if (rowCount !== 0) throw new OtherFolder();
    await client.query('select pg_advisory_lock_shared($1, $2)', [CELLS, SEALED_VERSION]);
    await client.query('select pg_advisory_lock_shared($1, hashtext($2))', [FOLDER, name]);
    await client.query('select pg_advisory_unlock($1)', [GATE]);
    return client;
  } catch (error) {
    client.end().catch(() => undefined);
    throw error;
  }
}

/** Checks whether every server that holds the database knows the encrypted columns of this one. */
async function isEveryNew(client: pg.Client): Promise<boolean> {
  const { rowCount } = await client.query(
    `select 1 from pg_locks f
     where f.locktype = 'advisory' and f.granted and f.classid = $1::oid and f.objsubid = 2
       and f.database = (select oid from pg_database where datname = current_database())
       and not exists (
         select 1 from pg_locks c
         where c.pid = f.pid and c.locktype = 'advisory' and c.granted and c.classid = $2::oid
           and c.objsubid = 2 and c.objid::bigint >= $3) limit 1`,
    [FOLDER, CELLS, SEALED_VERSION],
  );
  return rowCount === 0;
}

/** The database as one server holds it. */
export interface HeldDatabase {
  letGo(): Promise<void>;
  /** Whether every server on it knows the encrypted columns of this one; false while unknown. */
  isEveryServerNew(): Promise<boolean>;
}
/**
 * Holds the database for servers with this data folder, also after its connection was lost.
 * @param onOther called when a server with another folder came while the connection was lost
 * @throws OtherFolder
 */
export async function holdDatabase(
  url: string,
  data: string,
  onOther: (error: unknown) => void,
): Promise<HeldDatabase> {
  const name = nameOfFolder(data);
  let isOver = false,
    timer: NodeJS.Timeout | undefined,
    client = await enter(url, name);
  const follow = (held: pg.Client): void => {
    client = held;
    held.once('end', () => {
      if (!isOver) again();
    });
  };
  const again = (): void => {
    timer = setTimeout(() => {
      enter(url, name).then(
        (held) => {
          if (isOver) held.end().catch(() => undefined);
          else follow(held);
        },
        (error: unknown) => {
          if (isOver) return;
          if (error instanceof OtherFolder) onOther(error);
          again();
        },
      );
    }, AGAIN_MS);
    timer.unref();
  };
  follow(client);
  return {
    async letGo() {
      isOver = true;
      clearTimeout(timer);
      await client.end().catch(() => undefined);
    },
    isEveryServerNew: () => isEveryNew(client).catch(() => false),
  };
}
