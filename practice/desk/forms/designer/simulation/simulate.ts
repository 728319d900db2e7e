/**
 * Simulation of a form with thousands of random patients: which items are reached, which never,
 * where patients get stuck, and how long it takes.
 */

import type { FhirValue } from '../../../../../shared/forms/questionnaire/fhir.ts';
import { problemOfValue, problemsAt } from '../../../../../shared/forms/questionnaire/check.ts';
import { compute } from '../../../../../shared/forms/questionnaire/expressions/computed.ts';
import { isAsked, secondsOf } from '../../../../../shared/forms/questionnaire/effort.ts';
import {
  isOption,
  type Model,
  type Node,
} from '../../../../../shared/forms/questionnaire/model.ts';
import { candidates } from '../../../../../shared/forms/design/candidates.ts';
import type { Evaluate } from '../../../../../shared/forms/questionnaire/expressions/scope.ts';
import {
  addInstance,
  everyPlace,
  instancesAt,
  newState,
  setAnswers,
  type FormState,
} from '../../../../../shared/forms/questionnaire/state.ts';
import { viewOf, type View } from '../../../../../shared/forms/questionnaire/view.ts';
import type { EnableWhen } from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import { dice } from './dice.ts';
import { drawnFor, type Drawn } from './draw-answers.ts';

export interface SimulationOptions {
  /** Number of patients. */
  readonly patients?: number;
  /** The same seed gives the same patients. */
  readonly seed?: number;
  /**
   * Needed for conditions by expression: without it such items count as not asked. Slow: use fewer
   * patients.
   */
  readonly evaluate?: Evaluate;
}
interface Spread {
  readonly median: number;
  readonly p90: number;
  readonly longest: number;
}
export interface Simulation {
  readonly patients: number;
  /** Share of patients (0 to 1) that reach each item, in the order of the form. */
  readonly reached: readonly { readonly linkId: string; readonly share: number }[];
  /** Items that no patient reached, without hidden ones. */
  readonly never: readonly string[];
  /** Required questions that could not be answered, with the share of stuck patients. */
  readonly deadEnds: readonly { readonly linkId: string; readonly share: number }[];
  /** Number of questions asked of one patient. */
  readonly questions: Spread;
  readonly minutes: Spread;
}

const PATIENTS = 10_000,
  SEED = 1;
/** Random patients skip one in ten optional questions. */
const LEFT_OPEN = 0.1,
  ONE_MORE_ROW = 0.3,
  MOST_ROWS = 3;
/** Maximum rounds of answering enabled questions (conditions on conditions). */
const MAX_ROUNDS = 50;

/**
 * Candidate answers of one question, and a form with them: prepared once, because they are the same
 * for every patient.
 */
interface Prepared {
  readonly model: Model;
  readonly empty: FormState;
  readonly sources: ReadonlyMap<Node, Source>;
  readonly looksAhead: boolean;
}
interface Source extends Drawn {
  readonly seconds: number;
  readonly isAsked: boolean;
}

/**
 * Lets random patients answer every enabled question, by type and limits.
 * @returns figures that are the same for the same form, seed and number of patients
 */
export function simulate(model: Model, options: SimulationOptions = {}): Simulation {
  const patients = options.patients ?? PATIENTS,
    form = preparedFrom(model),
    { sources } = form,
    reached = new Map<Node, number>(),
    stuck = new Map<Node, number>(),
    questions = new Float64Array(patients),
    seconds = new Float64Array(patients);
  const count = (map: Map<Node, number>, node: Node): void =>
    void map.set(node, (map.get(node) ?? 0) + 1);
  for (let n = 0; n < patients; n++) {
    const { view, deadEnds } = patientOf(
        form,
        dice((options.seed ?? SEED) * 1_000_003 + n),
        options.evaluate,
      ),
      seen = new Set<Node>();
    for (const { node } of view.places()) {
      const source = sources.get(node);
      seconds[n] = (seconds[n] ?? 0) + (source?.seconds ?? 0);
      if (source?.isAsked === true) questions[n] = (questions[n] ?? 0) + 1;
      if (!seen.has(node)) {
        seen.add(node);
        count(reached, node);
      }
    }
    for (const node of deadEnds) count(stuck, node);
  }
  const share = (map: ReadonlyMap<Node, number>, node: Node): number =>
    (map.get(node) ?? 0) / patients;
  const shown = model.nodes.filter((one) => !one.isHidden);
  return {
    patients,
    reached: shown.map((node) => ({ linkId: node.linkId, share: share(reached, node) })),
    never: shown.filter((one) => !reached.has(one)).map((one) => one.linkId),
    deadEnds: model.nodes
      .filter((one) => stuck.has(one))
      .map((node) => ({ linkId: node.linkId, share: share(stuck, node) })),
    questions: spreadOf(questions),
    minutes: spreadOf(seconds.map((one) => one / 60)),
  };
}
/** The result of one random patient; `deadEnds`: required questions that cannot be answered. */
export interface Filled {
  readonly view: View;
  readonly deadEnds: ReadonlySet<Node>;
}
/** Returns one patient of the simulation, for inspection. */
export const fillAtRandom = (model: Model, seed: number, evaluate?: Evaluate): Filled =>
  patientOf(preparedFrom(model), dice(seed), evaluate);

