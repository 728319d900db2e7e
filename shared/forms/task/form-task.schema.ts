// Schemas of questionnaire answers: a FHIR R4 QuestionnaireResponse within limits, and its payload.

import { cleanName } from '../../desk/patient.ts';
import { z } from 'zod';
import { ABSENT_REASON, type AbsentValue } from '../questionnaire/absent.ts';
import { FORM_BYTES, PHOTO_CHARS } from './form-size.ts';
import { MAX_TEXT } from '../questionnaire/check.ts';
import type { FhirValue } from '../questionnaire/fhir.ts';
import { ALTERNATE_CANONICAL } from '../questionnaire/response.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
  ResponseItem,
} from '../questionnaire/response-types.ts';

/** As many items as a form may have, and as many answers as a calculated list may offer. */
const MOST_ITEMS = 5_000,
  MOST_ANSWERS = 2_000;
const text = z.string().max(MAX_TEXT);
const short = z.string().max(400);
const uri = z.string().max(2000);
const url = uri.regex(/^\S+$/);
/** Base64 of a photo that the device has downscaled. */
const data = z.base64().max(PHOTO_CHARS);
const reference = z.strictObject({
  reference: uri.optional(),
  type: short.optional(),
  display: short.optional(),
});

const value = {
  valueBoolean: z.boolean().optional(),
  valueDecimal: z.number().optional(),
  valueInteger: z.int().optional(),
  valueDate: short.optional(),
  valueDateTime: short.optional(),
  valueTime: short.optional(),
  valueString: text.optional(),
  valueUri: uri.optional(),
  valueCoding: z
    .strictObject({
      system: uri.optional(),
      version: short.optional(),
      code: short.optional(),
      display: z.string().max(2000).optional(),
      userSelected: z.boolean().optional(),
    })
    .optional(),
  valueQuantity: z
    .strictObject({
      value: z.number().optional(),
      comparator: z.enum(['<', '<=', '>=', '>']).optional(),
      unit: short.optional(),
      system: uri.optional(),
      code: short.optional(),
    })
    .optional(),
  valueAttachment: z
    .strictObject({
      contentType: short.optional(),
      language: short.optional(),
      data: data.optional(),
      url: uri.optional(),
      size: z.int().min(0).optional(),
      hash: short.optional(),
      title: short.optional(),
      creation: short.optional(),
    })
    .optional(),
  valueReference: reference.optional(),
} satisfies Record<keyof FhirValue, z.ZodType>;
// One level deep, enough for our own statements about an answer (its origin, withdrawals); foreign
// extensions are not accepted with answers.
const statement = z.strictObject({
  url,
  ...value,
  valueCode: short.optional(),
  valueInstant: short.optional(),
});
const extension = z
  .array(statement.extend({ extension: z.array(statement).max(20).optional() }))
  .max(1000)
  .optional();

// „Weiß ich nicht“ in place of a value.
const absentReasons = z
  .array(z.strictObject({ url: z.literal(ABSENT_REASON), valueCode: z.literal('asked-unknown') }))
  .max(1);
const absent = z.strictObject({ extension: absentReasons }).optional();
const absentValue = {
  _valueDate: absent,
  _valueDateTime: absent,
  _valueTime: absent,
  _valueInteger: absent,
  _valueDecimal: absent,
  _valueString: absent,
} satisfies Record<keyof AbsentValue, z.ZodType>;

const answer: z.ZodType<ResponseAnswer> = z.strictObject({
  extension,
  ...value,
  ...absentValue,
  valueQuantity: value.valueQuantity
    .unwrap()
    .extend({ extension: absentReasons.optional() })
    .optional(),
  get item() {
    return z.array(item).max(MOST_ITEMS).optional();
  },
});
const item: z.ZodType<ResponseItem> = z.strictObject({
  linkId: z.string().min(1).max(400),
  definition: uri.optional(),
  text: text.optional(),
  extension,
  answer: z.array(answer).max(MOST_ANSWERS).optional(),
  get item() {
    return z.array(item).max(MOST_ITEMS).optional();
  },
});

// The stored form, where `questionnaire` names the published one that was imported.
const storedForm = z.strictObject({
  extension: z
    .array(z.strictObject({ url: z.literal(ALTERNATE_CANONICAL), valueCanonical: uri }))
    .max(1),
});

/** Accepted answers from a tablet or from home. */
export const questionnaireResponseSchema: z.ZodType<QuestionnaireResponse> = z
  .strictObject({
    resourceType: z.literal('QuestionnaireResponse'),
    id: short.optional(),
    language: short.optional(),
    questionnaire: uri.optional(),
    _questionnaire: storedForm.optional(),
    status: z.enum(['in-progress', 'completed', 'amended', 'entered-in-error', 'stopped']),
    subject: reference.optional(),
    authored: short.optional(),
    author: reference.optional(),
    source: reference.optional(),
    extension,
    item: z.array(item).max(MOST_ITEMS).optional(),
  })
  .meta({ id: 'QuestionnaireResponse' });

export const answersPayloadSchema = z.strictObject({
  taskId: z.uuid(),
  dataSha256: z.string().regex(/^[0-9a-f]{64}$/),
  form: z.strictObject({ key: z.string().max(80), sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
  language: z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/),
  at: z.number().min(0).max(8_640_000_000_000_000),
  response: questionnaireResponseSchema,
  device: z.strictObject({
    userAgent: z.string().max(500),
    screen: z.string().max(40),
    standalone: z.boolean(),
    online: z.boolean(),
    clockOffsetMs: z.number(),
    appVersion: z.string().max(40),
  }),
  // Tasks of earlier versions carry the photos of earlier answers in it.
  origin: z.base64().max(FORM_BYTES).optional(),
});

const personName = z.string().max(100).overwrite(cleanName);
export const blankPayloadSchema = answersPayloadSchema
  .omit({ dataSha256: true, origin: true })
  .extend({
    person: z.strictObject({
      /** Empty for a person with one name. */
      firstName: personName,
      lastName: personName.min(1),
      geburtsdatum: z.iso.date(),
    }),
  });
