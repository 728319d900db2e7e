/** Where expressions of a form stand and what they see: the port to a FHIRPath library, the response so far, the item of a place, and its variables. */

import type { Extension, FhirValue } from './fhir.ts';
import { EXTENSION } from './questionnaire-extensions.ts';
import { isOption, type Node } from './questionnaire-model.ts';
import { canonicalOf, type QuestionnaireResponse, type ResponseAnswer, type ResponseItem } from './questionnaire-response.ts';
import { answersAt, instancesAt, placeOf, type Place } from './questionnaire-state.ts';
import type { View } from './questionnaire-view.ts';
import type { Expression } from './questionnaire.ts';

/**
 * The port to a FHIRPath library (`questionnaire-fhirpath.ts` binds one).
 * @param context the response itself, or the item of it that the expression stands at
 * @param variables by name without `%`; a list that this function returned earlier may come back in them
 * @throws RanOver for an expression that takes more than it may, and whatever else is wrong with it
 */
export type Evaluate = (expression: string, response: QuestionnaireResponse, context: QuestionnaireResponse | ResponseItem, variables: Readonly<Record<string, unknown>>) => readonly unknown[];

/** An expression was stopped: it would take longer than a person waits, or never end. */
export class RanOver extends Error {}

export type FaultKind = 'variable' | 'initialExpression' | 'enableWhenExpression' | 'calculatedExpression' | 'constraint';
/** An expression that does not do what it should. Names the place in the form and never an answer. */
export interface Fault {
  readonly kind: FaultKind;
  /** `failed`: the library refused it; `too_long`: it takes more than any form may ask for, and is not run again; `not_a_value`: gave what the item cannot hold; `circle`: never comes to rest, so its item stays empty, or asked. */
  readonly reason: 'failed' | 'too_long' | 'not_a_value' | 'circle';
  /** Absent for the form's own. */
  readonly linkId?: string;
  readonly expression: string;
}

export interface ComputeOptions {
  /** What the form's launch brings, by name: `{ patient }` for `%patient`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Language of the words of broken rules; the form's own without it. */
  readonly language?: string;
  /** The state was read from an earlier response: first values were decided then. */
  readonly isRestored?: boolean;
}
export interface Scope {
  /** `undefined` when the expression failed; that is named already. @param id which repetition of a repeating group */
  run(place: Place, kind: FaultKind, expression: Expression, id?: number): readonly unknown[] | undefined;
  runWhole(kind: FaultKind, expression: string): readonly unknown[] | undefined;
}

/** Expressions over one view: its response with weights, the item of each place, and variables from the outside in. */
export function scopeOf(view: View, evaluate: Evaluate, options: ComputeOptions, fault: (one: Fault) => void): Scope {
  const { model } = view, { response, itemAt } = draftOf(view), known = new Map<string, Readonly<Record<string, unknown>>>();
  const attempt = (kind: FaultKind, expression: string, context: QuestionnaireResponse | ResponseItem, variables: Readonly<Record<string, unknown>>, linkId: string | undefined): readonly unknown[] | undefined => {
    try {
      return evaluate(expression, response, context, variables);
    } catch (error) {
      fault({ kind, reason: error instanceof RanOver ? 'too_long' : 'failed', expression, ...(linkId !== undefined && { linkId }) });
      return undefined;
    }
  };
  const withOwn = (outer: Readonly<Record<string, unknown>>, own: readonly Expression[], context: QuestionnaireResponse | ResponseItem, linkId: string | undefined): Readonly<Record<string, unknown>> => {
    let all = outer;
    for (const { name, expression } of own) if (name !== undefined && expression !== undefined) all = { ...all, [name]: attempt('variable', expression, context, all, linkId) ?? [] };
    return all;
  };
  const whole = (): Readonly<Record<string, unknown>> => {
    let found = known.get('');
    if (!found) known.set('', (found = withOwn({ ...options.variables, questionnaire: model.questionnaire }, model.variables, response, undefined)));
    return found;
  };
  /** `ids` of the place, and of the repetition meant when the place is a repeating group. */
  const around = (node: Node, ids: readonly number[], id: number | undefined): Readonly<Record<string, unknown>> => {
    const place = placeOf(node, ids), key = `${place.key}@${id ?? ''}`, before = known.get(key);
    if (before) return before;
    const parentIds = node.parent ? ids.slice(0, node.parent.frames.length) : [];
    const outer = node.parent ? around(node.parent, parentIds, node.parent.isFrame ? ids[node.parent.frames.length] : undefined) : whole();
    const found = node.variables.length === 0 ? outer : withOwn(outer, node.variables, itemAt(place, id), node.linkId);
    known.set(key, found);
    return found;
  };
  return {
    run: (place, kind, { expression }, id) => (expression === undefined ? undefined : attempt(kind, expression, itemAt(place, id), { ...around(place.node, place.ids, id), qitem: place.node.item }, place.node.linkId)),
    runWhole: (kind, expression) => attempt(kind, expression, response, whole(), undefined),
  };
}

