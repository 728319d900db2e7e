// What is ready for a move to another server, and the commands at the new one.

import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';

/** A backup this old counts as the last one before the move: desks may have worked since. */
const FRESH_MS = 10 * 60_000;

/**
 * Checks what a move needs: a place that the new server can read, the sheet that opens it, and a
 * backup of just now.
 */
export function isReadyToMove(
  { lastGood }: Pick<BackupStatus, 'lastGood'>,
  { target, sheet, run }: Pick<NonNullable<BackupStatus['details']>, 'target' | 'sheet' | 'run'>,
  now: number,
): { isPlace: boolean; isSheet: boolean; isFresh: boolean } {
  return {
    isPlace: target !== null && target.isThere && !target.isSameDisk,
    isSheet: sheet !== null,
    isFresh: run === null && lastGood !== null && now - lastGood.at < FRESH_MS,
  };
}

/** The commands at the new server, as in `docs/operate.md`. */
export function restoreCommands(folder: string): readonly string[] {
  const from = `--from '${folder.replaceAll("'", String.raw`'\''`)}'`;
  return ['npm ci', `npm run restore -- ${from} --list`, `npm run restore -- ${from}`, 'npm start'];
}
