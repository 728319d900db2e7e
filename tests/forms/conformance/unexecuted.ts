/** Extensions that are kept or named, but not executed. */
import { R4, SDC } from '../../../shared/forms/questionnaire/extensions.ts';
import type { Extension } from '../../../shared/forms/questionnaire/fhir.ts';
import { answer, by } from '../calculations.ts';
import { formOf, q, type Case } from './rows.ts';

/** An extension at the form or at an item, with a value that says nothing. */
const atForm = (url: string, more: Partial<Extension> = { valueString: 'x' }): Case => ({
  of: [url],
  form: formOf([q('a', 'string')], { extension: [{ url, ...more }] }),
});
const atItem = (url: string, more: Partial<Extension> = { valueString: 'x' }): Case => ({
  of: [url],
  form: formOf([q('a', 'string', { extension: [{ url, ...more }] })]),
});
const kept = (one: Case): Case => ({
  ...one,
  does: 'It is stored and exported as it came; it asks nothing of the page.',
  see: ({ stored, findings }) =>
    findings.length === 0 && JSON.stringify(stored).includes(`"${one.of[0] ?? ''}"`),
});

const R4_KEPT = [
  'rendering-styleSensitive',
  'designNote',
  'display',
  'questionnaire-fhirType',
  'questionnaire-baseType',
  'questionnaire-definitionBased',
  'cqf-knowledgeCapability',
  'artifact-author',
  'artifact-reviewer',
  'artifact-endorser',
  'artifact-topic',
  'cqf-citation',
  'codesystem-label',
  'valueset-label',
  'narrativeLink',
  'resource-lastReviewDate',
  'resource-approvalDate',
  'workflow-researchStudy',
  'structuredefinition-wg',
  'structuredefinition-fmm',
  'structuredefinition-standards-status',
  'originalText',
  'alternate-canonical',
];
const SDC_KEPT = ['answerKey', 'assemble-expectation', 'assembledFrom'];
const CONTAINED = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-referencesContained';
const R4_NAMED = [
  'rendering-xhtml',
  'rendering-markdown',
  'rendering-style',
  'questionnaire-displayCategory',
  'resource-effectivePeriod',
  'questionnaire-signatureRequired',
  'questionnaire-referenceResource',
  'questionnaire-referenceProfile',
  'questionnaire-referenceFilter',
  'cqf-library',
];
/** Of the list of artifacts (hl7.org/fhir/uv/sdc/artifacts.html); those for responses left out. */
const SDC_NAMED = [
  'answerConstraint',
  'assembleContext',
  'assembleDefinitionRoot',
  'choiceColumn',
  'collapsible',
  'columnCount',
  'contextExpression',
  'endpoint',
  'entryMode',
  'extractAllocateId',
  'extractBundleEntryDetails',
  'isSubject',
  'keyboard',
  'lookupQuestionnaire',
  'observationExtractEntry',
  'observationLinkPeriod',
  'optionalDisplay',
  'performerType',
  'preferredTerminologyServer',
  'questionnaireAdaptive',
  'sourceQueries',
  'sourceStructureMap',
  'targetStructureMap',
  'templateExtract',
  'templateExtractBundle',
  'templateExtractContext',
  'templateExtractValue',
  'unitOpen',
  'unitSupplementalSystem',
  'width',
];
const CRITICAL = 'http://hl7.org/fhir/uv/sdc/StructureDefinition/sdc-rendering-criticalExtension';
const CONTEXT = `${SDC}launchContext`;
/** @param code name of what the form wants to be given */
const context = (code: string): Case => ({
  of: [CONTEXT],
  part: code,
  form: formOf([q('a', 'string')], {
    extension: [
      {
        url: CONTEXT,
        extension: [
          { url: 'name', valueCoding: { code } },
          { url: 'type', valueCode: 'Patient' },
        ],
      },
    ],
  }),
});
const CANDIDATES = `${SDC}candidateExpression`;
const POPULATION = `${SDC}itemPopulationContext`;
const TEXT = `${R4}cqf-expression`;
const USAGE = `${R4}questionnaire-usageMode`;
const critical = (valueCanonical: string): Case => ({
  of: [CRITICAL],
  form: formOf([q('a', 'string', { modifierExtension: [{ url: CRITICAL, valueCanonical }] })]),
});

