// The most important message about the backup, its tone and the way out; pure, shared by the line
// above every page and the page of the backup.

import type { BackupReason } from '../../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../../shared/operations/backup.schema.ts';
import type { LineKey } from './line-texts.ts';

export type BackupTone = 'ok' | 'warn' | 'bad';
export const TONES = { ok: 'ok', warn: 'warn', alarm: 'bad' } as const satisfies Record<
  BackupStatus['level'],
  BackupTone
>;

/**
 * Returns the most important message: the gravest reason, or both halves of a set-up that has not
 * begun.
 */
export type Headline = BackupReason | 'nothing_yet' | 'away' | 'fresh' | 'ok';
export function headlineOf(
  status: Pick<BackupStatus, 'reasons' | 'lastGood' | 'details'>,
): Headline {
  const [first] = status.reasons;
  if (first === 'no_target' && status.reasons.includes('no_sheet')) return 'nothing_yet';
  // A missing target is more informative than the failure of the last run.
  if (
    (first === 'failed' || first === 'old' || first === 'never') &&
    status.details?.target?.isThere === false
  )
    return 'away';
  // Target just set: the first backup is running.
  if (first === undefined && status.lastGood === null) return 'fresh';
  return first ?? 'ok';
}

/** Returns the link of the banner's button. */
export function wayOut(headline: Headline): { to: string; text: LineKey } {
  if (headline === 'nothing_yet') return { to: '/einrichten', text: 'go.setup' };
  if (headline === 'no_target') return { to: '/einstellungen/sicherung#ziel', text: 'go.target' };
  if (headline === 'same_disk' || headline === 'away')
    return { to: '/einstellungen/sicherung#ziel', text: 'go.look' };
  if (headline === 'no_sheet') return { to: '/einstellungen/sicherung#blatt', text: 'go.sheet' };
  return { to: '/einstellungen/sicherung', text: 'go.look' };
}
