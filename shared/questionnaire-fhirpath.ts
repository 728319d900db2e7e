/**
 * Binds a FHIRPath library to the port of `questionnaire-scope.ts`. An app loads the library only for a form that needs it (`model.usesFhirPath`):
 *
 *     const [library, r4] = await Promise.all([import('fhirpath'), import('fhirpath/fhir-context/r4')]);
 *     const evaluate = bindFhirPath(library.default, r4.default);
 */

import { EXTENSION } from './questionnaire-extensions.ts';
import type { Evaluate } from './questionnaire-scope.ts';

type Compiled = (base: unknown, variables: Record<string, unknown>) => unknown;
/** As much of the library as is used here. */
export interface FhirPathLibrary<Model> {
  compile(path: string | { base: string; expression: string }, model: Model, options: { resolveInternalTypes: false; userInvocationTable: Record<string, { fn: (nodes: unknown[]) => unknown[]; arity: Record<number, never[]>; internalStructures: true }> }): Compiled;
  resolveInternalTypes(value: unknown): unknown;
}

const WEIGHTS: readonly string[] = [EXTENSION.ordinalValue, EXTENSION.itemWeight];
const isObject = (value: unknown): value is Record<string, unknown> => typeof value === 'object' && value !== null;

function weightIn(element: unknown): number | undefined {
  const list = isObject(element) ? element.extension : undefined;
  const found: unknown = Array.isArray(list) ? list.find((one) => isObject(one) && typeof one.url === 'string' && WEIGHTS.includes(one.url)) : undefined;
  return isObject(found) && typeof found.valueDecimal === 'number' ? found.valueDecimal : undefined;
}
/**
 * `weight()` and `ordinal()` of SDC: the weight at the value, at its words, at the answer that it belongs to, or at an option; nothing where there is none.
 * The library's own function asks a terminology server for what it does not find, which a form here never may.
 */
function weights(nodes: unknown[]): number[] {
  return nodes.flatMap((node) => {
    if (!isObject(node)) return [];
    const { data, _data: words, parentResNode: parent } = node, coding = isObject(data) ? data.valueCoding : undefined;
    return weightIn(data) ?? weightIn(words) ?? weightIn(coding) ?? (isObject(parent) ? weightIn(parent.data) : undefined) ?? [];
  });
}
const weight = { fn: weights, arity: { 0: [] as never[] }, internalStructures: true } as const;

/**
 * @param library the default export of `fhirpath`
 * @param r4 its model of FHIR R4
 * @returns an evaluator that parses each expression once and reaches no network: functions that would need one throw
 */
export function bindFhirPath<Model>(library: FhirPathLibrary<Model>, r4: Model): Evaluate {
  const compiled = new Map<string, Compiled>(), inner = new WeakMap<readonly unknown[], unknown>();
  const options = { resolveInternalTypes: false, userInvocationTable: { weight, ordinal: weight } } as const;
  return (expression, response, context, variables) => {
    const isWhole = context === response, key = `${isWhole ? 'whole' : 'item'} ${expression}`;
    let run = compiled.get(key);
    if (!run) {
      run = library.compile(isWhole ? expression : { base: 'QuestionnaireResponse.item', expression }, r4, options);
      compiled.set(key, run);
    }
    // A result that comes back as a variable is handed over with its types and parents, so that `%answer.weight()` still finds them.
    const own = Object.fromEntries(Object.entries(variables).map(([name, value]) => [name, Array.isArray(value) ? (inner.get(value) ?? value) : value]));
    const raw = run(context, { ...own, resource: response, context }), plain = library.resolveInternalTypes(raw);
    if (!Array.isArray(plain)) throw new Error('an expression gave no list');
    inner.set(plain, raw);
    return plain;
  };
}
