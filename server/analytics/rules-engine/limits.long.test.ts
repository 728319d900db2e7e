/**
 * Tests that are generated from the rows of the limits: each check warns at its limit and is silent
 * just below it.
 */
import { describe, expect, test } from 'vitest';
import { findRule } from '../../../catalog/billing-rules/catalogue.ts';
import { JUDGED_LIMITS, LIMITS, LIMIT_RULES } from '../../../catalog/limits/catalogue.ts';
import { isInStartSet } from '../../../shared/analytics/billing/billing.ts';
import type { Limit } from '../../../shared/analytics/billing/limits/limit.ts';
import type { Rule } from '../../../shared/analytics/billing/rule.ts';
import { rulesOfLimits } from '../../../shared/analytics/billing/limits/limit-rule.ts';
import { DEFAULT_SETTINGS } from './engine.ts';
import { finderOf, snapshotOf, tag, type Person } from '../../../tests/support/rule-practice.ts';
import { limitCase } from '../../../tests/support/limit-case.ts';

const ruleById = new Map(LIMIT_RULES.map((one) => [one.id, one]));
const EVALUATED = LIMITS.filter((one) => ruleById.has(one.id));

describe('each limit warns when it is broken and is silent just below', () => {
  test.each(EVALUATED)('$id $number $kind $value $other', (limit) => {
    const rule = ruleById.get(limit.id)!,
      { broken, kept, person, keptPerson } = limitCase(limit, rule),
      warned = (rows: typeof kept, who: Person) =>
        finderOf([rule], snapshotOf(who, rows)).filter((one) => one.tag >= '2026-03-02');
    expect(warned(broken, person), 'broken').not.toEqual([]);
    expect(warned(kept, keptPerson ?? person), 'kept').toEqual([]);
  });
});

