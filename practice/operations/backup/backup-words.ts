// Sentences about the backup: safe data, time, size; pure.

import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, berlinTime, dayText } from '../../../shared/base/dates.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { BackupTexts } from './backup-texts.ts';

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
