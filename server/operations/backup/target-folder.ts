// The folder of one installation at the target: its layout, atomic files, a lock, and the deletion
// of old files.

import { randomUUID } from 'node:crypto';
import { existsSync, statfsSync, statSync } from 'node:fs';
import { appendFile, open, readdir, readFile, rename, rm, rmdir, stat } from 'node:fs/promises';
import { hostname } from 'node:os';
import path from 'node:path';
import type { TargetProblem } from '../../../shared/operations/backup.ts';
import { blobPath } from '../../platform/blobs/sealed-store.ts';
import { stampOf } from '../../platform/db/carry/before-migrate.ts';
import { LEDGER } from '../../platform/db/carry/erased-list.ts';
import { makeFolder, syncFolder } from '../../platform/sync-folder.ts';
import { README } from './readme-words.ts';
import type { Revoked } from './revoked.ts';
import { BackupFailed } from './trouble.ts';

const SNAPSHOT = /^(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z-([0-9a-f]{8})\.molar$/;
const TEMPORARY = '.part';
/** How long a lock of another machine is respected. */
const LOCK_MS = 6 * 3_600_000;

interface SnapshotFile {
  name: string;
  at: number;
  bytes: number;
}
export interface TargetFolder {
  readonly root: string;
  snapshotFile(name: string): string;
  /** Returns snapshots, oldest first; other files are ignored. */
  list(): Promise<SnapshotFile[]>;
  blobFile(cid: string, sha256: string): string;
  /** Folder of all stored files. */
  readonly blobs: string;
  /** Appends a line to the list that outlives every database; synced. */
  appendRevoked(line: Revoked): Promise<void>;
  readonly revokedFile: string;
  /** List of erased patients. */
  readonly erasedFile: string;
}

const folderName = (installation: string): string => `molar-${installation}`;
export function targetFolder(target: string, installation: string): TargetFolder {
  const root = path.join(target, folderName(installation)),
    snapshots = path.join(root, 'snapshots'),
    blobs = path.join(root, 'blobs'),
    revokedFile = path.join(root, 'revoked.jsonl');
  return {
    root,
    blobs,
    revokedFile,
    erasedFile: path.join(root, LEDGER),
    snapshotFile: (name) => path.join(snapshots, name),
    async list() {
      const names = (await readdir(snapshots)).filter((n) => SNAPSHOT.test(n)).sort();
      return Promise.all(
        names.map(async (name) => ({
          name,
          at: atOf(name),
          bytes: (await stat(path.join(snapshots, name))).size,
        })),
      );
    },
    blobFile: (cid, sha256) => path.join(blobs, blobPath(cid, sha256)),
    async appendRevoked(line) {
      await appendLine(revokedFile, line);
    },
  };
}
function atOf(name: string): number {
  const [, y, mo, d, h, mi, s] = SNAPSHOT.exec(name) ?? [];
  return Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s));
}
export const snapshotName = (at: number, id: string): string =>
  `${stampOf(at)}-${id.replaceAll('-', '').slice(-8)}.molar`;

/** Appends one line of JSON, synced. */
export async function appendLine(file: string, line: object): Promise<void> {
  await appendFile(file, `${JSON.stringify(line)}\n`, { mode: 0o600, flush: true });
}

/**
 * Creates the subfolders; the target itself must exist: nothing may be written to the mount point
 * of an unmounted drive.
 */
export async function prepareTarget(folder: TargetFolder): Promise<void> {
  for (const one of [folder.root, folder.blobs, path.dirname(folder.snapshotFile('x'))])
    await makeFolder(one);
  await writeWhole(path.join(folder.root, 'LIES-MICH.txt'), Buffer.from(README));
}
/** Returns true when this target was prepared: the right drive is mounted. */
export const isPrepared = (folder: TargetFolder): boolean =>
  existsSync(path.dirname(folder.snapshotFile('x'))) && existsSync(folder.blobs);

