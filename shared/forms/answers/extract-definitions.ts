/**
 * Resources from answers: the definition-based extraction of SDC
 * (hl7.org/fhir/uv/sdc/extraction.html). A form, group or question names a resource; answers below
 * it fill the elements that their `definition` names. Pure.
 */

import { isAbsent } from '../questionnaire/absent.ts';
import { EXTENSION, SDC } from '../questionnaire/extensions.ts';
import {
  extensionOf,
  extensionsOf,
  type Extension,
  type FhirElement,
  type FhirValue,
} from '../questionnaire/fhir.ts';
import { bareValue } from '../questionnaire/pairs.ts';
import type { Questionnaire, QuestionnaireItem } from '../questionnaire/questionnaire.ts';
import type { QuestionnaireResponse, ResponseItem } from '../questionnaire/response-types.ts';
import {
  elementOf,
  isComplex,
  isMadeHere,
  nameIn,
  requiredOf,
  type ElementType,
} from './fhir-elements.ts';

/** Names the resource that answers below it make; `itemExtractionContext` in earlier versions. */
export const DEFINITION_EXTRACT = `${SDC}definitionExtract`;
export const EXTRACTION_CONTEXT = `${SDC}itemExtractionContext`;
/** A fixed value of such a resource. */
export const DEFINITION_VALUE = `${SDC}definitionExtractValue`;

type Json = Record<string, unknown>;
export interface ExtractedRecord {
  /** Without references: the bundle knows whom it is about. */
  readonly resource: { readonly resourceType: string } & Readonly<Json>;
  /** The item that names the resource ('' for the form), and its number from 0. */
  readonly linkId: string;
  readonly index: number;
}

/** Maximum of one response: a repeated group could make any number. */
const MOST = 200;
const CORE = 'http://hl7.org/fhir/StructureDefinition/';

/** Returns the type of the resource that an extension names; '' for one that cannot be read. */
function typeNamed(extension: Extension): string {
  if (extension.url === EXTRACTION_CONTEXT) return extension.valueCode ?? '';
  const address = extensionOf(extension, 'definition')?.valueCanonical ?? '';
  return address.startsWith(CORE) ? (address.slice(CORE.length).split('|')[0] ?? '') : '';
}
/** Checks whether the resource that an extension names can be made here. */
export const canExtract = (extension: Extension): boolean => isMadeHere(typeNamed(extension));
const contextsOf = (element: FhirElement): readonly Extension[] => [
  ...extensionsOf(element, DEFINITION_EXTRACT),
  ...extensionsOf(element, EXTRACTION_CONTEXT),
];

/** Checks whether the extension gives a fixed value, not a formula. */
export const isFixedValue = (extension: Extension): boolean =>
  extensionOf(extension, 'fixed-value') !== undefined;
/** Checks whether a form makes resources by definitions. */
export const hasContext = (element: FhirElement): boolean => contextsOf(element).length > 0;

/** Returns the path that a definition names below a resource of the standard: `Patient.name`. */
function pathOf(definition: string | undefined): readonly string[] {
  const [address = '', path = ''] = (definition ?? '').split('#');
  if (!address.startsWith(CORE) || path === '') return [];
  // Slices (`extension:race`) are elements of profiles, which are not read.
  return path.includes(':') ? [] : path.split('.');
}

/** Checks whether an answer can be put where its definition says. */
export function canPlace(definition: string): boolean {
  const [type = '', ...segments] = pathOf(definition);
  let at: string | undefined = isMadeHere(type) ? type : undefined;
  for (const one of segments) at = at === undefined ? undefined : elementOf(at, one)?.types[0];
  return at !== undefined && segments.length > 0;
}

const whole = (value: number | undefined): number | undefined =>
  Number.isInteger(value) ? value : undefined;

