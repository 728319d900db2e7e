/**
 * Check whether a change of answers can change which items are asked: most typing cannot, which
 * avoids re-evaluating the form.
 */

import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { everyPlace, type FormState } from '../../shared/forms/questionnaire/state.ts';
import type { Model, Node } from '../../shared/forms/questionnaire/model.ts';
import { meets, type Computed } from '../../shared/forms/questionnaire/view.ts';
import type { EnableWhen } from '../../shared/forms/questionnaire/questionnaire.ts';

/** Dependants of each question, computed once for a form. */
type Hanging = ReadonlyMap<Node, readonly EnableWhen[]>;
const NONE: readonly FhirValue[] = [];
const known = new WeakMap<Model, Hanging>();

function hangingOn(model: Model): Hanging {
  const before = known.get(model);
  if (before) return before;
  const conditions = new Map<Node, EnableWhen[]>();
  for (const when of model.nodes.flatMap((one) => one.enableWhen)) {
    const target = model.byLinkId.get(when.question);
    if (target) conditions.set(target, [...(conditions.get(target) ?? []), when]);
  }
  known.set(model, conditions);
  return conditions;
}

/** Returns the item of a key; `undefined` for the few foreign linkIds whose keys are escaped. */
function nodeOf(model: Model, key: string): Node | undefined {
  const node = model.byLinkId.get(/^(.*[^~])~[\d.]+$/s.exec(key)?.[1] ?? key);
  return node?.linkId.includes('~') === true ? undefined : node;
}

/**
 * Returns true only if every enabled state in a view of `before` also applies to `after`:
 * conditions on changed questions have the same result, no repetition was added or removed, no
 * answer appeared or disappeared whose presence matters, and expressions give the same. False means:
 * re-evaluate, not that it differs.
 */
export function asksTheSame(
  model: Model,
  before: FormState,
  after: FormState,
  computed?: { readonly before: Computed | undefined; readonly after: Computed | undefined },
): boolean {
  if (before.instances !== after.instances) return false;
  const conditions = hangingOn(model);
  const isSame = (key: string): boolean => {
    const from = before.answers[key] ?? NONE,
      to = after.answers[key] ?? NONE;
    if (from === to) return true;
    const node = nodeOf(model, key);
    if (!node) return false;
    const came = from.length === 0,
      went = to.length === 0;
    if (came !== went && (node.children.length > 0 || node.isReadOnly)) return false;
    return (conditions.get(node) ?? []).every((when) => meets(when, from) === meets(when, to));
  };
  if (
    before.answers !== after.answers &&
    !(Object.keys(before.answers).every(isSame) && Object.keys(after.answers).every(isSame))
  )
    return false;
  if (!model.usesFhirPath || computed?.before === computed?.after) return true;
  return (
    computed?.before !== undefined &&
    computed.after?.isLike?.(computed.before, everyPlace(after, model.roots)) === true
  );
}
