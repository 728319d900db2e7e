/**
 * Order of amounts in different units: of those UCUM units that people answer in, also as a
 * fraction (`mg/dL`). Conditions and limits use it on every page, where the definitions of all
 * units (a library of 230 kB) have no room; `units.test.ts` compares the factors with that library.
 * Pure.
 *
 * Source: The Unified Code for Units of Measure, https://ucum.org/ucum.
 */

import { compareValues, type FhirValue, type Quantity } from './fhir.ts';

const UCUM = 'http://unitsofmeasure.org';
/** Relative difference that two conversions may leave between equal amounts. */
const NEAR = 1e-9;
const CELSIUS = 'Cel';

type Size = readonly [dimension: string, factor: number];

/** Metric units: the dimension, and the factor to its base. */
const METRIC = new Map<string, Size>([
  ['g', ['mass', 1]],
  ['m', ['length', 1]],
  ['l', ['volume', 1]],
  ['L', ['volume', 1]],
  ['s', ['time', 1]],
  ['mol', ['amount', 1]],
  ['Pa', ['pressure', 1]],
  ['J', ['energy', 1]],
  ['cal', ['energy', 4.184]],
]);
const PREFIX = new Map<string, number>([
  ['k', 1e3],
  ['d', 1e-1],
  ['c', 1e-2],
  ['m', 1e-3],
  ['u', 1e-6],
  ['n', 1e-9],
]);
const OTHER = new Map<string, Size>([
  ['min', ['time', 60]],
  ['h', ['time', 3_600]],
  ['d', ['time', 24 * 3_600]],
  ['wk', ['time', 7 * 24 * 3_600]],
  ['mo', ['time', 2_629_800]],
  ['a', ['time', 31_557_600]],
  ['[oz_av]', ['mass', 28.349523125]],
  ['[lb_av]', ['mass', 453.59237]],
  ['[in_i]', ['length', 0.0254]],
  ['[ft_i]', ['length', 0.3048]],
  ['mm[Hg]', ['pressure', 133.322]],
  ['t', ['mass', 1e6]],
]);

/** Returns dimension and factor of a unit without a fraction. */
function simple(code: string): Size | undefined {
  const whole = OTHER.get(code) ?? METRIC.get(code);
  if (whole) return whole;
  const factor = PREFIX.get(code.charAt(0)),
    metric = METRIC.get(code.slice(1));
  return factor === undefined || !metric ? undefined : [metric[0], factor * metric[1]];
}

/** Returns an amount in the base of its dimension; `undefined` for an unknown unit. */
function inBase({ value, code, unit, system }: Quantity): Size | undefined {
  const text = code ?? unit;
  if (value === undefined || text === undefined || (system !== undefined && system !== UCUM))
    return undefined;
  if (text === CELSIUS) return ['temperature', value];
  if (text === '[degF]') return ['temperature', ((value - 32) * 5) / 9];
  const [upper = '', ...below] = text.split('/'),
    top = simple(upper),
    bottom = below.map(simple);
  if (!top || bottom.length > 1) return undefined;
  const [part] = bottom;
  if (bottom.length === 0) return [top[0], value * top[1]];
  return part && [`${top[0]}/${part[0]}`, (value * top[1]) / part[1]];
}

/**
 * Compares an answer with the value of a condition or limit, like `compareValues`, and amounts in
 * different units by size. A condition that names no unit compares the number alone.
 * @returns `undefined` if they cannot be compared
 */
export function orderOf(answer: FhirValue, wanted: FhirValue): number | undefined {
  const own = answer.valueQuantity,
    other = wanted.valueQuantity;
  const order = compareValues(answer, wanted);
  if (order !== undefined || !own || other?.value === undefined) return order;
  if ((other.code ?? other.unit) === undefined)
    return own.value === undefined ? undefined : own.value - other.value;
  const a = inBase(own),
    b = inBase(other);
  if (!a || !b || a[0] !== b[0]) return undefined;
  const difference = a[1] - b[1];
  return Math.abs(difference) <= NEAR * Math.max(Math.abs(a[1]), Math.abs(b[1])) ? 0 : difference;
}
