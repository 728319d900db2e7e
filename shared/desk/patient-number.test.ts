// Tests of the characters a number may hold, and of numbers in addresses and references.

import { describe, expect, it } from 'vitest';
import {
  isPatientNumber,
  numberFromPath,
  numberInPath,
  patientReference,
} from './patient-number.ts';

describe('numbers of patients', () => {
  it.each(['4711', '4711/2', '12 345', 'N261126-6BPE', 'A.1_b-2/3', '0', 'x'.repeat(64), '1 / 2'])(
    'the practice software may call a person %j',
    (number) => {
      expect(isPatientNumber(number)).toBe(true);
    },
  );
  it.each([
    '',
    ' ',
    ' 1',
    '1 ',
    '1  2',
    '.',
    '..',
    '/',
    '/etc/passwd',
    '1/',
    '1//2',
    '../1',
    '../../1',
    '1/../2',
    '1/..',
    '1/ .. /2',
    '1/./2',
    '1\\..\\2',
    '1%2F2',
    '1\u00002',
    '1\n2',
    '1\u00a02',
    '1?x=2',
    '1#2',
    '1|2',
    '1:2',
    '<b>',
    '=1+1',
    'x'.repeat(65),
    '/.'.repeat(50_000),
    ' .'.repeat(50_000),
  ])('no number: %j', (number) => {
    expect(isPatientNumber(number)).toBe(false);
  });
  it('an address keeps the number in one part, without an encoded slash', () => {
    const numbers = ['4711', '4711/2', '12 345/6'];
    expect(numbers.map(numberInPath)).toEqual(['4711', '4711~2', '12%20345~6']);
    expect(numbers.map((one) => numberFromPath(decodeURIComponent(numberInPath(one))))).toEqual(
      numbers,
    );
  });
  it('a reference keeps the number in one part of the address', () => {
    expect(['4711', '4711/2', '12 345'].map(patientReference)).toEqual([
      'Patient/4711',
      'Patient/4711%2F2',
      'Patient/12%20345',
    ]);
  });
});