/** Returns an answer in a type of FHIR; undefined if it has no such form. */
function valueAs(type: string, value: FhirValue, unit: FhirValue['valueCoding']): unknown {
  const { valueCoding: coding, valueString, valueDate, valueDateTime, valueQuantity } = value,
    number = value.valueDecimal ?? value.valueInteger,
    text = valueString ?? value.valueUri ?? coding?.display ?? coding?.code;
  switch (type) {
    case 'boolean':
      return value.valueBoolean;
    case 'integer':
      return whole(number);
    case 'decimal':
      return number;
    case 'string':
      return text;
    case 'uri':
      return value.valueUri ?? valueString;
    case 'code':
      return coding?.code ?? valueString;
    case 'date':
      return valueDate ?? valueDateTime?.slice(0, 10);
    case 'dateTime':
      return valueDateTime ?? valueDate;
    case 'time':
      return value.valueTime;
    case 'Annotation':
      return text === undefined ? undefined : { text };
    case 'Coding':
      return coding && bareCoding(coding);
    case 'CodeableConcept': {
      if (!coding) return text === undefined ? undefined : { text };
      return {
        coding: [bareCoding(coding)],
        ...(coding.display !== undefined && { text: coding.display }),
      };
    }
    case 'Quantity':
      if (valueQuantity) return valueQuantity;
      return number === undefined
        ? undefined
        : {
            value: number,
            ...(unit?.display !== undefined && { unit: unit.display }),
            ...(unit?.system !== undefined && { system: unit.system }),
            ...(unit?.code !== undefined && { code: unit.code }),
          };
    default:
      return undefined;
  }
}
const bareCoding = ({
  extension: _weights,
  ...coding
}: NonNullable<FhirValue['valueCoding']>): object => coding;

/** A place in a resource: an element of it that answers below a group fill. */
interface Scope {
  readonly path: readonly string[];
  readonly type: string;
  readonly target: Json;
}
interface Open {
  readonly scopes: readonly Scope[];
  readonly record: { isAnswered: boolean };
}

/** Returns the deepest place on the way to a path, and the segments that are left. */
function placeOn(
  scopes: readonly Scope[],
  path: readonly string[],
): { scope: Scope; left: readonly string[] } | undefined {
  for (let n = scopes.length - 1; n >= 0; n -= 1) {
    const scope = scopes[n];
    if (scope && scope.path.every((one, at) => path[at] === one))
      return { scope, left: path.slice(scope.path.length) };
  }
  return undefined;
}

/** Returns the object at an element, the newest of a list; it is made if there is none. */
function into(parent: string, target: Json, element: ElementType, isNew: boolean): Json {
  const [type = ''] = element.types,
    name = nameIn(parent, element, type),
    before = target[name];
  if (!element.isList) return (target[name] ??= {}) as Json;
  const list = (before ?? []) as Json[];
  target[name] = list;
  if (isNew || list.length === 0) list.push({});
  return list.at(-1) ?? {};
}

/** Walks to the element before the last. */
function walkTo(
  scope: Scope,
  left: readonly string[],
): { type: string; target: Json; element: ElementType } | undefined {
  let { type, target } = scope;
  for (const [n, segment] of left.entries()) {
    const element = elementOf(type, segment);
    if (!element) return undefined;
    if (n === left.length - 1) return { type, target, element };
    const [next = ''] = element.types;
    if (!isComplex(next)) return undefined;
    target = into(type, target, element, false);
    type = next;
  }
  return undefined;
}

/** Puts a value at a path; the first answer of an element that takes one wins. */
function put(
  { scopes }: Open,
  path: readonly string[],
  value: FhirValue,
  unit: FhirValue['valueCoding'],
): boolean {
  const found = placeOn(scopes, path),
    place = found && walkTo(found.scope, found.left);
  if (!place) return false;
  for (const type of place.element.types) {
    const said = valueAs(type, value, unit);
    if (said === undefined) continue;
    const { target } = place,
      name = nameIn(place.type, place.element, type);
    if (place.element.isList) target[name] = [...((target[name] as unknown[]) ?? []), said];
    else target[name] ??= said;
    return true;
  }
  return false;
}

/** Returns the place that a group fills: a further name, a further reaction. */
function scopeOf(open: Open, item: QuestionnaireItem): Open {
  const path = pathOf(item.definition),
    found = path.length > 0 ? placeOn(open.scopes, path) : undefined,
    place = found && walkTo(found.scope, found.left),
    [type = ''] = place?.element.types ?? [];
  if (!place || !isComplex(type)) return open;
  const target = into(place.type, place.target, place.element, true);
  return { ...open, scopes: [...open.scopes, { path, type, target }] };
}

