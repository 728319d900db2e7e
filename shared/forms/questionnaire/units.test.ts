/** Amounts in different units are compared as UCUM defines them. */
import { UcumLhcUtils } from '@lhncbc/ucum-lhc';
import { describe, expect, test } from 'vitest';
import type { FhirValue } from './fhir.ts';
import { orderOf } from './units.ts';

const UCUM = 'http://unitsofmeasure.org';
const of = (value: number, code: string): FhirValue => ({
  valueQuantity: { value, code, unit: code, system: UCUM },
});
const GROUPS = [
  ['g', 'kg', 'mg', 'ug', 't', '[oz_av]', '[lb_av]'],
  ['m', 'cm', 'mm', 'km', 'dm', '[in_i]', '[ft_i]'],
  ['L', 'l', 'mL', 'dL', 'cl'],
  ['s', 'ms', 'min', 'h', 'd', 'wk', 'mo', 'a'],
  ['mol', 'mmol', 'umol', 'nmol'],
  ['Pa', 'kPa', 'mm[Hg]'],
  ['J', 'kJ', 'cal', 'kcal'],
  ['Cel', '[degF]'],
  ['mg/dL', 'g/L', 'ug/mL', 'kg/l'],
  ['mmol/L', 'umol/dL', 'mol/l'],
  ['km/h', 'm/s', 'm/min'],
];
const utils = UcumLhcUtils.getInstance();

describe('amounts in different units', () => {
  test.each(GROUPS)('%s and its kind are converted as the library of UCUM does', (...units) => {
    for (const from of units)
      for (const to of units.filter((unit) => unit !== from)) {
        const { toVal } = utils.convertUnitTo(from, 7, to);
        if (toVal === null || toVal === undefined) throw new Error(`${from} in ${to}`);
        const same = `7 ${from} in ${to}`;
        expect(orderOf(of(7, from), of(toVal + Math.abs(toVal) / 1_000, to))!, same).toBeLessThan(
          0,
        );
        expect(
          orderOf(of(7, from), of(toVal - Math.abs(toVal) / 1_000, to))!,
          same,
        ).toBeGreaterThan(0);
        expect(orderOf(of(7, from), of(toVal, to)), same).toBe(0);
      }
  });
  test('amounts of different kinds have no order', () => {
    for (const [at, [unit]] of GROUPS.entries())
      for (const [, other] of GROUPS.slice(at + 1).entries())
        expect(orderOf(of(1, unit!), of(1, other[0]!)), `${unit} ${other[0]}`).toBeUndefined();
  });
  test('unknown units, other systems and broken codes have no order', () => {
    for (const code of ['Tablette', 'kg/', '/kg', 'kg/m/s', 'kk', '', 'constructor'])
      expect(orderOf(of(1, code), of(1, 'g')), code).toBeUndefined();
    const own: FhirValue = { valueQuantity: { value: 1, code: 'kg', system: 'urn:own' } };
    expect(orderOf(own, of(1, 'g'))).toBeUndefined();
  });
  test('a condition without a unit compares the number, one with a unit never guesses', () => {
    const bare: FhirValue = { valueQuantity: { value: 5 } };
    expect(orderOf(of(6, 'kg'), bare)).toBe(1);
    expect(orderOf(bare, of(1, 'kg'))).toBeUndefined();
  });
});
