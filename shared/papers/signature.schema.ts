// Schemas of sealed tablet payloads: submission, outcome, cancel, start, person check, log, draft
// and signed answers; parsed by the server before anything is trusted.

import { z } from 'zod';
import { sectionsSchema } from '../desk/document.schema.ts';
import { cleanName } from '../desk/patient.ts';
import { answersPayloadSchema } from '../forms/task/form-task.schema.ts';

const instant = z.number().min(0).max(8_640_000_000_000_000);
const name = z.string().min(1).max(200);
/**
 * Typed by the signer or a witness; a name of nothing but invisible characters is kept unchanged,
 * for the evidence.
 */
const typedName = name.overwrite((text) => cleanName(text) || text);
const role = z.enum([
  'patient',
  'parent1',
  'parent2',
  'guardian',
  'proxy',
  'dentist',
  'witness',
  'interpreter',
]);
const hash = z.string().regex(/^[0-9a-f]{64}$/);
const language = z.string().regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
const taskId = z.uuid();
const origin = z.base64().max(200_000).optional();

const inkSchema = z.strictObject({
  width: z.number().positive().max(10_000),
  height: z.number().positive().max(10_000),
  clears: z.int().min(0),
  undos: z.int().min(0),
  strokes: z
    .array(
      z.strictObject({
        pointerType: z.enum(['pen', 'touch', 'mouse']),
        points: z
          .array(
            z.strictObject({
              x: z.number(),
              y: z.number(),
              t: z.number(),
              p: z.number().min(0).max(1),
            }),
          )
          .max(100_000),
      }),
    )
    .max(10_000),
});
const markSchema = z.discriminatedUnion('how', [
  z.strictObject({ how: z.literal('drawn'), ink: inkSchema }),
  z.strictObject({ how: z.literal('typed'), name: typedName }),
  z.strictObject({ how: z.literal('witnessed'), witness: typedName, ink: inkSchema.nullable() }),
]);
const declarationAnswersSchema = z
  .array(z.strictObject({ id: z.string().max(80), value: z.boolean(), at: instant }))
  .max(100);
export const readInSchema = z.strictObject({
  wanted: language,
  shown: language,
  by: z.enum(['self', 'interpreter']),
  name: typedName.optional(),
  at: instant,
});
export const readingSchema = z.strictObject({
  shownAt: instant,
  reachedEnd: z.boolean(),
  fontScale: z.number().min(0.5).max(1000).describe('Per cent.'),
  openedPdf: z.boolean(),
  languageSwitches: z.int().min(0),
  sections: z
    .array(
      z.strictObject({
        id: z.string().max(80),
        firstSeenAt: instant,
        visibleMs: z.number().min(0),
      }),
    )
    .max(200),
  unclear: z.array(z.string().max(80)).max(200),
  languages: z.array(language).max(60).optional(),
  instead: readInSchema.optional(),
});
const signedBySchema = z
  .array(z.strictObject({ role, name, capacity: z.string().max(200).optional(), mark: markSchema }))
  .min(1)
  .max(8);
export const submitPayloadSchema = z.strictObject({
  taskId,
  dataSha256: hash,
  presentedPdfSha256: hash,
  language,
  signedAt: instant,
  signers: signedBySchema,
  declarations: declarationAnswersSchema,
  reading: readingSchema,
  wantsPaperCopy: z.boolean(),
  device: z.strictObject({
    userAgent: z.string().max(500),
    screen: z.string().max(40),
    standalone: z.boolean(),
    online: z.boolean(),
    clockOffsetMs: z.number(),
    appVersion: z.string().max(40),
  }),
  origin,
});
export const outcomePayloadSchema = z.strictObject({
  taskId,
  outcome: z.enum(['talk_pending', 'question', 'declined', 'shown', 'paper']),
  note: z.string().max(2000).optional(),
  dataSha256: hash,
  reading: readingSchema,
  declarations: declarationAnswersSchema,
  language,
  at: instant,
  origin,
});
export const cancelPayloadSchema = z.strictObject({
  taskId,
  reason: z.enum(['patient', 'idle', 'wrong_person', 'staff', 'battery']),
  page: z.int().min(0),
  at: instant,
});
export const startPayloadSchema = z.strictObject({ taskId, at: instant, language });
export const personPayloadSchema = z.strictObject({
  taskId,
  ok: z.boolean(),
  misses: z.int().min(0),
  at: instant,
});
export const logPayloadSchema = z.strictObject({
  code: z.string().regex(/^[\w.-]{1,60}$/),
  at: instant,
  detail: z.string().max(200).optional(),
});

/** A submission of answers, with the document that was signed. */
export const answersSubmissionSchema = answersPayloadSchema.extend({
  signed: z
    .strictObject({
      data: z.string().max(1_000_000),
      dataSha256: hash,
      signedAt: instant,
      signers: signedBySchema,
      reading: readingSchema,
    })
    .optional(),
});

/** What a device adds to a task's own data: the answers in words, and the languages they are in. */
export const answersDocumentSchema = z.looseObject({
  languages: z.array(z.string()).min(1).max(2),
  sections: sectionsSchema,
});
