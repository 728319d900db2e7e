/**
 * Questions that sex or age rule out. A hidden item of the form names what it rules out; it is
 * filled with the reason when the form starts, and the question's `enableWhen` asks only where it is
 * empty. Unknown sex or age rules nothing out.
 */

import { ageOn, isDay } from '../../base/dates.ts';
import { extensionOf } from '../questionnaire/fhir.ts';
import { EXTENSION } from '../questionnaire/extensions.ts';
import type { Model, Node } from '../questionnaire/model.ts';
import { answersAt, placeOf, setAnswers, type FormState } from '../questionnaire/state.ts';

/** Reasons by what they rule out: `pregnancy` → `maennlich`. */
export type RuledOut = Readonly<Record<string, string>>;

/** The oldest age at which a pregnancy is asked about. */
const PREGNANCY_UNTIL = 55;

/**
 * Returns the reasons for a person.
 * @param person `gender` as in the record; `geburtsdatum` `YYYY-MM-DD`
 * @param day `YYYY-MM-DD` in Berlin
 */
export function ruledOutFor(
  { gender, geburtsdatum }: { readonly gender?: string | null; readonly geburtsdatum: string },
  day: string,
): RuledOut {
  if (gender === 'male') return { pregnancy: 'maennlich' };
  const isKnown = isDay(geburtsdatum);
  return isKnown && ageOn(geburtsdatum, day) > PREGNANCY_UNTIL ? { pregnancy: 'alter' } : {};
}

/** Returns what a hidden item rules out. */
const ruledOutBy = (node: Node): string | undefined =>
  extensionOf(node.item, EXTENSION.ruledOut)?.valueCode;

/** Fills the hidden items of a form with the reasons. */
export function withRuledOut(model: Model, state: FormState, reasons: RuledOut): FormState {
  return model.nodes.reduce((next, node) => {
    const what = ruledOutBy(node),
      reason = what === undefined ? undefined : reasons[what],
      option = node.options.find((one) => one.value.valueCoding?.code === reason);
    if (reason === undefined || !option || node.frames.length > 0) return next;
    return setAnswers(next, placeOf(node, []), [option.value]);
  }, state);
}

/** Checks whether a question is not asked because a hidden item of the form rules it out. */
export const isRuledOut = (model: Model, state: FormState, node: Node): boolean =>
  node.enableWhen.some((when) => {
    const target = model.byLinkId.get(when.question);
    return (
      target !== undefined &&
      ruledOutBy(target) !== undefined &&
      answersAt(state, placeOf(target, [])).length > 0
    );
  });
