// Before a database that went back in time is used again: whoever was revoked since stays out, whatever its version.

import Database from 'better-sqlite3';

/** @returns how many people and tablets the file still believed in */
export function revokeAgain(file: string, revoked: readonly { kind: 'tablet' | 'user'; id: string; at: number }[]): number {
  const db = new Database(file, { fileMustExist: true });
  try {
    db.pragma('synchronous=FULL');
    const user = db.prepare('update user set disabled_at = ? where id = ? and disabled_at is null'), tablet = db.prepare('update tablet set revoked_at = ? where id = ? and revoked_at is null');
    return db.transaction(() => revoked.reduce((n, { kind, id, at }) => n + (kind === 'user' ? user : tablet).run(at, id).changes, 0))();
  } finally { db.close(); }
}
