// Keeps the lists of revoked users and erased patients outside the database and at the target, so
// that a restore respects them.

import path from 'node:path';
import { addErased, LEDGER, readLines } from '../../platform/db/carry/erased-list.ts';
import type { Store } from '../../platform/db/store.ts';
import type { Log } from '../../platform/http/log.ts';
import { readRevoked, type Revoked } from './revoked.ts';
import { listRevoked, readConfig } from './store.ts';
import { appendLine, isPrepared, type TargetFolder } from './target-folder.ts';

export interface ListsDeps {
  store: Store;
  log: Log;
  data: string;
  now: () => number;
  folderOf: (target: string) => TargetFolder;
}

/** Returns the list of erased patients at the target; empty while it is unavailable. */
export async function listsBeside({
  store,
  folderOf,
}: Pick<ListsDeps, 'store' | 'folderOf'>): Promise<string[]> {
  const { path: target } = await readConfig(store);
  return target !== null && isPrepared(folderOf(target)) ? [folderOf(target).erasedFile] : [];
}

/**
 * Writes revoked and re-enabled users to both lists. Compares with the database instead of
 * appending one entry: entries lost by a crash or a missing drive are added.
 */
export async function noteRevoked(deps: ListsDeps, more: readonly Revoked[]): Promise<void> {
  const { store, data, now, folderOf } = deps;
  try {
    const rows = [...(await listRevoked(store, now())), ...more],
      { path: target } = await readConfig(store);
    const files = [
      path.join(data, 'revoked.jsonl'),
      ...(target !== null && isPrepared(folderOf(target)) ? [folderOf(target).revokedFile] : []),
    ];
    for (const file of files) {
      const known = new Set((await readRevoked(file)).map((r) => r.id));
      for (const row of rows)
        if (known.has(row.id) === (row.isBack === true)) await appendLine(file, row);
    }
    for (const file of await listsBeside(deps))
      await addErased(file, await readLines(path.join(data, LEDGER)));
  } catch (error) {
    deps.log.failure({ code: 'backup.revoked', error });
  }
}
