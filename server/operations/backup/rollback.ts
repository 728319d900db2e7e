// Rollback: restores the copy that a start made before it migrated the database; the present
// database is kept next to it.

import {
  chmodSync,
  constants,
  existsSync,
  linkSync,
  readFileSync,
  renameSync,
  rmSync,
} from 'node:fs';
import { copyFile, readdir } from 'node:fs/promises';
import path from 'node:path';
import { BEFORE, COPY_NAME, stampOf } from '../../platform/db/carry/before-migrate.ts';
import { carryOps } from '../../platform/db/carry/carry-ops.ts';
import { copyWithKey } from '../../platform/db/file/copy-file.ts';
import { asStored, openFile, type SqliteFile } from '../../platform/db/file/open-file.ts';
import { knownMigrations } from '../../platform/db/migrations.ts';
import { DATABASE } from '../../platform/keys/rootkey/stored-file.ts';
import { takeFolder } from '../../platform/db/folder-lock.ts';
import { exchangePg } from '../../platform/db/carry/pg-exchange.ts';
import {
  examineCopy,
  foldLog,
  renewIdentity,
  type SnapshotFacts,
} from '../../platform/db/carry/snapshot.ts';
import { revokeAgain } from '../../platform/db/carry/revoke-again.ts';
import { syncFolder } from '../../platform/sync-folder.ts';
import { readRevoked } from './revoked.ts';
import { writeWhole } from './target-folder.ts';

export interface Copy {
  name: string;
  at: number;
  /** Newest migration of the program version it belongs to. */
  tag: string;
  facts: SnapshotFacts;
}
export interface RollbackResult {
  copy: Copy;
  aside: string;
  /** Number of rows missing in the copy: they stay in the file that is moved aside. */
  newer: Record<string, number> | undefined;
  /** Ops that tablets sent since, copied to be judged again; undefined if that is impossible. */
  carried: number | undefined;
}
const COUNTED = ['op', 'task', 'document', 'patient', 'audit'] as const;
const RETURNED = 'returned.json';

/**
 * Newest migration of the versions that read plain database files only. A copy of that form or an
 * older one is put back in plain; a start of a newer version encrypts it again.
 */
export const LAST_PLAIN = '0040_task_template';
function isForPlainOnly({ tag }: Copy): boolean {
  const tags = knownMigrations('sqlite').map((one) => one.tag);
  return tags.indexOf(tag) <= tags.indexOf(LAST_PLAIN);
}

/**
 * Returns complete copies, newest first.
 * @param key of the data folder; copies that do not open with it are left out
 */
export async function listCopies(data: string, key: Uint8Array | undefined): Promise<Copy[]> {
  const folder = path.join(data, BEFORE);
  const names = existsSync(folder)
    ? (await readdir(folder))
        .filter((n) => COPY_NAME.test(n))
        .sort()
        .reverse()
    : [];
  return names.flatMap((name) => {
    const [, y, mo, d, h, mi, s, tag = ''] = COPY_NAME.exec(name) ?? [];
    try {
      return [
        {
          name,
          tag,
          at: Date.UTC(Number(y), Number(mo) - 1, Number(d), Number(h), Number(mi), Number(s)),
          facts: examineCopy(asStored(path.join(folder, name), key)),
        },
      ];
    } catch {
      return [];
    }
  });
}

/** A data folder with the key of its database files. */
export interface Place {
  data: string;
  key: Uint8Array | undefined;
}

/** Rolls an update back. @throws FolderInUse while a server runs; the database is unchanged then */
export async function rollback(
  { data, key }: Place,
  copy: Copy,
  now: number,
  newEpoch: string,
): Promise<RollbackResult> {
  const release = takeFolder(data, 'alone');
  try {
    const file = path.join(data, DATABASE),
      next = path.join(data, `molar.db.${stampOf(now)}.part`),
      aside = path.join(data, BEFORE, `replaced-${stampOf(now)}.db`);
    const own = asStored(file, key),
      present = countsOf(own);
    await copyFile(path.join(data, BEFORE, copy.name), next, constants.COPYFILE_EXCL);
    const into = asStored(next, key);
    renewIdentity(into, newEpoch);
    // Users and tablets revoked since are still active in the copy.
    const revoked = revokeAgain(into, await readRevoked(path.join(data, 'revoked.jsonl')));
    // A tablet deletes ops that were acknowledged as safe: nothing else could restore them.
    const carried = present && carryOps(own, into);
    if (isForPlainOnly(copy)) makePlain(into);
    // A leftover WAL would be read into the other database.
    if (!foldLog(own))
      for (const end of ['-wal', '-shm'])
        if (existsSync(file + end)) renameSync(file + end, aside + end);
    if (existsSync(file)) linkSync(file, aside);
    await syncFolder(path.join(data, BEFORE));
    await writeWhole(
      path.join(data, RETURNED),
      Buffer.from(
        JSON.stringify({ at: now, copy: copy.name, aside: path.basename(aside), revoked }),
      ),
    );
    renameSync(next, file);
    await syncFolder(data);
    return { copy, aside, carried, newer: present && newerThan(present, copy) };
  } finally {
    release();
  }
}

