/** Tests of numbers as programs and code lists write them. */
import { describe, expect, test } from 'vitest';
import { findPosition, normalNumber } from './find-position.ts';
import spellings from './spellings/spellings@2026.json' with { type: 'json' };

type System = 'BEMA' | 'GOZ' | 'GOAE';
const CERTAIN = spellings.spellings.filter((one) => one.certainty !== 'unsure');
const numbersOf = (system: string, spelling: string): number =>
  new Set(
    CERTAIN.filter(
      (one) => one.system === system && one.spelling.toLowerCase() === spelling.toLowerCase(),
    ).map((one) => one.number),
  ).size;

describe('spellings of programs name positions', () => {
  test('each certain spelling of one known number resolves to that number', () => {
    const isNumber = (system: string, word: string): boolean =>
        findPosition(system as System, word)?.number.toLowerCase() === word.toLowerCase(),
      wrong = CERTAIN.filter(
        (one) =>
          !isNumber(one.system, one.spelling) &&
          findPosition(one.system as System, one.number) !== undefined &&
          numbersOf(one.system, one.spelling) === 1 &&
          normalNumber(one.system as System, one.spelling) !==
            normalNumber(one.system as System, one.number),
      );
    expect(wrong.map((one) => `${one.system} ${one.spelling} is ${one.number}`)).toEqual([]);
  });
  test.each([
    ['BEMA', 'FUZ4', 'FU2'],
    ['BEMA', 'bMF', '12'],
    ['BEMA', 'Ohn', '02'],
    ['BEMA', '1', '01'],
    ['BEMA', 'Ä1', 'Ä1'],
    ['GOZ', '70', '0070'],
    ['GOAE', 'Ä5004', '5004'],
  ] as const)('%s %s is %s', (system, spelling, number) => {
    expect(normalNumber(system, spelling)).toBe(number);
  });
  test('an unsure spelling names nothing new: a bare 4 stays the perio plan', () => {
    expect(findPosition('BEMA', '4')?.number).toBe('4');
  });
});
