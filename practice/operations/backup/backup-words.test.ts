// Tests of the wording of time and size.

import { expect, test } from 'vitest';
import { BACKUP_OLD_MS } from '../../../shared/operations/backup.ts';
import { HOUR, NOW } from './backup.fixture.ts';
import { dayWords, sizeWords, whenWords } from './backup-words.ts';
import type { BackupTexts } from './backup-texts.ts';

const t: BackupTexts = (key, values) => [key, ...Object.values(values ?? {})].join(' ');

test('time is given in minutes, then by the day in Berlin', () => {
  expect(whenWords(NOW - 20_000, NOW, t, 'de')).toBe('when.now');
  expect(whenWords(NOW - 6 * 60_000, NOW, t, 'de')).toBe('when.minutes 6');
  expect(whenWords(NOW - 2 * HOUR, NOW, t, 'de')).toBe('when.today 12:00');
  expect(whenWords(NOW - 15 * HOUR, NOW, t, 'de')).toBe('when.yesterday 23:00');
  expect(whenWords(NOW - BACKUP_OLD_MS, NOW, t, 'de')).toBe('when.day 18.11.2026 14:00');
  expect(dayWords(NOW + 12 * HOUR, NOW, t, 'de')).toBe('when.tomorrow 02:00');
});
test('sizes are given in decimal units', () => {
  expect(sizeWords(0, 'de')).toMatch(/^0\sByte$/);
  expect(sizeWords(1_420_000_000, 'de')).toMatch(/^1,4\sGB$/);
  expect(sizeWords(812e9, 'en')).toMatch(/^812\sGB$/);
});
