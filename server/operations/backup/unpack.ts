// Restores a backup into an empty folder and verifies all of it: keys, every byte, every key of the
// database, all counts, the audit chain.

import { randomBytes } from 'node:crypto';
import { readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { isDeepStrictEqual } from 'node:util';
import { verifyAudit } from '../../platform/audit/verify-audit.ts';
import { BLOB_OVERHEAD } from '../../platform/blobs/blobs.ts';
import { DamagedDatabase, examineCopy } from '../../platform/db/carry/snapshot.ts';
import { copyWithKey } from '../../platform/db/file/copy-file.ts';
import type { SqliteFile } from '../../platform/db/file/open-file.ts';
import { reasonOf, type Store } from '../../platform/db/store.ts';
import { openStore } from '../../platform/db/open-store.ts';
import { scopeStore } from '../../platform/db/scope.ts';
import { openContainer, peekContainer, type Opened, type Say, type Unlock } from './container.ts';
import type { Manifest } from './manifest.ts';
import { listCids } from './store.ts';
import { isPrepared, targetFolder, type TargetFolder } from './target-folder.ts';
import { BackupFailed, on } from './trouble.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

/**
 * Finds the backup of a target by path: the given folder, or the installation's own folder in it.
 * @throws BackupFailed none, target_missing, foreign when there are several
 */
export async function findTarget(given: string, installation?: string): Promise<TargetFolder> {
  const from = path.resolve(given);
  const names = await on('target', () => readdir(from));
  const own = /^molar-([0-9a-f]{16})$/;
  const here = own.exec(path.basename(from)),
    below = names.flatMap((n) => own.exec(n)?.[1] ?? []);
  const wanted = here?.[1]
    ? [here[1]]
    : below.filter((b) => installation === undefined || b === installation);
  const [one, other] = wanted;
  if (one === undefined) throw new BackupFailed('none');
  if (other !== undefined)
    throw new BackupFailed(
      'foreign',
      `several installations: ${wanted.map((w) => `molar-${w}`).join(', ')}`,
    );
  const folder = targetFolder(here ? path.dirname(from) : from, one);
  if (!isPrepared(folder)) throw new BackupFailed('none');
  return folder;
}

/** Tolerated clock difference between two machines, ms. */
const CLOCKS_DIFFER_MS = DAY_MS;
/**
 * Returns the newest snapshot, or the named one. A snapshot dated by a clock that was ahead would
 * stay the newest: it is used only if there is no other.
 * @returns also the number of skipped later ones
 * @throws BackupFailed none
 */
export async function chooseSnapshot(
  folder: TargetFolder,
  now: number,
  name?: string,
): Promise<{ name: string; later: number }> {
  const all = await on('target', () => folder.list()),
    past = all.filter((s) => s.at <= now + CLOCKS_DIFFER_MS);
  const chosen =
    name === undefined
      ? (past.at(-1) ?? all.at(-1))
      : all.find((s) => s.name === name || s.name === `${name}.molar`);
  if (!chosen) throw new BackupFailed('none', name);
  return {
    name: chosen.name,
    later: name === undefined && past.length > 0 ? all.length - past.length : 0,
  };
}

export interface Unpacked {
  manifest: Manifest;
  /** Newest first. */
  rootKeys: Buffer[];
  /** Key of the unpacked database. */
  databaseKey: Uint8Array;
  auditRows: number;
  store: Store;
  app: string;
}
/**
 * Writes `molar.db` into an empty folder and opens it (a database of an older program is migrated
 * there).
 * @throws BackupFailed with all faults; the caller deletes the folder and closes the store
 */
export async function unpack(
  folder: TargetFolder,
  name: string,
  unlock: Unlock,
  to: string,
  say: Say,
): Promise<Unpacked> {
  const file = folder.snapshotFile(name),
    database = path.join(to, 'molar.db');
  // A renamed file contradicts its own header.
  if (`${(await on('target', () => peekContainer(file))).id}.molar` !== name)
    throw new BackupFailed('damaged', 'name');
  const opened = await on('target', () => openContainer(file, unlock));
  try {
    const { manifest, rootKeys } = opened,
      sealed = await extractTo(opened, database, say),
      facts = await orDamaged(() => examineCopy(sealed));
    // The newest migration is taken from this program's names, not from the file.
    if (!isDeepStrictEqual({ ...facts, tag: '' }, { ...manifest.facts, tag: '' }))
      throw new BackupFailed('counts_differ');
    const store = await on('data', () => openStore(sealed));
    try {
      return {
        manifest,
        rootKeys,
        databaseKey: sealed.key,
        store,
        auditRows: await proveAudit(store, manifest, say),
        app: opened.head.app,
      };
    } catch (error) {
      await store.close();
      throw error;
    }
  } finally {
    await opened.close();
  }
}

const orDamaged = <T>(work: () => T): Promise<T> =>
  on('data', () => {
    try {
      return work();
    } catch (error) {
      throw error instanceof DamagedDatabase || reasonOf(error) === 'corrupt'
        ? new BackupFailed('damaged', error instanceof Error ? error.message : '', error)
        : error;
    }
  });

/** Writes the database; that of an older backup, which is plain, gets a new key. */
async function extractTo(
  { manifest, extract }: Opened,
  database: string,
  say: Say,
): Promise<SqliteFile & { key: Uint8Array }> {
  if (manifest.databaseKey !== undefined) {
    await on('target', () => extract(database, say));
    say('checking', 0, 0);
    return { file: database, key: Buffer.from(manifest.databaseKey, 'base64') };
  }
  const plain = `${database}.plain`,
    sealed = { file: database, key: randomBytes(32) };
  try {
    await on('target', () => extract(plain, say));
    say('checking', 0, 0);
    await orDamaged(() => {
      copyWithKey({ file: plain }, sealed);
    });
    return sealed;
  } finally {
    await rm(plain, { force: true });
  }
}

async function proveAudit(store: Store, manifest: Manifest, say: Say): Promise<number> {
  let rows = 0;
  const cids = new Set([...(await listCids(store)), ...manifest.facts.audit.map((a) => a.cid)]);
  for (const cid of cids) {
    say('audit', rows, manifest.facts.counts.audit ?? 0);
    const db = scopeStore(store, cid);
    const verdict = await verifyAudit({
      cid,
      actor: { kind: 'system', cid },
      now: manifest.at,
      t: store.t,
      db,
      behind: { db, memory: new Map() },
    });
    const head = manifest.facts.audit.find((a) => a.cid === cid);
    if (!verdict.ok || verdict.rows !== (head?.seq ?? 0) || (head && head.hash !== verdict.head))
      throw new BackupFailed('audit_broken', `row ${verdict.broken?.seq ?? verdict.rows}`);
    rows += verdict.rows;
  }
  return rows;
}

/**
 * Files of the backup that are missing or truncated. The manifest distinguishes those that were
 * missing when it was made.
 */
export async function missingFiles(folder: TargetFolder, { facts }: Manifest): Promise<string[]> {
  const missing: string[] = [];
  for (const { cid, sha256, size } of facts.files) {
    const there = await stat(folder.blobFile(cid, sha256)).catch(() => undefined);
    if (there?.size !== size + BLOB_OVERHEAD) missing.push(sha256);
  }
  return missing;
}
export const readSealed = (folder: TargetFolder, cid: string, sha256: string): Promise<Buffer> =>
  readFile(folder.blobFile(cid, sha256));
