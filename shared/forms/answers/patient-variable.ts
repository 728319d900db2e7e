/** The person who fills in a form, as its expressions see them: `%patient` of SDC. */

/** FHIR Patient with what is known while the form is filled in. */
export interface PatientVariable {
  readonly resourceType: 'Patient';
  readonly id?: string;
  readonly name: readonly { readonly text: string }[];
  readonly birthDate: string;
}

/** @param patid absent where the person has no record yet */
export const patientVariable = (
  name: string,
  birthDate: string,
  patid?: string,
): PatientVariable => ({
  resourceType: 'Patient',
  ...(patid !== undefined && { id: patid }),
  name: [{ text: name }],
  birthDate,
});

/** An invented person, for trials of a form's formulas. */
export const TEST_PATIENT: PatientVariable = patientVariable('Erika Muster', '1980-05-17');
