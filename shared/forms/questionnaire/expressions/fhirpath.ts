/**
 * Binds a FHIRPath library to the port of `questionnaire-scope.ts`. An app loads the library only
 * for a form that needs it (`model.usesFhirPath`):
 *
 * const [library, r4] = await Promise.all([import('fhirpath'),
 * import('fhirpath/fhir-context/r4')]); const evaluate = bindFhirPath(library.default, r4.default);
 */

import { EXTENSION } from '../extensions.ts';
import { isQuick } from '../../../base/pattern.ts';
import { RanOver, type Evaluate } from './scope.ts';

type Compiled = (base: unknown, variables: Record<string, unknown>) => unknown;
interface Own {
  readonly fn: (nodes: unknown[], ...rest: string[]) => unknown;
  readonly arity: Record<number, 'String'[]>;
  readonly internalStructures: true;
}
/** The part of the library that is used here. */
export interface FhirPathLibrary<Model> {
  compile(
    path: string | { base: string; expression: string },
    model: Model,
    options: {
      resolveInternalTypes: false;
      userInvocationTable: Record<string, Own>;
      debugger: (context: unknown, focus: unknown, result: unknown, part: unknown) => void;
    },
  ): Compiled;
  resolveInternalTypes(value: unknown): unknown;
  types(value: unknown): string[];
}

const WEIGHTS: readonly string[] = [EXTENSION.ordinalValue, EXTENSION.itemWeight];
const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null;

function weightIn(element: unknown): number | undefined {
  const list = isObject(element) ? element.extension : undefined;
  const found: unknown = Array.isArray(list)
    ? list.find((one) => isObject(one) && typeof one.url === 'string' && WEIGHTS.includes(one.url))
    : undefined;
  const number = isObject(found) ? (found.valueDecimal ?? found.valueInteger) : undefined;
  return typeof number === 'number' ? number : undefined;
}
/**
 * `weight()` and `ordinal()` of SDC: the weight at the value, its coding, its answer, or an option;
 * empty if there is none. The library's own function asks a terminology server for missing ones,
 * which is never allowed here.
 */
function weights(nodes: unknown[]): number[] {
  return nodes.flatMap((node) => {
    if (!isObject(node)) return [];
    const { data, _data: words, parentResNode: parent } = node,
      coding = isObject(data) ? data.valueCoding : undefined;
    return (
      weightIn(data) ??
      weightIn(words) ??
      weightIn(coding) ??
      (isObject(parent) ? weightIn(parent.data) : undefined) ??
      []
    );
  });
}
const weight: Own = { fn: weights, arity: { 0: [] }, internalStructures: true };

/**
 * Limits of one expression: evaluation steps, and values in one list. The largest form of the
 * corpus needs a few thousand steps for its longest expression; fifty thousand take a tenth of a
 * second on a desktop. Counted, not timed: a slow tablet decides like a fast server.
 */
export const MAX_STEPS = 50_000,
  MAX_VALUES = 5_000;
/**
 * Maximum runs of the same subexpression: once for each node of a large response, but no list that
 * only grows.
 */
export const MAX_TURNS = 5_000;
/**
 * Maximum steps of all expressions together over one response: many long ones are as bad as one
 * that never ends.
 */
export const MAX_ALL_STEPS = 200_000;
/**
 * Maximum steps of one computation, whose rounds have a response each: with it, expressions that
 * are left are stopped for good, so that the next keystroke does not take as long again.
 */
export const MAX_COMPUTE_STEPS = 1_000_000;
/**
 * Maximum characters of the texts in one result. A step over a text counts once more for each
 * thousand of its characters.
 */
const MAX_TEXT = 100_000,
  TEXT_STEP = 1_000;
/**
 * Maximum operators of one expression, and of all of a form: parsing takes milliseconds for each,
 * and cannot be stopped.
 */
export const MAX_OPERATORS = 250,
  MAX_ALL_OPERATORS = 5_000;
const LITERAL = /'(?:[^'\\]|\\.)*'|`[^`]*`|"(?:[^"\\]|\\.)*"/g;
const OPERATOR = /[-+*/&|=!~<>]+|\b(?:and|or|xor|implies|div|mod|in|contains|is|as)\b/g;
const operatorsIn = (expression: string): number =>
  expression.replace(LITERAL, '0').match(OPERATOR)?.length ?? 0;

