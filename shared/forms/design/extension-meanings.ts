/**
 * What this engine does with each known extension, so that the import names every one that is not
 * executed, with the effect of leaving it out.
 * Sources: FHIR R4 extension registry for Questionnaire
 * (hl7.org/fhir/R4/questionnaire-profiles.html), SDC (hl7.org/fhir/uv/sdc/artifacts.html).
 */

import {
  canExtract,
  DEFINITION_EXTRACT,
  DEFINITION_VALUE,
  EXTRACTION_CONTEXT,
  isFixedValue,
} from '../answers/extract-definitions.ts';
import { OBSERVED, OBSERVED_AS } from '../answers/extract-observations.ts';
import type { Extension } from '../questionnaire/fhir.ts';
import { EXTENSION, isCalculation, R4, SDC } from '../questionnaire/extensions.ts';

/** What a person notices of a part that is not executed; words in the designer (`effect.…`). */
export type Effect =
  | 'adaptive'
  | 'candidates'
  | 'context'
  | 'date'
  | 'endpoint'
  | 'entryMode'
  | 'experimental'
  | 'extraction'
  | 'freeUnit'
  | 'layout'
  | 'library'
  | 'limits'
  | 'lookup'
  | 'parts'
  | 'patientPart'
  | 'plainText'
  | 'population'
  | 'reference'
  | 'signature'
  | 'subject'
  | 'terminology'
  | 'textExpression'
  | 'usageMode';

/** Executed. `calculatedValue` and `cqfExpression` depend on their place. */
const EXECUTED: ReadonlySet<string> = new Set([
  ...Object.values(EXTENSION),
  `${R4}translation`,
  'urn:molar:fhir:translation-review',
  OBSERVED,
  OBSERVED_AS,
  `${SDC}itemMedia`,
  `${SDC}itemAnswerMedia`,
]);

/** Says something about the form, and asks nothing of the program that shows it. */
const KEPT: ReadonlySet<string> = new Set([
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
  `${R4}workflow-researchStudy`,
  `${R4}structuredefinition-wg`,
  `${R4}structuredefinition-fmm`,
  `${R4}structuredefinition-standards-status`,
  `${R4}originalText`,
  `${R4}alternate-canonical`,
  `${SDC}answerKey`,
  `${SDC}assemble-expectation`,
  `${SDC}assembledFrom`,
  'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-referencesContained',
]);

/** Left out without a change of what is asked, of what counts, or of the stored answers. */
const UNUSED: Readonly<Record<string, Effect>> = {
  [`${R4}rendering-xhtml`]: 'plainText',
  [`${R4}rendering-markdown`]: 'plainText',
  [`${R4}rendering-style`]: 'plainText',
  [`${R4}questionnaire-displayCategory`]: 'layout',
  [`${R4}resource-effectivePeriod`]: 'date',
  [`${SDC}choiceColumn`]: 'layout',
  [`${SDC}optionalDisplay`]: 'layout',
  [`${SDC}width`]: 'layout',
  [`${SDC}columnCount`]: 'layout',
  [`${SDC}keyboard`]: 'layout',
  [`${SDC}collapsible`]: 'layout',
  [`${SDC}preferredTerminologyServer`]: 'terminology',
  [`${SDC}endpoint`]: 'endpoint',
  [`${SDC}performerType`]: 'extraction',
  [`${SDC}observationExtractEntry`]: 'extraction',
  [`${SDC}extractAllocateId`]: 'extraction',
  [`${SDC}extractBundleEntryDetails`]: 'extraction',
  [`${SDC}templateExtract`]: 'extraction',
  [`${SDC}templateExtractBundle`]: 'extraction',
  [`${SDC}templateExtractContext`]: 'extraction',
  [`${SDC}templateExtractValue`]: 'extraction',
  [`${SDC}targetStructureMap`]: 'extraction',
};

/** Left out, and the form means something else then. */
const CHANGES: Readonly<Record<string, Effect>> = {
  [`${R4}questionnaire-signatureRequired`]: 'signature',
  [`${R4}questionnaire-referenceResource`]: 'reference',
  [`${R4}questionnaire-referenceProfile`]: 'reference',
  [`${R4}questionnaire-referenceFilter`]: 'reference',
  [`${R4}cqf-library`]: 'library',
  [`${SDC}answerConstraint`]: 'candidates',
  [`${SDC}contextExpression`]: 'context',
  [`${SDC}lookupQuestionnaire`]: 'lookup',
  [`${SDC}entryMode`]: 'entryMode',
  [`${SDC}isSubject`]: 'subject',
  [`${SDC}unitOpen`]: 'freeUnit',
  [`${SDC}unitSupplementalSystem`]: 'freeUnit',
  [`${SDC}assembleContext`]: 'parts',
  [`${SDC}assembleDefinitionRoot`]: 'parts',
  [`${SDC}sourceQueries`]: 'population',
  [`${SDC}sourceStructureMap`]: 'population',
  [`${SDC}observationLinkPeriod`]: 'population',
};

/** Modes whose items are asked and shown, or kept for readers. */
const USED: readonly (string | undefined)[] = [
  'capture-display',
  'capture-display-non-empty',
  'display',
  'display-non-empty',
];
/**
 * Returns how a usage mode is treated: an item for readers is not asked; one that should not be
 * shown to readers is shown to the team all the same. Undefined for other extensions.
 */
