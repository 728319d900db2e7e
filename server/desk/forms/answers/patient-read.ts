// `%patient` of a form: the elements of the record that its formulas read, as FHIR R4 `Patient`.

import type { PatientRead } from '../../../../shared/forms/answers/patient-variable.ts';
import { patientReads } from '../../../../shared/forms/answers/patient-reads.ts';
import type { Said } from '../../../../shared/desk/master-data.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { patientElements } from '../../../../shared/records/field-exchange.ts';

/** The numbers that the practice gives to persons; as in the exports. */
const NUMBERS = 'urn:molar:patid';
const OF_NAME = ['title', 'firstName', 'lastName'] as const;

/**
 * Returns what a form reads of a record beyond name and birth date; undefined if it reads nothing,
 * or the record has nothing of it.
 * @param name as on a paper
 */
export function patientReadOf(
  form: Questionnaire,
  record: Said,
  { name, patid }: { readonly name: string; readonly patid: string },
): PatientRead | undefined {
  const { fields, hasNumber } = patientReads(form),
    known = Object.fromEntries([...fields].map((field) => [field, record[field] ?? ''])),
    { name: names, ...rest } = patientElements(known) as PatientRead,
    hasName = OF_NAME.some((field) => (known[field] ?? '') !== '');
  const read: PatientRead = {
    ...rest,
    ...(hasName && { name: (names ?? []).map((one) => ({ ...withoutEmpty(one), text: name })) }),
    ...(hasNumber && { identifier: [{ system: NUMBERS, value: patid }] }),
  };
  return Object.keys(read).length === 0 ? undefined : read;
}

/** A family name that the form does not read is left out instead of empty. */
const withoutEmpty = <T extends object>(one: T): T =>
  Object.fromEntries(Object.entries(one).filter(([, value]) => value !== '')) as T;
