// Tests of the hours of updates: what is valid, and the hours that suit all practices.

import { expect, test } from 'vitest';
import { berlinInstant, germanMoment } from '../base/dates.ts';
import {
  DEFAULT_UPDATE_WINDOW,
  isUpdateWindow,
  nextCommonWindow,
  readWindow,
  windowText,
  type UpdateWindow,
} from './update-window.ts';

const NIGHTS = DEFAULT_UPDATE_WINDOW,
  WEDNESDAY: UpdateWindow = { days: [3], from: '13:00', to: '18:00' };
const shown = (windows: readonly UpdateWindow[], now: number) => {
  const found = nextCommonWindow(
    windows.map((window) => ({ window, practices: 1 })),
    now,
  );
  return (
    found && [found.isNow ? 'now' : germanMoment(found.from), germanMoment(found.to), found.against]
  );
};
/** A Tuesday. */
const TUESDAY = '2026-12-01';

test.each([
  [{ days: [], from: '20:00', to: '06:00' }, false],
  [{ days: [1, 1], from: '20:00', to: '06:00' }, false],
  [{ days: [2, 1], from: '20:00', to: '06:00' }, false],
  [{ days: [0], from: '20:00', to: '06:00' }, false],
  [{ days: [8], from: '20:00', to: '06:00' }, false],
  [{ days: [1], from: '20:00', to: '20:00' }, false],
  [{ days: [1], from: '20:00', to: '20:59' }, false],
  [{ days: [1], from: '23:30', to: '00:30' }, true],
  [{ days: [1], from: '24:00', to: '06:00' }, false],
  [WEDNESDAY, true],
])('%j is valid: %s', (window, isValid) => {
  expect(isUpdateWindow(window)).toBe(isValid);
  expect(readWindow(windowText(window)) !== undefined).toBe(isValid);
});

test('what is stored is read as it was, and damage is not guessed', () => {
  expect(windowText(WEDNESDAY)).toBe('3 13:00-18:00');
  expect(readWindow('3 13:00-18:00')).toEqual(WEDNESDAY);
  for (const text of ['', '8 13:00-18:00', '3 13:00', '3 1a:00-18:00'])
    expect(readWindow(text)).toBeUndefined();
});

test.each([
  ['before it begins', '12:00', ['01.12.2026, 20:00', '02.12.2026, 06:00', 0]],
  ['while it lasts', '21:30', ['now', '02.12.2026, 06:00', 0]],
  ['after midnight', '03:00', ['now', '01.12.2026, 06:00', 0]],
  ['with less than an hour left', '05:30', ['01.12.2026, 20:00', '02.12.2026, 06:00', 0]],
])('one practice, %s', (_, time, expected) => {
  expect(shown([NIGHTS], berlinInstant(TUESDAY, time))).toEqual(expected);
});

test('several practices share what suits all of them', () => {
  const late: UpdateWindow = { days: [5, 6], from: '22:00', to: '23:30' };
  expect(shown([NIGHTS, late], berlinInstant(TUESDAY, '12:00'))).toEqual([
    '04.12.2026, 22:00',
    '04.12.2026, 23:30',
    0,
  ]);
});

test('without a common hour the one that suits most is found, with the number it does not suit', () => {
  expect(shown([NIGHTS, NIGHTS, WEDNESDAY], berlinInstant(TUESDAY, '12:00'))).toEqual([
    '01.12.2026, 20:00',
    '02.12.2026, 06:00',
    1,
  ]);
});

test('a window of Sunday night lasts into Monday', () => {
  const sunday: UpdateWindow = { days: [7], from: '22:00', to: '05:00' };
  expect(shown([sunday], berlinInstant('2026-12-06', '23:00'))).toEqual([
    'now',
    '07.12.2026, 05:00',
    0,
  ]);
  expect(shown([sunday], berlinInstant('2026-12-07', '04:30'))).toEqual([
    '13.12.2026, 22:00',
    '14.12.2026, 05:00',
    0,
  ]);
});

test('the change of the clock moves no wall time', () => {
  const night: UpdateWindow = { days: [6], from: '22:00', to: '05:00' };
  expect(shown([night], berlinInstant('2026-10-24', '12:00'))).toEqual([
    '24.10.2026, 22:00',
    '25.10.2026, 05:00',
    0,
  ]);
});

test('a server without practices has none', () => {
  expect(nextCommonWindow([], 0)).toBeUndefined();
});
