/**
 * Scope of a form's expressions: the port to a FHIRPath library, the current response, the item of
 * a place, and its variables.
 */

import { draftOf } from './draft.ts';
import { inputsOf, variablesIn } from './inputs.ts';
import { elementAt } from './populate.ts';
import { type Model, type Node } from '../model.ts';
import { type QuestionnaireResponse, type ResponseItem } from '../response-types.ts';
import { placeOf, valuesAt, type Place } from '../state.ts';
import type { View } from '../view.ts';
import type { Expression } from '../questionnaire.ts';

/**
 * The port to a FHIRPath library (`questionnaire-fhirpath.ts` binds one).
 * @param context the response itself, or the item of the expression
 * @param variables by name without `%`; a list that this function returned earlier may be passed in
 * them
 * @throws RanOver for an expression over its limits, and other errors of the expression
 */
export interface Evaluate {
  (
    expression: string,
    response: QuestionnaireResponse,
    context: QuestionnaireResponse | ResponseItem,
    variables: Readonly<Record<string, unknown>>,
  ): readonly unknown[];
  /** Called before a computation: the budget of all its expressions together is new. */
  begin?: () => void;
  /**
   * Returns the FHIRPath type of each value in a list that the function returned: JSON has no dates
   * and times.
   */
  typesOf?: (found: readonly unknown[]) => readonly string[];
}

/** Thrown when an expression was aborted: it would take too long, or never terminate. */
export class RanOver extends Error {}

export type FaultKind =
  | 'variable'
  | 'initialExpression'
  | 'enableWhenExpression'
  | 'calculatedExpression'
  | 'answerExpression'
  | 'answerOptionsToggleExpression'
  | 'candidateExpression'
  | 'itemPopulationContext'
  | 'textExpression'
  | 'constraint';
/** A fault of an expression. Names the place in the form and never an answer. */
export interface Fault {
  readonly kind: FaultKind;
  /**
   * `failed`: the library rejected it; `too_long`: it exceeded its limits, and is not run again;
   * `not_a_value`: returned a value that the item cannot store; `circle`: never settles, so its
   * item stays empty, or asked; `missing_input`: depends on a value that could not be computed, so
   * it has no result either.
   */
  readonly reason: 'failed' | 'too_long' | 'not_a_value' | 'circle' | 'missing_input';
  /** Absent for the form's own. */
  readonly linkId?: string;
  readonly expression: string;
}

export interface ComputeOptions {
  /** Launch context of the form, by name: `{ patient }` for `%patient`. */
  readonly variables?: Readonly<Record<string, unknown>>;
  /** Language of the texts of broken rules; by default the form's own. */
  readonly language?: string;
  /** The state was read from an earlier response: initial values were applied then. */
  readonly isRestored?: boolean;
}
/** A computation in steps: after each, a page may draw itself or give the computation up. */
export type Steps<T> = Generator<void, T>;

export interface Scope {
  /**
   * `undefined` when the expression failed; that is named already.
   * @param id which repetition of a repeating group
   */
  run(
    place: Place,
    kind: FaultKind,
    expression: Expression,
    id?: number,
  ): readonly unknown[] | undefined;
  runWhole(kind: FaultKind, expression: string): readonly unknown[] | undefined;
  /** Returns the FHIRPath types of the values in a result. */
  typesOf(found: readonly unknown[]): readonly string[];
  /** Checks whether a computed input of the expression is missing. */
  isLacking(place: Place, expression: Expression): boolean;
}

/** Variables in scope of an expression, and the names of those that could not be computed. */
interface Variables {
  readonly values: Readonly<Record<string, unknown>>;
  readonly broken: ReadonlySet<string>;
}

/**
 * Evaluates expressions over one view: its response with weights, the item of each place, and
 * variables from the outside in.
 * @param failed keys of places whose own expression could not be computed
 */
