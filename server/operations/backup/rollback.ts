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

/** Returns complete copies, newest first. */
export async function listCopies(data: string): Promise<Copy[]> {
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
          facts: examineCopy(path.join(folder, name)),
        },
      ];
    } catch {
      return [];
    }
  });
}

/** Rolls an update back. @throws FolderInUse while a server runs; the database is unchanged then */
export async function rollback(
  data: string,
  copy: Copy,
  now: number,
  newEpoch: string,
): Promise<RollbackResult> {
  const release = takeFolder(data, 'alone');
  try {
    const file = path.join(data, 'molar.db'),
      next = path.join(data, `molar.db.${stampOf(now)}.part`),
      aside = path.join(data, BEFORE, `replaced-${stampOf(now)}.db`);
    const present = countsOf(file);
    await copyFile(path.join(data, BEFORE, copy.name), next, constants.COPYFILE_EXCL);
    renewIdentity(next, newEpoch);
    // Users and tablets revoked since are still active in the copy.
    const revoked = revokeAgain(next, await readRevoked(path.join(data, 'revoked.jsonl')));
    // A tablet deletes ops that were acknowledged as safe: nothing else could restore them.
    const carried = present && carryOps(file, next);
    // A leftover WAL would be read into the other database.
    if (!foldLog(file))
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
  data: string,
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
    await exchangePg(url, aside, async () => {
      chmodSync(aside, 0o600);
      await syncFolder(path.join(data, BEFORE));
      await copyFile(path.join(data, BEFORE, copy.name), next, constants.COPYFILE_EXCL);
      renewIdentity(next, newEpoch);
      const revoked = revokeAgain(next, await readRevoked(path.join(data, 'revoked.jsonl')));
      carried = carryOps(aside, next);
      return {
        file: next,
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
    const present = countsOf(aside);
    return { copy, aside, carried, newer: present && newerThan(present, copy) };
  } finally {
    if (!isDone) for (const file of [note, aside]) rmSync(file, { force: true });
    for (const end of ['', '-wal', '-shm']) rmSync(next + end, { force: true });
    release();
  }
}
const newerThan = (present: Record<string, number>, copy: Copy): Record<string, number> =>
  Object.fromEntries(
    COUNTED.map((t) => [t, Math.max(0, (present[t] ?? 0) - (copy.facts.counts[t] ?? 0))]),
  );
function countsOf(file: string): Record<string, number> | undefined {
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