export const usageMeaning = ({ url, valueCode }: Extension): ExtensionMeaning | undefined =>
  url !== EXTENSION.usageMode
    ? undefined
    : USED.includes(valueCode)
      ? { kind: 'executed' }
      : { kind: valueCode === 'capture' ? 'partly' : 'changes', effect: 'usageMode' };

/**
 * Returns how the expression of a text is treated: that of an item is run, those of other elements
 * are not. Undefined for other extensions.
 * @param path in its item or the form
 */
export const textMeaning = ({ url }: Extension, path: string): ExtensionMeaning | undefined =>
  url === EXTENSION.cqfExpression && path.startsWith('_text.extension[')
    ? { kind: 'executed' }
    : undefined;

/**
 * Returns how an expression of proposed answers is treated: one that reads the form and the person
 * is run at a question. Undefined for other extensions.
 */
export const candidateMeaning = (
  { url, valueExpression }: Extension,
  isQuestion: boolean,
): ExtensionMeaning | undefined =>
  url !== EXTENSION.candidateExpression
    ? undefined
    : isQuestion && valueExpression?.language === 'text/fhirpath'
      ? { kind: 'executed' }
      : { kind: 'changes', effect: 'candidates' };

/**
 * Returns how the elements that an item is filled in from are treated: what the form and the person
 * give is used, a query is not. Undefined for other extensions.
 */
export const populationMeaning = ({
  url,
  valueExpression,
}: Extension): ExtensionMeaning | undefined =>
  url !== EXTENSION.populationContext
    ? undefined
    : valueExpression?.language === 'text/fhirpath'
      ? { kind: 'executed' }
      : { kind: 'changes', effect: 'population' };

/** What a form may ask to be given when it opens; the page knows what the record holds. */
export const LAUNCH_CONTEXT = `${SDC}launchContext`;
const KNOWN_CONTEXT = 'patient';
/**
 * Returns how a launch context is treated: that of the patient is given in part, others are not.
 * @param name code of the context
 */
export const contextMeaning = (name: string | undefined): ExtensionMeaning =>
  name === KNOWN_CONTEXT
    ? { kind: 'partly', effect: 'patientPart' }
    : { kind: 'changes', effect: 'population' };

/**
 * Returns how an extraction by definitions is treated: resources and values that the bundle can
 * hold are made, others are named. Undefined for other extensions.
 */
export function extractionMeaning(extension: Extension): ExtensionMeaning | undefined {
  const { url } = extension,
    isContext = url === DEFINITION_EXTRACT || url === EXTRACTION_CONTEXT;
  if (!isContext && url !== DEFINITION_VALUE) return undefined;
  return (isContext ? canExtract(extension) : isFixedValue(extension))
    ? { kind: 'executed' }
    : { kind: 'unused', effect: 'extraction' };
}

/** Without it the form cannot be filled in, or not correctly. */
const REFUSED: Readonly<Record<string, Effect>> = {
  [`${SDC}questionnaireAdaptive`]: 'adaptive',
};

/** Limits that may be calculated. */
const LIMITS: ReadonlySet<string> = new Set([
  EXTENSION.minValue,
  EXTENSION.maxValue,
  EXTENSION.minQuantity,
  EXTENSION.maxQuantity,
]);

export type ExtensionMeaning =
  | { readonly kind: 'executed' | 'kept' | 'unknown' }
  | { readonly kind: 'partly' | 'unused' | 'changes' | 'refused'; readonly effect: Effect };

const effectIn = (table: Readonly<Record<string, Effect>>, url: string): Effect | undefined =>
  Object.hasOwn(table, url) ? table[url] : undefined;

/**
 * Returns how this engine treats an extension. Unknown ones are reported on import like those that
 * change the meaning.
 * @param parent URL of the extension whose value has this one
 */
export function meaningOf(url: string, parent?: string): ExtensionMeaning {
  if (isCalculation(url))
    return parent !== undefined && LIMITS.has(parent)
      ? { kind: 'executed' }
      : { kind: 'changes', effect: parent === undefined ? 'textExpression' : 'limits' };
  if (EXECUTED.has(url)) return { kind: 'executed' };
  if (KEPT.has(url)) return { kind: 'kept' };
  const tables = [
    ['refused', REFUSED],
    ['changes', CHANGES],
    ['unused', UNUSED],
  ] as const;
  for (const [kind, table] of tables) {
    const effect = effectIn(table, url);
    if (effect) return { kind, effect };
  }
  return { kind: 'unknown' };
}

/** Returns the URLs of every extension that has a meaning here. */
export const knownExtensions = (): readonly string[] => [
  ...EXECUTED,
  ...KEPT,
  LAUNCH_CONTEXT,
  DEFINITION_EXTRACT,
  EXTRACTION_CONTEXT,
  DEFINITION_VALUE,
  ...[REFUSED, CHANGES, UNUSED].flatMap((table) => Object.keys(table)),
];

/** Controls that the page has, or that are its own way to ask. */
const CONTROLS: ReadonlySet<string> = new Set([
  'autocomplete',
  'check-box',
  'drop-down',
  'flyover',
  'help',
  'inline',
  'lookup',
  'lower',
  'prompt',
  'radio-button',
  'slider',
  'text-box',
  'unit',
  'upper',
]);
/** Checks whether the page has the control that a form asks for. */
export const hasControl = (code: string): boolean => CONTROLS.has(code);
