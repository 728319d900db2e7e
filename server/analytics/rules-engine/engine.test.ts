// Tests of the billing rule engine on practices of a few days: windows, values, back-tests.
import { describe, expect, test } from 'vitest';
import { snapshotOf, finderOf, tag } from '../../../tests/support/rule-practice.ts';
import { backtest } from './engine.ts';
import { basis, days } from './basis-rule.testing.ts';

describe('billing rule engine', () => {
  test('windows of quarters, months and halves end as the fee schedules define', () => {
    const days = (start: string, window: string, second: string): number =>
      finderOf(
        [{ ...basis, historieKeine: [`B:04~${window}`], heuteKeines: [] }],
        snapshotOf({}, [tag(start, 'B:04'), tag(second, 'B:01')]),
      ).length;
    // 15 December 2010, allowed again from the first day of the same quarter two years later.
    expect([
      days('2010-12-15', '8Q', '2012-09-30'),
      days('2010-12-15', '8Q', '2012-10-01'),
    ]).toEqual([0, 1]);
    expect([
      days('2026-04-01', '4M', '2026-08-01'),
      days('2026-04-01', '4M', '2026-08-02'),
    ]).toEqual([0, 1]);
    expect([
      days('2026-06-30', '4M', '2026-10-30'),
      days('2026-06-30', '4M', '2026-10-31'),
    ]).toEqual([0, 1]);
    expect([
      days('2025-10-31', '4M', '2026-02-28'),
      days('2025-10-31', '4M', '2026-03-01'),
    ]).toEqual([0, 1]);
    expect([
      days('2026-06-12', '18D', '2026-06-30'),
      days('2026-06-11', '18D', '2026-06-30'),
    ]).toEqual([0, 1]);
    expect([
      days('2026-01-01', 'KHJ', '2026-06-30'),
      days('2026-01-01', 'KHJ', '2026-07-01'),
    ]).toEqual([0, 1]);
    expect([
      days('2026-01-01', 'KJ', '2026-12-31'),
      days('2025-12-31', 'KJ', '2026-01-01'),
    ]).toEqual([0, 1]);
    expect([days('2026-04-01', 'Q', '2026-06-30'), days('2026-03-31', 'Q', '2026-04-01')]).toEqual([
      0, 1,
    ]);
  });
  test('the value follows points and the point value of the day; reasons name the basis', () => {
    const [one] = finderOf(
      [basis],
      snapshotOf({}, [tag('2023-09-04', 'B:04'), tag('2026-03-02', 'B:01')]),
    );
    expect(one).toMatchObject({
      regel: 'T01',
      patid: 'P1',
      tag: '2026-03-02',
      zahn: '',
      behandler: 'B1',
      system: 'BEMA',
      nr: '04',
      menge: 1,
      punkte: 12,
      cents: 1536,
      konfidenz: 0.8,
      gegen: ['nurEigeneDaten'],
    });
    expect(one?.belege.map((b) => [b.was, b.nr, b.tag])).toEqual([
      ['heute', '01', '2026-03-02'],
      ['zuletzt', '04', '2023-09-04'],
    ]);
  });
  test('back-test of a rule', () => {
    const snapshot = snapshotOf({}, [tag('2022-03-02', 'B:01'), tag('2026-03-02', 'B:01')]);
    expect(backtest(snapshot, basis, '2026-01-01', '2026-12-31')).toMatchObject({
      treffer: 1,
      cents: 1536,
      beispiele: [{ tag: '2026-03-02' }],
    });
    expect(days(finderOf([basis], snapshot))).toEqual(['2022-03-02', '2026-03-02']);
  });
  test('spreads the kept sample days over the span', () => {
    const days = Array.from({ length: 90 }, (_, at) =>
        tag(
          `20${String(10 + Math.floor(at / 12)).padStart(2, '0')}-${String(1 + (at % 12)).padStart(2, '0')}-05`,
          'B:01',
        ),
      ),
      snapshot = snapshotOf({}, days);
    const { treffer: hits, beispiele } = backtest(
      snapshot,
      { ...basis, historieKeine: [] },
      '2010-01-01',
      '2030-01-01',
    );
    expect(hits).toBe(90);
    expect(beispiele.length).toBeLessThanOrEqual(20);
    expect(beispiele[0]?.tag).toBe('2010-01-05');
    expect(beispiele.at(-1)!.tag > '2016-01-01').toBe(true);
  });
});
