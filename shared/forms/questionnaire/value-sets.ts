/**
 * Expansion of the value sets of a form to their codes; a foreign list may include others, itself,
 * or too many codes.
 */

import { EXTENSION } from './extensions.ts';
import type { Coding, Extension, FhirElement } from './fhir.ts';
import type { CodeSystem, Contained, ValueSet } from './questionnaire.ts';

type ListedCode = Coding & FhirElement;
/**
 * `unknown`: needs a terminology server; `circle`: it includes itself, directly or through others;
 * `too_large`: more codes, or more nested lists, than a form may have.
 */
export type Unexpanded = 'unknown' | 'circle' | 'too_large';
type Expansion =
  | { readonly codes: readonly ListedCode[]; readonly refused?: undefined }
  | { readonly codes?: undefined; readonly refused: Unexpanded };
/** @param canonical URL, with or without `|version`, or `#id` of a contained list */
export type Expander = (canonical: string) => Expansion;

/**
 * Maximum codes of all lists of one form together, and depth of nested lists. A list of every
 * country has 250.
 */
const MOST_CODES = 50_000;
const DEEPEST = 40;

/**
 * Creates the lookup in value sets.
 * @returns a lookup in the value sets of one form; each is expanded once, however often it is named
 */
export function expanderOf(
  contained: readonly Contained[] = [],
  bundled: Readonly<Record<string, readonly Coding[]>> = {},
): Expander {
  const known = new Map<string, Expansion>();
  const open = new Set<string>();
  let left = MOST_CODES;
  const expand: Expander = (canonical) => {
    const address = canonical.split('|')[0] ?? canonical;
    const before = known.get(address);
    if (before) return before;
    if (open.has(address)) return { refused: 'circle' };
    if (open.size > DEEPEST || left < 0) return { refused: 'too_large' };
    open.add(address);
    const found = limited(codesAt(address));
    open.delete(address);
    known.set(address, found);
    return found;
  };
  const limited = (found: Expansion): Expansion => {
    // A rejected list also counts towards the limit.
    left -= found.codes ? found.codes.length : found.refused === 'too_large' ? MOST_CODES / 10 : 0;
    return left < 0 && found.codes ? { refused: 'too_large' } : found;
  };
  const codesAt = (address: string): Expansion => {
    const own = contained.find(
      (one): one is ValueSet => one.resourceType === 'ValueSet' && isAt(one as ValueSet, address),
    );
    if (own) return composed(own, contained, expand);
    const codes = Object.keys(bundled).includes(address) ? bundled[address] : undefined;
    return codes ? { codes } : { refused: 'unknown' };
  };
  return expand;
}

const isAt = (one: ValueSet, address: string): boolean =>
  address.startsWith('#') ? one.id === address.slice(1) : one.url === address;

function composed(own: ValueSet, contained: readonly Contained[], expand: Expander): Expansion {
  const conceptOf = conceptsIn(contained);
  if (own.expansion?.contains) return { codes: flatten(own.expansion.contains, conceptOf) };
  const { compose } = own;
  if (!compose || (compose.exclude ?? []).length > 0) return { refused: 'unknown' };
  const codes: ListedCode[] = [];
  for (const include of compose.include ?? []) {
    for (const part of partsOf(include, contained, expand, conceptOf)) {
      if (part.refused !== undefined) return part;
      if (codes.length + part.codes.length > MOST_CODES) return { refused: 'too_large' };
      for (const one of part.codes) codes.push(one);
    }
  }
  return { codes };
}

type Include = NonNullable<NonNullable<ValueSet['compose']>['include']>[number];
function partsOf(
  include: Include,
  contained: readonly Contained[],
  expand: Expander,
  conceptOf: ConceptOf,
): Iterable<Expansion> {
  if ((include.filter ?? []).length > 0) return [{ refused: 'unknown' }];
  if (include.concept)
    return [
      {
        codes: include.concept.map((one) =>
          codingOf(include.system, one, conceptOf(include.system, one.code)),
        ),
      },
    ];
  // Sequential: the first rejected one ends it.
  if (include.valueSet) return expandedEach(include.valueSet, expand);
  const system = contained.find(
    (one): one is CodeSystem =>
      one.resourceType === 'CodeSystem' && (one as CodeSystem).url === include.system,
  );
  if (!system?.concept) return [{ refused: 'unknown' }];
  return [{ codes: everyConcept(system.concept).map((one) => codingOf(include.system, one)) }];
}
function* expandedEach(addresses: readonly string[], expand: Expander): Generator<Expansion> {
  for (const one of addresses) yield expand(one);
}

