/** Which items of a form can never be asked, whatever anybody answers: conditions that contradict options, limits or each other. */

import { compareValues, type FhirValue } from './fhir.ts';
import { isValueOf } from './questionnaire-check.ts';
import type { Model, Node } from './questionnaire-model.ts';
import { meets } from './questionnaire-view.ts';
import { answerOf, type EnableWhen } from './questionnaire.ts';

/** `no_such_answer`: no option and no value within the limits meets the condition; `never_answered`: the question it asks about never gets an answer; `contradiction`: its conditions exclude each other. */
export type Unreachable = 'no_such_answer' | 'never_answered' | 'contradiction';
export interface NeverShown { readonly node: Node; readonly why: Unreachable; readonly about: string }

/** Nobody and nothing can put an answer there. */
function isNeverAnswered(node: Node): boolean {
  if (!node.isQuestion) return true;
  const isGiven = node.calculated !== undefined || node.initialExpression !== undefined || node.field !== undefined || (node.item.initial ?? []).length > 0 || node.options.some((one) => one.isInitial);
  return (node.isHidden || node.isReadOnly) && !isGiven;
}

/** ISO 8601, or nothing for what a foreign form calls a date and is none. */
const instant = (at: number): string[] => (Number.isNaN(at) || Math.abs(at) > 8.64e15 ? [] : [new Date(at).toISOString()]);
/** A step up or down from a value, to try what lies beside it. */
function beside(value: FhirValue, step: 1 | -1): FhirValue[] {
  const { valueInteger, valueDecimal, valueQuantity, valueDate, valueDateTime, valueTime, valueString } = value;
  if (valueInteger !== undefined) return [{ valueInteger: valueInteger + step }];
  if (valueDecimal !== undefined) return [{ valueDecimal: valueDecimal + step }, { valueDecimal: valueDecimal + step * 1e-6 }];
  if (valueQuantity?.value !== undefined) return [{ valueQuantity: { ...valueQuantity, value: valueQuantity.value + step } }, { valueQuantity: { ...valueQuantity, value: valueQuantity.value + step * 1e-6 } }];
  const day = valueDate ?? valueDateTime;
  if (day !== undefined && day.length >= 10) {
    const full = day.length > 10 ? Date.parse(day) : NaN, at = Number.isNaN(full) ? Date.parse(`${day.slice(0, 10)}T00:00:00Z`) + step * 86_400_000 : full + step * 1_000;
    return valueDate === undefined ? instant(at).map((one) => ({ valueDateTime: one })) : instant(at).map((one) => ({ valueDate: one.slice(0, 10) }));
  }
  if (day !== undefined) { const year = String(Number(day.slice(0, 4)) + step).padStart(4, '0'); return valueDate === undefined ? [{ valueDateTime: year }] : [{ valueDate: year }]; }
  if (valueTime !== undefined) return instant(Date.parse(`2001-01-01T${valueTime}Z`) + step * 1_000).map((one) => ({ valueTime: one.slice(11, 19) }));
  return valueString === undefined ? [] : [{ valueString: step > 0 ? `${valueString}~` : '!' }];
}

/** An answer that no condition names. */
function unnamed(node: Node): readonly FhirValue[] {
  switch (node.type) {
    case 'boolean': return [{ valueBoolean: true }, { valueBoolean: false }];
    case 'integer': return [{ valueInteger: 0 }, { valueInteger: 1 }];
    case 'decimal': return [{ valueDecimal: 0 }, { valueDecimal: 0.5 }];
    case 'quantity': return [{ valueQuantity: { value: 1 } }, { valueQuantity: { value: 1, unit: '?' } }];
    case 'date': return [{ valueDate: '2001-02-03' }];
    case 'dateTime': return [{ valueDateTime: '2001-02-03T04:05:06Z' }];
    case 'time': return [{ valueTime: '04:05:06' }];
    case 'url': return [{ valueUri: 'urn:unbenannt' }];
    case 'reference': return [{ valueReference: { reference: 'urn:unbenannt' } }];
    case 'attachment': return [{ valueAttachment: { contentType: (node.limits.mimeTypes[0] ?? 'image/jpeg').replace('/*', '/jpeg'), url: 'urn:unbenannt' } }];
    case 'choice': case 'open-choice': case 'string': case 'text': return [{ valueString: 'unbenannt' }];
    default: return [];
  }
}