/** Creates a check that lets expressions pass until their operators reach a limit. */
function parsesWithin(limit: number): (expression: string) => boolean {
  let all = 0;
  return (expression) => {
    const more = operatorsIn(expression);
    if (more > MAX_OPERATORS || all + more > limit) return false;
    all += more;
    return true;
  };
}

/** Returns the steps that a result counts for; infinite if it is over its limits. */
function costOf(result: unknown): number {
  if (!Array.isArray(result)) return 1;
  const size = result.length > MAX_VALUES ? Infinity : sizeOf(result);
  return size > MAX_TEXT ? Infinity : 1 + Math.floor(size / TEXT_STEP);
}

/** Returns the characters of the texts in a list. */
function sizeOf(values: readonly unknown[]): number {
  let size = 0;
  for (const one of values) {
    const value = isObject(one) && 'data' in one ? one.data : one;
    if (typeof value === 'string') size += value.length;
  }
  return size;
}

const textOf = (nodes: unknown[]): string | undefined => {
  const [node] = nodes,
    value = isObject(node) && 'data' in node ? node.data : node;
  if (nodes.length > 1) throw new Error('a pattern is tried on one text');
  return typeof value === 'string' ? value : undefined;
};
/** A running regular expression cannot be stopped: only fast ones are run. */
function tried(pattern: string, text: string, flags: string): RegExp {
  if (!isQuick(pattern, text.length)) throw new RanOver();
  return new RegExp(pattern, flags);
}
/** Flags of FHIRPath: `i` and `m`. */
const flagsOf = (flags: unknown): string =>
  `us${typeof flags === 'string' ? [...new Set(flags.replace(/[^im]/g, ''))].join('') : ''}`;
/** Functions of texts whose cost depends on more than the size of their result. */
const OF_TEXTS: Readonly<Record<string, Own>> = {
  replace: {
    fn: (nodes, pattern, by) => {
      const text = textOf(nodes);
      if (text === undefined || typeof pattern !== 'string' || typeof by !== 'string') return [];
      const parts = text.split(pattern);
      if (text.length + parts.length * by.length > MAX_TEXT) throw new RanOver();
      // The standard: an empty pattern surrounds every character.
      return [pattern === '' ? `${by}${parts.join(by)}${by}` : parts.join(by)];
    },
    arity: { 2: ['String', 'String'] },
    internalStructures: true,
  },
  join: {
    fn: (nodes, by = '') => {
      const texts = nodes.flatMap((one) => textOf([one]) ?? []);
      if (sizeOf(texts) + texts.length * by.length > MAX_TEXT) throw new RanOver();
      return [texts.join(by)];
    },
    arity: { 0: [], 1: ['String'] },
    internalStructures: true,
  },
};
const PATTERNS: Readonly<Record<string, Own>> = {
  matches: {
    fn: (nodes, pattern, flags) => {
      const text = textOf(nodes);
      return text === undefined || typeof pattern !== 'string'
        ? []
        : [tried(pattern, text, flagsOf(flags)).test(text)];
    },
    arity: { 1: ['String'], 2: ['String', 'String'] },
    internalStructures: true,
  },
  matchesFull: {
    fn: (nodes, pattern, flags) => {
      const text = textOf(nodes);
      return text === undefined || typeof pattern !== 'string'
        ? []
        : [tried(`^(?:${pattern})$`, text, flagsOf(flags)).test(text)];
    },
    arity: { 1: ['String'], 2: ['String', 'String'] },
    internalStructures: true,
  },
  replaceMatches: {
    fn: (nodes, pattern, by) => {
      const text = textOf(nodes);
      return text === undefined || typeof pattern !== 'string' || typeof by !== 'string'
        ? []
        : [text.replace(tried(pattern, text, 'gu'), by)];
    },
    arity: { 2: ['String', 'String'] },
    internalStructures: true,
  },
};

/**
 * The date and the time of an earlier moment as functions; the library's own read the clock.
 * @param literal evaluates a literal to a node of the library
 */
function timesOf(
  { day, at }: Moment,
  literal: (text: string) => unknown[],
): Readonly<Record<string, Own>> {
  const own = (text: string): Own => ({
    fn: () => literal(text),
    arity: { 0: [] },
    internalStructures: true,
  });
  return { today: own(`@${day}`), now: own(`@${new Date(at).toISOString()}`) };
}
/** A moment: the day where the form was filled in (`YYYY-MM-DD`), and the instant (ms). */
export interface Moment {
  readonly day: string;
  readonly at: number;
}

