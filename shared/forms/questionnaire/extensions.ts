/**
 * Extensions that this engine executes, and how they are read.
 * Sources: FHIR R4 extension registry for Questionnaire
 * (hl7.org/fhir/R4/questionnaire-profiles.html), SDC 3.0 (hl7.org/fhir/uv/sdc).
 */

import {
  extensionOf,
  extensionsOf,
  type Expression,
  type Extension,
  type FhirElement,
} from './fhir.ts';

/** Begin of the addresses of the standard's extensions. */
export const R4 = 'http://hl7.org/fhir/StructureDefinition/';
export const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-questionnaire-';

export const EXTENSION = {
  hidden: `${R4}questionnaire-hidden`,
  itemControl: `${R4}questionnaire-itemControl`,
  choiceOrientation: `${R4}questionnaire-choiceOrientation`,
  unit: `${R4}questionnaire-unit`,
  unitOption: `${R4}questionnaire-unitOption`,
  unitValueSet: `${R4}questionnaire-unitValueSet`,
  minOccurs: `${R4}questionnaire-minOccurs`,
  maxOccurs: `${R4}questionnaire-maxOccurs`,
  optionExclusive: `${R4}questionnaire-optionExclusive`,
  optionPrefix: `${R4}questionnaire-optionPrefix`,
  supportLink: `${R4}questionnaire-supportLink`,
  sliderStepValue: `${R4}questionnaire-sliderStepValue`,
  constraint: `${R4}questionnaire-constraint`,
  minValue: `${R4}minValue`,
  maxValue: `${R4}maxValue`,
  minQuantity: `${SDC}minQuantity`,
  maxQuantity: `${SDC}maxQuantity`,
  calculatedValue: `${R4}cqf-calculatedValue`,
  cqfExpression: `${R4}cqf-expression`,
  targetConstraint: `${R4}targetConstraint`,
  minLength: `${R4}minLength`,
  maxDecimalPlaces: `${R4}maxDecimalPlaces`,
  maxSize: `${R4}maxSize`,
  mimeType: `${R4}mimeType`,
  regex: `${R4}regex`,
  entryFormat: `${R4}entryFormat`,
  variable: `${R4}variable`,
  ordinalValue: `${R4}ordinalValue`,
  itemWeight: `${R4}itemWeight`,
  enableWhenExpression: `${SDC}enableWhenExpression`,
  calculatedExpression: `${SDC}calculatedExpression`,
  initialExpression: `${SDC}initialExpression`,
  answerExpression: `${SDC}answerExpression`,
  candidateExpression: `${SDC}candidateExpression`,
  populationContext: `${SDC}itemPopulationContext`,
  toggleExpression: `${SDC}answerOptionsToggleExpression`,
  usageMode: `${R4}questionnaire-usageMode`,
  openLabel: `${SDC}openLabel`,
  shortText: `${SDC}shortText`,
  subQuestionnaire: `${SDC}subQuestionnaire`,
  /** Ours: an answer that is valid today only, and is asked again at every visit. */
  volatile: 'urn:molar:fhir:volatile',
  /** Ours: a critical answer for the dentist, with its kind; on an item or on an option. */
  critical: 'urn:molar:fhir:critical',
  /** Ours: why a question is asked, in words for the patient. */
  why: 'urn:molar:fhir:why',
  /** Ours: the field of the patient's record for this item (entity E3). */
  field: 'urn:molar:fhir:patient-field',
  /** Ours: the same text, shorter and simpler. */
  plain: 'urn:molar:fhir:plain-language',
  /**
   * Ours: the item may be prefilled by a parameter of the link at home; its name, and whether the
   * browser's history gets a new entry (U2).
   */
  urlParameter: 'urn:molar:fhir:url-parameter',
  /**
   * Ours: a repeating group whose lines of the last visit are offered one by one; the code is whose
   * list it is (`self`, `child`).
   */
  lines: 'urn:molar:fhir:lines',
  /** Ours: the text field (linkId) of an earlier version that this list replaces. */
  linesFrom: 'urn:molar:fhir:lines-from',
  /** Ours: a hidden item that holds why a question is not asked (`pregnancy`). */
  ruledOut: 'urn:molar:fhir:ruled-out',
} as const;

/** Options that are offered while an expression is true. Each is an extension with the value. */
export interface Toggle {
  readonly options: readonly Extension[];
  readonly expression: Expression;
}
/** Returns the toggles of an item; one without an expression is left out. */
export const togglesOf = (item: FhirElement): readonly Toggle[] =>
  extensionsOf(item, EXTENSION.toggleExpression).flatMap((one) => {
    const expression = extensionOf(one, 'expression')?.valueExpression;
    return expression ? [{ options: extensionsOf(one, 'option'), expression }] : [];
  });

