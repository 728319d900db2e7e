// Schemas of questionnaires and answers as staff reads them.

import { z } from 'zod';
import type { Questionnaire } from './questionnaire.ts';
import type { QuestionnaireResponse } from './questionnaire-response.ts';

const id = z.uuid();
export const answersListQuerySchema = z.strictObject({ patid: z.string().min(1).max(60), cursor: id.optional() });
const entry = {
  id, patid: z.string(), taskId: z.string().nullable(), form: z.string(), title: z.string(), language: z.string(), answeredAt: z.number(), receivedAt: z.number(),
  recordedBy: z.string().nullable(), addsTo: z.string().nullable(), problems: z.int(),
};
export const answersListSchema = z.strictObject({ items: z.array(z.strictObject(entry)), cursor: z.string().nullable() }).meta({ id: 'AnswersList' });
export type AnswersEntry = z.output<typeof answersListSchema>['items'][number];

/** A FHIR R4 Questionnaire; its shape is checked where it is taken in. */
export const questionnaireSchema = z.looseObject({ resourceType: z.literal('Questionnaire') }).meta({ id: 'Questionnaire' }) as unknown as z.ZodType<Questionnaire>;

/** A FHIR R4 QuestionnaireResponse as it lies here; what may come in is read by `answersPayloadSchema`. */
const responseSchema = z.looseObject({ resourceType: z.literal('QuestionnaireResponse') }).meta({ id: 'QuestionnaireResponse' }) as unknown as z.ZodType<QuestionnaireResponse>;

export const answersSchema = z.strictObject({
  ...entry, patientName: z.string(), geburtsdatum: z.string(), response: responseSchema, questionnaire: questionnaireSchema.nullable(), tabletName: z.string().nullable(),
  problemList: z.array(z.strictObject({ key: z.string(), code: z.string() })),
  before: z.strictObject({ id, answeredAt: z.number(), response: responseSchema }).nullable(),
}).meta({ id: 'Answers' });
export type Answers = z.output<typeof answersSchema>;

export const formListSchema = z.array(z.strictObject({ key: z.string(), id: z.string(), version: z.int(), title: z.record(z.string(), z.string()), languages: z.array(z.string()), minutes: z.number() })).meta({ id: 'Questionnaires' });