describe('the book of limits', () => {
  test('the kinds that delivered rows answer are evaluated', () => {
    expect(LIMIT_RULES.length).toBeGreaterThan(740);
    for (const kind of ['age_min', 'tooth_type', 'max_per_window', 'not_beside', 'min_gap'])
      expect(
        EVALUATED.some((one) => one.kind === kind),
        kind,
      ).toBe(true);
  });
  test('every limit is checked, said elsewhere, a description, or open with a reason', () => {
    expect(JUDGED_LIMITS).toHaveLength(LIMITS.length);
    for (const { limit, state, gap } of JUDGED_LIMITS) {
      expect(gap !== null, limit.id).toBe(state === 'OFFEN');
      expect(state === 'GEPRUEFT', limit.id).toBe(ruleById.has(limit.id));
      if (limit.askedBy !== undefined) expect(findRule(limit.askedBy), limit.id).toBeDefined();
    }
  });
  test('all but unsure limits are on from the start; those that were not read say so', () => {
    for (const limit of EVALUATED) {
      const rule = ruleById.get(limit.id)!;
      const isOwnWords = limit.note !== undefined;
      expect(isInStartSet(rule), limit.id).toBe(limit.certainty !== 'unsure' && !isOwnWords);
      expect(rule.dagegen.de.includes('Die gesuchten Wörter'), limit.id).toBe(isOwnWords);
      if (limit.certainty !== 'confirmed')
        expect(rule.dagegen.de).toMatch(/^(?:Nicht belegt|Unsicher)/);
    }
  });
  test('titles are words, without the codes of the rows', () => {
    for (const { id, titel } of LIMIT_RULES)
      for (const title of [titel.de, titel.en])
        expect(title, id).not.toMatch(/^\*|[>_]|\d\/[A-Za-z]|\(\d+[A-Z]+\)|undefined/);
    const titleOf = (id: string) => LIMIT_RULES.find((one) => one.id === id)?.titel.de;
    expect(['LB021', 'LB399', 'LB049', 'LB502', 'LO001'].map(titleOf)).toEqual([
      '01 öfter als einmal im Halbjahr',
      'IP4 öfter als zweimal im Halbjahr',
      '05 öfter als einmal in 12 Monaten',
      'UPT* innerhalb von 3 Monaten nach AITa, AITb, CPTa, CPTb',
      'Faktor über 2,3 ohne Begründung',
    ]);
  });
  test('a pair that two rows exclude from each other warns once', () => {
    const found = finderOf([...LIMIT_RULES], snapshotOf({}, [tag('2026-03-02', 'B:01', 'B:Ä1')]));
    expect(found.map((one) => [one.regel, one.nr])).toEqual([['LB002', 'Ä1']]);
  });
  test('a changed row changes the check', () => {
    const limit = LIMITS.find((one) => one.id === 'LB299')!,
      twice = rulesOfLimits([{ ...limit, value: '2/KJ' } satisfies Limit]),
      rows = [tag('2026-01-12', 'B:107'), tag('2026-03-02', 'B:107')];
    expect(finderOf(twice, snapshotOf({}, rows))).toEqual([]);
    expect(finderOf([findRule('LB299')!], snapshotOf({}, rows))).toHaveLength(1);
  });
  test.each([
    ['O:4605 f1.15', []],
    ['O:4605 f1.3', ['LO003']],
    ['O:4605 f1.3 !Aufwand', []],
    ['O:4605 f2.3 !Aufwand', ['LO006']],
    ['O:3511 f2.4 !Aufwand', ['LO006']],
    ['O:34 f2.4', ['LO001']],
    ['O:50 f2.4', ['LO001']],
    ['O:4852 f2.6 !Aufwand', ['LO005']],
  ])('the factor of %s breaks the limit of its section only', (word, ids) => {
    expect(
      finderOf([...LIMIT_RULES], snapshotOf({ versicherung: 'PKV' }, [tag('2026-03-02', word)]))
        .map((one) => one.regel)
        .filter((id) => /^LO00[1-6]$/.test(id)),
    ).toEqual(ids);
  });
  test('a proposal that a limit forbids is not made', () => {
    const rows = [tag('2026-02-02', 'B:01'), tag('2026-03-02', 'B:8 36', 'termin KONTROLLE')],
      eager = { ...findRule('D02')!, historieKeine: [] },
      asked = (...limits: string[]): string[] =>
        finderOf([eager, ...limits.map((id) => findRule(id)!)], snapshotOf({}, rows))
          .filter((one) => one.tag === '2026-03-02')
          .map((one) => one.regel);
    expect(asked()).toEqual(['D02']);
    expect(asked('LB021')).toEqual([]);
  });
  describe('a later service of the window holds a proposal back', () => {
    const counting = EVALUATED.filter(
      ({ id, kind }) =>
        kind === 'max_per_window' &&
        /^count\(([^,]+),(?:\d+[DMQ]|KJ|KHJ|Q|EVER)\)>\d+$/.test(ruleById.get(id)!.zusatz),
    );
    test.each(counting)('$id $number $value', (limit) => {
      const rule = ruleById.get(limit.id)!,
        { broken, person } = limitCase(limit, rule),
        mark = limit.system === 'BEMA' ? 'B' : limit.system === 'GOZ' ? 'G' : 'O',
        own = `${mark}:${limit.number.replace(/\*$/, 'a')}`,
        at = rule.heuteAlle.endsWith('@Z') ? ' 36' : '',
        cases = broken.flat().filter((row) => row.entity !== 'leistung'),
        count = Number(/>(\d+)$/.exec(rule.zusatz)![1]),
        later = tag('2026-03-02', ...Array.from({ length: count }, () => own + at)),
        day = limit.value.endsWith('D') ? '2026-02-10' : '2026-01-12',
        eager = {
          ...findRule('D02')!,
          kasse: 'ALLE' as const,
          zusatz: '',
          alterVonM: null,
          alterBisM: null,
          heuteEines: ['G:9999'],
          historieKeine: [],
          heuteKeines: [],
          position: { system: limit.system, nr: own.slice(2) },
        },
        proposed = (...rules: Rule[]): number =>
          finderOf(
            [eager, ...rules],
            snapshotOf(person, [...cases, tag(day, `G:9999${at}`), later]),
          ).filter((one) => one.regel === 'D02' && one.tag === day).length;
      expect(proposed(), 'free').toBe(1);
      expect(proposed(rule), 'held back').toBe(0);
    });
    test('there are such limits', () => {
      expect(counting.length).toBeGreaterThan(20);
    });
  });
  test.each([
    ['107', 'P01', 'LB299', ['B:01', '"Zst entfernt"'], 'B:107', '2026-01-26'],
    ['01', 'D03', 'LB021', ['B:Ä1', 'termin KONTROLLE'], 'B:01', '2026-03-20'],
  ])('%s later in the window holds %s back', (_, id, limit, words, later, laterDay) => {
    const day = '2026-01-12',
      proposed = (...rows: Parameters<typeof snapshotOf>[1]): string[] =>
        finderOf([findRule(id)!, findRule(limit)!], snapshotOf({}, [tag(day, ...words), ...rows]))
          .filter((one) => one.tag === day)
          .map((one) => one.regel);
    expect(proposed()).toEqual([id]);
    expect(proposed(tag(laterDay, later))).toEqual([]);
    expect(proposed(tag('2027-01-26', later))).toEqual([id]);
  });
  test('a limit holds a proposal back while its warning is switched off', () => {
    const rows = [tag('2026-02-02', 'B:107'), tag('2026-03-02', 'B:01', '"Zst entfernt"')],
      eager = { ...findRule('P01')!, historieKeine: [] },
      off = { ...DEFAULT_SETTINGS, aus: ['LB299'] },
      twice = [tag('2026-02-09', 'B:107'), ...rows];
    expect(finderOf([eager, findRule('LB299')!], snapshotOf({}, rows), off)).toEqual([]);
    expect(finderOf([findRule('LB299')!], snapshotOf({}, twice), off)).toEqual([]);
  });
  test('a check that fires already holds a proposal back that it would fire on', () => {
    const rows = [tag('2026-03-02', 'B:43 36', 'B:43 16', 'B:38 36')],
      eager = {
        ...findRule('D02')!,
        heuteEines: ['B:43'],
        historieKeine: [],
        heuteKeines: [],
        zusatz: '',
        position: { system: 'BEMA' as const, nr: '38' },
      },
      proposed = (...ids: string[]): number =>
        finderOf([eager, ...ids.map((id) => findRule(id)!)], snapshotOf({}, rows)).filter(
          (one) => one.regel === 'D02',
        ).length;
    expect(proposed('LB194')).toBe(0);
  });
});