type Concepts = NonNullable<CodeSystem['concept']>;
function everyConcept(concepts: Concepts): Concepts[number][] {
  return concepts.flatMap((one) => [one, ...everyConcept(one.concept ?? [])]);
}
/** Returns the concept of a contained code system. */
type ConceptOf = (system: string | undefined, code: string) => Concepts[number] | undefined;
const indexes = new WeakMap<readonly Contained[], ConceptOf>();
function conceptsIn(contained: readonly Contained[]): ConceptOf {
  const known = indexes.get(contained);
  if (known) return known;
  const byCode = new Map<string, Concepts[number]>();
  for (const one of contained) {
    const { resourceType, url, concept } = one as CodeSystem;
    if (resourceType !== 'CodeSystem' || !Array.isArray(concept)) continue;
    for (const each of everyConcept(concept)) byCode.set(`${url ?? ''} ${each.code}`, each);
  }
  const find: ConceptOf = (system, code) => byCode.get(`${system ?? ''} ${code}`);
  indexes.set(contained, find);
  return find;
}
const isObject = (one: unknown): boolean => typeof one === 'object' && one !== null;
/** Extensions of a concept; a property of its code system named as a weight is one. */
function extensionsOfConcept({ extension = [], property }: Concepts[number]): readonly Extension[] {
  const weights = (Array.isArray(property) ? property : []).filter(isObject).flatMap((one) => {
    const url = WEIGHT_PROPERTIES.get(one.code ?? ''),
      valueDecimal = one.valueDecimal ?? one.valueInteger;
    return url === undefined || typeof valueDecimal !== 'number' ? [] : [{ url, valueDecimal }];
  });
  return [
    ...extension,
    ...weights.filter((one) => !extension.some((other) => other.url === one.url)),
  ];
}
const WEIGHT_PROPERTIES: ReadonlyMap<string, string> = new Map([
  ['itemWeight', EXTENSION.itemWeight],
  ['ordinalValue', EXTENSION.ordinalValue],
]);
/** @param behind the concept of the code system, for what the list does not say itself */
function codingOf(
  system: string | undefined,
  concept: Concepts[number],
  behind?: Concepts[number],
): ListedCode {
  const said = wordsOf(concept) ?? (behind && wordsOf(behind)),
    display = concept.display ?? behind?.display,
    own = extensionsOfConcept(concept),
    inherited = behind ? extensionsOfConcept(behind) : [];
  const extension = [
    ...own,
    ...inherited.filter((one) => !own.some((other) => other.url === one.url)),
  ];
  return {
    ...(system !== undefined && { system }),
    code: concept.code,
    ...(display !== undefined && { display }),
    ...(said && { _display: said }),
    ...(extension.length > 0 && { extension }),
  };
}
function flatten(
  contains: NonNullable<NonNullable<ValueSet['expansion']>['contains']>,
  conceptOf: ConceptOf,
): ListedCode[] {
  return contains.flatMap((one) => {
    const { code, system } = one;
    const own =
      code === undefined || one.abstract === true
        ? []
        : [codingOf(system, { ...one, code }, conceptOf(system, code))];
    return [...own, ...flatten(one.contains ?? [], conceptOf)];
  });
}
/** Designations in further languages, as translation extensions. */
function wordsOf(
  concept: Pick<Concepts[number], '_display' | 'designation'>,
): FhirElement | undefined {
  const more = (concept.designation ?? []).flatMap((one) =>
    one.language === undefined
      ? []
      : [
          {
            url: 'http://hl7.org/fhir/StructureDefinition/translation',
            extension: [
              { url: 'lang', valueCode: one.language },
              { url: 'content', valueString: one.value },
            ],
          },
        ],
  );
  if (more.length === 0) return concept._display;
  return { ...concept._display, extension: [...(concept._display?.extension ?? []), ...more] };
}
