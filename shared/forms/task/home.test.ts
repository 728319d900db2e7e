// Tests of matching answers without a record: reasons, their order, and automatic filing.
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import {
  fitsInvited,
  matchOf,
  MOST_CANDIDATES,
  nearDays,
  personProblems,
  rankCandidates,
} from './home.ts';
import { isDay } from '../../base/dates.ts';

const anna = { firstName: 'Anna', lastName: 'Müller', geburtsdatum: '1958-03-12' };
const of = (change: Partial<typeof anna>) => ({ ...anna, ...change });

describe('answers without a record', () => {
  it('[sec B34] matches by name and birth date, with typos, swapped names and swapped days', () => {
    const table: [Partial<typeof anna>, ReturnType<typeof matchOf>][] = [
      [{}, 'same'],
      [{ firstName: 'ANNA ', lastName: 'Mueller' }, 'same'],
      [{ lastName: 'Mu\u0308ller' }, 'same'],
      [{ firstName: 'Ana' }, 'birth_similar'],
      [{ lastName: 'Miller' }, 'birth_similar'],
      [{ firstName: 'Müller', lastName: 'Anna' }, 'birth_similar'],
      [{ lastName: 'Schneider' }, 'birth_similar'],
      [{ firstName: 'Anna-Lena' }, 'birth_similar'],
      [{ lastName: 'Schneider-Müller' }, 'birth_similar'],
      [{ firstName: 'Otto', lastName: 'Krause' }, 'birth'],
      [{ geburtsdatum: '1958-12-03' }, 'name_birth_near'],
      [{ geburtsdatum: '1985-03-12' }, 'name'],
      [{ geburtsdatum: '1959-03-12' }, 'name_birth_near'],
      [{ geburtsdatum: '1959-03-12', firstName: 'Ana' }, 'name_birth_near'],
      [{ geburtsdatum: '1990-01-01' }, 'name'],
      [{ geburtsdatum: '1990-01-01', firstName: 'Ana' }, undefined],
      [{ geburtsdatum: '1990-01-01', firstName: 'Otto', lastName: 'Krause' }, undefined],
    ];
    for (const [change, match] of table)
      expect([change, matchOf(of(change), anna)]).toEqual([change, match]);
  });
  it('offers few records, most likely first, independent of the input order', () => {
    const records = [
      of({ geburtsdatum: '1990-01-01' }),
      anna,
      of({ firstName: 'Otto', lastName: 'Krause' }),
      of({ geburtsdatum: '1958-12-03' }),
      of({ firstName: 'Ana' }),
      of({ firstName: 'Ute', lastName: 'Abel' }),
      of({ firstName: 'Udo', lastName: 'Zander' }),
    ].map((one, at) => ({ ...one, patid: String(at) }));
    const ranked = rankCandidates(anna, records);
    expect(ranked.map((one) => one.match)).toEqual([
      'same',
      'birth_similar',
      'name_birth_near',
      'name',
      'birth',
    ]);
    expect(ranked).toHaveLength(MOST_CANDIDATES);
    fc.assert(
      fc.property(fc.shuffledSubarray(records, { minLength: records.length }), (shuffled) => {
        expect(rankCandidates(anna, shuffled)).toEqual(ranked);
      }),
    );
  });
  it('typo variants of a day exist, include the day itself and lead to the record', () => {
    fc.assert(
      fc.property(fc.integer({ min: Date.UTC(1920, 0, 1), max: Date.UTC(2026, 10, 1) }), (at) => {
        const day = new Date(at).toISOString().slice(0, 10),
          near = nearDays(day);
        expect(near).toContain(day);
        expect(near.every(isDay)).toBe(true);
        for (const one of near)
          expect(matchOf(of({ geburtsdatum: day }), of({ geburtsdatum: one }))).toMatch(
            one === day ? /^same$/ : /^name_birth_near$/,
          );
      }),
      { numRuns: 50 },
    );
  });
  it('files an invitation automatically only for the same person, not for twins, father or neighbour', () => {
    expect(fitsInvited(of({ firstName: ' anna' }), anna)).toBe(true);
    expect(fitsInvited(of({ firstName: 'Anna Maria' }), anna)).toBe(true);
    expect(fitsInvited(of({ lastName: 'MUELLER' }), anna)).toBe(true);
    for (const other of [
      { firstName: 'Berta' },
      { geburtsdatum: '1958-03-13' },
      { lastName: 'Miller' },
      { firstName: 'Müller', lastName: 'Anna' },
      { firstName: '–' },
    ])
      expect([other, fitsInvited(of(other), anna)]).toEqual([other, false]);
  });
  it('a person with one name is matched and filed by it', () => {
    const one = { firstName: '', lastName: 'Suharto', geburtsdatum: '1970-01-02' };
    expect(fitsInvited({ ...one, lastName: 'SUHARTO' }, one)).toBe(true);
    expect(fitsInvited({ ...one, firstName: 'Anna' }, one)).toBe(false);
    expect(fitsInvited({ ...one, lastName: '' }, { ...one, lastName: '' })).toBe(false);
    expect(matchOf(one, one)).toBe('same');
    expect(personProblems(one, '2026-11-20')).toEqual({ firstName: 'missing' });
    expect(personProblems(one, '2026-11-20', true)).toEqual({});
  });
  it('[V4] [V6] [sec B35] names the errors of a person, field by field', () => {
    expect(personProblems(anna, '2026-11-20')).toEqual({});
    expect(
      personProblems({ firstName: ' ', lastName: '🙂', geburtsdatum: '2026-02-31' }, '2026-11-20'),
    ).toEqual({ firstName: 'missing', lastName: 'name', geburtsdatum: 'invalid' });
    expect(personProblems(of({ geburtsdatum: '2026-08-01' }), '2026-11-20')).toEqual({
      geburtsdatum: 'recent_birth',
    });
  });
});
