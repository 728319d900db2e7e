// Partial runs of the engine equal full ones, in any order of the rows.
import { describe, expect, test } from 'vitest';
import { HOUSE_RULES } from '../../../catalog/billing-rules/catalogue.ts';
import { findingKey } from '../../../shared/analytics/billing/proposal.ts';
import { snapshotOf, finderOf, tag } from '../../../tests/support/rule-practice.ts';
import { dayNumberOf } from '../snapshot/calendar.ts';
import { RawData } from '../snapshot/tables/raw-tables.ts';
import { buildSnapshot } from '../snapshot/build/build-snapshot.ts';
import { TouchTracker } from '../snapshot/touched-patients.ts';
import { compileRules, practiceRatios, affectedByRatios, evaluateRules } from './engine.ts';

describe('partial and full runs', () => {
  /** Ten patients over a hundred random days, then corrections of some rows. */
  const rows = (seed: number) => {
    let state = seed;
    const draw = (n: number): number => {
      state = (state * 1_103_515_245 + 12_345) % 2_147_483_648;
      return Math.floor((state / 2_147_483_648) * n);
    };
    const positionNumbers = [
        '01',
        'Ä1',
        '107',
        '04',
        '13b',
        '25',
        '8',
        '32',
        '28',
        '34',
        '40',
        '44',
        '38',
        'IP1',
        'IP4',
        'UPTa',
        '20a',
      ],
      teeth = ['36', '46', '11', '24', null];
    return Array.from({ length: 400 }, (_, at) => ({
      entity: 'leistung' as const,
      id: `L${draw(300)}`,
      version: at,
      hash: 1,
      isDeleted: draw(20) === 0,
      values: {
        patid: `P${draw(10)}`,
        behandler: 'B1',
        datum: `2025-${String(1 + draw(12)).padStart(2, '0')}-${String(1 + draw(28)).padStart(2, '0')}`,
        system: 'BEMA',
        nr: positionNumbers[draw(positionNumbers.length)]!,
        zahn: teeth[draw(5)]!,
        menge: 1 + draw(2),
        honorar: 1000,
        betrag: 1000,
        status: 'ABGERECHNET',
        storno: false,
      },
    }));
  };
  const empty = (): RawData => {
    const rawRows = new RawData();
    for (let at = 0; at < 10; at += 1)
      rawRows.take({
        entity: 'patient',
        id: `P${at}`,
        version: 1,
        hash: 1,
        isDeleted: false,
        values: {
          versicherung: 'GKV',
          geburtsdatum: `${1960 + at * 6}-02-2${at % 9}`,
          kassenart: 'AOK',
        },
      });
    return rawRows;
  };
  test('evaluating only patients of new, corrected and moved rows yields the findings of a full run', () => {
    const rules = compileRules(HOUSE_RULES.filter((one) => !one.zusatz.includes('praxisquote'))),
      today = dayNumberOf('2026-01-10');
    for (const seed of [3, 4, 5]) {
      const all = rows(seed),
        rawRows = empty();
      for (const row of all.slice(0, 250)) rawRows.take(row);
      const before = new Map(
          evaluateRules(buildSnapshot(rawRows, today), rules).map((one) => [
            findingKey(one),
            JSON.stringify(one),
          ]),
        ),
        seen = new TouchTracker(rawRows);
      for (const row of all.slice(250, 262)) seen.take(row);
      const snapshot = buildSnapshot(rawRows, today),
        touched = Int32Array.from(seen.result() as ReadonlySet<number>),
        names = new Set(Array.from(touched, (p) => snapshot.rawRows.tables.patient.ids[p]!));
      expect(names.size).toBeLessThan(10);
      for (const key of before.keys()) if (names.has(key.split('\0')[0]!)) before.delete(key);
      for (const one of evaluateRules(snapshot, rules, { patients: touched }))
        before.set(findingKey(one), JSON.stringify(one));
      expect(Object.fromEntries(before)).toEqual(
        Object.fromEntries(
          evaluateRules(snapshot, rules).map((one) => [findingKey(one), JSON.stringify(one)]),
        ),
      );
    }
  });
  test('the findings do not depend on the row order', () => {
    const rules = compileRules(HOUSE_RULES),
      today = dayNumberOf('2026-01-10'),
      all = rows(9),
      one = empty(),
      other = empty();
    for (const row of all) one.take(row);
    for (const row of all.toReversed()) other.take(row);
    const found = (rawRows: RawData): string[] =>
      evaluateRules(buildSnapshot(rawRows, today), rules)
        .map((finding) => JSON.stringify(finding))
        .toSorted();
    expect(found(one).length).toBeGreaterThan(50);
    expect(found(one)).toEqual(found(other));
  });
  test('a practice-wide ratio is reported by quarter, so next-quarter patients are re-evaluated', () => {
    const rules = compileRules(HOUSE_RULES.filter((one) => one.id === 'F01')),
      day = tag('2025-11-03', ...Array.from({ length: 20 }, () => 'B:13a 36')),
      am = (bmf: number) =>
        snapshotOf(
          {},
          [
            day,
            tag('2025-11-04', ...Array.from({ length: bmf }, () => 'B:12 36')),
            tag('2026-01-05', 'B:13a 46'),
          ],
          '2026-03-09',
        );
    const concerned = (a: number, b: number): unknown => {
      const snapshot = am(b);
      return affectedByRatios(
        snapshot,
        practiceRatios(am(a), rules),
        practiceRatios(snapshot, rules),
      );
    };
    expect([concerned(5, 6), concerned(6, 6)]).toEqual([new Set([0]), new Set()]);
    expect(
      finderOf(
        HOUSE_RULES.filter((one) => one.id === 'F01'),
        snapshotOf(
          {},
          [day, tag('2025-11-04', 'B:12 36'), tag('2026-01-05', 'B:13a 46')],
          '2026-03-09',
        ),
      ).map((one) => one.tag),
    ).toEqual(['2026-01-05']);
  });
});
