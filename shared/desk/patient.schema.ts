// Schemas of patients: search, a record created by hand, merging.
import { z } from 'zod';
import { CONTACT_FIELDS, FIELD_NAMES, type MasterField } from './master-fields.ts';
import { MOST_NUMBER, PATIENT_NUMBER } from './patient-number.ts';
import { cleanName, isName } from './patient.ts';

export const herkunftSchema = z.enum(['demo', 'hand', 'pvs', 'gdt']);
const name = z.string().max(100).overwrite(cleanName).refine(isName, 'name');
/** Empty for a person with one name, which is the family name. */
export const firstNameSchema = z
  .string()
  .max(100)
  .overwrite(cleanName)
  .refine((text) => text === '' || isName(text), 'name');
const line = z.string().max(200).overwrite(cleanName);
export const patidSchema = z.string().min(1).max(MOST_NUMBER).regex(PATIENT_NUMBER);

export const patientSearchSchema = z.strictObject({
  q: z.string().max(100),
  limit: z.coerce.number().int().min(1).max(50).default(20),
});
export const foundPatientSchema = z
  .strictObject({
    patid: z.string(),
    name: z.string(),
    lastName: z.string(),
    firstName: z.string(),
    geburtsdatum: z.string(),
    city: z.string(),
    herkunft: herkunftSchema,
    sameName: z.boolean(),
    telefon: z.string().nullable().describe('The mobile number before the others.'),
    nextVisit: z
      .strictObject({ day: z.string(), time: z.string() })
      .optional()
      .describe('The next appointment from today on; absent if none is known.'),
  })
  .meta({ id: 'FoundPatient' });
export type FoundPatient = z.output<typeof foundPatientSchema>;

/** Birthplace and gender come after the address here. */
const AFTER_ADDRESS: readonly MasterField[] = ['birthplace', 'gender'];
const isLate = (field: MasterField): boolean =>
  AFTER_ADDRESS.includes(field) || (CONTACT_FIELDS as readonly MasterField[]).includes(field);
const masterTexts = Object.fromEntries(
  [...FIELD_NAMES.filter((field) => !isLate(field)), ...AFTER_ADDRESS, ...CONTACT_FIELDS].map(
    (field) => [field, z.string()],
  ),
) as Record<MasterField, z.ZodString>;
export const patientSchema = z
  .strictObject({
    patid: z.string(),
    /** `gender` is `male`, `female`, `divers`, `unknown`, or empty if not given. */
    ...masterTexts,
    herkunft: herkunftSchema,
    /** Only if letters of the name are lost in the files for the practice software: what is left. */
    handedAs: z.string().optional(),
    /** Other patients with the same name, for the warning before sending. */
    sameNames: z.array(
      z.strictObject({ patid: z.string(), name: z.string(), geburtsdatum: z.string() }),
    ),
  })
  .meta({ id: 'Patient' });
export type Patient = z.output<typeof patientSchema>;

/** A patient with the same address or telephone. */
export const familyMemberSchema = z
  .strictObject({
    patid: z.string(),
    name: z.string(),
    geburtsdatum: z.string(),
    why: z.enum(['address', 'phone']),
  })
  .meta({ id: 'FamilyMember' });
export type FamilyMember = z.output<typeof familyMemberSchema>;

export const newPatientSchema = z
  .strictObject({
    title: line.optional(),
    firstName: firstNameSchema,
    lastName: name,
    /** YYYY-MM-DD; whether the day exists is checked by rule V6, with its own error text. */
    geburtsdatum: z.string().max(20),
    street: line.optional(),
    plz: z
      .string()
      .regex(/^\d{4,5}$|^$/)
      .optional(),
    city: line.optional(),
    /** The person confirmed what the 409 response named (V4, same person). */
    confirmed: z.boolean().optional(),
  })
  .meta({ id: 'NewPatient' });
export type NewPatient = z.output<typeof newPatientSchema>;

/** Name of a treatment room, as the practice calls it. */
const roomSchema = z
  .string()
  .max(40)
  .overwrite(cleanName)
  .refine((text) => text !== '', 'missing');
export const enterRoomSchema = z
  .strictObject({ patid: patidSchema, room: roomSchema })
  .meta({ id: 'EnterRoom' });
export const leaveRoomSchema = z.strictObject({ patid: patidSchema }).meta({ id: 'LeaveRoom' });

/** Marks a person as present, or undoes it. */
export const arrivalSchema = z
  .strictObject({ patid: patidSchema, isThere: z.boolean() })
  .meta({ id: 'Arrival' });

export const mergeSchema = z
  .strictObject({
    fromPatid: patidSchema,
    intoPatid: patidSchema,
    confirmed: z.boolean().optional(),
  })
  .meta({ id: 'MergePatients' });