/** Writes atomically, also across a power cut. `make` writes and syncs the temporary file. */
export async function putWhole<T>(
  file: string,
  make: (temporary: string) => Promise<T>,
): Promise<T> {
  const temporary = `${file}.${randomUUID()}${TEMPORARY}`;
  try {
    const made = await make(temporary);
    await rename(temporary, file);
    await syncFolder(path.dirname(file));
    return made;
  } catch (error) {
    await rm(temporary, { force: true }).catch(() => undefined);
    throw error;
  }
}
export const writeWhole = (file: string, bytes: Uint8Array): Promise<void> =>
  putWhole(file, async (temporary) => {
    const handle = await open(temporary, 'wx', 0o600);
    try {
      await handle.writeFile(bytes);
      await handle.sync();
    } finally {
      await handle.close();
    }
  });

/**
 * Removes the leftovers of killed runs; those among the files are deleted with the unreferenced
 * files.
 */
export async function removeLeftovers(folder: TargetFolder): Promise<void> {
  for (const one of [folder.root, path.dirname(folder.snapshotFile('x'))]) {
    for (const name of await readdir(one))
      if (name.endsWith(TEMPORARY)) await rm(path.join(one, name), { force: true });
  }
}

/**
 * Locks the target for one run, across processes and machines.
 * @returns a function that releases the lock
 * @throws BackupFailed busy
 */
export async function lockTarget(folder: TargetFolder, now: number): Promise<() => Promise<void>> {
  const file = path.join(folder.root, 'lock'),
    own = { id: randomUUID(), pid: process.pid, host: hostname(), at: now };
  for (let attempt = 0; ; attempt++) {
    try {
      const handle = await open(file, 'wx', 0o600);
      try {
        await handle.writeFile(JSON.stringify(own));
      } finally {
        await handle.close();
      }
      return async () => {
        if ((await readLock(file))?.id === own.id) await rm(file, { force: true });
      };
    } catch (error) {
      if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error;
      const held = await readLock(file);
      if (attempt > 2 || (held && isHeld(held, now))) throw new BackupFailed('busy');
      await rm(file, { force: true });
    }
  }
}
interface Lock {
  id: string;
  pid: number;
  host: string;
  at: number;
}
async function readLock(file: string): Promise<Lock | undefined> {
  try {
    return JSON.parse(await readFile(file, 'utf8')) as Lock;
  } catch {
    return undefined;
  }
}
function isHeld({ pid, host, at }: Lock, now: number): boolean {
  if (host !== hostname()) return Math.abs(now - at) < LOCK_MS;
  if (pid === process.pid) return true;
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    return error instanceof Error && 'code' in error && error.code === 'EPERM';
  }
}

/** Returns why a path cannot be the target; undefined when it can. */
export async function judgeTarget(
  target: string,
  data: string,
  program: string,
): Promise<TargetProblem | undefined> {
  if (!path.isAbsolute(target)) return 'not_absolute';
  const found = await stat(target).catch(() => undefined);
  if (!found) return 'not_found';
  if (!found.isDirectory()) return 'not_folder';
  const within = (outer: string): boolean => {
    const r = path.relative(path.resolve(outer), path.resolve(target));
    return r === '' || (!r.startsWith('..') && !path.isAbsolute(r));
  };
  if (within(data)) return 'inside_data';
  if (within(program)) return 'inside_program';
  const probe = path.join(target, `.molar-${randomUUID()}${TEMPORARY}`);
  try {
    await writeWhole(probe, Buffer.from('x'));
    await rm(probe);
  } catch {
    return 'not_writable';
  }
  return undefined;
}
export function isSameDisk(a: string, b: string): boolean {
  try {
    return statSync(a).dev === statSync(b).dev;
  } catch {
    return false;
  }
}
export function freeBytes(folder: string): number | null {
  try {
    const disk = statfsSync(folder);
    return disk.bavail * disk.bsize;
  } catch {
    return null;
  }
}

/** Deletes files that no snapshot references. */
export async function removeUnnamed(
  folder: TargetFolder,
  named: ReadonlySet<string>,
): Promise<number> {
  let gone = 0;
  for (const cid of await readdir(folder.blobs)) {
    for (const two of await readdir(path.join(folder.blobs, cid))) {
      const shelf = path.join(folder.blobs, cid, two);
      for (const sha256 of await readdir(shelf)) {
        if (named.has(`${cid}/${sha256}`)) continue;
        await rm(path.join(shelf, sha256), { force: true });
        gone++;
      }
      await rmdir(shelf).catch(() => undefined);
    }
  }
  return gone;
}
