// Tests of the request sent by the settings page, and of the merge after a conflict.

import { expect, test } from 'vitest';
import { DEFAULT_SETTINGS } from '../../../shared/accounts/settings.ts';
import { diffOf, draftOf, rebase, timeOf } from './settings-diff.ts';

const before = draftOf({
  ...DEFAULT_SETTINGS,
  praxisName: 'Praxis',
  hasTabletPin: false,
  version: 1,
});

test('only changes are sent, as RFC 6902', () => {
  expect(diffOf(before, before)).toEqual([]);
  expect(
    diffOf(before, { ...before, idleSeconds: 90, openingHours: { from: '07:30', to: '18:00' } }),
  ).toEqual([
    { op: 'replace', path: '/openingHours', value: { from: '07:30', to: '18:00' } },
    { op: 'replace', path: '/idleSeconds', value: 90 },
  ]);
});
test('languages for patients are sent as the whole list', () => {
  expect(diffOf(before, { ...before, languages: ['de', 'en', 'tr'] })).toEqual([
    { op: 'replace', path: '/languages', value: ['de', 'en', 'tr'] },
  ]);
});
test('blank questionnaires are sent as the whole list', () => {
  expect(diffOf(before, { ...before, blankForms: ['schmerz'] })).toEqual([
    { op: 'replace', path: '/blankForms', value: ['schmerz'] },
  ]);
});
test('after a conflict own changes stay and the rest is taken from the server', () => {
  const next = rebase(before, { ...before, phone: '1' }, { ...before, city: 'Köln', phone: '2' });
  expect(next).toMatchObject({ phone: '1', city: 'Köln' });
});
test.each([
  ['8', '08:00'],
  ['8.30', '08:30'],
  ['20:15', '20:15'],
  ['19 Uhr', '19:00'],
  ['abends', 'abends'],
])('%s is parsed as %s', (typed, time) => expect(timeOf(typed)).toBe(time));
