// Wire of backup and recovery sheet, all below /api: status, target, runs, sheet.
//
// GET  /api/backup                               backup.read   → BackupStatus; poll every second while `details.run` is there; the staff's live channel says `{kind: 'backup'}` when it changed
// POST /api/backup/target        {path}          backup.write  → BackupStatus; 400 `validation` with fields.path = TargetProblem
// POST /api/backup/every         {everyMinutes}  backup.write  → BackupStatus
// POST /api/backup/run                           backup.write  → 202, none; 409 `state_conflict` without a target or while one runs
// POST /api/backup/drill                         backup.write  → 202, none; 409 `state_conflict` without a good backup or while one runs
// POST /api/backup/sheet                         backup.write, step-up → RecoverySheet, shown once and stored nowhere; each call makes a new one, only a confirmed one counts
// POST /api/backup/sheet/confirm {sheetId, group} backup.write → BackupStatus; 400 `validation` with fields.group = 'wrong'; 409 `state_conflict` when a newer sheet was made

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
  /** Files in this snapshot, how many of them were copied now, and how many could not be had. */
  files: z.int(),
  copied: z.int(),
  missing: z.int(),
});
const drillSchema = z.strictObject({
  startedAt: at,
  endedAt: at,
  ok: z.boolean(),
  code: trouble.nullable(),
  /** When the snapshot that was tried was taken. */
  takenAt: at.nullable(),
  patients: z.int(),
  documents: z.int(),
  auditRows: z.int(),
  files: z.int(),
  /** Sealed documents that were opened and whose seals were verified. */
  opened: z.int(),
  missing: z.int(),
});
/** A calendar day in Berlin, `YYYY-MM-DD`; 35 of them, the oldest first, today last. */
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
    /** What is wrong, the gravest first; empty when all is well. */
    reasons: z.array(reason),
    /** Everyone may know when; counts of the last good backup. */
    lastGood: z.strictObject({ at, patients: z.int(), documents: z.int() }).nullable(),
    /** Owners only, else null; null as well for an owner who shares the installation with other practices (its operator uses the commands). */
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
        /** The confirmed sheet that backups are sealed to. */
        sheet: sheetFactsSchema.nullable(),
        /** Runs right now. `of` is 0 where nothing can be counted. */
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

/** One private key as it is printed: groups of five signs (four and a check sign), 13 of them; `qr` holds the same text without spaces. */
const printedKeySchema = z.strictObject({
  groups: z.array(z.string()).length(13),
  qr: z.string(),
  fingerprint: z.string(),
});
export const recoverySheetSchema = z
  .strictObject({
    sheetId: z.uuid(),
    createdAt: at,
    /** The key that opens backups. `fingerprint`: eight hex digits in two groups, printed on the sheet and shown with each backup. */
    recovery: printedKeySchema,
    /** Key for recorded handwriting of each practice. `elsewhere`: it is not on this machine any more (an earlier sheet or another medium holds it), so `key` is null. */
    practices: z.array(
      z.strictObject({
        name: z.string(),
        key: printedKeySchema.nullable(),
        elsewhere: z.boolean(),
      }),
    ),
    /** What to type in an emergency, to be printed as it is. */
    command: z.string(),
  })
  .meta({ id: 'RecoverySheet' });
export type RecoverySheet = z.infer<typeof recoverySheetSchema>;

/** The last group of the recovery key as it stands on the paper. */
export const confirmSheetSchema = z
  .strictObject({ sheetId: z.uuid(), group: z.string().trim().min(1).max(12) })
  .meta({ id: 'ConfirmSheet' });
