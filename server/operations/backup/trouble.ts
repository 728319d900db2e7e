// Reasons of a failed run, as one of the known codes; every error of disk, database and format is
// mapped here.

import { BACKUP_TROUBLES, type BackupTrouble } from '../../../shared/operations/backup.ts';
import { OlderDatabase } from '../../platform/db/carry/adopt-start.ts';
import { DamagedDatabase } from '../../platform/db/carry/snapshot.ts';
import { NewerDatabase } from '../../platform/db/migrations.ts';

/** A code with its cause for the log; `detail` is an internal name, never a patient's. */
export class BackupFailed extends Error {
  readonly trouble: BackupTrouble;
  constructor(trouble: BackupTrouble, detail = '', cause?: unknown) {
    super(detail === '' ? trouble : `${trouble}: ${detail}`, { cause });
    this.trouble = trouble;
  }
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : '';
const FULL = ['ENOSPC', 'EDQUOT', 'SQLITE_FULL'],
  REFUSED = ['EROFS', 'EACCES', 'EPERM', 'SQLITE_READONLY'],
  GONE = ['ENOENT', 'ENOTDIR', 'ENODEV', 'ESTALE', 'ENXIO', 'EHOSTDOWN', 'ETIMEDOUT'];

/** Classifies a failure. @param at disk in use when the error occurred */
export function troubleOf(error: unknown, at: 'target' | 'data'): BackupTrouble {
  if (error instanceof BackupFailed) return error.trouble;
  if (error instanceof DamagedDatabase) return 'database_damaged';
  if (error instanceof NewerDatabase) return 'newer_program';
  if (error instanceof OlderDatabase) return 'older_program';
  const code = codeOf(error);
  if (/^SQLITE_(CORRUPT|NOTADB)/.test(code)) return 'database_damaged';
  if (FULL.includes(code)) return at === 'target' ? 'target_full' : 'data_full';
  if (at === 'target' && REFUSED.includes(code)) return 'target_readonly';
  if (at === 'target' && GONE.includes(code)) return 'target_missing';
  if (at === 'target' && /^E[A-Z]+$/.test(code)) return 'target_failed';
  return 'internal';
}

/** Runs a step and maps its error to the given code. */
export async function on<T>(at: 'target' | 'data', work: () => T | Promise<T>): Promise<T> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof BackupFailed) throw error;
    throw new BackupFailed(troubleOf(error, at), codeOf(error), error);
  }
}
export const isTrouble = (word: unknown): word is BackupTrouble =>
  typeof word === 'string' && Object.hasOwn(BACKUP_TROUBLES, word);
