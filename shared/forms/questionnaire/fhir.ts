/**
 * The FHIR R4 (4.0.1) types of questionnaires and their answers; every field is named as in the
 * standard.
 */

export interface FhirElement {
  readonly id?: string;
  readonly extension?: readonly Extension[];
}

export interface Coding extends FhirElement {
  readonly system?: string;
  readonly version?: string;
  readonly code?: string;
  readonly display?: string;
  readonly _display?: FhirElement;
  readonly userSelected?: boolean;
}
/** `value` in `unit`; `code` in `system` (UCUM) is the machine-readable unit. */
export interface Quantity extends FhirElement {
  readonly value?: number;
  readonly comparator?: '<' | '<=' | '>=' | '>';
  readonly unit?: string;
  readonly system?: string;
  readonly code?: string;
}
/**
 * A file; `url` is its name in this practice's store, `hash` is SHA-1 in base64 as the standard
 * requires.
 */
export interface Attachment extends FhirElement {
  readonly contentType?: string;
  readonly language?: string;
  readonly data?: string;
  readonly url?: string;
  readonly size?: number;
  readonly hash?: string;
  readonly title?: string;
  readonly creation?: string;
}
export interface Reference extends FhirElement {
  readonly reference?: string;
  readonly type?: string;
  readonly display?: string;
}
/** An expression in FHIRPath (`text/fhirpath`) or another language. */
export interface Expression extends FhirElement {
  readonly description?: string;
  readonly name?: string;
  readonly language: string;
  readonly expression?: string;
  readonly reference?: string;
}

/** A value of a question, with exactly one `value…` key: FHIR `answer.value[x]`. */
export interface FhirValue {
  readonly valueBoolean?: boolean;
  readonly valueDecimal?: number;
  readonly valueInteger?: number;
  /** `YYYY`, `YYYY-MM` or `YYYY-MM-DD`. */
  readonly valueDate?: string;
  readonly valueDateTime?: string;
  /** `HH:MM:SS`. */
  readonly valueTime?: string;
  readonly valueString?: string;
  readonly valueUri?: string;
  readonly valueAttachment?: Attachment;
  readonly valueCoding?: Coding;
  readonly valueQuantity?: Quantity;
  readonly valueReference?: Reference;
}
export type ValueKey = keyof FhirValue;
const VALUE_KEYS: readonly ValueKey[] = [
  'valueBoolean',
  'valueDecimal',
  'valueInteger',
  'valueDate',
  'valueDateTime',
  'valueTime',
  'valueString',
  'valueUri',
  'valueAttachment',
  'valueCoding',
  'valueQuantity',
  'valueReference',
];

export interface Extension extends FhirElement, FhirValue {
  readonly url: string;
  readonly _valueString?: FhirElement;
  readonly valueCode?: string;
  readonly valueMarkdown?: string;
  readonly valueUrl?: string;
  readonly valueCanonical?: string;
  readonly valueId?: string;
  readonly valueInstant?: string;
  readonly valuePositiveInt?: number;
  readonly valueUnsignedInt?: number;
  readonly valueExpression?: Expression;
  readonly valueCodeableConcept?: { readonly coding?: readonly Coding[]; readonly text?: string };
}

/** Returns the first extension with this URL. */
export function extensionOf(element: FhirElement | undefined, url: string): Extension | undefined {
  return element?.extension?.find((one) => one.url === url);
}
export function extensionsOf(element: FhirElement | undefined, url: string): readonly Extension[] {
  return element?.extension?.filter((one) => one.url === url) ?? [];
}

export const TRANSLATION = 'http://hl7.org/fhir/StructureDefinition/translation';
/** Marks a text that no speaker of the language has reviewed; value: how it was made. */
export const REVIEW_STATE = 'urn:molar:fhir:translation-review';

/**
 * Returns a text in a language (BCP 47), by the translation extension at `_text`, `_display`,
 * `_title` …
 * @returns the translation, or `undefined` if there is none: callers choose the fallback
 */
