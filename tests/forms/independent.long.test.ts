/**
 * Compares the engine with an evaluator that was written apart from it: random forms with
 * conditions, calculated answers, rules and limits, and random answers to them.
 */
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { problemsOf } from '../../shared/forms/questionnaire/check.ts';
import { compute } from '../../shared/forms/questionnaire/expressions/computed.ts';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import { valuesAt } from '../../shared/forms/questionnaire/state.ts';
import { loadFhirPath } from './fhirpath.ts';
import { judgeSheet } from './independent/evaluate.ts';
import { randomSample } from './independent/random.ts';
import { play, randomActs, sheetOf } from './random-forms.ts';

const isSame = (a: readonly FhirValue[], b: readonly FhirValue[]): boolean =>
  JSON.stringify(a) === JSON.stringify(b);

test('random forms and answers: both compute the same answers, ask the same and refuse the same', async () => {
  let calculated = 0,
    wrong = 0,
    hidden = 0;
  // Each form has its own evaluator, as each page has.
  await fc.assert(
    fc.asyncProperty(randomSample, randomActs, async (sample, acts) => {
      const model = modelOf(sample.form),
        played = play(model, acts),
        evaluate = await loadFhirPath(),
        { view, state, problems, faults } = compute(model, played, evaluate);
      const mine = judgeSheet(
          sheetOf(model, played),
          sample.trees,
          sample.bounds,
          sample.weights,
        ).filter((one) => model.byLinkId.get(one.linkId)?.type !== 'display'),
        places = view.places().filter((one) => one.node.type !== 'display');
      expect(faults.filter((one) => one.reason !== 'missing_input')).toEqual([]);
      expect(places.map((one) => one.node.linkId)).toEqual(mine.map((one) => one.linkId));
      const all = [...problemsOf(view), ...problems];
      for (const [index, place] of places.entries()) {
        const own = mine[index],
          values = valuesAt(state, place),
          codes = all.filter((one) => one.key === place.key).map((one) => one.code);
        if (!own) continue;
        if (!isSame(values, own.values))
          expect([place.key, values]).toEqual([place.key, own.values]);
        if (place.node.calculated && values.length > 0) calculated += 1;
        if (own.wrong.length > 0) wrong += 1;
        expect([
          place.key,
          codes.length > 0,
          codes.filter((one) => !own.wrong.includes(one)),
        ]).toEqual([place.key, own.wrong.length > 0, []]);
      }
      const asked = new Set(places.map((one) => one.node));
      hidden += model.nodes.filter((one) => one.type !== 'display' && !asked.has(one)).length;
    }),
    { numRuns: 400 },
  );
  // The comparison means something: all of it happened often.
  expect(Math.min(calculated, wrong, hidden)).toBeGreaterThan(40);
});
