/**
 * The score of a form whose answers carry weights (`ordinalValue`, `itemWeight`), without any
 * expression.
 */

import { isOption, type Node } from '../../../../shared/forms/questionnaire/model.ts';
import type { View } from '../../../../shared/forms/questionnaire/view.ts';

/**
 * `total`: sum of the chosen weights; `asked`, `answered`: places with weights, so that a sum over
 * half a form can be recognized.
 */
export interface Score {
  readonly total: number;
  readonly asked: number;
  readonly answered: number;
}

/** Computes a score. @param within only items of this group; by default the whole form */
export function scoreOf(view: View, within?: Node): Score {
  const isInside = (node: Node | undefined): boolean =>
    within === undefined || (node !== undefined && (node === within || isInside(node.parent)));
  let total = 0,
    asked = 0,
    answered = 0;
  for (const place of view.places()) {
    const { node } = place;
    if (!isInside(node) || !node.options.some((one) => one.weight !== undefined)) continue;
    asked += 1;
    const values = view.answers(place);
    if (values.length > 0) answered += 1;
    for (const value of values)
      total += node.options.find((one) => isOption(one, value))?.weight?.valueDecimal ?? 0;
  }
  return { total, asked, answered };
}
