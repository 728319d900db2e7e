/**
 * Scale of a form (`itemControl` slider, SDC 3.0): the steps to choose from; none where they are
 * too many for one row.
 */
import type { FhirValue } from '../../../shared/forms/questionnaire/fhir.ts';
import { extensionOf } from '../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Node } from '../../../shared/forms/questionnaire/model.ts';

/** Above this a number is typed faster than its tile is found. */
const MOST_STEPS = 21;
/** Rounds off floating-point residue. */
const DIGITS = 6;

const numberOf = (value: FhirValue | undefined): number | undefined =>
  value?.valueInteger ?? value?.valueDecimal;

/**
 * Computes the steps of a scale.
 * @returns the numbers of the scale in ascending order; undefined where the item is not a scale,
 * lacks an end, or needs more tiles than fit. The upper end is always the last number, even where
 * no step meets it.
 */
export function stepsOf(node: Node): readonly number[] | undefined {
  if (
    node.control !== 'slider' ||
    node.isMultiple ||
    (node.type !== 'integer' && node.type !== 'decimal')
  )
    return undefined;
  const from = numberOf(node.limits.minValue),
    to = numberOf(node.limits.maxValue);
  const step = numberOf(extensionOf(node.item, EXTENSION.sliderStepValue)) ?? 1;
  if (
    from === undefined ||
    to === undefined ||
    !(to > from) ||
    !(step > 0) ||
    (node.type === 'integer' && ![from, to, step].every(Number.isInteger))
  )
    return undefined;
  const count = Math.floor((to - from) / step + 1e-9) + 1;
  if (count < 2 || count > MOST_STEPS) return undefined;
  const steps = Array.from({ length: count }, (_, at) =>
    Number((from + at * step).toFixed(DIGITS)),
  );
  return (steps[steps.length - 1] ?? to) < to ? [...steps, to] : steps;
}