/** Returns a fixed value in a type that answers have. */
function fixedIn(fixed: Extension): FhirValue {
  const { valueCode, valueCodeableConcept: concept } = fixed,
    [coding] = concept?.coding ?? [];
  if (coding) return { valueCoding: coding };
  const text = valueCode ?? concept?.text;
  return text === undefined ? bareValue(fixed) : { valueString: text };
}

/** Sets the fixed values of a resource; those by a formula are not calculated. */
function setFixed(element: FhirElement, open: Open): void {
  for (const one of extensionsOf(element, DEFINITION_VALUE)) {
    const path = pathOf(extensionOf(one, 'definition')?.valueUri),
      fixed = extensionOf(one, 'fixed-value');
    if (fixed) put(open, path, fixedIn(fixed), undefined);
  }
}

/** Removes objects and lists that nothing was put into. */
function pruned(value: unknown): unknown {
  if (Array.isArray(value)) {
    const kept = value.map(pruned).filter((one) => one !== undefined);
    return kept.length > 0 ? kept : undefined;
  }
  if (typeof value !== 'object' || value === null) return value;
  const kept = Object.entries(value).flatMap(([name, one]) => {
    const said = pruned(one);
    return said === undefined ? [] : [[name, said] as const];
  });
  return kept.length > 0 ? Object.fromEntries(kept) : undefined;
}

/** Returns the resources of a response, in its order. One without what the standard requires is none. */
export function recordsOf(
  questionnaire: Questionnaire,
  response: QuestionnaireResponse,
): readonly ExtractedRecord[] {
  const found: { open: Open; type: string; resource: Json; linkId: string; index: number }[] = [],
    counts = new Map<string, number>();
  const openAt = (
    element: FhirElement,
    linkId: string,
    outer: Open | undefined,
  ): Open | undefined => {
    const type = contextsOf(element).map(typeNamed).find(isMadeHere);
    if (type === undefined || found.length >= MOST) return outer;
    const index = counts.get(linkId) ?? 0,
      resource: Json = {},
      open = {
        scopes: [...(outer?.scopes ?? []), { path: [type], type, target: resource }],
        record: { isAnswered: false },
      };
    counts.set(linkId, index + 1);
    found.push({ open, type, resource, linkId, index });
    return open;
  };
  const take = (item: QuestionnaireItem, answered: ResponseItem, outer: Open | undefined): void => {
    const own = openAt(item, item.linkId, outer),
      path = pathOf(item.definition),
      unit = extensionOf(item, EXTENSION.unit)?.valueCoding;
    if (!own) {
      walk(item.item, answered.item, own);
      for (const answer of answered.answer ?? []) walk(item.item, answer.item, own);
      return;
    }
    const open = item.type === 'group' ? scopeOf(own, item) : own;
    for (const answer of answered.answer ?? []) {
      if (!isAbsent(answer) && path.length > 0 && put(open, path, bareValue(answer), unit))
        open.record.isAnswered = true;
      walk(item.item, answer.item, open);
    }
    walk(item.item, answered.item, open);
    setFixed(item, open);
  };
  const walk = (
    items: readonly QuestionnaireItem[] | undefined,
    answers: readonly ResponseItem[] | undefined,
    open: Open | undefined,
  ): void => {
    for (const answered of answers ?? []) {
      const item = items?.find((one) => one.linkId === answered.linkId);
      if (item) take(item, answered, open);
    }
  };
  const ofForm = openAt(questionnaire, '', undefined);
  walk(questionnaire.item, response.item, ofForm);
  if (ofForm) setFixed(questionnaire, ofForm);
  return found.flatMap(({ open, type, resource, linkId, index }) => {
    const kept = pruned(resource) as Json | undefined;
    return kept && open.record.isAnswered && requiredOf(type).every((one) => one in kept)
      ? [{ resource: { resourceType: type, ...kept }, linkId, index }]
      : [];
  });
}
