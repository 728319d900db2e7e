// Sentences about the backup: problems, safe data, time, size; pure, shared by banner and page.

import type { BackupReason } from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, berlinTime, dayText } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { BackupKey, BackupTexts } from './backup-texts.ts';

export type BackupTone = 'ok' | 'warn' | 'bad';
export const TONES = { ok: 'ok', warn: 'warn', alarm: 'bad' } as const satisfies Record<
  BackupStatus['level'],
  BackupTone
>;

const MINUTE = 60_000;

/** Formats a moment: minutes, then today, yesterday, a date. */
export function whenWords(at: number, now: number, t: BackupTexts, language: string): string {
  const minutes = Math.floor((now - at) / MINUTE);
  if (minutes < 1) return t('when.now');
  if (minutes < 60) return t('when.minutes', { count: minutes });
  return dayWords(at, now, t, language);
}

/** Formats a day with its time: today, yesterday, tomorrow or the date. */
export function dayWords(at: number, now: number, t: BackupTexts, language: string): string {
  const day = berlinDay(at),
    time = berlinTime(at);
  if (day === berlinDay(now)) return t('when.today', { time });
  if (day === berlinDay(now - DAY_MS)) return t('when.yesterday', { time });
  if (day === berlinDay(now + DAY_MS)) return t('when.tomorrow', { time });
  return t('when.day', { day: dayText(day, language), time });
}

/** Formats „1,4 GB“: decimal units, as drives are sold. */
export function sizeWords(bytes: number, language: string): string {
  const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte', 'terabyte'] as const;
  const power = bytes < 1 ? 0 : Math.min(units.length - 1, Math.floor(Math.log10(bytes) / 3));
  const value = bytes / 1000 ** power;
  return new Intl.NumberFormat(language, {
    style: 'unit',
    unit: units[power] ?? 'byte',
    unitDisplay: 'short',
    maximumFractionDigits: value < 10 && power > 0 ? 1 : 0,
  }).format(value);
}

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

/** Formats the sentence „Gesichert vor 6 Minuten. 312 Patienten, 48 unterschriebene Dokumente.“ */
export function lastGoodWords(
  status: Pick<BackupStatus, 'lastGood' | 'at'>,
  now: number,
  t: BackupTexts,
  language: string,
): string | undefined {
  const { lastGood } = status;
  if (lastGood === null) return undefined;
  const patients = t('patients', { count: lastGood.patients }),
    documents = t('documents', { count: lastGood.documents });
  return `${t('lastGood', { when: whenWords(lastGood.at, now, t, language) })} ${patients}, ${documents}.`;
}

/** Returns the link of the banner's button. */
export function wayOut(headline: Headline): { to: string; text: BackupKey } {
  if (headline === 'nothing_yet') return { to: '/einrichten', text: 'go.setup' };
  if (headline === 'no_target') return { to: '/einstellungen/sicherung#ziel', text: 'go.target' };
  if (headline === 'same_disk' || headline === 'away')
    return { to: '/einstellungen/sicherung#ziel', text: 'go.look' };
  if (headline === 'no_sheet') return { to: '/einstellungen/sicherung#blatt', text: 'go.sheet' };
  return { to: '/einstellungen/sicherung', text: 'go.look' };
}