/**
 * Creates the FHIRPath evaluator.
 * @param library the default export of `fhirpath`
 * @param r4 its model of FHIR R4
 * @param moment when the answers were given, if that was earlier
 * @returns an evaluator that parses each expression once and accesses no network (functions that
 * need it throw), and that always terminates: an expression over its limits is aborted and not run
 * again
 */
export function bindFhirPath<Model>(
  library: FhirPathLibrary<Model>,
  r4: Model,
  moment?: Moment,
): Evaluate {
  const compiled = new Map<string, Compiled>(),
    inner = new WeakMap<readonly unknown[], unknown>();
  const tooLong = new Set<string>(),
    spent = new WeakMap<object, number>();
  const turns = new Map<unknown, number>();
  let steps = 0,
    left = MAX_STEPS,
    computing = 0;
  const mayParse = parsesWithin(MAX_ALL_OPERATORS);
  const literal = (text: string): unknown[] => {
    const found = library.compile(text, r4, options)({}, {});
    return Array.isArray(found) ? found : [];
  };
  const options: Parameters<FhirPathLibrary<Model>['compile']>[2] = {
    resolveInternalTypes: false,
    userInvocationTable: {
      weight,
      ordinal: weight,
      ...PATTERNS,
      ...OF_TEXTS,
      ...(moment && timesOf(moment, literal)),
    },
    debugger: (_context: unknown, _focus: unknown, result: unknown, part: unknown) => {
      const turn = (turns.get(part) ?? 0) + 1;
      turns.set(part, turn);
      steps += costOf(result);
      if (turn > MAX_TURNS || steps > left) throw new RanOver();
    },
  };
  const bounded = (key: string, response: object, run: () => unknown): unknown => {
    if (tooLong.has(key)) throw new RanOver();
    const before = spent.get(response) ?? 0;
    steps = 0;
    turns.clear();
    left = Math.min(MAX_STEPS, MAX_ALL_STEPS - before, MAX_COMPUTE_STEPS - computing);
    try {
      return run();
    } catch (error) {
      // Unbounded growth hits the browser's own limits first: strings too long, recursion too deep.
      if (!(error instanceof RanOver || error instanceof RangeError)) throw error;
      tooLong.add(key);
      throw error instanceof RanOver ? error : new RanOver();
    } finally {
      const used = Math.min(steps, left);
      spent.set(response, before + used);
      computing += used;
    }
  };
  const asItem = library.compile({ base: 'Questionnaire.item', expression: '$this' }, r4, options);
  /** An item of the questionnaire with its type, so that `.value` finds its children. */
  const itemNode = (item: unknown): unknown => {
    turns.clear();
    steps = 0;
    left = MAX_STEPS;
    return asItem(item, {});
  };
  /** A result reused as a variable keeps types and parents: `%answer.weight()` still finds them. */
  const variableOf = (name: string, value: unknown): unknown =>
    name === 'qitem' ? itemNode(value) : Array.isArray(value) ? (inner.get(value) ?? value) : value;
  const evaluate: Evaluate = (expression, response, context, variables) => {
    const isWhole = context === response,
      key = `${isWhole ? 'whole' : 'item'} ${expression}`;
    let run = compiled.get(key);
    if (!run) {
      if (tooLong.has(key) || !mayParse(expression)) {
        tooLong.add(key);
        throw new RanOver();
      }
      run = library.compile(
        isWhole ? expression : { base: 'QuestionnaireResponse.item', expression },
        r4,
        options,
      );
      compiled.set(key, run);
    }
    const own = Object.fromEntries(
      Object.entries(variables).map(([name, value]) => [name, variableOf(name, value)]),
    );
    const made = run,
      raw = bounded(key, response, () => made(context, { ...own, resource: response })),
      plain = library.resolveInternalTypes(raw);
    if (!Array.isArray(plain)) throw new Error('an expression gave no list');
    inner.set(plain, raw);
    return plain;
  };
  return Object.assign(evaluate, {
    begin: () => {
      computing = 0;
    },
    typesOf: (found: readonly unknown[]) => library.types(inner.get(found) ?? found),
  });
}
