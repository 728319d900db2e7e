// Our own check of the XML before a file leaves: right ones pass, each damage is found by its rule.
import { describe, expect, test } from 'vitest';
import { checkCii } from './check-cii.ts';
import {
  DAMAGES,
  RATE_DAMAGES,
  sampleInvoice,
  twoRates,
  variedInvoice,
} from './invoice.fixture.ts';
import { writeCii } from './write-cii.ts';

describe('the check of an invoice', () => {
  test('200 different invoices and cancellations follow every rule', () => {
    for (let seed = 0; seed < 200; seed++)
      expect([seed, checkCii(writeCii(variedInvoice(seed)))]).toEqual([seed, []]);
  });

  test.each(DAMAGES)('%s finds the damage %s', (rule, from, to) => {
    const right = writeCii(sampleInvoice()),
      damaged = right.replace(from, to);
    expect(damaged).not.toBe(right);
    expect(checkCii(damaged)).toContain(rule);
  });

  test.each(RATE_DAMAGES)(
    '%s finds the damage %s of an invoice with two rates',
    (rule, from, to) => {
      const right = writeCii(twoRates()),
        damaged = right.replace(from, to);
      expect(checkCii(right)).toEqual([]);
      expect(damaged).not.toBe(right);
      expect(checkCii(damaged)).toContain(rule);
    },
  );

  test('names with signs of XML, control characters and half characters stay readable', () => {
    const name = 'A & B <c> "d" \u0000\uD800 Ğ',
      xml = writeCii(sampleInvoice({ buyer: { ...sampleInvoice().buyer, name } }));
    expect(checkCii(xml)).toEqual([]);
    expect(xml).toContain('A &amp; B &lt;c&gt; &quot;d&quot;  Ğ');
  });

  test('a document type is refused, since its entities could grow without bound', () => {
    const xml = writeCii(sampleInvoice()).replace('?>', '?><!DOCTYPE x [<!ENTITY a "b">]>');
    expect(checkCii(xml)).toEqual(['XML']);
  });
});