/** Answers worth trying at a question: options, or every value that a condition or limit names, and what lies beside them; always within the limits. */
export function candidates(node: Node, whens: readonly EnableWhen[]): readonly FhirValue[] {
  const { minValue, maxValue } = node.limits;
  const named = whens.map(answerOf).filter((one) => Object.keys(one).length > 0);
  const own = (value: FhirValue): FhirValue => (node.type === 'decimal' && value.valueInteger !== undefined ? { valueDecimal: value.valueInteger } : node.type === 'quantity' && (value.valueDecimal ?? value.valueInteger) !== undefined ? { valueQuantity: { value: value.valueDecimal ?? value.valueInteger ?? 0 } } : node.type === 'url' && value.valueString !== undefined ? { valueUri: value.valueString } : value);
  const near = [...named, ...(minValue ? [minValue] : []), ...(maxValue ? [maxValue] : [])].flatMap((one) => [one, ...beside(one, 1), ...beside(one, -1)]).map(own);
  const free = node.options.length > 0 && !node.isOpen ? [] : [...unnamed(node), ...(node.type === 'boolean' ? [] : near)];
  const isWithin = (value: FhirValue): boolean => isValueOf(node.type, value) && (!minValue || (compareValues(value, own(minValue)) ?? 0) >= 0) && (!maxValue || (compareValues(value, own(maxValue)) ?? 0) <= 0);
  return [...node.options.map((one) => one.value), ...free.filter(isWithin)];
}

/** Whether some set of answers of one question meets all of these conditions. */
function canMeet(node: Node, whens: readonly EnableWhen[], isAnswered: boolean): boolean {
  const isMet = (answers: readonly FhirValue[]): boolean => whens.every((when) => meets(when, answers));
  if (isMet([])) return true;
  if (!isAnswered) return false;
  const tries = candidates(node, whens);
  if (tries.some((one) => isMet([one]))) return true;
  return node.isMultiple && isMet(tries.filter((one) => whens.every((when) => when.operator !== '!=' || meets(when, [one]))));
}

/** Whether a condition on `target` means the same one answer for `node`, and not one of several. */
const isOneFor = (target: Node, node: Node): boolean => target.frames.every((frame, index) => node.frames[index] === frame);

/**
 * Items that no answers bring up, outermost first; what stands in such a group is not named again.
 * Conditions by expression are taken as possible. Sound, not complete: an item that is not named may still be unreachable.
 */
export function neverShown(model: Model): readonly NeverShown[] {
  const gone = new Map<Node, NeverShown>();
  const isGone = (node: Node | undefined): boolean => node !== undefined && (gone.has(node) || isGone(node.parent));
  const targetOf = (when: EnableWhen): Node | undefined => model.byLinkId.get(when.question);
  const isAnswered = (target: Node): boolean => !isNeverAnswered(target) && !isGone(target);
  const whyNot = (when: EnableWhen): Unreachable | undefined => {
    const target = targetOf(when);
    if (!target || canMeet(target, [when], isAnswered(target))) return undefined;
    return isAnswered(target) ? 'no_such_answer' : 'never_answered';
  };
  /** Conditions that must hold together for a node to be asked: its own, those around it, and those of questions that must have an answer for them. */
  const together = (node: Node): readonly EnableWhen[] => {
    const found: EnableWhen[] = [], seen = new Set<Node>();
    const add = (one: Node): void => {
      if (seen.has(one)) return;
      seen.add(one);
      if (one.parent) add(one.parent);
      if (one.enableWhen.length !== 1 && one.enableBehavior !== 'all') return;
      for (const when of one.enableWhen) {
        const target = targetOf(when);
        // For the item that the condition belongs to it must mean that same one answer, too.
        if (!target || !isOneFor(target, node) || !isOneFor(target, one)) continue;
        found.push(when);
        if (!meets(when, [])) add(target);
      }
    };
    add(node);
    return found;
  };
  const judge = (node: Node): NeverShown | undefined => {
    const reasons = node.enableWhen.map((when) => [when, whyNot(when)] as const), bad = reasons.filter(([, why]) => why !== undefined);
    const [first] = bad;
    if (first?.[1] && (node.enableBehavior === 'all' || bad.length === reasons.length)) return { node, why: first[1], about: first[0].question };
    const all = together(node);
    for (const linkId of new Set(all.map((when) => when.question))) {
      const target = model.byLinkId.get(linkId);
      if (target && !canMeet(target, all.filter((when) => when.question === linkId), isAnswered(target))) return { node, why: 'contradiction', about: linkId };
    }
    return undefined;
  };
  for (let before = -1; before !== gone.size;) {
    before = gone.size;
    for (const node of model.nodes) {
      if (isGone(node) || node.enableWhen.length === 0) continue;
      const found = judge(node);
      if (found) gone.set(node, found);
    }
  }
  return [...gone.values()].filter((one) => !isGone(one.node.parent)).sort((a, b) => a.node.order - b.node.order);
}
