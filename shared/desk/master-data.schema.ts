// Schemas of master data and of changes that staff decide on.

import { z } from 'zod';
import { FIELD_NAMES } from './master-fields.ts';
import { herkunftSchema, patidSchema } from './patient.schema.ts';

const field = z.enum(FIELD_NAMES);
/** `answersId.field`. */
const changeId = z
  .string()
  .max(80)
  .regex(/^[0-9a-f-]{36}\.[a-zA-Z]+$/);
const changeIds = z.array(changeId).min(1).max(50);
const text = z.string();
const person = { patid: text, name: text, geburtsdatum: text };

export const changesParams = z.strictObject({ patid: patidSchema });
const taken = z.strictObject({
  id: text,
  field,
  before: text,
  after: text,
  decidedAt: z.number(),
  notedAt: z.number().nullable(),
});
export const patientChangesSchema = z
  .strictObject({
    ...person,
    herkunft: herkunftSchema,
    record: z.record(field, text),
    /**
     * `before` is the current value of the record; `isStale` if it was different when the person
     * answered.
     */
    open: z.array(
      z.strictObject({
        id: text,
        field,
        before: text,
        after: text,
        answersId: text,
        answeredAt: z.number(),
        recordedBy: text.nullable(),
        confirmed: text.nullable(),
        isStale: z.boolean(),
      }),
    ),
    taken: z.array(taken),
  })
  .meta({ id: 'PatientChanges' });
export type PatientChanges = z.output<typeof patientChangesSchema>;
export type OpenChange = PatientChanges['open'][number];

/** How many people a list names, without their names. */
export const peopleCountSchema = z.strictObject({ people: z.int() }).meta({ id: 'PeopleCount' });
export type PeopleCount = z.output<typeof peopleCountSchema>;
export const openChangesSchema = z
  .array(z.strictObject({ ...person, fields: z.array(field), since: z.number() }))
  .meta({ id: 'OpenChanges' });
export type OpenChangesEntry = z.output<typeof openChangesSchema>[number];
export const takenChangesSchema = z
  .array(z.strictObject({ ...person, changes: z.array(taken) }))
  .meta({ id: 'TakenChanges' });
export type TakenEntry = z.output<typeof takenChangesSchema>[number];

/**
 * Each change with the record value seen by the user: a record changed meanwhile is not
 * overwritten.
 */
export const takeChangesSchema = z
  .strictObject({
    changes: z
      .array(z.strictObject({ id: changeId, before: z.string().max(300) }))
      .min(1)
      .max(50),
  })
  .meta({ id: 'TakeChanges' });
export const changeIdsSchema = z.strictObject({ changeIds }).meta({ id: 'ChangeIds' });
export const noteChangesSchema = z
  .strictObject({ changeIds, isNoted: z.boolean() })
  .meta({ id: 'NoteChanges' });
export const decidedFieldsSchema = z
  .strictObject({ fields: z.array(field) })
  .meta({ id: 'DecidedFields' });
