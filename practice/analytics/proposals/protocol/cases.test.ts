// Tests of the cases of a protocol.
import { expect, test } from 'vitest';
import { proposalOf } from '../proposal.fixture.ts';
import { caseAreaOf, casesOf, classOf, countsOf } from './cases.ts';

const warning = (n: number, more: Parameters<typeof proposalOf>[1] = {}) =>
  proposalOf(n, { art: 'PRUEFUNG', konfidenz: 0.9, ...more });

test('the class of a warning follows its certainty; a proposal is a forgotten position', () => {
  const of = (konfidenz: number) => classOf({ art: 'PRUEFUNG', konfidenz });
  expect([0.9, 0.85, 0.84, 0.7, 0.69].map(of)).toEqual([
    'fehler',
    'fehler',
    'warnung',
    'warnung',
    'hinweis',
  ]);
  expect(classOf({ art: 'VERGESSEN', konfidenz: 0.99 })).toBe('vergessen');
});

test('a case is a person and an area; private services are a case of their own', () => {
  expect(caseAreaOf({ system: 'BEMA', bereich: 'PAR' })).toBe('PAR');
  expect(caseAreaOf({ system: 'GOZ', bereich: 'PRIVAT' as never })).toBe('PRIVAT');
  const person = { patid: 'P1', name: 'Weber, Hans' },
    cases = casesOf([
      warning(1, { ...person, bereich: 'ZE' }),
      proposalOf(2, { ...person, bereich: 'KCH', tag: '2026-10-01' }),
      warning(3, { ...person, bereich: 'KCH', tag: '2026-11-01' }),
      warning(4, { ...person, bereich: 'KCH', tag: '2026-10-02', konfidenz: 0.7 }),
      warning(5, { ...person, system: 'GOZ', nr: '2080' }),
      warning(6, { patid: 'P2', name: 'Ähr, Anna', bereich: 'KCH' }),
    ]);
  expect(
    cases.map(({ first, area, items }) => [first.name, area, items.map((one) => one.tag)]),
  ).toEqual([
    ['Ähr, Anna', 'KCH', [warning(6).tag]],
    ['Weber, Hans', 'KCH', ['2026-11-01', '2026-10-02', '2026-10-01']],
    ['Weber, Hans', 'ZE', [warning(1).tag]],
    ['Weber, Hans', 'PRIVAT', [warning(5).tag]],
  ]);
  expect(countsOf(cases.flatMap(({ items }) => items))).toEqual({
    fehler: 4,
    warnung: 1,
    hinweis: 0,
    vergessen: 1,
  });
});
