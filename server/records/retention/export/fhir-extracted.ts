// Entries of the bundle that are extracted from answers: Observations, and resources that a form
// names by definitions; also the names and ids of all entries.

import { recordsOf } from '../../../../shared/forms/answers/extract-definitions.ts';
import { observationsOf } from '../../../../shared/forms/answers/extract-observations.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';

export type Resource = { readonly resourceType: string } & Readonly<Record<string, unknown>>;

/** Systems of our identifiers in external data. */
export const SYSTEMS = {
  patid: 'urn:molar:patid',
  task: 'urn:molar:task',
  answers: 'urn:molar:answers',
  withdrawal: 'urn:molar:withdrawal',
  observation: 'urn:molar:observation',
  extracted: 'urn:molar:extracted',
} as const;

/** A search by one of our identifiers; `|` is no character of a URL. */
export const searchOf = (system: string, value: string): string =>
  `identifier=${encodeURIComponent(`${system}|${value}`)}`;

/**
 * Returns a stable id for each bundle entry: a name-based UUID of the task's id and the role of the
 * entry.
 */
export function uuidOf(taskId: string, part: number): string {
  const hex = taskId.replaceAll('-', '').padEnd(32, '0').slice(0, 31) + part.toString(16);
  return `urn:uuid:${hex.slice(0, 8)}-${hex.slice(8, 12)}-${hex.slice(12, 16)}-${hex.slice(16, 20)}-${hex.slice(20, 32)}`;
}
/** Parts of the ids of Observations and of resources by definitions. */
const OBSERVATION = 8,
  RECORD = 9;
/** Returns the id of an extracted one: they are numbered at the begin, where no other entry is. */
function numberedId(taskId: string, part: number, index: number): string {
  const id = uuidOf(taskId, part);
  return `urn:uuid:${index.toString(16).padStart(4, '0')}${id.slice('urn:uuid:'.length + 4)}`;
}
/** Elements that a resource about the patient has in addition, by its type. */
const ABOUT: Readonly<Record<string, (patient: string) => object>> = {
  RelatedPerson: (reference) => ({ patient: { reference } }),
  AllergyIntolerance: (reference) => ({ patient: { reference } }),
  Condition: (reference) => ({ subject: { reference } }),
  Observation: (reference) => ({ status: 'final', subject: { reference } }),
  // What is not asked is not known.
  MedicationStatement: (reference) => ({ status: 'unknown', subject: { reference } }),
};

const IN_ERROR = 'entered-in-error';
const verification = (name: string): object => ({
  verificationStatus: {
    coding: [{ system: `http://terminology.hl7.org/CodeSystem/${name}`, code: IN_ERROR }],
  },
  // R4 (ait-2, con-5): an entry in error has no clinical status.
  clinicalStatus: undefined,
});
/** Elements of an entry in error, by its type; a RelatedPerson has no status, only `active`. */
const VOIDED: Readonly<Record<string, object>> = {
  RelatedPerson: { active: false },
  AllergyIntolerance: verification('allergyintolerance-verification'),
  Condition: verification('condition-ver-status'),
  Observation: { status: IN_ERROR },
  MedicationStatement: { status: IN_ERROR },
};

/**
 * Returns what the form extracts from its answers: Observations, and resources by definitions.
 *
 * @param isVoided the signed answers were voided: each entry is sent again as entered in error
 */
export function extractedFrom(
  taskId: string,
  {
    questionnaire,
    response,
    answersId,
  }: { questionnaire: Questionnaire; response: QuestionnaireResponse; answersId: string },
  patient: string,
  answers: string,
  isVoided: boolean,
): { fullUrl: string; resource: Resource; url: string }[] {
  const nameOf = (linkId: string, index: number): string => `${answersId}/${linkId}/${index}`;
  const observed = observationsOf(questionnaire, response).map(
    ({ observation, linkId, index }, n) => {
      const value = nameOf(linkId, index);
      return {
        fullUrl: numberedId(taskId, OBSERVATION, n),
        resource: {
          ...observation,
          identifier: [{ system: SYSTEMS.observation, value }],
          subject: { reference: patient },
          performer: [{ reference: patient }],
          derivedFrom: [{ reference: answers }],
          ...(isVoided && VOIDED.Observation),
        },
        url: `Observation?${searchOf(SYSTEMS.observation, value)}`,
      };
    },
  );
  const recorded = recordsOf(questionnaire, response).flatMap(({ resource, linkId, index }, n) => {
    const about = ABOUT[resource.resourceType],
      value = nameOf(linkId, index);
    return about
      ? [
          {
            fullUrl: numberedId(taskId, RECORD, n),
            resource: {
              ...about(patient),
              ...resource,
              identifier: [{ system: SYSTEMS.extracted, value }],
              ...(isVoided && VOIDED[resource.resourceType]),
            },
            url: `${resource.resourceType}?${searchOf(SYSTEMS.extracted, value)}`,
          },
        ]
      : [];
  });
  return [...observed, ...recorded];
}