function preparedFrom(model: Model): Prepared {
  const asked = new Map<string, EnableWhen[]>(),
    sources = new Map<Node, Source>();
  for (const node of model.nodes)
    for (const when of node.enableWhen)
      asked.set(when.question, [...(asked.get(when.question) ?? []), when]);
  for (const node of model.nodes) {
    // A reference cannot be typed: only an offered one can be chosen.
    const aimed =
      node.isQuestion && (node.type !== 'reference' || node.options.length > 0)
        ? candidates(node, asked.get(node.linkId) ?? []).filter(
            (one) => problemOfValue(node, one) === undefined,
          )
        : [];
    sources.set(node, { node, aimed, seconds: secondsOf(node), isAsked: isAsked(node) });
  }
  const looksAhead = model.nodes.some((node) =>
    node.enableWhen.some((when) => (model.byLinkId.get(when.question)?.order ?? 0) > node.order),
  );
  return { model, empty: newState(model), sources, looksAhead };
}
function spreadOf(values: Float64Array): Spread {
  const sorted = values.slice().sort(),
    at = (share: number): number =>
      sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? 0;
  return { median: at(0.5), p90: at(0.9), longest: at(1) };
}

/** Simulates one patient: answers enabled questions until none is new. */
function patientOf(
  { model, empty, sources, looksAhead }: Prepared,
  roll: () => number,
  evaluate: Evaluate | undefined,
): Filled {
  const done = new Set<string>(),
    deadEnds = new Set<string>();
  let state = empty,
    view = viewOf(model, state);
  for (let round = 0; round < MAX_ROUNDS; round++) {
    const computed = evaluate && compute(model, state, evaluate),
      before = computed?.state ?? state;
    // Mutates in place while traversing the form, so that later questions see it: copies would
    // dominate the run time.
    let answers: Record<string, readonly FhirValue[]> = { ...before.answers },
      isNew = false;
    const live: Live = { ...before, answers },
      set = (next: FormState): void => {
        answers = { ...next.answers };
        Object.assign(live, next, { answers });
      };
    view = viewOf(model, live, computed?.computed);
    for (const place of everyPlace(live, model.roots)) {
      const { node, key } = place,
        source = sources.get(node);
      if (
        source === undefined ||
        !(source.isAsked || (node.isFrame && node.type === 'group')) ||
        done.has(key) ||
        !view.isEnabled(place)
      )
        continue;
      done.add(key);
      isNew = true;
      if (node.type === 'group') {
        for (
          let rows = instancesAt(live, place).length;
          rows < Math.min(MOST_ROWS, node.limits.maxOccurs) && roll() < ONE_MORE_ROW;
          rows++
        )
          set(addInstance(live, place));
        continue;
      }
      const mustAnswer = node.isRequired || isInRequiredGroup(node);
      if (!mustAnswer && roll() < LEFT_OPEN) continue;
      const values = drawnFor(offeredOf(source, view.asShown(place).node), roll);
      // If none of the samples matches a pattern, a person must judge whether anything does.
      if (values.length === 0) {
        if (mustAnswer && node.limits.regex === undefined) deadEnds.add(key);
      } else if (node.isFrame) set(setAnswers(live, place, values));
      else answers[key] = values;
    }
    state = live;
    // Items that depend on later answers or on expressions are seen only in another round.
    if (!isNew || (!looksAhead && !evaluate)) break;
  }
  if (evaluate) view = compute(model, state, evaluate).view;
  // A patient is stuck only if the question is still asked at the end.
  return {
    view,
    deadEnds: new Set(
      deadEnds.size === 0
        ? []
        : view
            .places()
            .filter(
              (one) =>
                deadEnds.has(one.key) &&
                problemsAt(view, one).some(({ code }) => code === 'required'),
            )
            .map((one) => one.node),
    ),
  };
}
/** A question whose answers to choose from an expression decides: only those are drawn. */
const offeredOf = (source: Drawn, node: Node): Drawn =>
  source.node === node
    ? source
    : {
        node,
        aimed: source.aimed.filter((value) => node.options.some((one) => isOption(one, value))),
      };
/** A required group needs one answer of its questions. */
function isInRequiredGroup({ parent }: Node): boolean {
  return (
    parent !== undefined &&
    ((parent.type === 'group' && parent.isRequired) || isInRequiredGroup(parent))
  );
}
type Live = { -readonly [Name in keyof FormState]: FormState[Name] };
