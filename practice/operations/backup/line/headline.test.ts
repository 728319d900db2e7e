// Tests of the backup's most important message and its way out.

import { expect, test } from 'vitest';
import { details, status } from '../backup.fixture.ts';
import { headlineOf, wayOut } from './headline.ts';

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
