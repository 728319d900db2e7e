// A position that is free once in a window is proposed on one of the visits that forgot it.
import { describe, expect, test } from 'vitest';
import { findRule } from '../../../catalog/billing-rules/catalogue.ts';
import { finderOf, snapshotOf, tag, type Person } from '../../../tests/support/rule-practice.ts';

const PKV: Person = { versicherung: 'PKV' },
  CARE: Person = { pflegegrad: 3 },
  [FIRST, SECOND, LATE] = ['2026-02-02', '2026-02-16', '2026-09-07'];
/** Days on which rules propose their position, of visits with the same services. */
const proposedOn = (
  ids: readonly string[],
  person: Person,
  services: readonly string[],
  ...days: readonly string[]
): string[] =>
  finderOf(
    ids.map((id) => findRule(id)!),
    snapshotOf(
      person,
      days.map((day) => tag(day, ...services)),
    ),
  ).map((one) => one.tag);

describe('one proposal for a free position', () => {
  test.each([
    ['D02', {}, ['B:8', 'termin KONTROLLE 10:00']],
    ['V01', PKV, ['G:2080 26 od']],
    ['K05', { geburtsdatum: '2016-03-02' }, ['B:01']],
    ['K07', { geburtsdatum: '2016-03-02' }, ['B:01']],
    ['K10', { geburtsdatum: '2023-03-02' }, ['B:8', '"Fluoridlack aufgetragen"']],
    ['E12', {}, ['B:8', '"Zahn 36 trepaniert, Trepanation"']],
    ['L06', CARE, ['B:151', 'termin KONTROLLE 10:00']],
    ['P01', {}, ['B:01', '"Zst entfernt"']],
  ] as const)('%s names the first visit only', (id, person, services) => {
    expect(proposedOn([id], person, services, FIRST)).toEqual([FIRST]);
    expect(proposedOn([id], person, services, FIRST, SECOND)).toEqual([FIRST]);
  });
  test('a visit of the next window is another one', () => {
    expect(proposedOn(['V01'], PKV, ['G:2080 26 od'], FIRST, SECOND, LATE)).toEqual([FIRST, LATE]);
  });
  test('a visit that follows one kept back is proposed if the first leaves it free', () => {
    const days = ['2026-02-02', '2026-02-20', '2026-03-10'];
    expect(proposedOn(['V01'], PKV, ['G:2080 26 od'], ...days)).toEqual([days[0], days[2]]);
  });
  test('of two rules the surer one names its visit', () => {
    const surer = { ...findRule('D03')!, konfidenz: 0.9 },
      rows = [
        tag(FIRST, 'B:8', 'termin KONTROLLE 10:00'),
        tag(SECOND, 'B:Ä1', 'termin KONTROLLE 10:00'),
      ];
    expect(
      finderOf([findRule('D02')!, surer], snapshotOf({}, rows)).map((one) => [one.regel, one.tag]),
    ).toEqual([['D03', SECOND]]);
  });
  test('a visit of more than a year ago keeps no later one back, and is not counted next to it', () => {
    const [old, late] = ['2025-10-06', '2026-03-02'],
      services = ['B:01', 'B:8'];
    expect(proposedOn(['D01'], {}, services, old)).toEqual([old]);
    expect(proposedOn(['D01'], {}, services, old, late)).toEqual([late]);
  });
  test('positions without a window are proposed on each visit', () => {
    expect(proposedOn(['E02'], {}, ['B:35 36'], FIRST, SECOND)).toEqual([FIRST, SECOND]);
  });
});
