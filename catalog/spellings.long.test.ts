// Tests that are generated from the rows of the spellings: each certain one names its number, and a
// position that was delivered in it ends the proposal of that number.
import { describe, expect, test } from 'vitest';
import type { Rule } from '../shared/analytics/billing/rule.ts';
import { finderOf, snapshotOf, tag, zeile } from '../tests/support/rule-practice.ts';
import { basis } from '../server/analytics/rules-engine/basis-rule.testing.ts';
import { findPosition, normalNumber } from './find-position.ts';
import spellings from './spellings/spellings@2026.json' with { type: 'json' };

type System = 'BEMA' | 'GOZ' | 'GOAE';
interface Spelling {
  readonly system: System;
  readonly number: string;
  readonly spelling: string;
  readonly certainty: string;
}
const ALL = spellings.spellings as readonly Spelling[];
/** Perio services until June 2021 are positions of their own, with other rules. */
const FORMER = /^P20\d$/;
/** Whether another number has the spelling as its name, or shares it. */
const isShared = (one: Spelling): boolean =>
  ALL.some(
    (other) =>
      other !== one &&
      other.system === one.system &&
      other.number !== one.number &&
      other.certainty !== 'unsure' &&
      other.spelling.toLowerCase() === one.spelling.toLowerCase(),
  );
const names = ALL.filter((one) => findPosition(one.system, one.number) !== undefined);
const CERTAIN = names.filter(
  (one) => one.certainty !== 'unsure' && !FORMER.test(one.spelling) && !/\di$/.test(one.spelling),
);

describe('each row of the spellings', () => {
  test.each(CERTAIN)('$system $spelling is $number', (one) => {
    const read = normalNumber(one.system, one.spelling);
    if (isShared(one)) expect(read).toBe(normalNumber(one.system, read));
    else expect(read).toBe(normalNumber(one.system, one.number));
  });
  test.each(names.filter((one) => one.certainty === 'unsure'))(
    'the unsure $system $spelling names no other number than itself or $number',
    ({ system, spelling, number }) => {
      const found = findPosition(system, spelling)?.number;
      if (found !== undefined && found !== normalNumber(system, number))
        expect(found.replace(/^0+/, '')).toBe(spelling.replace(/^0+/, ''));
    },
  );
  test.each(CERTAIN.filter((one) => !isShared(one)))(
    'a proposal of $system $number is not made where $spelling was delivered',
    ({ system, number, spelling }) => {
      const rule: Rule = {
          ...basis,
          kasse: 'ALLE',
          heuteEines: ['B:602'],
          heuteKeines: [],
          historieKeine: [],
          position: { system, nr: normalNumber(system, number) },
        },
        row = zeile('leistung', {
          datum: '2026-03-02',
          behandler: 'B1',
          system,
          nr: spelling,
          zahn: '',
          menge: 1,
          honorar: 100,
          betrag: 100,
          status: 'ABGERECHNET',
          storno: false,
        });
      expect(finderOf([rule], snapshotOf({}, [tag('2026-03-02', 'B:602'), row]))).toEqual([]);
    },
  );
});
test.each(['2410a', 'GOZ 2410 analog', '2410 analog', '§6-2410'])(
  'the analogous service %s keeps its number and its letter',
  (spelling) => {
    expect(normalNumber('GOZ', spelling)).toBe('2410a');
  },
);
