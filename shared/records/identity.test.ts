/**
 * Tests of identity: a number alone is no person; a name and, with it, a birth date or the sex must
 * not contradict.
 */
import { describe, expect, it } from 'vitest';
import { fitOf, moveOf } from './identity.ts';

const ANNE = {
  firstName: 'Anneliese',
  lastName: 'Krähenbühl-Öztürk',
  geburtsdatum: '1942-03-04',
  gender: 'female',
};

describe('records with the same number', () => {
  it.each([
    ['the same', ANNE, 'agrees'],
    ['another spelling', { ...ANNE, lastName: 'Kraehenbuehl' }, 'agrees'],
    ['silence', { lastName: ANNE.lastName }, 'agrees'],
    ['only the year of birth', { ...ANNE, geburtsdatum: '1942' }, 'agrees'],
    ['a wedding', { ...ANNE, lastName: 'Meier' }, 'differs'],
    ['a typing error in the birth date', { ...ANNE, geburtsdatum: '1924-03-04' }, 'differs'],
    [
      'another name and birth date',
      { firstName: 'Fritz', lastName: 'Fremdmann', geburtsdatum: '1950-01-01' },
      'another',
    ],
    [
      'another name and sex',
      { firstName: 'Fritz', lastName: 'Fremdmann', gender: 'male' },
      'another',
    ],
  ])('%s', (_title, said, fit) => {
    expect(fitOf(ANNE, said)).toBe(fit);
  });
});

describe('a delivered text', () => {
  it.each([
    ['a certain name is written', 'Meier', 'Mayer', undefined, 'write'],
    ['mojibake never replaces a good name', 'Müller', 'MÃ¼ller', 'damaged', 'keep'],
    ['a good name replaces mojibake', 'MÃ¼ller', 'Müller', undefined, 'write'],
    [
      'a text in a guessed character set asks before it replaces another',
      'Müller',
      'Möller',
      'unsure',
      'ask',
    ],
    ['a text in a guessed character set fills an empty field', '', 'Möller', 'unsure', 'write'],
    ['the same changes nothing', 'Müller', 'Müller', 'unsure', 'nothing'],
  ] as const)('%s', (_title, record, said, doubt, move) => {
    expect(moveOf('lastName', record, said, doubt)).toBe(move);
  });
});
