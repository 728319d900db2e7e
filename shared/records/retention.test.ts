/**
 * Tests of the end of a period: treatment by the year of billing, X-rays of children until 28,
 * holds before everything.
 */
import { describe, expect, it } from 'vitest';
import { KEPT_PERIODS } from '../../catalog/retention/periods.ts';
import { billingYearEnd, dueOf, xrayUntil, type KeptFacts } from './retention.ts';

const at = (day: string): number => Date.parse(`${day}T12:00:00+01:00`);
const facts = (more: Partial<KeptFacts> = {}): KeptFacts => ({
  lastContact: at('2015-03-10'),
  geburtsdatum: '1941-03-04',
  xrays: [],
  hasHold: false,
  ...more,
});
const due = (kind: 'record' | 'xray', more: Partial<KeptFacts>, today: string) =>
  dueOf(kind, facts(more), KEPT_PERIODS, today);

describe('[sec 6] retention', () => {
  it('counts ten years from the end of the billing year; the last quarter is billed in the next', () => {
    expect([
      billingYearEnd(at('2015-09-30')),
      billingYearEnd(at('2015-10-01')),
      billingYearEnd(Date.parse('2015-12-31T23:30:00Z')),
    ]).toEqual(['2015-12-31', '2016-12-31', '2016-12-31']);
    expect(due('record', {}, '2025-12-31')).toMatchObject({ until: '2025-12-31', isDue: false });
    expect(due('record', {}, '2026-01-01')).toMatchObject({
      until: '2025-12-31',
      isDue: true,
      keptBy: 'record',
    });
  });
  it('is never due during treatment, and never during a hold', () => {
    expect(due('record', { lastContact: at('2027-01-05') }, '2026-11-20').isDue).toBe(false);
    expect(due('record', { hasHold: true }, '2080-01-01')).toMatchObject({
      isDue: false,
      isHeld: true,
    });
  });
  it("keeps X-rays of minors until 28, of adults ten years, without birth date like a newborn's", () => {
    const of = (made: string, born: string): string => xrayUntil(at(made), born, KEPT_PERIODS.xray);
    expect([
      of('2015-03-10', '2008-05-01'),
      of('2015-03-10', '1997-03-11'),
      of('2015-03-10', '1997-03-10'),
      of('2015-03-10', ''),
      of('2016-02-29', '1950-01-01'),
    ]).toEqual(['2036-05-01', '2025-03-11', '2025-03-10', '2043-03-10', '2026-02-28']);
  });
  it('deletes the record of a child before its X-rays, and names the period that keeps these', () => {
    const child = { geburtsdatum: '2008-05-01', xrays: [at('2015-03-10')] };
    expect([due('record', child, '2026-06-01').isDue, due('xray', child, '2026-06-01')]).toEqual([
      true,
      { until: '2036-05-01', isDue: false, keptBy: 'xray', isHeld: false },
    ]);
    expect(due('xray', child, '2036-05-02').isDue).toBe(true);
  });
});