/**
 * The response as it would be sent now, with the weights of chosen options: at the answers for
 * `weight()`, and at the codings, where the standard has them and forms look for them by path.
 */
function draftOf(view: View): { response: QuestionnaireResponse; itemAt(place: Place, id?: number): ResponseItem } {
  const { model, state } = view, at = new Map<string, ResponseItem>();
  const weightOf = (node: Node, value: FhirValue): Extension | undefined =>
    node.options.find((one) => one.weight !== undefined && isOption(one, value))?.weight;
  const answerOf = (node: Node, value: FhirValue): ResponseAnswer => {
    const copy = structuredCopy(value);
    const weight = weightOf(node, value);
    if (weight === undefined) return copy;
    const extension = [{ ...weight, url: EXTENSION.ordinalValue }];
    if (copy.valueCoding === undefined) return { ...copy, extension };
    return { ...copy, valueCoding: { ...copy.valueCoding, extension: [weight] }, extension };
  };
  const below = (nodes: readonly Node[], ids: readonly number[]): ResponseItem[] => nodes.flatMap((node) => {
    const place = placeOf(node, ids), { key } = place;
    if (node.type === 'display' || !view.isEnabled(place)) return [];
    const name = { linkId: node.linkId, ...(node.item.text !== undefined && { text: node.item.text }) };
    if (node.type === 'group') {
      return (node.isFrame ? instancesAt(state, place) : [undefined]).flatMap((id) => {
        const item = below(node.children, id === undefined ? ids : [...ids, id]), own = { ...name, ...(item.length > 0 && { item }) };
        at.set(`${key}@${id ?? ''}`, own);
        return item.length === 0 ? [] : [own];
      });
    }
    const values = answersAt(state, place), instances = instancesAt(state, place);
    if (values.length === 0) return [];
    const answer = values.map((value, index): ResponseAnswer => {
      const id = instances[index], item = node.isFrame ? (id === undefined ? [] : below(node.children, [...ids, id])) : index === 0 ? below(node.children, ids) : [];
      return { ...answerOf(node, value), ...(item.length > 0 && { item }) };
    });
    const own = { ...name, answer };
    at.set(`${key}@`, own);
    return [own];
  });
  const item = below(model.roots, []);
  const response: QuestionnaireResponse = { resourceType: 'QuestionnaireResponse', status: 'in-progress', questionnaire: canonicalOf(model.questionnaire), ...(item.length > 0 && { item }) };
  return { response, itemAt: (place, id) => at.get(`${place.key}@${id ?? ''}`) ?? at.get(`${place.key}@`) ?? { linkId: place.node.linkId } };
}
/** A copy, for a library that writes into what it reads. */
const structuredCopy = (value: FhirValue): FhirValue => JSON.parse(JSON.stringify(value)) as FhirValue;
