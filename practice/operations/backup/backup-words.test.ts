// Tests of the backup's most important message, and of the wording of time and size.

import { expect, test } from 'vitest';
import { BACKUP_OLD_MS } from '../../../shared/operations/backup.ts';
import { details, HOUR, NOW, status } from './backup.fixture.ts';
import { dayWords, headlineOf, sizeWords, whenWords, wayOut } from './backup-words.ts';
import type { BackupTexts } from './backup-texts.ts';

const t: BackupTexts = (key, values) => [key, ...Object.values(values ?? {})].join(' ');

test('target and sheet both missing are one sentence with one link', () => {
  const headline = headlineOf(
    status({ reasons: ['no_target', 'no_sheet'], level: 'alarm', lastGood: null }),
  );
  expect(headline).toBe('nothing_yet');
  expect(wayOut(headline).to).toBe('/einrichten');
});
test('each half alone links to its own place', () => {
  expect(wayOut(headlineOf(status({ reasons: ['no_target'] }))).to).toBe(
    '/einstellungen/sicherung#ziel',
  );
  expect(wayOut(headlineOf(status({ reasons: ['no_sheet', 'same_disk'] }))).to).toBe(
    '/einstellungen/sicherung#blatt',
  );
});
test('a missing target is reported before its consequence', () => {
  const away = details({
    target: { path: '/mnt/nas', isSameDisk: false, isThere: false, freeBytes: null },
  });
  expect(headlineOf(status({ reasons: ['old'], details: away }))).toBe('away');
  expect(headlineOf(status({ reasons: ['failed'], details: away }))).toBe('away');
  // Roles that may not see the target read the consequence.
  expect(headlineOf(status({ reasons: ['old'], details: null }))).toBe('old');
});
test('no problem and no backup yet is reported as the first minutes, not „all is well“', () => {
  expect(headlineOf(status({ lastGood: null }))).toBe('fresh');
  expect(headlineOf(status())).toBe('ok');
});
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
