// Schemas of questionnaires and answers as staff read them.

import { z } from 'zod';
import { patidSchema } from '../../desk/patient.schema.ts';
import { CRITICAL_KINDS, type CriticalKind } from './critical.ts';
import { UNMATCHED_ORIGINS } from './unmatched-origin.ts';
import type { Questionnaire } from '../questionnaire/questionnaire.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';

const id = z.uuid();
export const answersListQuerySchema = z.strictObject({
  patid: patidSchema,
  cursor: id.optional(),
});
const entry = {
  id,
  patid: z.string(),
  taskId: z.string().nullable(),
  form: z.string(),
  title: z.string(),
  language: z.string(),
  answeredAt: z.number(),
  receivedAt: z.number(),
  recordedBy: z.string().nullable(),
  addsTo: z.string().nullable(),
  problems: z.int(),
  /** For answers without a task: their origin, and the id under which they waited for a record. */
  origin: z.enum(UNMATCHED_ORIGINS).nullable(),
  unmatchedId: z.string().nullable(),
  /** The signed document was declared to be of the wrong person: the answers count for no patient. */
  isWrongPerson: z.boolean(),
  /** Stored values of it are damaged and cannot be read. */
  isDamaged: z.literal(true).optional(),
};
export const answersListSchema = z
  .strictObject({ items: z.array(z.strictObject(entry)), cursor: z.string().nullable() })
  .meta({ id: 'AnswersList' });
export type AnswersEntry = z.output<typeof answersListSchema>['items'][number];

/** A FHIR R4 Questionnaire; its shape is checked on import. */
export const questionnaireSchema = z
  .looseObject({ resourceType: z.literal('Questionnaire') })
  .meta({ id: 'Questionnaire' }) as unknown as z.ZodType<Questionnaire>;

/**
 * A FHIR R4 QuestionnaireResponse as stored; incoming ones are parsed by `answersPayloadSchema`.
 */
export const responseSchema = z
  .looseObject({ resourceType: z.literal('QuestionnaireResponse') })
  .meta({ id: 'QuestionnaireResponse' }) as unknown as z.ZodType<QuestionnaireResponse>;

const kind = z.enum(CRITICAL_KINDS as [CriticalKind, ...CriticalKind[]]);
/**
 * A Nachtrag: its id is set by the caller; the length of the text is checked as rule V1, with its
 * own error text.
 */
export const noteBodySchema = z
  .strictObject({ id, text: z.string().max(4000), kind: kind.optional() })
  .meta({ id: 'NewNachtrag' });
const addition = z.strictObject({
  id,
  answersId: id,
  at: z.number(),
  by: z.string(),
  text: z.string(),
  kind: kind.nullable(),
});

export const answersSchema = z
  .strictObject({
    ...entry,
    patientName: z.string(),
    geburtsdatum: z.string(),
    response: responseSchema,
    questionnaire: questionnaireSchema.nullable(),
    tabletName: z.string().nullable(),
    /** The signed document. */
    fileId: z.string().nullable(),
    recordedByName: z.string().nullable(),
    additions: z.array(addition),
    problemList: z.array(z.strictObject({ key: z.string(), code: z.string() })),
    before: z.strictObject({ id, answeredAt: z.number(), response: responseSchema }).nullable(),
  })
  .meta({ id: 'Answers' });
export type Answers = z.output<typeof answersSchema>;

export const formListSchema = z
  .array(
    z.strictObject({
      key: z.string(),
      id: z.string(),
      version: z.int(),
      title: z.record(z.string(), z.string()),
      languages: z.array(z.string()),
      minutes: z.number(),
    }),
  )
  .meta({ id: 'Questionnaires' });

/** Room names are defined by the practice; patients' names must not appear in a URL. */
export const chairQuerySchema = z.strictObject({ room: z.string().min(1).max(40) });
const cardEntry = z.strictObject({
  state: z.enum(['ja', 'weiss_nicht', 'nicht_gefragt', 'nein']),
  question: z.string(),
  answer: z.string(),
  /** BCP 47 tag: the answer contains free text in this language, not German. */
  untranslated: z.string().optional(),
  missing: z.enum(['unanswered', 'unticked', 'unasked']).optional(),
  at: z.string().nullable(),
  /** `YYYY-MM-DD`: day of the last confirmation, if it was carried over and not confirmed. */
  unconfirmed: z.string().optional(),
  /** Details that were carried over and not confirmed, though the answer itself was. */
  waits: z
    .array(z.strictObject({ text: z.string(), since: z.string() }))
    .readonly()
    .optional(),
  answersId: id.nullable(),
  addedBy: z.string().optional(),
});
/** How a paper was understood (`ReadIn` of shared/papers/reading.ts). */
const paperReadIn = z.strictObject({
  wanted: z.string(),
  shown: z.string(),
  by: z.enum(['self', 'interpreter']),
  name: z.string().optional(),
  at: z.number(),
});
/** Content of the screen of a treatment room; without a patient there is no person and no card. */
export const chairSchema = z
  .strictObject({
    room: z.string(),
    at: z.number(),
    person: z
      .strictObject({
        patid: z.string(),
        name: z.string(),
        geburtsdatum: z.string(),
        since: z.number(),
        time: z.string().nullable(),
      })
      .nullable(),
    card: z
      .strictObject({
        sets: z.array(
          z.strictObject({
            id,
            title: z.string(),
            answeredAt: z.number(),
            /** The signed document. */
            fileId: z.string().nullable(),
          }),
        ),
        /** Titles of answers with an unknown form: they are not in the groups. */
        unread: z.array(z.string()),
        /** Papers of today that were not read in German alone. */
        papers: z.array(z.strictObject({ title: z.string(), readIn: paperReadIn })),
        groups: z.array(
          z.strictObject({
            kind,
            state: z.enum(['ja', 'weiss_nicht', 'nicht_gefragt', 'nein']),
            entries: z.array(cardEntry),
          }),
        ),
        additions: z.array(addition),
        changes: z.array(
          z.strictObject({
            what: z.enum(['added', 'changed', 'removed', 'unconfirmed']),
            text: z.string(),
            before: z.string().optional(),
            after: z.string().optional(),
            /** BCP 47 tag: the answer shown is free text in this language, not German. */
            untranslated: z.string().optional(),
            /** Day of the last confirmation, if it was not confirmed this time. */
            since: z.string().optional(),
            lastAt: z.number(),
          }),
        ),
      })
      .nullable(),
  })
  .meta({ id: 'ChairCard' });
export type ChairCard = z.output<typeof chairSchema>;
export const alertsQuerySchema = z.strictObject({ patid: patidSchema });
const card = chairSchema.shape.card.unwrap().shape;
/** Critical answers of one person; reception gets their number only. */
export const alertsSchema = z
  .strictObject({
    /** Critical answers with „ja“ or „weiß nicht“. */
    count: z.int(),
    /** Newest answers; null: nothing was ever answered. */
    answeredAt: z.number().nullable(),
    unread: card.unread,
    groups: card.groups,
    changes: card.changes,
  })
  .meta({ id: 'PatientAlerts' });
export type PatientAlerts = z.output<typeof alertsSchema>;
/** Rooms of the day: rooms with appointments, and occupied rooms. */
export const chairRoomsSchema = z.array(z.string()).meta({ id: 'Rooms' });
