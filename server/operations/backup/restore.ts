// Restore: everything is restored and verified next to the data folder, gets a new identity there,
// and is put in place by one rename at the end.

import type { RestoreResult } from './restore-result.ts';
import { randomUUID } from 'node:crypto';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { mkdir, readdir, rename, rm, rmdir } from 'node:fs/promises';
import path from 'node:path';
import { openBlob } from '../../platform/blobs/blobs.ts';
import { blobPath } from '../../platform/blobs/sealed-store.ts';
import { stampOf } from '../../platform/db/carry/before-migrate.ts';
import {
  fillPostgres,
  mustBeEmpty,
  WrongDatabase,
} from '../../platform/db/carry/carry-database.ts';
import { carryOps } from '../../platform/db/carry/carry-ops.ts';
import { addErased, LEDGER, readLines } from '../../platform/db/carry/erased-list.ts';
import type { SqliteFile } from '../../platform/db/file/open-file.ts';
import { takeFolder } from '../../platform/db/folder-lock.ts';
import { scopeStore } from '../../platform/db/scope.ts';
import type { Store } from '../../platform/db/store.ts';
import { makeFolder, syncFolder } from '../../platform/sync-folder.ts';
import { openPracticeKeys } from '../../platform/keys/practice-keys.ts';
import { putFileKey } from '../../platform/keys/rootkey/file-key.ts';
import { RootKeyError, textOfKeys } from '../../platform/keys/rootkey/root-key.ts';
import { DATABASE, storedFile } from '../../platform/keys/rootkey/stored-file.ts';
import { fixedRoot } from '../../platform/keys/rootkey/root-keys.ts';
import type { Say, Unlock } from './container.ts';
import { readRevoked, type Revoked } from './revoked.ts';
import { appendLine, writeWhole, type TargetFolder } from './target-folder.ts';
import { BackupFailed, on } from './trouble.ts';
import { POSTGRES_FULL } from './words.ts';
import { chooseSnapshot, findTarget, readSealed, unpack, type Unpacked } from './unpack.ts';

export interface RestoreOrder {
  from: string;
  snapshot: string | undefined;
  unlock: Unlock;
  data: string;
  /** Path where the server looks for its root key. */
  rootKeyFile: string;
  /** URL of an empty PostgreSQL database for the rows; undefined: `molar.db` in the data folder. */
  databaseUrl: string | undefined;
  /** Moves the existing data folder aside instead of refusing. */
  replace: boolean;
  now: number;
}
/** Operations on the restored database that belong to the slices owning the tables. */
export interface RestoreSteps {
  /** Sets a new epoch and a higher security epoch. */
  renew(store: Store): Promise<void>;
  /** @returns whether it was valid until then */
  revoke(store: Store, line: Revoked): Promise<boolean>;
  note(store: Store, cid: string, type: string, data: Record<string, unknown>): Promise<void>;
}

/** A printable reason for the terminal. */
export class RestoreRefused extends Error {}

/** Restores a backup. @throws RestoreRefused, BackupFailed; the data folder is unchanged then */
export async function restore(
  order: RestoreOrder,
  steps: RestoreSteps,
  say: Say,
): Promise<RestoreResult> {
  const data = path.resolve(order.data),
    isThere = existsSync(data) && (await readdir(data)).some((n) => !n.startsWith('in-use.lock'));
  if (isThere && !order.replace)
    throw new RestoreRefused(
      `${data} ist nicht leer. Mit --replace wird der Ordner beiseite gestellt, nichts wird gelöscht.`,
    );
  const folder = await findTarget(order.from);
  const { name, later } = await chooseSnapshot(folder, order.now, order.snapshot);
  if (order.databaseUrl !== undefined) await emptyOrRefused(() => mustBeEmpty(order.databaseUrl!));
  // Locked until the new folder is in place: no server may start in between.
  const release = existsSync(data) ? takeFolder(data, 'alone') : (): void => undefined;
  const staged = `${data}.restoring-${randomUUID().slice(0, 8)}`;
  try {
    for (const left of leftOvers(data)) await rm(left, { recursive: true, force: true });
    await makeFolder(staged);
    const unpacked = await unpack(folder, name, order.unlock, staged, say);
    let result: Omit<RestoreResult, 'movedTo' | 'carried'>;
    try {
      const missing = await bringFiles(folder, unpacked, staged, say);
      const revoked = await replay(
        unpacked.store,
        steps,
        await readRevoked(folder.revokedFile, path.join(data, 'revoked.jsonl')),
        staged,
      );
      // Patients erased since are in this database again: the next start reads the list before it
      // serves any request.
      await addErased(path.join(staged, LEDGER), [
        ...(await readLines(folder.erasedFile)),
        ...(await readLines(path.join(data, LEDGER))),
      ]);
      await steps.renew(unpacked.store);
      const { facts, at } = unpacked.manifest;
      for (const { cid } of facts.audit)
        await steps.note(unpacked.store, cid, 'backup.restored', {
          snapshot: name,
          takenAt: at,
          missing: missing.length,
        });
      result = {
        snapshot: name,
        takenAt: at,
        later,
        patients: facts.counts.patient ?? 0,
        documents: facts.counts.document ?? 0,
        files: facts.files.length,
        missing,
        auditRows: unpacked.auditRows,
        revoked,
        app: unpacked.app,
      };
    } finally {
      await unpacked.store.close();
    }
    for (const extra of unpacked.manifest.extras) {
      const to = path.join(staged, extra.path);
      if (!path.resolve(to).startsWith(`${staged}${path.sep}`))
        throw new BackupFailed('damaged', 'path');
      await makeFolder(path.dirname(to));
      await writeWhole(to, Buffer.from(extra.bytes, 'base64'));
    }
    await bringRootKeys(unpacked.rootKeys, order.rootKeyFile, data, staged);
    const sealed = { file: path.join(staged, DATABASE), key: unpacked.databaseKey };
    await putFileKey(staged, sealed.key, unpacked.rootKeys[0]!);
    // Acknowledged ops in the present, still readable database exist nowhere else, and tablets were
    // informed that they are safe.
    const carried = isThere ? carryFrom(data, order.rootKeyFile, sealed) : 0;
    if (order.databaseUrl !== undefined) {
      say('database', 0, 0);
      await emptyOrRefused(() => fillPostgres(sealed, order.databaseUrl!));
      for (const name of await readdir(staged))
        if (name.startsWith(DATABASE)) await rm(path.join(staged, name));
    }
    await syncFolder(staged);
    return {
      ...result,
      carried,
      movedTo: await takePlace(data, staged, order.now, isThere, release),
    };
  } catch (error) {
    await rm(staged, { recursive: true, force: true });
    throw error;
  } finally {
    release();
  }
}

