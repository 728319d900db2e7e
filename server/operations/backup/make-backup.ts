// One backup: a verified consistent copy of the database, its files, then the encrypted snapshot,
// which is written last.

import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, stat } from 'node:fs/promises';
import path from 'node:path';
import { BLOB_OVERHEAD, openBlob } from '../../platform/blobs/blobs.ts';
import type { ObjectConfig } from '../../platform/blobs/object-store.ts';
import { openSealedFiles } from '../../platform/blobs/open-sealed.ts';
import { copyPostgres } from '../../platform/db/carry/carry-database.ts';
import { makeFolder } from '../../platform/sync-folder.ts';
import { copyDatabase, examineCopy, type SnapshotFacts } from '../../platform/db/carry/snapshot.ts';
import { loadRootKeys } from '../../platform/keys/rootkey/root-key.ts';
import { formerKeys } from '../../platform/keys/rootkey/former-keys.ts';
import { openContainer, writeContainer, type Say, type SheetOfBackup } from './container.ts';
import type { Manifest } from './manifest.ts';
import { expired } from './retention.ts';
import {
  isPrepared,
  lockTarget,
  putWhole,
  removeLeftovers,
  removeUnnamed,
  snapshotName,
  targetFolder,
  writeWhole,
  type TargetFolder,
} from './target-folder.ts';
import { BackupFailed, on } from './trouble.ts';

/** Options of a run; plain values, so that a child process can receive them. */
export interface BackupOrder {
  /** Data folder with `blobs/`, and with `molar.db` for SQLite. */
  data: string;
  /** Bucket of the files; undefined: `blobs/` in the data folder. */
  objects?: ObjectConfig | undefined;
  /** URL of a PostgreSQL database; undefined: `molar.db`. */
  databaseUrl: string | undefined;
  /** Key of `molar.db`, and of the copy in the backup; undefined: plain. */
  databaseKey?: Uint8Array | undefined;
  target: string;
  /** Name of this installation's folder at the target. */
  installation: string;
  /** Newest first. */
  rootKeys: readonly Uint8Array[];
  /** File of the root keys, read again once the database was copied; absent: as given. */
  rootKeyFile?: string | undefined;
  sheets: SheetOfBackup[];
  /** Blob key of each practice, to verify a file before it is copied. */
  blobKeys: Record<string, Uint8Array>;
  /** Program and version. */
  app: string;
  now: number;
  /** Whether old snapshots and unreferenced files are deleted as well. */
  tidy: boolean;
}
export interface BackupResult {
  snapshot: string;
  takenAt: number;
  bytes: number;
  patients: number;
  documents: number;
  files: number;
  copied: number;
  missing: number;
  /** Contents that are safe once the backup is complete. */
  heads: SnapshotFacts['heads'];
  kept: { count: number; oldestAt: number | null; bytes: number };
}
/**
 * Folder of copies, below the data folder and deleted after the run. They have the key of the
 * database file.
 */
export const WORK_FOLDER = 'backup-work';

/** Makes one backup; earlier backups are unchanged. @throws BackupFailed */
export async function makeBackup(order: BackupOrder, say: Say): Promise<BackupResult> {
  const folder = targetFolder(order.target, order.installation);
  if (!isPrepared(folder)) throw new BackupFailed('target_missing');
  const free = await on('target', () => lockTarget(folder, order.now));
  const work = path.join(order.data, WORK_FOLDER, randomUUID());
  try {
    await on('target', () => removeLeftovers(folder));
    await on('data', () => mkdir(work, { recursive: true, mode: 0o700 }));
    const copy = { file: path.join(work, 'molar.db'), key: order.databaseKey };
    say('database', 0, 0);
    await on('data', () =>
      order.databaseUrl === undefined
        ? copyDatabase({ ...copy, file: path.join(order.data, 'molar.db') }, copy.file)
        : copyPostgres(order.databaseUrl, copy),
    );
    say('checking', 0, 0);
    // Written before any value is wrapped by a new key: what the copy needs is in it.
    const rootKeys =
      order.rootKeyFile === undefined
        ? order.rootKeys
        : loadRootKeys(order.rootKeyFile, { mayCreate: false });
    const facts = await on('data', () => examineCopy(copy));
    const { copied, missing } = await copyFiles(order, folder, facts.files, say);
    const name = snapshotName(order.now, randomUUID()),
      id = name.replace('.molar', '');
    const manifest: Manifest = {
      at: order.now,
      facts,
      missing,
      rootKeys: rootKeys.map((key) => Buffer.from(key).toString('base64')),
      ...(order.databaseKey && {
        databaseKey: Buffer.from(order.databaseKey).toString('base64'),
      }),
      extras: await on('data', () => readExtras(order.data)),
    };
    const { bytes } = await on('target', () =>
      putWhole(folder.snapshotFile(name), (temporary) =>
        writeContainer(
          temporary,
          {
            installation: order.installation,
            id,
            at: order.now,
            app: order.app,
            tag: facts.tag,
            rootKey: rootKeys[0]!,
            sheets: order.sheets,
            manifest,
            database: copy.file,
          },
          say,
        ),
      ),
    );
    if (order.tidy) {
      say('tidying', 0, 0);
      await on('target', () => tidy(folder, order));
    }
    const kept = await on('target', () => folder.list());
    return {
      snapshot: name,
      takenAt: order.now,
      bytes,
      patients: facts.counts.patient ?? 0,
      documents: facts.counts.document ?? 0,
      files: facts.files.length,
      copied,
      missing: missing.length,
      heads: facts.heads,
      kept: {
        count: kept.length,
        oldestAt: kept[0]?.at ?? null,
        bytes: kept.reduce((n, s) => n + s.bytes, 0),
      },
    };
  } finally {
    // Other runs' folders belong to dead processes, because this process has the lock.
    await rm(path.join(order.data, WORK_FOLDER), { recursive: true, force: true }).catch(
      () => undefined,
    );
    await free().catch(() => undefined);
  }
}

