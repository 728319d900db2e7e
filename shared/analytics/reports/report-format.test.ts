// Tests of value formatting: euros, shares, periods and days in both languages, and unknown values.

import { expect, test } from 'vitest';
import { changeOf } from './report.ts';
import { columnIn, formatCell, formatDelta, formatNumber, formatPeriod } from './report-format.ts';
import { dayText, momentText } from '../../base/dates.ts';

const plain = (text: string): string => text.replaceAll('\u00A0', ' ');
const cell = (
  ...[value, kind, language = 'de']: [
    Parameters<typeof formatCell>[0],
    Parameters<typeof formatCell>[1],
    string?,
  ]
): string => plain(formatCell(value, kind, language, (word) => `<${word}>`));

test('formats values by the type of their column', () => {
  expect(cell(1234.5, 'eur')).toBe('1.234,50 €');
  expect(cell(-1234.5, 'eur')).toBe('−1.234,50 €');
  expect(cell(-0, 'eur')).toBe('0,00 €');
  expect(cell(0.0613, 'anteil')).toBe('6,1 %');
  expect([cell(0.0613, 'anteil', 'en'), cell(1234.5, 'eur', 'en'), cell(-80, 'eur', 'en')]).toEqual(
    ['6.1%', '€1,234.50', '−€80.00'],
  );
  expect([
    cell(85.4, 'minuten'),
    cell(12.25, 'stunden'),
    cell(1, 'tage'),
    cell(14, 'tage', 'en'),
    cell(2.3, 'faktor'),
    cell(12345.678, 'zahl'),
  ]).toEqual(['85 min', '12,3 h', '1 Tag', '14 days', '2,30', '12.345,68']);
  expect([
    cell('2026-11-20', 'tag'),
    cell('2026-11-20', 'tag', 'en'),
    cell(true, 'janein'),
    cell('GKV', 'wort'),
    cell('Ä925a', 'code'),
  ]).toEqual(['20.11.2026', '20/11/2026', '<ja>', '<GKV>', 'Ä925a']);
  expect([cell(null, 'eur'), cell('', 'text'), cell(undefined, 'anteil')]).toEqual(['–', '–', '–']);
});
test('formats days and times by language: slashes in English, dots otherwise', () => {
  expect(
    ['de', 'en', 'en-GB', 'tr', 'ar'].map((language) => dayText('1958-03-12', language)),
  ).toEqual(['12.03.1958', '12/03/1958', '12/03/1958', '12.03.1958', '12.03.1958']);
  expect(
    ['de', 'en'].map((language) => momentText(Date.UTC(2026, 11, 31, 23, 5), language)),
  ).toEqual(['01.01.2027, 00:05', '01/01/2027, 00:05']);
});
test('formats periods', () => {
  expect(
    ['2026-11-20', '2026-W05', '2026-03', '2026-Q1', '2026', 'Übrige'].map((one) =>
      formatPeriod(one, 'de'),
    ),
  ).toEqual(['20.11.2026', 'KW 5 2026', 'Mär 2026', 'Q1 2026', '2026', 'Übrige']);
  expect(formatPeriod('2026-W05', 'en')).toBe('Week 5 2026');
});
test('formats changes with a sign, small ones with a decimal', () => {
  expect([0.042, -0.18, 0, null].map((one) => plain(formatDelta(one, 'de')))).toEqual([
    '+4,2 %',
    '−18 %',
    '0 %',
    '',
  ]);
  expect(plain(formatNumber(61240.4, 'eur', 'de', true))).toBe('61.240 €');
});

test('the change of a share is in points, of anything else in percent', () => {
  expect([0.021, -0.004, 0].map((one) => plain(formatDelta(one, 'de', 'anteil')))).toEqual([
    '+2,1 Prozentpunkte',
    '−0,4 Prozentpunkte',
    '0,0 Prozentpunkte',
  ]);
  expect(plain(formatDelta(0.021, 'en', 'anteil'))).toBe('+2.1 pp');
  expect([changeOf('anteil', 0.12, 0.1), changeOf('eur', 120, 100)]).toEqual([0.02, 0.2]);
  const delta = { key: 'delta', titel: '', typ: 'anteil' } as const;
  expect([
    columnIn({ einheit: 'anteil' }, delta).typ,
    columnIn({ einheit: 'eur' }, delta).typ,
  ]).toEqual(['punkte', 'anteil']);
});
