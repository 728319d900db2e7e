/** The person who fills in a form, as its expressions see them: `%patient` of SDC. */

/** Elements of FHIR R4 `Patient` that the record can fill; only those that the form reads. */
export interface PatientRead {
  readonly name?: readonly {
    readonly use?: string;
    readonly text: string;
    readonly family?: string;
    readonly given?: readonly string[];
    readonly prefix?: readonly string[];
  }[];
  readonly gender?: string;
  readonly identifier?: readonly { readonly system: string; readonly value: string }[];
  readonly telecom?: readonly {
    readonly system: string;
    readonly value: string;
    readonly use?: string;
  }[];
  readonly address?: readonly {
    readonly line?: readonly string[];
    readonly postalCode?: string;
    readonly city?: string;
    readonly country?: string;
  }[];
}

/** FHIR Patient with what is known while the form is filled in. */
export interface PatientVariable extends PatientRead {
  readonly resourceType: 'Patient';
  readonly id?: string;
  readonly name: NonNullable<PatientRead['name']>;
  readonly birthDate: string;
}

/**
 * @param patid absent where the person has no record yet
 * @param read what the form reads of the record, beyond name and birth date
 */
export const patientVariable = (
  name: string,
  birthDate: string,
  patid?: string,
  read?: PatientRead,
): PatientVariable => ({
  resourceType: 'Patient',
  ...(patid !== undefined && { id: patid }),
  birthDate,
  ...read,
  name: read?.name ?? [{ text: name }],
});

/** Returns a person who entered their name before the form. @param birthDate `YYYY-MM-DD` */
export function typedPatient(
  firstName: string,
  lastName: string,
  birthDate: string,
): PatientVariable {
  const text = [firstName, lastName].filter((part) => part !== '').join(' ');
  return patientVariable(text, birthDate, undefined, {
    name: [
      {
        text,
        ...(lastName !== '' && { family: lastName }),
        ...(firstName !== '' && { given: [firstName] }),
      },
    ],
  });
}

/** An invented person, for trials of a form's formulas. */
export const TEST_PATIENT: PatientVariable = patientVariable('Erika Muster', '1980-05-17');
/** The same with a record, for the preview; the numbers are reserved for fiction. */
export const TEST_RECORD: PatientVariable = {
  ...TEST_PATIENT,
  telecom: [
    { system: 'phone', value: '0171 3920001', use: 'mobile' },
    { system: 'phone', value: '030 23125001', use: 'home' },
    { system: 'email', value: 'erika.muster@example.org' },
  ],
  address: [{ line: ['Rosenweg 1'], postalCode: '10115', city: 'Berlin', country: 'DE' }],
};
