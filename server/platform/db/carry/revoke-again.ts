// Repeats revocations before a database that went back in time is used again, whatever its version.

import { openFile, type SqliteFile } from '../file/open-file.ts';

const WAYS = {
  user: ['user', 'update user set disabled_at = ? where id = ? and disabled_at is null'],
  tablet: ['tablet', 'update tablet set revoked_at = ? where id = ? and revoked_at is null'],
  share: [
    'share',
    "update share set ended_at = ?, ended_by = 'system' where id = ? and ended_at is null",
  ],
  link: [
    'home_link',
    "update home_link set ended_at = ?, ended_by = 'system' where id = ? and ended_at is null",
  ],
} as const;

/**
 * Revokes again after a restore.
 * @returns how many users, tablets and links were still valid in the file
 */
export function revokeAgain(
  file: SqliteFile,
  revoked: readonly { kind: keyof typeof WAYS; id: string; at: number }[],
): number {
  const db = openFile(file, { fileMustExist: true });
  try {
    db.pragma('synchronous=FULL');
    // An older database lacks newer tables.
    const has = db.prepare("select 1 from sqlite_master where type = 'table' and name = ?");
    return db.transaction(() =>
      revoked.reduce(
        (n, { kind, id, at }) =>
          n +
          (has.get(WAYS[kind][0]) === undefined
            ? 0
            : db.prepare(WAYS[kind][1]).run(at, id).changes),
        0,
      ),
    )();
  } finally {
    db.close();
  }
}
