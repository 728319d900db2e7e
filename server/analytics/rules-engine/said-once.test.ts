// Warnings that stand twice: no two checks say the same of one service.
import { describe, expect, test } from 'vitest';
import { HOUSE_RULES, WRITTEN_RULES, findRule } from '../../../catalog/billing-rules/catalogue.ts';
import { RETIRED_RULES } from '../../../catalog/billing-rules/retired.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import {
  finderOf,
  snapshotOf,
  tag,
  zeile,
  type Row,
} from '../../../tests/support/rule-practice.ts';

const CHECKS = HOUSE_RULES.filter((one) => one.art === 'PRUEFUNG' && isInStartSet(one)),
  DAY = '2026-03-02';
const gradeB = zeile('parfall', {
  erstelltAm: '2025-01-10',
  genehmigtAm: '2025-01-20',
  status: 'GENEHMIGT',
  grad: 'B',
});
/** Rules that warn of two numbers of the day at once. */
const saying = (a: string, b: string, rows: readonly (Row | readonly Row[])[]): string[] =>
  finderOf(CHECKS, snapshotOf({}, rows))
    .filter((one) => {
      const numbers = [
        ...one.belege.flatMap(({ was, nr }) => (was === 'heute' ? [nr] : [])),
        ...(findRule(one.regel)?.titel.de.split(/[ ,]+/) ?? []),
      ];
      return one.tag === DAY && [a, b].every((nr) => [one.nr, ...numbers].includes(nr));
    })
    .map((one) => one.regel);

describe('each thing is warned of once', () => {
  test.each([
    ['107', '1040', ['B:107', 'G:1040 x28'], 'LB303'],
    ['Ä1', 'IP1', ['B:Ä1', 'B:IP1'], 'LB015'],
    ['Ä1', 'BEVa', ['B:Ä1', 'B:BEVa'], 'LB016'],
    ['46', '44', ['B:46 36', 'B:44 37'], 'LB233'],
    ['46', '43', ['B:46 34', 'B:43 34'], 'LB233'],
    ['38', '44', ['B:38 36', 'B:44 37'], 'LB194'],
    ['38', '46', ['B:38 36', 'B:46 36'], 'LB194'],
    ['3310', '3300', ['G:3310 36', 'G:3300 37'], 'LG177'],
    ['3310', '3060', ['G:3310 36', 'G:3060 36'], 'LG156'],
    ['151', '03', ['B:151', 'B:03'], 'LB041'],
    ['UPTa', '04', ['B:UPTa', 'B:04'], 'LB046'],
    ['UPTd', 'UPTg', ['B:UPTd', 'B:UPTg'], 'LB530'],
    ['11', '13b', ['B:13b 36 mo', 'B:11 36'], 'LB081'],
    ['11', '32', ['B:32 36', 'B:11 36'], 'LB080'],
    ['105', '111', ['B:105 36', 'B:111 36'], 'LB292'],
    ['24c', '95d', ['B:24c 11', 'B:95d 11'], 'LB654'],
    ['01', '01k', ['B:01', 'B:01k'], 'LB026'],
    ['107', '107a', ['B:107', 'B:107a'], 'LB300'],
    ['1', '3', ['O:1', 'O:3'], 'LO025'],
    ['1040', 'UPTc', ['G:1040 36', 'B:UPTc 36'], 'LG072'],
  ])('%s beside %s', (a, b, services, id) => {
    expect(saying(a, b, [gradeB, tag(DAY, ...services)])).toEqual([id]);
  });
  test('no two checks without a condition exclude one pair at places within each other', () => {
    const said = new Map<string, string[]>();
    for (const rule of CHECKS)
      for (const pair of pairsOf(rule)) said.set(pair, [...(said.get(pair) ?? []), rule.id]);
    expect([...said].filter(([, ids]) => ids.length > 1)).toEqual([]);
    expect(said.size).toBeGreaterThan(500);
  });
  test('a rule that a limit says entirely is retired, with its words and its limits', () => {
    for (const { id, titel, saidBy } of RETIRED_RULES) {
      expect(findRule(id)).toBeUndefined();
      expect(titel.de).not.toBe('');
      for (const limit of saidBy) expect(isInStartSet(findRule(limit)!), limit).toBe(true);
    }
    expect(RETIRED_RULES.map((one) => one.id)).not.toContain(WRITTEN_RULES[0]!.id);
  });
});

/** Pairs of numbers that a check excludes from each other without any condition. */
function pairsOf({ heuteAlle, heuteKeines, zusatz }: Rule): string[] {
  const parts = /^\(?([^&()]+)&\(?([^&()]+?)\)*(?:@[ZK])?$/.exec(
    heuteAlle.replaceAll(/@[ZK]/g, ''),
  );
  if (!parts || heuteKeines.length > 0 || zusatz !== '') return [];
  return parts[1]!
    .split('|')
    .flatMap((a) => parts[2]!.split('|').map((b) => [a, b].toSorted().join(' ')));
}