/** Every extension that is not executed. */
export const UNEXECUTED: readonly Case[] = [
  ...R4_KEPT.map((name) => kept(atForm(`${R4}${name}`))),
  ...SDC_KEPT.map((name) => kept(atForm(`${SDC}${name}`))),
  kept(atItem(CONTAINED)),
  ...R4_NAMED.map((name) => atItem(`${R4}${name}`)),
  ...SDC_NAMED.map((name) => atItem(`${SDC}${name}`)),
  {
    of: [`${SDC}itemExtractionContext`],
    part: 'by a query, or of a resource that is not made',
    form: formOf([
      q('a', 'string', {
        extension: [{ url: `${SDC}itemExtractionContext`, valueCode: 'Appointment' }],
      }),
    ]),
  },
  {
    of: [`${SDC}definitionExtractValue`],
    part: 'by a formula',
    form: formOf([
      q('a', 'string', {
        extension: [
          {
            url: `${SDC}definitionExtractValue`,
            extension: [by('expression', 'today()')],
          },
        ],
      }),
    ]),
  },
  {
    of: [CANDIDATES],
    part: 'in FHIRPath, at a question',
    form: formOf([
      q('z', 'string', { repeats: true }),
      q('a', 'string', { extension: [by(CANDIDATES, answer('z'))] }),
    ]),
    does: 'Its results are proposed, and any other answer stays possible.',
    see: (seen) => {
      const given = { z: [{ valueString: 'Pollen' }, { valueString: 'Latex' }] };
      return (
        seen.page(given, 'de', 1).includes('Latex') &&
        !seen.page({}, 'de', 1).includes('Vorschläge') &&
        seen.problems({ ...given, a: { valueString: 'Nickel' } }).length === 0
      );
    },
  },
  {
    of: [CANDIDATES],
    part: 'in another language, or at a group',
    form: formOf([
      q('a', 'string', {
        extension: [
          {
            url: CANDIDATES,
            valueExpression: { language: 'application/x-fhir-query', expression: 'Condition' },
          },
        ],
      }),
    ]),
  },
  {
    of: [POPULATION],
    part: 'by a query',
    form: formOf([
      q('a', 'group', {
        item: [q('b', 'string')],
        extension: [
          {
            url: POPULATION,
            valueExpression: { language: 'application/x-fhir-query', expression: 'Condition' },
          },
        ],
      }),
    ]),
  },
  {
    of: [POPULATION],
    part: 'in FHIRPath',
    form: formOf([
      q('a', 'group', {
        repeats: true,
        extension: [
          {
            url: POPULATION,
            valueExpression: {
              name: 'name',
              language: 'text/fhirpath',
              expression: '%patient.name.text | %patient.id | %patient.birthDate',
            },
          },
        ],
        item: [
          q('b', 'string', {
            extension: [by(`${SDC}initialExpression`, '%name.toString()')],
          }),
        ],
      }),
    ]),
    does: 'A repeating group begins with one repetition for each element, which its formulas read by name; elsewhere the name stands for all elements.',
    see: (seen) =>
      (seen.response().item ?? []).map((one) => one.item?.[0]?.answer?.[0]?.valueString).join() ===
      'Erika Muster,1980-05-17',
  },
  {
    of: [TEXT],
    part: 'at the text of an item',
    form: formOf([
      q('z', 'integer'),
      q('a', 'string', {
        _text: { extension: [by(TEXT, `'Wie oft von ' + ${answer('z')}.toString() + '?'`)] },
      }),
    ]),
    does: 'Its result is the text; the fixed one is shown where it gives none.',
    see: (seen) =>
      seen.page({ z: { valueInteger: 7 } }, 'de', 1).includes('Wie oft von 7?') &&
      seen.page({}, 'de', 1).includes('Frage a') &&
      seen.item('a', { z: { valueInteger: 7 }, a: { valueString: 'x' } })?.text ===
        'Wie oft von 7?',
  },
  {
    of: [TEXT],
    part: 'at another text',
    form: formOf([q('a', 'string')], { _title: { extension: [by(TEXT, "'Text'")] } }),
    detail: TEXT,
  },
  ...['display', 'display-non-empty', 'capture-display', 'capture-display-non-empty'].map(
    (code): Case => ({
      ...atItem(USAGE, { valueCode: code }),
      part: code,
      does: code.startsWith('display')
        ? 'The item is not asked; what it holds is shown to the team.'
        : 'The item is asked, and its answer is shown to the team.',
      see: (seen) => seen.page().includes('Frage a') !== code.startsWith('display'),
    }),
  ),
  { ...atItem(USAGE, { valueCode: 'capture' }), part: 'capture' },
  context('patient'),
  context('user'),
  { ...critical('https://example.org/unknown'), part: 'of an extension that is not executed' },
  {
    ...critical(`${R4}questionnaire-hidden`),
    part: 'of an executed one',
    does: 'The form is accepted.',
    see: ({ findings }) => findings.length === 0,
  },
  {
    ...atItem('https://example.org/unknown'),
    of: ['any other extension'],
    detail: 'https://example.org/unknown',
  },
];
