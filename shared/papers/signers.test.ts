// Tests of several signers: past and expected signers, their devices, and the result once all have
// signed.

import { describe, expect, it } from 'vitest';
import {
  canBeParted,
  expectedAtTablet,
  heldByAll,
  isTalkMissing,
  leftToSign,
  signerStates,
  stillMissing,
} from './signers.ts';

const MOTHER = { role: 'parent1' as const, name: 'Ayşe' },
  FATHER = { role: 'parent2' as const, name: 'Cem' },
  DENTIST = { role: 'dentist' as const, name: 'Dr. Beck' };
const roles = (list: readonly { role: string }[]): string[] => list.map((one) => one.role);

describe('several signers', () => {
  it('sign in parts if each has a different role', () => {
    expect([
      canBeParted([MOTHER]),
      canBeParted([MOTHER, FATHER]),
      canBeParted([MOTHER, FATHER, DENTIST]),
      canBeParted([
        { role: 'witness', name: 'A' },
        { role: 'witness', name: 'B' },
      ]),
    ]).toEqual([false, true, true, false]);
  });

  it('remain until their role has signed; each signature fills one place, a foreign one none', () => {
    const all = [MOTHER, FATHER, DENTIST],
      twice = [
        { role: 'witness' as const, name: 'A' },
        { role: 'witness' as const, name: 'B' },
      ];
    expect(roles(leftToSign(all, []))).toEqual(['parent1', 'parent2', 'dentist']);
    expect(roles(leftToSign(all, ['dentist', 'parent1']))).toEqual(['parent2']);
    expect(leftToSign(all, ['parent2', 'dentist', 'parent1'])).toEqual([]);
    expect(leftToSign(twice, ['witness']).map((one) => one.name)).toEqual(['B']);
    expect(leftToSign(twice, ['witness', 'witness'])).toEqual([]);
    expect(roles(leftToSign([MOTHER, FATHER], ['parent1', 'parent1', 'dentist']))).toEqual([
      'parent2',
    ]);
  });

  it('[§ 630e BGB] wait for the explanation if one is required and missing', () => {
    expect([
      isTalkMissing({ needed: false }),
      isTalkMissing({ needed: true }),
      isTalkMissing({ needed: true, doneAt: 5 }),
    ]).toEqual([false, true, false]);
  });

  it('are expected at a tablet while they are here and missing; if none is at a tablet, the missing signers count as arrived', () => {
    const standings = [MOTHER, { ...FATHER, isAway: true }, DENTIST],
      at = (...signed: ('parent1' | 'parent2' | 'dentist')[]) =>
        signerStates(
          [MOTHER, FATHER, DENTIST],
          signed.map((role) => ({ role, receivedAt: 5 })),
          standings,
        );
    expect(roles(expectedAtTablet(at()))).toEqual(['parent1', 'dentist']);
    expect(roles(expectedAtTablet(at('parent1')))).toEqual(['dentist']);
    expect(roles(expectedAtTablet(at('parent1', 'dentist')))).toEqual(['parent2']);
    expect([
      roles(stillMissing(at('parent2'))),
      expectedAtTablet(at('parent1', 'parent2', 'dentist')),
    ]).toEqual([['parent1', 'dentist'], []]);
    expect(at('parent2')[1]).toEqual({ ...FATHER, signedAt: 5, isAway: true });
  });

  it('a declaration counts if all said yes, at the time of the last; an unanswered one does not', () => {
    const data = {
      declarations: ['a', 'b', 'c', 'd'].map((id) => ({ id, required: false, text: { de: id } })),
    };
    const mother = [
        { id: 'a', value: true, at: 1 },
        { id: 'b', value: true, at: 2 },
        { id: 'c', value: true, at: 3 },
      ],
      father = [
        { id: 'a', value: true, at: 9 },
        { id: 'b', value: false, at: 8 },
      ];
    expect(heldByAll(data, [mother, father])).toEqual([
      { id: 'a', value: true, at: 9 },
      { id: 'b', value: false, at: 8 },
      { id: 'c', value: false, at: 3 },
    ]);
  });
});
