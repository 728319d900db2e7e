/**
 * Expansion of the value sets of a form to their codes; a foreign list may include others, itself,
 * or too many codes.
 */

import type { Coding, FhirElement } from './fhir.ts';
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
  if (own.expansion?.contains) return { codes: flatten(own.expansion.contains) };
  const { compose } = own;
  if (!compose || (compose.exclude ?? []).length > 0) return { refused: 'unknown' };
  const codes: ListedCode[] = [];
  for (const include of compose.include ?? []) {
    for (const part of partsOf(include, contained, expand)) {
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
): Iterable<Expansion> {
  if ((include.filter ?? []).length > 0) return [{ refused: 'unknown' }];
  if (include.concept)
    return [{ codes: include.concept.map((one) => codingOf(include.system, one)) }];
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
function codingOf(system: string | undefined, concept: Concepts[number]): ListedCode {
  const said = wordsOf(concept);
  return {
    ...(system !== undefined && { system }),
    code: concept.code,
    ...(concept.display !== undefined && { display: concept.display }),
    ...(said && { _display: said }),
    ...(concept.extension && { extension: concept.extension }),
  };
}
function flatten(
  contains: NonNullable<NonNullable<ValueSet['expansion']>['contains']>,
): ListedCode[] {
  return contains.flatMap((one) => {
    const said = wordsOf(one);
    const own: ListedCode[] =
      one.code === undefined || one.abstract === true
        ? []
        : [
            {
              ...(one.system !== undefined && { system: one.system }),
              code: one.code,
              ...(one.display !== undefined && { display: one.display }),
              ...(said && { _display: said }),
              ...(one.extension && { extension: one.extension }),
            },
          ];
    return [...own, ...flatten(one.contains ?? [])];
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
