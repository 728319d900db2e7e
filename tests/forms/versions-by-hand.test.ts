/** Forms of R5 and STU3, written by hand: each value is converted, or named by the import. */
import { describe, expect, test } from 'vitest';
import { toR4 } from '../../shared/forms/design/other-versions.ts';
import { importQuestionnaire } from '../../shared/forms/design/import.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { newState } from '../../shared/forms/questionnaire/state.ts';
import type { Questionnaire } from '../../shared/forms/questionnaire/questionnaire.ts';
import { evaluate, fill } from './calculations.ts';
import { againstR4 } from './r4-schema.ts';
import { OF_R5 } from './versions/r5.ts';
import { OF_STU3 } from './versions/stu3.ts';
import type { Written } from './versions/written.ts';

/** Every value of a form, without its place. */
const valuesIn = (value: unknown): unknown[] =>
  typeof value === 'object' && value !== null
    ? Object.values(value).flatMap(valuesIn)
    : value === undefined
      ? []
      : [value];
/** Values of one list that the other does not have, each as often as it is missing. */
function missingIn(of: readonly unknown[], other: readonly unknown[]): unknown[] {
  const left = [...other];
  return of.filter((one) => {
    const at = left.indexOf(one);
    if (at !== -1) left.splice(at, 1);
    return at === -1;
  });
}
const named = (form: unknown): string[] => {
  const { findings } = importQuestionnaire(form);
  return findings.map((one) => `${one.level} ${one.code} ${one.detail ?? ''}`.trim());
};

describe.each([
  ['r5', OF_R5],
  ['stu3', OF_STU3],
] as const)('%s', (from, forms: readonly Written[]) => {
  test('ten forms are tried', () => {
    expect(forms).toHaveLength(10);
  });

  test.each(forms)('$what', (one) => {
    const made = toR4(one.form),
      value = made.value as Questionnaire;
    expect(made.from).toBe(from);
    expect(missingIn(valuesIn(one.form), valuesIn(value))).toEqual(one.gone ?? []);
    expect(named(value)).toEqual(one.named ?? []);
    if (!(one.named ?? []).some((finding) => finding.startsWith('error')))
      expect(againstR4('Questionnaire', value)).toEqual([]);
    const model = modelOf(value);
    for (const { given, asked } of one.asks ?? []) {
      const state = fill(model, given, newState(model)),
        { view } = compute(model, state, evaluate);
      expect(view.places().map((place) => place.node.linkId)).toEqual(asked);
    }
  });
});
