/** Consistency of the limits with the fee schedules: no position is forgotten, no row names nothing. */
import { describe, expect, test } from 'vitest';
import { LIMIT_STATES } from '../../shared/analytics/billing/limits/limit-state.ts';
import { LIMIT_SYSTEMS, type Limit } from '../../shared/analytics/billing/limits/limit.ts';
import { BEMA, BEMA_FORMER } from '../bema/positions.ts';
import { GOAE } from '../goae/positions.ts';
import { GOZ } from '../goz/schedule.ts';
import { findPosition } from '../find-position.ts';
import { JUDGED_LIMITS, LIMITS, NONE_KNOWN } from './catalogue.ts';
import { REDUCED_FEES, reducedCents } from './reduced-fees.ts';

const SCHEDULES = { BEMA, GOZ, GOAE } as const;
/** Words that stand for a path or an area and have no number of their own. */
const PATHS = new Set(['PAR22a', 'ZE*', '*', '*a']);
const covers = (pattern: string, number: string): boolean =>
  pattern.split(',').some((one) => {
    const wanted = one.toLowerCase(),
      own = number.toLowerCase();
    if (one === '*') return false;
    return wanted.endsWith('*') ? own.startsWith(wanted.slice(0, -1)) : own === wanted;
  });
const isNamed = (system: Limit['system'], number: string): boolean =>
  LIMITS.some((one) => one.system === system && covers(one.number, number));

describe('limits and fee schedules', () => {
  test.each(LIMIT_SYSTEMS)(
    'each position of %s with a fee has limits, or says that none is known',
    (system) => {
      const silent = new Set(NONE_KNOWN[system]),
        withFee = SCHEDULES[system].filter((one) => one.points !== null);
      expect(
        withFee
          .filter((one) => !isNamed(system, one.number) && !silent.has(one.number))
          .map((one) => one.number),
        'neither',
      ).toEqual([]);
      expect(
        [...silent].filter((one) => isNamed(system, one)),
        'both',
      ).toEqual([]);
      const numbers = new Set(withFee.map((one) => one.number));
      expect(
        [...silent].filter((one) => !numbers.has(one)),
        'unknown',
      ).toEqual([]);
    },
  );
  test('each limit names a position of its fee schedule', () => {
    const all = { ...SCHEDULES, BEMA: [...BEMA, ...BEMA_FORMER] };
    const unknown = LIMITS.filter(
      ({ system, number }) =>
        !PATHS.has(number) &&
        !/^\d+-\d+$/.test(number) &&
        !all[system].some((one) => covers(number, one.number)) &&
        !number.split(',').every((one) => findPosition(system, one) !== undefined),
    );
    expect(unknown.map(({ id, system, number }) => `${id} ${system} ${number}`)).toEqual([]);
  });
  test('each limit is judged once, with a reason where it stays open', () => {
    expect(JUDGED_LIMITS.map(({ limit }) => limit.id)).toEqual(LIMITS.map(({ id }) => id));
    expect(new Set(LIMITS.map(({ id }) => id)).size).toBe(LIMITS.length);
    for (const { limit, state, gap } of JUDGED_LIMITS) {
      expect(LIMIT_STATES, limit.id).toContain(state);
      expect(gap !== null, limit.id).toBe(state === 'OFFEN');
    }
  });
  test('no sentence stands twice', () => {
    const keys = LIMITS.map((one) =>
      [one.system, one.number, one.kind, one.value, one.scope, one.other, one.text].join('|'),
    );
    expect(keys.filter((key, at) => keys.indexOf(key) !== at)).toEqual([]);
  });
});

describe('reduced fees', () => {
  test('a third, a half and three quarters are exact', () => {
    expect(REDUCED_FEES.get('9100')!.map(({ share }) => share)).toEqual([1 / 2, 1 / 3]);
    expect(REDUCED_FEES.get('2240')).toEqual([{ share: 3 / 4, others: ['2200', '2210', '2220'] }]);
    expect(reducedCents(34_849, 1 / 3)).toBe(11_616);
  });
  test('each names positions of the GOZ with points, or is a part of such', () => {
    for (const list of REDUCED_FEES.values())
      for (const { others, share } of list) {
        expect(share > 0 && share < 1).toBe(true);
        for (const one of others) expect(findPosition('GOZ', one)?.points, one).toBeGreaterThan(0);
      }
  });
});
