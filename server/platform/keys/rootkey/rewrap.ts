// Wraps every stored key by the newest root key: one row a transaction, each replaced only if it is
// still the one that was read. It may be killed and run twice.

import { AppError } from '../../../../shared/base/errors.ts';
import { scopeStore, scopeWriter } from '../../db/scope.ts';
import type { Store } from '../../db/store.ts';
import type { Workshop } from '../../work.ts';
import { keyAad } from '../certified.ts';
import { replaceWrapped, wrappedKeys } from '../store.ts';
import { rootKeyId } from './root-key.ts';
import { keysOf, rewrapped, type Root, type RootKeys } from './root-keys.ts';
import type { Step } from './key-file.ts';

/** Keys of a running server, unless it has a single one that never changes (tests). */
const ringOf = (root: Root): RootKeys | undefined =>
  root instanceof Uint8Array ? undefined : root;

/** Wraps the keys of a practice by the newest root key. @returns how many were changed */
export async function rewrapKeys(
  { store, rootKey, at = () => undefined }: { store: Store; rootKey: Root; at?: Step },
  cid: string,
): Promise<number> {
  const root = ringOf(rootKey),
    { t } = store;
  let count = 0;
  for (const { id, purpose, wrapped } of await wrappedKeys(scopeStore(store, cid), t)) {
    const next = root && rewrapped(root, wrapped, keyAad(cid, id, purpose));
    if (!next) continue;
    at('row.before');
    const isChanged = await store.write(
      (db) => replaceWrapped(scopeWriter(db, cid), t, id, wrapped, next),
      cid,
    );
    at('row.after');
    if (isChanged) count++;
  }
  return count;
}

/** Counts the keys of a practice that an older root key wraps. */
export async function countOlderWraps(
  { store, rootKey }: { store: Store; rootKey: RootKeys },
  cid: string,
): Promise<number> {
  const rows = await wrappedKeys(scopeStore(store, cid), store.t);
  return rows.filter(
    ({ id, purpose, wrapped }) => !rootKey.isNewest(wrapped, keyAad(cid, id, purpose)),
  ).length;
}

/** A server reads the file again by then, whatever it is doing. */
const KNOWN_MS = 120_000;
/** Queues the work for a root key. @param again another word repeats work that was done before */
export const queueRewrap = (
  workshop: Workshop,
  cid: string,
  id: string,
  again: string,
): Promise<void> =>
  workshop.write(cid, { kind: 'system', cid }, (w) =>
    w.job('rewrap-keys', `rewrap-keys:${id}:${again}`, { rootKeyId: id }, w.now + KNOWN_MS),
  );
/** Checks that this server knows the key. @throws AppError unavailable: the job is repeated */
export function requireKnown(rootKey: Root, id: string): void {
  if (!keysOf(rootKey).some((key) => rootKeyId(key) === id)) throw new AppError('unavailable');
}
