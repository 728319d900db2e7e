// Schemas of the sync wire; the push header is parsed leniently, because a patient's signed data is
// stored first and judged later.
import { z } from 'zod';
import { ACCENTS } from '../accounts/settings.ts';
import { MAX_BATCH_OPS, MAX_PULL_ROWS } from './sync.ts';
import {
  counterSchema,
  idSchema,
  instantSchema,
  postureSchema,
  publicJwkSchema,
} from '../desk/tablet.schema.ts';

/**
 * Unknown kinds, schemas and extra fields of a newer app are accepted: they are parked, never
 * rejected forever (F17).
 */
const opHeaderSchema = z.looseObject({
  n: z.int().min(1).max(2_147_483_647),
  id: idSchema,
  kind: z.string().min(1).max(40),
  taskId: z.union([z.literal(''), idSchema]),
  taskRev: counterSchema,
  schema: z.int().min(0).max(32_767),
  at: z.number(),
  mono: z.number(),
  sealed: z.string().max(20),
  len: counterSchema,
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
});
export const pushHeaderSchema = z.looseObject({
  proto: z.int(),
  device: idSchema,
  inc: z.string().regex(/^[\w-]{16,64}$/),
  epoch: z.string().max(64),
  ops: z.array(opHeaderSchema).min(1).max(MAX_BATCH_OPS),
  gone: counterSchema.optional(),
});
export const pushAnswerSchema = z
  .strictObject({
    epoch: z.string(),
    ackN: z.int(),
    safeN: z.int(),
    serverTime: z.number(),
    results: z.array(
      z.strictObject({
        n: z.int(),
        s: z.enum(['stored', 'dup', 'parked']),
        code: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'PushAnswer' });

export const pullQuerySchema = z.strictObject({
  cursor: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(counterSchema)
    .optional(),
  limit: z
    .string()
    .regex(/^\d{1,3}$/)
    .transform(Number)
    .pipe(z.int().min(1).max(MAX_PULL_ROWS))
    .optional(),
});
export const pullAnswerSchema = z
  .strictObject({
    epoch: z.string(),
    cursor: z.int(),
    more: z.boolean(),
    reset: z.boolean().optional(),
    items: z.array(
      z.strictObject({
        seq: z.int(),
        op: z.enum(['put', 'revoke', 'purge', 'config']),
        taskId: z.string().optional(),
        mappeId: z.string().optional(),
        body: z.string().optional(),
      }),
    ),
  })
  .meta({ id: 'PullAnswer' });

const page = z
  .string()
  .regex(/^\d{1,4}$/)
  .transform(Number);
export const draftQuerySchema = z.strictObject({
  taskRev: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(counterSchema),
  draftRev: z
    .string()
    .regex(/^\d{1,10}$/)
    .transform(Number)
    .pipe(counterSchema),
  page,
  of: page,
  /** Of a form without a task: its answers so far, or the patient withdrew it. */
  blank: z.enum(['begun', 'withdrawn']).optional(),
});
export const draftAnswerSchema = z.strictObject({ draftRev: z.int() }).meta({ id: 'DraftStored' });

export const configBodySchema = z
  .strictObject({
    tabletName: z.string(),
    posture: postureSchema,
    praxis: z.strictObject({ name: z.string(), phone: z.string() }),
    language: z.string(),
    languages: z.array(z.string()),
    idleSeconds: z.number(),
    serverKey: publicJwkSchema,
    serverKeyId: z.string(),
    escrowKey: publicJwkSchema,
    restingHours: z.strictObject({ from: z.string(), to: z.string() }).optional(),
    accent: z.enum(ACCENTS).optional(),
    logo: z.string().optional(),
    pinCheck: z.strictObject({ salt: z.base64(), rounds: z.int(), mark: z.int() }).optional(),
  })
  .meta({ id: 'TabletConfig' });

const parkedSchema = z
  .strictObject({
    id: z.string(),
    tabletId: z.string(),
    tabletName: z.string(),
    taskId: z.string(),
    kind: z.string(),
    code: z.string(),
    receivedAt: instantSchema,
    patient: z
      .strictObject({ patid: z.string(), name: z.string(), geburtsdatum: z.string() })
      .nullable(),
    bytes: z.int(),
    canApply: z.boolean(),
  })
  .meta({ id: 'ParkedOperation' });
/**
 * `content`: the payload as JSON text; null if it cannot be read. `answers`: what can be assigned to
 * a patient; null if it has no readable answers.
 */
export const openedParkedSchema = z
  .strictObject({
    id: z.string(),
    kind: z.string(),
    code: z.string(),
    receivedAt: instantSchema,
    content: z.string().nullable(),
    answers: z
      .strictObject({
        title: z.string(),
        language: z.string(),
        answeredAt: instantSchema,
        isSigned: z.boolean(),
        /** Whom they were meant for, if known. */
        person: z
          .strictObject({
            firstName: z.string(),
            lastName: z.string(),
            geburtsdatum: z.string(),
          })
          .nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'OpenedOperation' });
export type ParkedItem = z.infer<typeof parkedSchema>;
export type OpenedParked = z.infer<typeof openedParkedSchema>;
export const parkedListSchema = z
  .strictObject({ items: z.array(parkedSchema) })
  .meta({ id: 'ParkedOperations' });
