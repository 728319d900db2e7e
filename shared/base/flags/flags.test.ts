// Switches of features: ends of the declarations, the order of rules, and shares of practices.

import { expect, test } from 'vitest';
import { berlinDay } from '../dates.ts';
import {
  bucketOf,
  FLAG_KEYS,
  FLAGS,
  flagOf,
  offAt,
  verdictOf,
  type FlagKey,
  type FlagRule,
} from './flags.ts';

const PLACE = { cid: 'p1', environment: 'prod', day: '2026-12-01' } as const;
const rule = (change: Partial<FlagRule> = {}): FlagRule => ({
  id: 'r1',
  key: 'shop',
  environment: null,
  tenant: null,
  isOn: false,
  share: 100,
  until: '2026-12-31',
  at: 1,
  ...change,
});
const on = (...rules: FlagRule[]) => verdictOf('shop', rules, PLACE);

/** Switches whose end has passed: their code is to be cleared away. */
const overdue = (day: string): string[] => FLAG_KEYS.filter((key) => flagOf(key).until < day);
test('no declared switch is past its end', () => {
  expect(overdue(berlinDay(Date.now()))).toEqual([]);
  expect(overdue('2027-07-01')).toEqual(['feedback_picture']);
});
test('each switch has words in both languages and names its pages', () => {
  for (const key of FLAG_KEYS) {
    const { de, en, pages } = flagOf(key);
    expect([de.name, de.what, en.name, en.what].every((text) => text.length > 5)).toBe(true);
    expect(pages.every((page) => /^\/[a-z]+(\/[a-z]+)+$/.test(page))).toBe(true);
  }
});
test('without a rule the default counts', () => {
  expect(on()).toEqual({ isOn: FLAGS.shop.isOn, by: 'default', ruleId: null });
  expect(on(rule({ key: 'comparison' }))).toMatchObject({ isOn: true, by: 'default' });
});
test('a practice comes before a share, a share before an environment, that before all', () => {
  const all = rule({ id: 'all', isOn: false, at: 9 }),
    here = rule({ id: 'env', environment: 'prod', isOn: true, at: 8 }),
    part = rule({ id: 'part', share: 99, isOn: false, at: 7 }),
    own = rule({ id: 'own', tenant: 'p1', isOn: true, at: 6 });
  expect(bucketOf('shop', 'p1')).toBeLessThan(99);
  expect(on(all)).toEqual({ isOn: false, by: 'everywhere', ruleId: 'all' });
  expect(on(all, here)).toEqual({ isOn: true, by: 'environment', ruleId: 'env' });
  expect(on(all, here, part)).toEqual({ isOn: false, by: 'share', ruleId: 'part' });
  expect(on(all, here, part, own)).toEqual({ isOn: true, by: 'practice', ruleId: 'own' });
});
test('of equal rules the newest counts', () => {
  expect(on(rule({ id: 'a', at: 1 }), rule({ id: 'b', at: 2, isOn: true })).ruleId).toBe('b');
  expect(on(rule({ id: 'a', at: 2 }), rule({ id: 'b', at: 1, isOn: true })).ruleId).toBe('a');
  expect(on(rule({ id: 'a' }), rule({ id: 'b' })).ruleId).toBe('b');
});
test('a rule counts on its last day, and the default from the next day on', () => {
  expect(on(rule({ until: '2026-12-01' })).isOn).toBe(false);
  expect(on(rule({ until: '2026-11-30' }))).toMatchObject({ isOn: true, by: 'default' });
});
test('rules of other practices and environments do not count', () => {
  expect(on(rule({ tenant: 'p2' })).by).toBe('default');
  expect(on(rule({ environment: 'demo' })).by).toBe('default');
  expect(on(rule({ tenant: 'p1', environment: 'demo' })).by).toBe('default');
});
test('a share meets about its percent of the practices, the same ones each time, and more when it grows', () => {
  const cids = Array.from({ length: 10_000 }, (_, at) => `praxis-${at}`),
    offFor = (share: number, key: FlagKey = 'shop'): Set<string> =>
      new Set(
        cids.filter((cid) => !verdictOf(key, [rule({ share, key })], { ...PLACE, cid }).isOn),
      );
  for (const share of [1, 10, 50, 90])
    expect(Math.abs(offFor(share).size / 100 - share)).toBeLessThan(2);
  const ten = offFor(10),
    twenty = offFor(20);
  expect([...ten].every((cid) => twenty.has(cid))).toBe(true);
  expect(offFor(10)).toEqual(ten);
  // Another switch meets other practices.
  const both = [...offFor(10, 'comparison')].filter((cid) => ten.has(cid)).length;
  expect(both).toBeLessThan(300);
});
test('an address is closed by its switch only, and what lies below stays open', () => {
  expect(offAt('/hilfe/stifte', ['shop'])).toBe('shop');
  expect(offAt('/hilfe/stifte/?x=1', ['shop'])).toBe('shop');
  expect(offAt('/hilfe/stifte', ['comparison'])).toBeUndefined();
  expect(offAt('/berichte/benchmark/zeit', ['comparison'])).toBe('comparison');
  expect(offAt('/berichte/benchmark/kzv', ['comparison'])).toBeUndefined();
  expect(offAt('/', [...FLAG_KEYS])).toBeUndefined();
});
