// Terms of the backup for all programs: phases, problems with their texts, and the rule for the
// colour of the banner.

/**
 * Phase of a run; `done` of `of` counts bytes while `encrypting` and `reading`, files while `files`
 * and `documents`, else nothing.
 */
export type BackupPhase =
  | 'waiting'
  | 'database'
  | 'checking'
  | 'files'
  | 'encrypting'
  | 'tidying'
  | 'reading'
  | 'audit'
  | 'documents';
export const BACKUP_PHASES: readonly BackupPhase[] = [
  'waiting',
  'database',
  'checking',
  'files',
  'encrypting',
  'tidying',
  'reading',
  'audit',
  'documents',
];

const words = (de: string, en: string): { de: string; en: string } => ({ de, en });
/** Reasons why a run failed; one table for screens and commands. */
export const BACKUP_TROUBLES = {
  target_missing: words(
    'Das Ziel ist nicht da. Ist das Laufwerk angeschlossen und verbunden?',
    'The target is not there. Is the drive connected and mounted?',
  ),
  target_readonly: words(
    'In das Ziel darf nicht geschrieben werden.',
    'The target cannot be written to.',
  ),
  target_full: words('Das Ziel ist voll.', 'The target is full.'),
  target_failed: words(
    'Das Ziel meldet einen Lese- oder Schreibfehler. Bitte prüfen Sie das Laufwerk.',
    'The target reports a read or write error. Please check the drive.',
  ),
  data_full: words(
    'Das Laufwerk mit den Daten ist voll.',
    'The drive that holds the data is full.',
  ),
  database_damaged: words(
    'Die Datenbank ist beschädigt. Ältere Sicherungen bleiben unberührt; bitte rufen Sie Hilfe.',
    'The database is damaged. Older backups are untouched; please call for help.',
  ),
  busy: words('Ein anderer Vorgang sichert gerade.', 'Another backup is running.'),
  none: words('Es gibt noch keine Sicherung.', 'There is no backup yet.'),
  foreign: words(
    'Diese Sicherung gehört nicht zu dieser Praxis oder wurde verfälscht.',
    'This backup does not belong to this practice or was forged.',
  ),
  damaged: words('Die Sicherung ist beschädigt.', 'The backup is damaged.'),
  counts_differ: words(
    'Die Zahlen der Sicherung stimmen nicht mit ihrem Verzeichnis überein.',
    'The counts of the backup differ from its list.',
  ),
  audit_broken: words(
    'Das Protokoll in der Sicherung ist nicht lückenlos.',
    'The audit log in the backup is not whole.',
  ),
  files_missing: words(
    'Der Sicherung fehlen Dateien, oder sie sind beschädigt.',
    'Files of the backup are missing or damaged.',
  ),
  document_broken: words(
    'Ein Dokument der Sicherung ließ sich nicht öffnen, oder sein Siegel stimmt nicht.',
    'A document of the backup could not be opened or its seal is not right.',
  ),
  interrupted: words('Der Server wurde dabei beendet.', 'The server was stopped meanwhile.'),
  newer_program: words(
    'Die Sicherung stammt von einer neueren Fassung von Molar.',
    'The backup was made by a newer version of Molar.',
  ),
  older_program: words(
    'Die Sicherung stammt von einer zu alten Fassung von Molar. Bitte stellen Sie sie mit der letzten Fassung vor dieser wieder her und starten Sie diese einmal.',
    'The backup was made by a version of Molar that is too old. Please restore it with the last version before this one and start that once.',
  ),
  internal: words(
    'Das hat nicht geklappt. Frühere Sicherungen bleiben unberührt.',
    'This did not work. Earlier backups are untouched.',
  ),
} as const;
export type BackupTrouble = keyof typeof BACKUP_TROUBLES;

/** Reasons why a folder cannot be the target; `same_disk` is only a warning. */
export type TargetProblem =
  | 'not_absolute'
  | 'not_found'
  | 'not_folder'
  | 'not_writable'
  | 'inside_data'
  | 'inside_program';

export type BackupLevel = 'ok' | 'warn' | 'alarm';
/** Red: `damaged` (the database itself) … `drill_old`; amber: the rest. */
export type BackupReason =
  | 'damaged'
  | 'no_target'
  | 'no_sheet'
  | 'never'
  | 'old'
  | 'files_missing'
  | 'drill_failed'
  | 'drill_old'
  | 'failed'
  | 'same_disk';
const ALARM_REASONS: readonly BackupReason[] = [
  'damaged',
  'no_target',
  'no_sheet',
  'never',
  'old',
  'files_missing',
  'drill_failed',
  'drill_old',
];

const HOUR = 3_600_000;
/** A backup older than this counts as missing. */
export const BACKUP_OLD_MS = 48 * HOUR;
/** A drill older than this does not prove that the backups can be decrypted. */
const DRILL_OLD_MS = 8 * 24 * HOUR;
/** Grace period for the first backup and drill after a target was set. */
const GRACE_MS = HOUR;

export interface BackupFacts {
  targetSince: number | null;
  isSameDisk: boolean;
  sheetConfirmedAt: number | null;
  lastGoodAt: number | null;
  lastFailed: boolean;
  /** The last run found the database damaged. */
  isDamaged: boolean;
  filesMissing: boolean;
  goodDrillAt: number | null;
  lastDrillFailed: boolean;
}

/** Returns the problems, most severe first. */
export function backupReasons(f: BackupFacts, now: number): BackupReason[] {
  const reasons: BackupReason[] = [];
  const add = (when: boolean, reason: BackupReason): void => {
    if (when) reasons.push(reason);
  };
  const since = f.targetSince ?? now,
    isNew = now - since < GRACE_MS;
  add(f.isDamaged, 'damaged');
  add(f.targetSince === null, 'no_target');
  add(f.sheetConfirmedAt === null, 'no_sheet');
  if (f.targetSince !== null) {
    add(f.lastGoodAt === null && (f.lastFailed || !isNew), 'never');
    add(f.lastGoodAt !== null && now - f.lastGoodAt > BACKUP_OLD_MS, 'old');
    add(f.filesMissing, 'files_missing');
    add(f.lastDrillFailed, 'drill_failed');
    add(
      !f.lastDrillFailed &&
        f.lastGoodAt !== null &&
        !isNew &&
        now - Math.max(f.goodDrillAt ?? 0, since) > DRILL_OLD_MS,
      'drill_old',
    );
    add(
      f.lastFailed && !f.isDamaged && f.lastGoodAt !== null && now - f.lastGoodAt <= BACKUP_OLD_MS,
      'failed',
    );
    add(f.isSameDisk, 'same_disk');
  }
  return reasons;
}
export const backupLevel = (reasons: readonly BackupReason[]): BackupLevel =>
  reasons.length === 0 ? 'ok' : reasons.some((r) => ALARM_REASONS.includes(r)) ? 'alarm' : 'warn';