/** Returns the expression of proposed answers; none in a language that is not executed. */
export function candidatesOf(item: FhirElement): Expression | undefined {
  const found = expressionOf(item, EXTENSION.candidateExpression);
  return found?.language === 'text/fhirpath' ? found : undefined;
}

/**
 * Returns the expression of the elements that an item is filled in from; none in a language that is
 * not executed.
 */
export function populationOf(item: FhirElement): Expression | undefined {
  const found = expressionOf(item, EXTENSION.populationContext);
  return found?.language === 'text/fhirpath' ? found : undefined;
}

/** A value that an expression gives: of a limit, or of a text. */
export const isCalculation = (url: string): boolean =>
  url === EXTENSION.calculatedValue || url === EXTENSION.cqfExpression;
/** An extension of a resource; `parent`: URL of the extension whose value has it. */
interface Placed {
  readonly extension: Extension;
  readonly path: string;
  readonly isModifier: boolean;
  readonly parent?: string | undefined;
}
/**
 * Returns URL, path in the resource and treatment of each extension in a resource, at any depth.
 */
export function* everyExtension(value: unknown, path = '', parent?: string): Generator<Placed> {
  if (Array.isArray(value)) {
    for (const [index, one] of value.entries())
      yield* everyExtension(one, `${path}[${index}]`, parent);
    return;
  }
  if (typeof value !== 'object' || value === null) return;
  for (const [name, part] of Object.entries(value)) {
    const at = path === '' ? name : `${path}.${name}`;
    if ((name === 'extension' || name === 'modifierExtension') && Array.isArray(part)) {
      for (const [index, one] of part.entries()) {
        if (typeof one !== 'object' || one === null || typeof (one as Extension).url !== 'string')
          continue;
        const extension = one as Extension,
          place = `${at}[${index}]`;
        yield { extension, path: place, isModifier: name === 'modifierExtension', parent };
        yield* insideExtension(extension, place, extension.url);
      }
    } else yield* everyExtension(part, at, parent);
  }
}
/** The parts of an extension belong to it; its values and those of its parts may have others. */
function* insideExtension(extension: Extension, path: string, url: string): Generator<Placed> {
  for (const [name, part] of Object.entries(extension)) {
    if (/^_?value/.test(name)) yield* everyExtension(part, `${path}.${name}`, url);
    else if (name === 'extension' && Array.isArray(part))
      for (const [index, one] of part.entries())
        if (typeof one === 'object' && one !== null)
          yield* insideExtension(one as Extension, `${path}.extension[${index}]`, url);
  }
}

export const isFlagged = (element: FhirElement | undefined, url: string): boolean =>
  extensionOf(element, url)?.valueBoolean === true;
export const expressionOf = (
  element: FhirElement | undefined,
  url: string,
): Expression | undefined => extensionOf(element, url)?.valueExpression;
export const integerOf = (element: FhirElement | undefined, url: string): number | undefined => {
  const one = extensionOf(element, url);
  return one?.valueInteger ?? one?.valuePositiveInt ?? one?.valueUnsignedInt;
};
/** Returns a code of the item control or another coded hint. */
export function codeOf(element: FhirElement | undefined, url: string): string | undefined {
  const one = extensionOf(element, url);
  return one?.valueCodeableConcept?.coding?.[0]?.code ?? one?.valueCode ?? one?.valueCoding?.code;
}
/** Usage modes of items that are shown to readers of the answers, and not while they are given. */
const FOR_READERS: readonly (string | undefined)[] = ['display', 'display-non-empty'];
export const isForReaders = (element: FhirElement): boolean =>
  FOR_READERS.includes(extensionOf(element, EXTENSION.usageMode)?.valueCode);

/** Expressions that are variables, too, if they have a name. */
const NAMED: ReadonlySet<string> = new Set([
  EXTENSION.enableWhenExpression,
  EXTENSION.calculatedExpression,
  EXTENSION.initialExpression,
  EXTENSION.answerExpression,
  EXTENSION.populationContext,
]);
/**
 * Returns name and expression of the variables that an element declares, in their order: a later
 * one sees the earlier ones.
 */
export const variablesOf = (element: FhirElement | undefined): readonly Expression[] =>
  (element?.extension ?? []).flatMap(({ url, valueExpression }) =>
    valueExpression &&
    (url === EXTENSION.variable || (NAMED.has(url) && valueExpression.name !== undefined)) &&
    (url !== EXTENSION.populationContext || valueExpression.language === 'text/fhirpath')
      ? [valueExpression]
      : [],
  );