/** @returns how many ops were carried; undefined if the present database cannot be read */
function carryFrom(data: string, rootKeyFile: string, into: SqliteFile): number | undefined {
  if (!existsSync(path.join(data, DATABASE))) return undefined;
  try {
    return carryOps(storedFile(data, rootKeyFile), into);
  } catch (error) {
    if (error instanceof RootKeyError) return undefined;
    throw error;
  }
}

async function emptyOrRefused(work: () => Promise<void>): Promise<void> {
  try {
    await work();
  } catch (error) {
    throw error instanceof WrongDatabase ? new RestoreRefused(POSTGRES_FULL) : error;
  }
}

/**
 * Finds the folder of a restore that was interrupted between its last two steps, while there is no
 * data folder.
 */
export function halfRestored(data: string): string | undefined {
  return existsSync(data) ? undefined : leftOvers(data)[0];
}
function leftOvers(data: string): string[] {
  const beside = path.dirname(data);
  return existsSync(beside)
    ? readdirSync(beside)
        .filter((n) => n.startsWith(`${path.basename(data)}.restoring-`))
        .map((n) => path.join(beside, n))
    : [];
}

/**
 * Copies every file and opens it once; missing ones are reported, and everything else is still
 * restored.
 */
async function bringFiles(
  folder: TargetFolder,
  { manifest, store, rootKeys }: Unpacked,
  staged: string,
  say: Say,
): Promise<string[]> {
  const missing: string[] = [],
    root = fixedRoot(rootKeys),
    keys = new Map<string, Promise<Uint8Array>>();
  const keyOf = (cid: string): Promise<Uint8Array> => {
    const found =
      keys.get(cid) ??
      openPracticeKeys(scopeStore(store, cid), store.t, root).then((k) => k.blobKey);
    keys.set(cid, found);
    return found;
  };
  let done = 0;
  for (const { cid, sha256 } of manifest.facts.files) {
    say('files', done++, manifest.facts.files.length);
    const key = await keyOf(cid),
      sealed = await readSealed(folder, cid, sha256).catch(() => undefined);
    try {
      openBlob(sealed ?? new Uint8Array(), cid, sha256, key);
    } catch {
      missing.push(sha256);
      continue;
    }
    const to = path.join(staged, 'blobs', blobPath(cid, sha256));
    await on('data', async () => {
      await makeFolder(path.dirname(to));
      await writeWhole(to, sealed!);
    });
  }
  await mkdir(path.join(staged, 'blobs'), { recursive: true, mode: 0o700 });
  return missing;
}

async function replay(
  store: Store,
  steps: RestoreSteps,
  lines: readonly Revoked[],
  staged: string,
): Promise<number> {
  let count = 0;
  for (const line of lines) {
    await appendLine(path.join(staged, 'revoked.jsonl'), line);
    if (await steps.revoke(store, line)) count++;
  }
  return count;
}

async function bringRootKeys(
  rootKeys: readonly Uint8Array[],
  file: string,
  data: string,
  staged: string,
): Promise<void> {
  const inside = path.relative(data, path.resolve(file)),
    isInside = inside !== '' && !inside.startsWith('..') && !path.isAbsolute(inside);
  const text = textOfKeys(rootKeys);
  if (!isInside && existsSync(file)) {
    if (readFileSync(file, 'utf8').trim() === text.trim()) return;
    throw new RestoreRefused(
      `${file} enthält einen anderen Wurzelschlüssel als die Sicherung. Bitte stellen Sie die Datei beiseite und wiederholen Sie.`,
    );
  }
  const to = isInside ? path.join(staged, inside) : file;
  await makeFolder(path.dirname(to));
  await writeWhole(to, Buffer.from(text));
}

async function takePlace(
  data: string,
  staged: string,
  now: number,
  isThere: boolean,
  release: () => void,
): Promise<string | undefined> {
  const aside = `${data}.before-${stampOf(now)}`;
  try {
    if (isThere) await rename(data, aside);
    else if (existsSync(data)) {
      release();
      for (const name of await readdir(data))
        if (name.startsWith('in-use.lock')) await rm(path.join(data, name), { force: true });
      await rmdir(data);
    }
  } catch (cause) {
    throw new RestoreRefused(
      `${data} lässt sich nicht beiseite stellen (${cause instanceof Error ? cause.message : 'unbekannt'}). Ist der Ordner ein eigenes Laufwerk, geben Sie mit --to einen Ordner darin an und setzen MOLAR_DATA darauf.`,
      { cause },
    );
  }
  try {
    await rename(staged, data);
  } catch (error) {
    if (isThere) await rename(aside, data);
    throw error;
  }
  await syncFolder(path.dirname(data));
  return isThere ? aside : undefined;
}
