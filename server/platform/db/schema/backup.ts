// Tables of the backup: one target, recovery sheets, runs; they belong to the installation, not to
// one practice (writer: server/operations/backup).

import type { Kit } from '../kit.ts';

/** Result of a run; numbers only. */
export interface BackupRunFacts {
  snapshot?: string;
  takenAt?: number;
  bytes?: number;
  patients?: number;
  documents?: number;
  files?: number;
  copied?: number;
  missing?: number;
  auditRows?: number;
  opened?: number;
  /** Snapshots at the target after the run. */
  kept?: { count: number; oldestAt: number | null; bytes: number };
}

export const backupTables = (k: Kit) => ({
  /** One row, made with the first setting. */
  backupConfig: k.table('backup_config', {
    id: k.text().primaryKey(),
    path: k.text(),
    targetSince: k.big(),
    everyMinutes: k.int().notNull(),
  }),
  /** Only public halves; the private half is on paper. */
  recoverySheet: k.table(
    'recovery_sheet',
    {
      id: k.text().primaryKey(),
      publicJwk: k.json<JsonWebKey>().notNull(),
      fingerprint: k.text().notNull(),
      /** Key that authenticates backups to the holder of the sheet, wrapped by the root key. */
      macWrapped: k.bytes().notNull(),
      /** SHA-256 of the last group, until it was typed from the paper. */
      confirmHash: k.text(),
      practices: k.json<string[]>().notNull(),
      createdBy: k.text().notNull(),
      createdAt: k.big().notNull(),
      confirmedAt: k.big(),
    },
    (t) => [k.index('recovery_sheet_at').on(t.createdAt)],
  ),
  backupRun: k.table(
    'backup_run',
    {
      id: k.text().primaryKey(),
      kind: k.text().$type<'backup' | 'drill'>().notNull(),
      startedAt: k.big().notNull(),
      endedAt: k.big().notNull(),
      ok: k.bool().notNull(),
      code: k.text(),
      facts: k.json<BackupRunFacts>().notNull(),
    },
    (t) => [k.index('backup_run_at').on(t.kind, t.startedAt)],
  ),
});