/** Copies missing files; a file that does not decrypt is never copied over a good one. */
async function copyFiles(
  order: BackupOrder,
  folder: TargetFolder,
  files: SnapshotFacts['files'],
  say: Say,
): Promise<{ copied: number; missing: string[] }> {
  const place = openSealedFiles(path.join(order.data, 'blobs'), order.objects, (cid) =>
      Promise.resolve(order.blobKeys[cid] ?? new Uint8Array()),
    ),
    missing: string[] = [],
    shelves = new Map<string, Set<string>>();
  let copied = 0,
    done = 0;
  const isThere = async (to: string, size: number): Promise<boolean> => {
    const shelf = path.dirname(to);
    let names = shelves.get(shelf);
    // Lists each subfolder once: querying a network drive file by file would take minutes.
    if (!names) shelves.set(shelf, (names = new Set(await readdir(shelf).catch(() => []))));
    if (!names.has(path.basename(to))) return false;
    return !order.tidy || (await stat(to)).size === size + BLOB_OVERHEAD;
  };
  for (const { cid, sha256, size } of files) {
    say('files', done++, files.length);
    const to = folder.blobFile(cid, sha256);
    if (await on('target', () => isThere(to, size))) continue;
    const key = order.blobKeys[cid];
    const sealed = await place.get(cid, sha256).catch(() => undefined);
    try {
      openBlob(sealed ?? new Uint8Array(), cid, sha256, key ?? new Uint8Array());
    } catch {
      missing.push(sha256);
      continue;
    }
    await on('target', async () => {
      await makeFolder(path.dirname(to));
      await writeWhole(to, sealed!);
    });
    copied++;
  }
  return { copied, missing };
}

/** Certificates: with them a new machine is the same server for every tablet. */
async function readExtras(data: string): Promise<Manifest['extras']> {
  if (!existsSync(path.join(data, 'tls'))) return [];
  const files = (await readdir(path.join(data, 'tls'), { withFileTypes: true })).filter((f) =>
    f.isFile(),
  );
  return Promise.all(
    files.map(async (f) => ({
      path: `tls/${f.name}`,
      bytes: (await readFile(path.join(data, 'tls', f.name))).toString('base64'),
    })),
  );
}

async function tidy(
  folder: TargetFolder,
  { now, rootKeys, rootKeyFile }: BackupOrder,
): Promise<void> {
  const gone = expired(await folder.list(), now);
  if (gone.length === 0) return;
  for (const name of gone) await rm(folder.snapshotFile(name), { force: true });
  const named = new Set<string>();
  for (const { name } of await folder.list()) {
    // An unreadable snapshot may reference any file: then no file is deleted.
    const opened = await openContainer(folder.snapshotFile(name), {
      rootKeys: [...rootKeys, ...(rootKeyFile === undefined ? [] : formerKeys(rootKeyFile))],
    }).catch(() => undefined);
    if (!opened) return;
    for (const { cid, sha256 } of opened.manifest.facts.files) named.add(`${cid}/${sha256}`);
    await opened.close();
  }
  await removeUnnamed(folder, named);
}