export function translationOf(
  element: FhirElement | undefined,
  language: string,
): string | undefined {
  for (const one of extensionsOf(element, TRANSLATION)) {
    const code = extensionOf(one, 'lang')?.valueCode,
      content = extensionOf(one, 'content');
    if (code === language) return content?.valueString ?? content?.valueMarkdown;
  }
  return undefined;
}

/** Returns the `value…` key of a value, or `undefined` for none. */
export function keyOfValue(value: FhirValue): ValueKey | undefined {
  return VALUE_KEYS.find((key) => value[key] !== undefined);
}

/** Checks whether two codings are equal: same code, and same system if both name one. */
export function isSameCoding(a: Coding, b: Coding): boolean {
  if (a.code === undefined && b.code === undefined)
    return a.display !== undefined && a.display === b.display;
  return (
    a.code === b.code && (a.system === undefined || b.system === undefined || a.system === b.system)
  );
}

/** Checks whether two quantities have the same unit; both without one counts as the same. */
function isSameUnit(a: Quantity, b: Quantity): boolean {
  const unit = (q: Quantity): string => q.code ?? q.unit ?? '';
  return unit(a) === unit(b);
}

/**
 * Compares two values of one kind: negative, 0 or positive; `undefined` if they cannot be compared
 * (another kind, another unit, one date less precise than the other where that matters, different
 * codings). Dates and times are compared at their common precision.
 */
export function compareValues(a: FhirValue, b: FhirValue): number | undefined {
  if (a.valueCoding && b.valueCoding)
    return isSameCoding(a.valueCoding, b.valueCoding) ? 0 : undefined;
  if (a.valueQuantity && b.valueQuantity) {
    if (
      !isSameUnit(a.valueQuantity, b.valueQuantity) ||
      a.valueQuantity.value === undefined ||
      b.valueQuantity.value === undefined
    )
      return undefined;
    return a.valueQuantity.value - b.valueQuantity.value;
  }
  if (a.valueReference && b.valueReference)
    return a.valueReference.reference === b.valueReference.reference ? 0 : undefined;
  if (a.valueAttachment && b.valueAttachment)
    return a.valueAttachment.url !== undefined && a.valueAttachment.url === b.valueAttachment.url
      ? 0
      : undefined;
  const x = numberOf(a),
    y = numberOf(b);
  if (x !== undefined && y !== undefined) return x - y;
  // Booleans have no order: the standard's „greater than“ is never true between them.
  if (a.valueBoolean !== undefined && b.valueBoolean !== undefined)
    return a.valueBoolean === b.valueBoolean ? 0 : undefined;
  const day = (v: FhirValue): string | undefined => v.valueDate ?? v.valueDateTime;
  const p = day(a),
    q = day(b);
  // Instants may be in two time zones; a day or a month has none.
  if (p !== undefined && q !== undefined)
    return p.includes('T') && q.includes('T') ? Date.parse(p) - Date.parse(q) : comparePrefix(p, q);
  if (a.valueTime !== undefined && b.valueTime !== undefined)
    return comparePrefix(a.valueTime, b.valueTime);
  const s = a.valueString ?? a.valueUri,
    t = b.valueString ?? b.valueUri;
  if (s !== undefined && t !== undefined) return s < t ? -1 : s > t ? 1 : 0;
  return undefined;
}
const numberOf = (v: FhirValue): number | undefined => v.valueInteger ?? v.valueDecimal;
function comparePrefix(a: string, b: string): number {
  const length = Math.min(a.length, b.length),
    x = a.slice(0, length),
    y = b.slice(0, length);
  return x < y ? -1 : x > y ? 1 : 0;
}

/** Checks whether two values are the same answer. */
export function isSameValue(a: FhirValue, b: FhirValue): boolean {
  return compareValues(a, b) === 0;
}