export function scopeOf(
  view: View,
  evaluate: Evaluate,
  options: ComputeOptions,
  fault: (one: Fault) => void,
  failed: ReadonlySet<string> = new Set(),
): Scope {
  const { model } = view,
    draft = draftOf(view),
    { response, itemAt } = draft;
  const attempt: Attempt = (kind, expression, context, variables, linkId) => {
    try {
      return evaluate(expression, response, context, variables);
    } catch (error) {
      fault({
        kind,
        reason: error instanceof RanOver ? 'too_long' : 'failed',
        expression,
        ...(linkId !== undefined && { linkId }),
      });
      return undefined;
    }
  };
  const { whole, around } = scopedVariables(view, draft, options.variables, attempt);
  const lackOf = lackIn(view, failed);
  /**
   * Runs an expression only if all its inputs could be computed; one with a missing total has no
   * result, unless it checks for that itself.
   */
  const guarded = (
    kind: FaultKind,
    place: Place | undefined,
    expression: string,
    variables: Variables,
    context: QuestionnaireResponse | ResponseItem,
    more: {
      readonly values?: Readonly<Record<string, unknown>>;
      readonly own?: readonly unknown[];
    },
  ): readonly unknown[] | undefined => {
    const linkId = place?.node.linkId,
      missing: Fault = {
        kind,
        reason: 'missing_input',
        expression,
        ...(linkId !== undefined && { linkId }),
      };
    const lack = isBroken(model, expression, variables) ? 'failed' : lackOf(place, expression);
    if (lack === 'failed') {
      fault(missing);
      return undefined;
    }
    const found =
      more.own ??
      attempt(kind, expression, context, { ...variables.values, ...more.values }, linkId);
    if (
      lack !== 'empty' ||
      !GIVES_ANSWERS.includes(kind) ||
      found === undefined ||
      found.length === 0
    )
      return found;
    fault(missing);
    return [];
  };
  return {
    run(place, kind, one, id) {
      const { expression } = one,
        { node } = place;
      if (expression === undefined) return undefined;
      const variables = around(node, place.ids, id),
        own = ownResult(node, one, variables);
      return guarded(kind, place, expression, variables, itemAt(place, id), {
        values: { qitem: node.item },
        ...(own && { own }),
      });
    },
    runWhole: (kind, expression) => guarded(kind, undefined, expression, whole(), response, {}),
    typesOf: (found) => evaluate.typesOf?.(found) ?? [],
    isLacking: (place, { expression = '' }) => lackOf(place, expression) !== undefined,
  };
}

/** Runs an expression; `undefined` when it failed, which is named as a fault. */
type Attempt = (
  kind: FaultKind,
  expression: string,
  context: QuestionnaireResponse | ResponseItem,
  variables: Readonly<Record<string, unknown>>,
  linkId: string | undefined,
) => readonly unknown[] | undefined;

/** Returns the result of a named expression, which is a variable of its item. */
function ownResult(
  { variables }: Node,
  one: Expression,
  { values, broken }: Variables,
): readonly unknown[] | undefined {
  const found =
    one.name !== undefined && !broken.has(one.name) && variables.includes(one)
      ? values[one.name]
      : undefined;
  return Array.isArray(found) ? found : undefined;
}

const isBroken = (model: Model, expression: string, { broken }: Variables): boolean =>
  broken.size > 0 && [...variablesIn(model, expression)].some((name) => broken.has(name));

/** One repetition of a group. */
interface Instance {
  readonly place: Place;
  readonly id: number;
}

