/** Opens an empty, migrated store for a test, on the database asked for. */
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { openStore, type Store } from '../../server/db/store.ts';
import { freshPostgres } from './postgres.ts';

export const STORES = ['sqlite', 'postgres'] as const;
export type StoreKind = (typeof STORES)[number];

/** A store and what removes it again. */
export async function openTestStore(kind: StoreKind): Promise<{ store: Store; drop: () => Promise<void> }> {
  if (kind === 'postgres') {
    const database = await freshPostgres();
    const store = await openStore({ url: database.url });
    return { store, drop: async () => { await store.close(); await database.drop(); } };
  }
  const folder = mkdtempSync(path.join(tmpdir(), 'molar-store-'));
  const store = await openStore({ file: path.join(folder, 'molar.db') });
  return { store, drop: async () => { await store.close(); rmSync(folder, { recursive: true }); } };
}
