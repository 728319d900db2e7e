// The rules of EN 16931 hold for our invoices, and each rule finds a fault that is planted for it.
import { describe, expect, test } from 'vitest';
import { checkCii } from '../../server/vendor/invoice/check-cii.ts';
import {
  DAMAGES,
  sampleInvoice,
  twoRates,
  variedInvoice,
} from '../../server/vendor/invoice/invoice.fixture.ts';
import { writeCii } from '../../server/vendor/invoice/write-cii.ts';
import { cancellationOf, creditOf } from '../../shared/vendor/invoice.ts';
import { brokenRules, RULES } from '../support/en16931/check-invoice.ts';
import { FAULTS } from '../support/en16931/faults.ts';

describe('the rules of EN 16931', () => {
  test('500 different invoices, corrections and cancellations follow each rule', () => {
    for (let seed = 0; seed < 500; seed++)
      expect([seed, brokenRules(writeCii(variedInvoice(seed)))]).toEqual([seed, []]);
    const other = { number: 'RE-2026-00002', issuedOn: '2026-12-03' };
    expect(brokenRules(writeCii(cancellationOf(sampleInvoice(), other)))).toEqual([]);
    const lines = twoRates().lines.map((one) => ({ ...one, quantity: -1 }));
    expect(brokenRules(writeCii(creditOf({ ...twoRates(), lines }, other)))).toEqual([]);
  });

  test('each rule has a fault', () => {
    expect([...new Set(FAULTS.map(({ rule }) => rule))].sort()).toEqual(
      [...new Set(RULES.map(({ id }) => id))].sort(),
    );
  });

  test.each(FAULTS)('$rule finds its fault: $what', ({ rule, before, after }) => {
    expect(brokenRules(before)).toEqual([]);
    expect(after).not.toBe(before);
    expect(brokenRules(after)).toContain(rule);
  });

  test('a damaged invoice that breaks a rule is refused by our own check', () => {
    let found = 0;
    for (const [, from, to] of DAMAGES) {
      const damaged = writeCii(sampleInvoice()).replace(from, to);
      let broken: string[];
      try {
        broken = brokenRules(damaged);
      } catch {
        broken = ['XML'];
      }
      if (broken.length === 0) continue;
      found += 1;
      expect([from, checkCii(damaged)]).not.toEqual([from, []]);
    }
    expect(found).toBeGreaterThan(30);
  });

  test.each(
    FAULTS.filter(({ base }) => base === 'sample').map(({ rule, after }) => ({ rule, after })),
  )('our own check refuses what breaks $rule in an invoice of ours', ({ after }) => {
    expect(checkCii(after)).not.toEqual([]);
  });
});
