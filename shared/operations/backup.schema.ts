// Wire of backup and recovery sheet, all below /api: status, target, runs, sheet.
//
// GET /api/backup backup.read → BackupStatus; poll every second while `details.run` exists; the
//   staff's live channel sends `{kind: 'backup'}` after a change
// POST /api/backup/target {path} backup.write → BackupStatus; 400 `validation` with fields.path =
//   TargetProblem
// POST /api/backup/every {everyMinutes} backup.write → BackupStatus
// POST /api/backup/run backup.write → 202, no body; 409 `state_conflict` without a target or while
//   one runs
// POST /api/backup/drill backup.write → 202, no body; 409 `state_conflict` without a good backup or
//   while one runs
// POST /api/backup/sheet backup.write, step-up → RecoverySheet, shown once and stored nowhere; each
//   call makes a new one, only a confirmed one counts
// POST /api/backup/sheet/confirm {sheetId, group} backup.write → BackupStatus; 400 `validation`
//   with fields.group = 'wrong'; 409 `state_conflict` when a newer sheet was made

import { z } from 'zod';
import {
  BACKUP_PHASES,
  BACKUP_TROUBLES,
  type BackupPhase,
  type BackupReason,
  type BackupTrouble,
} from './backup.ts';

const at = z.number();
const trouble = z.enum(Object.keys(BACKUP_TROUBLES) as [BackupTrouble, ...BackupTrouble[]]);
const reason = z.enum([
  'damaged',
  'no_target',
  'no_sheet',
  'never',
  'old',
  'files_missing',
  'drill_failed',
  'drill_old',
  'failed',
  'same_disk',
] satisfies BackupReason[]);

const everyMinutesSchema = z.int().min(5).max(1440);
export const backupTargetSchema = z
  .strictObject({ path: z.string().trim().min(1).max(1000) })
  .meta({ id: 'BackupTarget' });
export const backupEverySchema = z
  .strictObject({ everyMinutes: everyMinutesSchema })
  .meta({ id: 'BackupEvery' });

const backupRunSchema = z.strictObject({
  startedAt: at,
  endedAt: at,
  ok: z.boolean(),
  code: trouble.nullable(),
  /** Size of the encrypted snapshot, bytes; 0 when it failed. */
  bytes: z.number(),
  patients: z.int(),
  documents: z.int(),
  /**
   * Files in this snapshot, how many of them were copied by this run, and how many could not be
   * read.
   */
  files: z.int(),
  copied: z.int(),
  missing: z.int(),
});
const drillSchema = z.strictObject({
  startedAt: at,
  endedAt: at,
  ok: z.boolean(),
  code: trouble.nullable(),
  /** When the tested snapshot was taken. */
  takenAt: at.nullable(),
  patients: z.int(),
  documents: z.int(),
  auditRows: z.int(),
  files: z.int(),
  /** Sealed documents that were opened and whose signatures were verified. */
  opened: z.int(),
  missing: z.int(),
});
/** Calendar days in Berlin, `YYYY-MM-DD`; 35 of them, oldest first, today last. */
const daySchema = z.strictObject({ day: z.string(), good: z.int(), failed: z.int() });
const sheetFactsSchema = z.strictObject({
  fingerprint: z.string(),
  createdAt: at,
  confirmedAt: at.nullable(),
});

export const backupStatusSchema = z
  .strictObject({
    /** Server clock. */
    at,
    level: z.enum(['ok', 'warn', 'alarm']),
    /** Problems, most severe first; empty if there are none. */
    reasons: z.array(reason),
    /** Visible to all users: time and counts of the last good backup. */
    lastGood: z.strictObject({ at, patients: z.int(), documents: z.int() }).nullable(),
    /**
     * Owners only, else null; also null for an owner who shares the installation with other
     * practices (its operator uses the commands).
     */
    details: z
      .strictObject({
        target: z
          .strictObject({
            path: z.string(),
            isSameDisk: z.boolean(),
            isThere: z.boolean(),
            freeBytes: z.number().nullable(),
          })
          .nullable(),
        everyMinutes: z.int(),
        nextAt: at.nullable(),
        /** The confirmed sheet whose key encrypts the backups. */
        sheet: sheetFactsSchema.nullable(),
        /** The current run. `of` is 0 where nothing can be counted. */
        run: z
          .strictObject({
            kind: z.enum(['backup', 'drill']),
            phase: z.enum(BACKUP_PHASES as [BackupPhase, ...BackupPhase[]]),
            done: z.number(),
            of: z.number(),
            startedAt: at,
          })
          .nullable(),
        last: backupRunSchema.nullable(),
        drill: drillSchema.nullable(),
        days: z.array(daySchema),
        /** Snapshots at the target after the last good run. */
        kept: z.strictObject({ count: z.int(), oldestAt: at.nullable(), bytes: z.number() }),
      })
      .nullable(),
  })
  .meta({ id: 'BackupStatus' });
export type BackupStatus = z.infer<typeof backupStatusSchema>;

/**
 * One private key as printed: 13 groups of five characters (four and a check character); `qr`
 * contains the same text without spaces.
 */
const printedKeySchema = z.strictObject({
  groups: z.array(z.string()).length(13),
  qr: z.string(),
  fingerprint: z.string(),
});
export const recoverySheetSchema = z
  .strictObject({
    sheetId: z.uuid(),
    createdAt: at,
    /**
     * The key that decrypts backups. `fingerprint`: eight hex digits in two groups, printed on the
     * sheet and shown with each backup.
     */
    recovery: printedKeySchema,
    /**
     * Key of each practice for recorded handwriting. `elsewhere`: it is not on this machine (an
     * earlier sheet or another medium contains it), so `key` is null.
     */
    practices: z.array(
      z.strictObject({
        name: z.string(),
        key: printedKeySchema.nullable(),
        elsewhere: z.boolean(),
      }),
    ),
    /** Commands for an emergency, to be printed verbatim. */
    command: z.string(),
  })
  .meta({ id: 'RecoverySheet' });
export type RecoverySheet = z.infer<typeof recoverySheetSchema>;

/** The last group of the recovery key as printed on the paper. */
export const confirmSheetSchema = z
  .strictObject({ sheetId: z.uuid(), group: z.string().trim().min(1).max(12) })
  .meta({ id: 'ConfirmSheet' });
