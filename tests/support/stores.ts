/** Opens an empty, migrated store for a test, on the requested database. */
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type Store } from '../../server/platform/db/store.ts';
import { openStore } from '../../server/platform/db/open-store.ts';
import {
  freshPostgres,
  lentPostgres,
  servingUrl,
  type FreshDatabase,
  type LentDatabase,
} from './postgres.ts';

export type StoreKind = 'sqlite' | 'postgres';

/**
 * The databases of the test file that is loading, filled by `setup/stores.setup.ts`: SQLite always,
 * PostgreSQL on the file's days.
 */
export const STORES: StoreKind[] = [];

/** Creates a folder in memory if the machine supports it: power cuts are covered by tests/chaos. */
const memoryFolder = (): string =>
  mkdtempSync(path.join(existsSync('/dev/shm') ? '/dev/shm' : tmpdir(), 'molar-store-'));

/**
 * Migrated once in each test process by the product's own code, then copied: migrations of old data
 * are tested in server/platform/db.
 */
let file: Promise<Uint8Array> | undefined, database: Promise<FreshDatabase> | undefined;

async function migratedFile(): Promise<Uint8Array> {
  const folder = memoryFolder(),
    name = path.join(folder, 'molar.db');
  try {
    await (await openStore({ file: name })).close();
    return readFileSync(name);
  } finally {
    rmSync(folder, { recursive: true });
  }
}
/** It is removed with the cluster of the run. */
async function migratedDatabase(): Promise<FreshDatabase> {
  const made = await freshPostgres();
  await (await openStore({ url: servingUrl(made.url), ownerUrl: made.url })).close();
  return made;
}

/** Databases of earlier tests, empty again. They are removed with the cluster of the run. */
const empty: LentDatabase[] = [];

/** A store of a test. */
export interface TestStore {
  store: Store;
  /** `postgres://…` of the owner of the tables, or the path of the file. */
  url: string;
  /** Opens the same PostgreSQL database again, as another process does; the caller closes it. */
  again: (options?: { lockMs: number }) => Promise<Store>;
  drop: () => Promise<void>;
}

/**
 * Opens a store and its cleanup.
 * @param ownsTables on PostgreSQL it may change tables and triggers, and no policy binds it
 */
export async function openTestStore(kind: StoreKind, ownsTables = false): Promise<TestStore> {
  if (kind === 'postgres') {
    const own = empty.pop() ?? (await lentPostgres(await (database ??= migratedDatabase()))),
      store = await openStore({ url: ownsTables ? own.url : servingUrl(own.url) });
    return {
      store,
      url: own.url,
      again: (options) => {
        const url = new URL(servingUrl(own.url));
        if (options) url.searchParams.set('lock_timeout', String(options.lockMs));
        return openStore({ url: url.toString() });
      },
      drop: async () => {
        await store.close();
        if (await own.empty().catch(() => false)) empty.push(own);
        else await own.drop();
      },
    };
  }
  const bytes = await (file ??= migratedFile()),
    folder = memoryFolder(),
    name = path.join(folder, 'molar.db');
  writeFileSync(name, bytes);
  const store = await openStore({ file: name });
  return {
    store,
    url: name,
    again: () => Promise.reject(new Error('a file is written by one process')),
    drop: async () => {
      await store.close();
      rmSync(folder, { recursive: true });
    },
  };
}