/** Variables of the form and around a place, each computed once. */
function scopedVariables(
  { model, state }: Pick<View, 'model' | 'state'>,
  { response, itemAt }: ReturnType<typeof draftOf>,
  launch: ComputeOptions['variables'],
  attempt: Attempt,
): {
  whole(): Variables;
  around(node: Node, ids: readonly number[], id: number | undefined): Variables;
} {
  const known = new Map<string, Variables>();
  const withOwn = (
    outer: Variables,
    own: readonly Expression[],
    context: QuestionnaireResponse | ResponseItem,
    linkId: string | undefined,
    instance?: Instance,
  ): Variables => {
    let all = outer;
    for (const one of own) {
      const { name, expression } = one;
      if (name === undefined || expression === undefined) continue;
      const found = isBroken(model, expression, all)
        ? undefined
        : one === instance?.place.node.population
          ? oneOf(instance, all)
          : attempt('variable', expression, context, all.values, linkId);
      const broken = new Set(all.broken);
      if (found) broken.delete(name);
      else broken.add(name);
      all = { values: { ...all.values, [name]: found ?? [] }, broken };
    }
    return all;
  };
  /** All elements that a group is filled in from, once. */
  const lists = new Map<string, readonly unknown[] | undefined>();
  /** The element of one instance; it keeps its type, since the library itself takes it. */
  const oneOf = (
    { place, id }: Instance,
    { values }: Variables,
  ): readonly unknown[] | undefined => {
    const { node, key } = place,
      { expression = '' } = node.population ?? {};
    const run = (text: string, more: Readonly<Record<string, unknown>>) =>
      attempt('variable', text, itemAt(place), { ...values, ...more }, node.linkId);
    if (!lists.has(key)) lists.set(key, run(expression, {}));
    const elements = lists.get(key);
    return elements && run(`%elements[${elementAt(state, place, id)}]`, { elements });
  };
  const whole = (): Variables => {
    let found = known.get('');
    if (!found)
      known.set(
        '',
        (found = withOwn(
          {
            values: { ...launch, questionnaire: model.questionnaire },
            broken: new Set(),
          },
          model.variables,
          response,
          undefined,
        )),
      );
    return found;
  };
  /** `ids` of the place, and of the instance if the place is a repeating group. */
  const around = (node: Node, ids: readonly number[], id: number | undefined): Variables => {
    const place = placeOf(node, ids),
      key = `${place.key}@${id ?? ''}`,
      before = known.get(key);
    if (before) return before;
    const parentIds = node.parent ? ids.slice(0, node.parent.frames.length) : [];
    const outer = node.parent
      ? around(
          node.parent,
          parentIds,
          node.parent.isFrame ? ids[node.parent.frames.length] : undefined,
        )
      : whole();
    const found =
      node.variables.length === 0
        ? outer
        : withOwn(
            { ...outer, values: { ...outer.values, qitem: node.item } },
            node.variables,
            itemAt(place, id),
            node.linkId,
            node.isFrame && id !== undefined ? { place, id } : undefined,
          );
    known.set(key, found);
    return found;
  };
  return { whole, around };
}

/** Their results are stored as answers. */
const GIVES_ANSWERS: readonly FaultKind[] = ['calculatedExpression', 'initialExpression'];

/**
 * `failed`: an input could not be computed; `empty`: an input is asked and has no value, and the
 * expression does not check for that.
 */
type Lack = 'failed' | 'empty' | undefined;
function lackIn(
  view: View,
  failed: ReadonlySet<string>,
): (place: Place | undefined, expression: string) => Lack {
  const { model, state } = view;
  let byNode: Map<Node, Place[]> | undefined;
  const placesOf = (node: Node): readonly Place[] => {
    if (!byNode) {
      byNode = new Map<Node, Place[]>();
      for (const one of view.places()) {
        const known = byNode.get(one.node);
        if (known) known.push(one);
        else byNode.set(one.node, [one]);
      }
    }
    return byNode.get(node) ?? [];
  };
  return (place, expression) => {
    let lack: Lack;
    for (const { node, isChecked } of inputsOf(model, place?.node, expression)) {
      for (const input of placesOf(node)) {
        if (place && !isBeside(input, place)) continue;
        if (failed.has(input.key)) return 'failed';
        if (!isChecked && valuesAt(state, input).length === 0) lack = 'empty';
      }
    }
    return lack;
  };
}
/** Checks whether two places are in the same instances of their common ancestors. */
function isBeside(one: Place, other: Place): boolean {
  for (const [at, frame] of one.node.frames.entries()) {
    if (other.node.frames[at] !== frame) return true;
    if (one.ids[at] !== other.ids[at]) return false;
  }
  return true;
}
