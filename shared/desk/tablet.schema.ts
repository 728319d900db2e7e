// Schemas of tablet calls by the tablet and by staff: registration, proof of the key, heartbeat,
// name and posture.
import { z } from 'zod';
import { CODE_LENGTH, GATE_CHECKS, HELD_TASKS, normalizeCode, POSTURES } from './tablet.ts';

export const idSchema = z.uuid();
export const counterSchema = z.int().min(0).max(2_147_483_647);
export const instantSchema = z.int().min(0).max(8_640_000_000_000_000);

/** A public P-256 key as exported by browsers; a private half (`d`) is rejected. */
export const publicJwkSchema = z
  .strictObject({
    kty: z.literal('EC'),
    crv: z.literal('P-256'),
    x: z.string().regex(/^[\w-]{43}$/),
    y: z.string().regex(/^[\w-]{43}$/),
    ext: z.boolean().optional(),
    key_ops: z.array(z.string().max(20)).max(8).optional(),
    alg: z.string().max(20).optional(),
    use: z.string().max(10).optional(),
  })
  .meta({ id: 'PublicKey' });

const tick = z.enum(['ok', 'failed', 'unknown']);
export const gateSchema = z
  .strictObject({ secure: tick, storage: tick, offline: tick, push: tick, lock: tick })
  .meta({ id: 'Gate' });
const gateCheck = z.enum(GATE_CHECKS as [string, ...string[]]) as z.ZodType<
  (typeof GATE_CHECKS)[number]
>;
export const gateExceptionSchema = z.strictObject({
  check: gateCheck,
  reason: z.string(),
  by: z.string(),
  at: z.number(),
});
export const postureSchema = z.enum(POSTURES as [string, ...string[]]) as z.ZodType<
  (typeof POSTURES)[number]
>;

export const registrationRequestSchema = z
  .strictObject({
    registrationCode: z.string().max(40),
    signKey: publicJwkSchema,
    sealKey: publicJwkSchema,
    gate: gateSchema,
    userAgent: z.string().max(400),
  })
  .meta({ id: 'RegistrationRequest' });
export const registrationStartedSchema = z
  .strictObject({
    pendingId: idSchema,
    pendingSecret: z.string(),
    number: z.string(),
    expiresAt: z.number(),
  })
  .meta({ id: 'RegistrationStarted' });
export const registrationPollSchema = z
  .strictObject({ pendingSecret: z.string().min(20).max(100), gate: gateSchema.optional() })
  .meta({ id: 'RegistrationPoll' });

export const codeAnswerSchema = z
  .strictObject({
    registrationCode: z
      .string()
      .length(CODE_LENGTH)
      .refine((code) => normalizeCode(code) === code),
    expiresAt: z.number(),
    url: z.string(),
  })
  .meta({ id: 'RegistrationCode' });
export const confirmRegistrationSchema = z
  .strictObject({
    number: z.string().regex(/^\d{4}$/),
    name: z.string().trim().min(1).max(40),
    posture: postureSchema,
    exceptions: z
      .array(z.strictObject({ check: gateCheck, reason: z.string().trim().min(3).max(250) }))
      .max(5),
    replaces: idSchema
      .optional()
      .describe(
        'A tablet out of contact that this one used to be: what it held is reported as lost.',
      ),
  })
  .meta({ id: 'RegistrationConfirmation' });

export const challengeSchema = z
  .strictObject({ tabletId: idSchema })
  .meta({ id: 'TokenChallenge' });
export const tokenRequestSchema = z
  .strictObject({
    tabletId: idSchema,
    nonce: z.string().min(20).max(100),
    signature: z.string().regex(/^[\w-]{86}$/),
  })
  .meta({ id: 'TokenRequest' });
export const tokenAnswerSchema = z
  .strictObject({
    authToken: z.string(),
    expiresAt: z.number(),
    serverTime: z.number(),
    epoch: z.string(),
  })
  .meta({ id: 'TabletToken' });

export const activitySchema = z.strictObject({
  taskId: idSchema,
  taskRev: counterSchema,
  screen: z.enum(['assigned', 'person', 'reading', 'filling', 'signing', 'saving', 'done', 'idle']),
  page: z.int().min(0).max(9999),
  of: z.int().min(0).max(9999),
  silentMs: z.number().min(0),
  isReading: z.boolean(),
  isBlank: z.literal(true).optional(),
});
export const heartbeatSchema = z
  .strictObject({
    beat: z.strictObject({ run: z.number(), n: counterSchema }).optional(),
    feedSeq: counterSchema.optional(),
    inc: z.string().regex(/^[\w-]{16,64}$/),
    highN: counterSchema,
    ackSeen: counterSchema,
    pending: counterSchema,
    oldestPendingMs: z.number().min(0),
    unsent: counterSchema.optional(),
    unsentTasks: z.array(idSchema).max(HELD_TASKS).optional(),
    persisted: z.boolean(),
    freeBytes: z.number().min(0).optional(),
    appVersion: z.string().max(60),
    clockOffsetMs: z.number(),
    battery: z.number().min(0).max(1).optional(),
    charging: z.boolean().optional(),
    quarantined: counterSchema,
    blanks: z.int().min(0).max(99).optional(),
    isHidden: z.literal(true).optional(),
    activity: activitySchema.optional(),
  })
  .meta({ id: 'Heartbeat' });
export const heartbeatAnswerSchema = z
  .strictObject({
    serverTime: z.number(),
    epoch: z.string(),
    feedSeq: z.int(),
    leaseUntil: z.number(),
    helpAnswered: z.boolean(),
    isOld: z.literal(true).optional(),
  })
  .meta({ id: 'HeartbeatAnswer' });

export const tabletPatchSchema = z
  .strictObject({
    name: z.string().trim().min(1).max(40).optional(),
    posture: postureSchema.optional(),
  })
  .meta({ id: 'TabletPatch' });
/**
 * Identifies the help call: its time as shown on the board; without it every call of the tablet.
 */
export const helpAnsweredQuerySchema = z.strictObject({
  at: z.coerce.number().int().min(0).optional(),
});
export const helpSchema = z.strictObject({ taskId: idSchema.optional() }).meta({ id: 'Help' });
export const pinSchema = z
  .strictObject({ pin: z.string().regex(/^\d{6}$/) })
  .meta({ id: 'TabletPin' });
