/**
 * All extensions found in real forms: their meaning here, so that none is silently ignored.
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

const R4 = 'http://hl7.org/fhir/StructureDefinition/';
const SDC = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/';

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
  displayCategory: `${R4}questionnaire-displayCategory`,
  sliderStepValue: `${R4}questionnaire-sliderStepValue`,
  constraint: `${R4}questionnaire-constraint`,
  minValue: `${R4}minValue`,
  maxValue: `${R4}maxValue`,
  minQuantity: `${SDC}sdc-questionnaire-minQuantity`,
  maxQuantity: `${SDC}sdc-questionnaire-maxQuantity`,
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
  enableWhenExpression: `${SDC}sdc-questionnaire-enableWhenExpression`,
  calculatedExpression: `${SDC}sdc-questionnaire-calculatedExpression`,
  initialExpression: `${SDC}sdc-questionnaire-initialExpression`,
  openLabel: `${SDC}sdc-questionnaire-openLabel`,
  shortText: `${SDC}sdc-questionnaire-shortText`,
  subQuestionnaire: `${SDC}sdc-questionnaire-subQuestionnaire`,
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

/** Supported. */
const UNDERSTOOD: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSION),
  `${R4}translation`,
  `${R4}rendering-xhtml`,
  `${R4}rendering-markdown`,
  `${R4}rendering-style`,
  'urn:molar:fhir:translation-review',
  `${SDC}sdc-questionnaire-itemMedia`,
  `${SDC}sdc-questionnaire-itemAnswerMedia`,
]);

/**
 * Concerns looks, origin or later use; ignoring it changes neither the questions nor the stored
 * answers.
 */
const HARMLESS: ReadonlySet<string> = new Set([
  `${R4}rendering-styleSensitive`,
  `${R4}designNote`,
  `${R4}display`,
  `${R4}questionnaire-fhirType`,
  `${R4}questionnaire-baseType`,
  `${R4}questionnaire-definitionBased`,
  `${R4}cqf-knowledgeCapability`,
  `${R4}artifact-author`,
  `${R4}artifact-reviewer`,
  `${R4}artifact-endorser`,
  `${R4}artifact-topic`,
  `${R4}cqf-citation`,
  `${R4}codesystem-label`,
  `${R4}valueset-label`,
  `${R4}narrativeLink`,
  `${R4}resource-lastReviewDate`,
  `${R4}resource-approvalDate`,
  `${R4}resource-effectivePeriod`,
  `${R4}workflow-researchStudy`,
  `${R4}structuredefinition-wg`,
  `${R4}structuredefinition-fmm`,
  `${R4}structuredefinition-standards-status`,
  `${R4}originalText`,
  `${R4}alternate-canonical`,
  `${SDC}sdc-questionnaire-choiceColumn`,
  `${SDC}sdc-questionnaire-optionalDisplay`,
  `${SDC}sdc-questionnaire-preferredTerminologyServer`,
  `${SDC}sdc-questionnaire-width`,
  `${SDC}sdc-questionnaire-columnCount`,
  `${SDC}sdc-questionnaire-keyboard`,
  `${SDC}sdc-questionnaire-collapsible`,
  `${SDC}sdc-questionnaire-isSubject`,
  `${SDC}sdc-questionnaire-performerType`,
  `${SDC}sdc-questionnaire-assemble-expectation`,
  `${SDC}sdc-questionnaire-assembledFrom`,
  `${SDC}sdc-questionnaire-assembleContext`,
  `${SDC}sdc-questionnaire-endpoint`,
  `${SDC}sdc-questionnaire-observation-extract-category`,
  `${SDC}sdc-questionnaire-observationLinkPeriod`,
  `${SDC}sdc-questionnaire-observationExtract`,
  `${SDC}sdc-questionnaire-itemExtractionContext`,
  `${SDC}sdc-questionnaire-definitionExtract`,
  `${SDC}sdc-questionnaire-targetStructureMap`,
  `${SDC}sdc-questionnaire-sourceStructureMap`,
  `${SDC}sdc-questionnaire-unitOpen`,
  `${SDC}sdc-questionnaire-unitSupplementalSystem`,
  `${SDC}sdc-questionnaire-templateExtract`,
  `${SDC}sdc-questionnaire-templateExtractBundle`,
]);

/**
 * Known but unsupported, and ignoring it changes the meaning of the form: reported in plain words.
 */
const CHANGES: Readonly<Record<string, string>> = {
  [`${R4}questionnaire-signatureRequired`]: 'signature',
  [`${R4}questionnaire-referenceResource`]: 'reference',
  [`${R4}questionnaire-referenceProfile`]: 'reference',
  [`${R4}questionnaire-referenceFilter`]: 'reference',
  [`${R4}cqf-library`]: 'library',
  [`${R4}questionnaire-usageMode`]: 'usageMode',
  [`${SDC}sdc-questionnaire-answerExpression`]: 'answerExpression',
  [`${SDC}sdc-questionnaire-candidateExpression`]: 'answerExpression',
  [`${SDC}sdc-questionnaire-answerOptionsToggleExpression`]: 'answerExpression',
  [`${SDC}sdc-questionnaire-contextExpression`]: 'answerExpression',
  [`${SDC}sdc-questionnaire-lookupQuestionnaire`]: 'lookup',
  [`${SDC}sdc-questionnaire-entryMode`]: 'entryMode',
  [`${SDC}sdc-questionnaire-answerConstraint`]: 'answerConstraint',
  [`${SDC}sdc-questionnaire-launchContext`]: 'population',
  [`${SDC}sdc-questionnaire-itemPopulationContext`]: 'population',
  [`${SDC}sdc-questionnaire-sourceQueries`]: 'population',
};

/** A value that an expression gives: of a limit, or of a text. */
export const isCalculation = (url: string): boolean =>
  url === EXTENSION.calculatedValue || url === EXTENSION.cqfExpression;
/** Limits that may be calculated. */
const LIMITS: ReadonlySet<string> = new Set([
  EXTENSION.minValue,
  EXTENSION.maxValue,
  EXTENSION.minQuantity,
  EXTENSION.maxQuantity,
]);

export type ExtensionMeaning =
  | { readonly kind: 'understood' | 'harmless' }
  | { readonly kind: 'changes'; readonly what: string }
  | { readonly kind: 'unknown' };

/**
 * Returns how this engine treats an extension. Unknown ones are reported on import like those that
 * change the meaning.
 * @param parent URL of the extension whose value has this one
 */
export function meaningOf(url: string, parent?: string): ExtensionMeaning {
  if (isCalculation(url))
    return parent !== undefined && LIMITS.has(parent)
      ? { kind: 'understood' }
      : { kind: 'changes', what: parent === undefined ? 'textExpression' : 'limits' };
  if (UNDERSTOOD.has(url)) return { kind: 'understood' };
  if (HARMLESS.has(url)) return { kind: 'harmless' };
  const what = Object.keys(CHANGES).includes(url) ? CHANGES[url] : undefined;
  return what === undefined ? { kind: 'unknown' } : { kind: 'changes', what };
}

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
/** Returns name and expression of the variables that an element declares. */
export const variablesOf = (element: FhirElement | undefined): readonly Expression[] =>
  extensionsOf(element, EXTENSION.variable).flatMap((one) =>
    one.valueExpression ? [one.valueExpression] : [],
  );