/**
 * Rolls an update back on PostgreSQL: the present content is kept as a file next to the copies, and
 * its tables are replaced by those of the copy, atomically.
 * @throws FolderInUse while a server runs; the database's error when another connection has it
 * locked: it is unchanged then
 */
export async function rollbackPg(
  { data, key }: Place,
  url: string,
  copy: Copy,
  now: number,
  newEpoch: string,
): Promise<RollbackResult> {
  const release = takeFolder(data, 'alone'),
    next = path.join(data, `molar.db.${stampOf(now)}.part`),
    aside = path.join(data, BEFORE, `replaced-${stampOf(now)}.db`),
    note = path.join(data, RETURNED);
  let carried: number | undefined,
    isDone = false;
  try {
    await exchangePg(url, { file: aside, key }, async () => {
      chmodSync(aside, 0o600);
      await syncFolder(path.join(data, BEFORE));
      await copyFile(path.join(data, BEFORE, copy.name), next, constants.COPYFILE_EXCL);
      const into = asStored(next, key);
      renewIdentity(into, newEpoch);
      const revoked = revokeAgain(into, await readRevoked(path.join(data, 'revoked.jsonl')));
      carried = carryOps({ file: aside, key }, into);
      return {
        file: into,
        tag: copy.facts.tag,
        beforeCommit: () =>
          writeWhole(
            note,
            Buffer.from(
              JSON.stringify({ at: now, copy: copy.name, aside: path.basename(aside), revoked }),
            ),
          ),
      };
    });
    isDone = true;
    const present = countsOf({ file: aside, key });
    return { copy, aside, carried, newer: present && newerThan(present, copy) };
  } finally {
    if (!isDone) for (const file of [note, aside]) rmSync(file, { force: true });
    for (const end of ['', '-wal', '-shm']) rmSync(next + end, { force: true });
    release();
  }
}
/** Replaces a file that no process uses by a plain one, atomically. */
function makePlain({ file, key }: SqliteFile): void {
  if (!key) return;
  const plain = `${file}.plain`;
  rmSync(plain, { force: true });
  copyWithKey({ file, key }, { file: plain });
  renameSync(plain, file);
}

/**
 * Writes the present database as a plain file, for a version that cannot decrypt and has the same
 * form. Nothing in it changes.
 * @returns whether it was encrypted
 * @throws FolderInUse while a server runs, NoRoomForCopy
 */
export async function decryptDatabase({ data, key }: Place): Promise<boolean> {
  const release = takeFolder(data, 'alone');
  try {
    const own = asStored(path.join(data, DATABASE), key);
    if (!existsSync(own.file) || !own.key) return false;
    // Throws for a database that does not open.
    if (!foldLog(own)) openFile(own, { fileMustExist: true }).close();
    makePlain(own);
    await syncFolder(data);
    return true;
  } finally {
    release();
  }
}
const newerThan = (present: Record<string, number>, copy: Copy): Record<string, number> =>
  Object.fromEntries(
    COUNTED.map((t) => [t, Math.max(0, (present[t] ?? 0) - (copy.facts.counts[t] ?? 0))]),
  );
function countsOf(file: SqliteFile): Record<string, number> | undefined {
  try {
    return examineCopy(file).counts;
  } catch {
    return undefined;
  }
}

/**
 * Returns what a rollback left for the running program to write into the audit chain; consumed
 * once.
 */
export function takeReturned(data: string): Record<string, unknown> | undefined {
  const file = path.join(data, RETURNED);
  if (!existsSync(file)) return undefined;
  const note = JSON.parse(readFileSync(file, 'utf8')) as Record<string, unknown>;
  rmSync(file);
  return note;
}
