// Schemas of second factors, passkeys, sessions and the lock of a workstation.
import { visible } from '../base/visible.ts';
import { z } from 'zod';
import { PASSWORD_MAX, passwordLength } from './auth.ts';
import { pinProblem } from './codes.ts';

const base64url = (max: number): z.ZodString =>
  z
    .string()
    .min(1)
    .max(max)
    .regex(/^[A-Za-z0-9_-]+$/);
const password = z
  .string()
  .min(1)
  .max(PASSWORD_MAX * 4)
  .refine((p) => passwordLength(p) <= PASSWORD_MAX, 'password_weak');
/** As typed; parsed by `readCode`. */
const otp = z.string().min(6).max(40);
const id = z.string().min(1).max(600);
const name = z
  .string()
  .overwrite(visible)
  .trim()
  .min(1)
  .max(60)
  .regex(/^\P{C}*$/u);

const SECOND_FACTORS = ['totp', 'mail', 'passkey', 'recovery'] as const;
export type SecondFactor = (typeof SECOND_FACTORS)[number];
export const factorNeedSchema = z.enum(['no', 'soon', 'now']);
export type FactorNeed = z.output<typeof factorNeedSchema>;
export const secondFactorSchema = z
  .strictObject({ secondFactor: z.strictObject({ kinds: z.array(z.enum(SECOND_FACTORS)) }) })
  .meta({ id: 'SecondFactorNeeded' });
export type SecondFactorNeeded = z.output<typeof secondFactorSchema>;

/** Browser response to a passkey challenge (WebAuthn Level 3, JSON forms). */
const credential = {
  id: base64url(1400),
  rawId: base64url(1400),
  type: z.literal('public-key'),
  authenticatorAttachment: z.string().max(40).nullish(),
  clientExtensionResults: z.record(z.string().max(60), z.unknown()),
};
const attestationSchema = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8000),
      attestationObject: base64url(40_000),
      authenticatorData: base64url(8000).optional(),
      transports: z.array(z.string().max(40)).max(10).optional(),
      publicKeyAlgorithm: z.int().optional(),
      publicKey: base64url(4000).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAttestation' });
const assertionSchema = z
  .strictObject({
    ...credential,
    response: z.strictObject({
      clientDataJSON: base64url(8000),
      authenticatorData: base64url(8000),
      signature: base64url(4000),
      userHandle: base64url(200).nullish(),
    }),
  })
  .meta({ id: 'PasskeyAssertion' });
export type Assertion = z.output<typeof assertionSchema>;
export type Attestation = z.output<typeof attestationSchema>;
/** Options of a passkey challenge, passed to the browser unchanged. */
export const passkeyQuestionSchema = z
  .strictObject({ options: z.looseObject({ challenge: z.string() }) })
  .meta({ id: 'PasskeyQuestion' });

export const otpSchema = z.strictObject({ otp });
export const passkeyLoginSchema = z.strictObject({
  response: assertionSchema,
  longLogin: z.boolean(),
});
export const passkeyQuestionForSchema = z.strictObject({ sessionId: id.optional() });
export const newPasskeySchema = z.strictObject({ name, response: attestationSchema });
export const passkeyNameSchema = z.strictObject({ name });
export const idParamSchema = z.strictObject({ id });

/** Step-up by one of three proofs. */
export const stepUpSchema = z
  .union([
    z.strictObject({ password }),
    z.strictObject({ otp }),
    z.strictObject({ passkey: assertionSchema }),
  ])
  .meta({ id: 'StepUp' });
export type StepUpProof = z.output<typeof stepUpSchema>;
export const stepUpAnswerSchema = z.strictObject({
  stepUpUntil: z.int(),
  authToken: z.string(),
  expiresAt: z.int(),
});
export type StepUpAnswer = z.output<typeof stepUpAnswerSchema>;

export const totpSetupSchema = z
  .strictObject({ secret: z.string(), otpauthUri: z.string() })
  .meta({ id: 'AuthenticatorSetup' });
/** `recoveryCodes` are shown once, with the first factor and when new ones are requested. */
export const codesSchema = z
  .strictObject({ recoveryCodes: z.array(z.string()) })
  .meta({ id: 'RecoveryCodes' });
/** `otp`: a code of the factor itself, or the one sent by mail if it is lost. */
export const disableMfaSchema = z.strictObject({
  kind: z.enum(['totp', 'mail']),
  otp: otp.optional(),
});

export const factorsSchema = z
  .strictObject({
    totp: z.boolean(),
    mail: z.boolean(),
    mayUseMail: z.boolean(),
    recoveryLeft: z.int(),
    hasPin: z.boolean(),
    need: factorNeedSchema,
    canUsePasskeys: z.boolean(),
    passkeys: z.array(
      z.strictObject({
        id: z.string(),
        name: z.string(),
        createdAt: z.int(),
        lastUsedAt: z.int().nullable(),
        isBackedUp: z.boolean(),
        isCloned: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Factors' });
export type Factors = z.output<typeof factorsSchema>;

export const pinSchema = z.strictObject({
  pin: z
    .string()
    .max(20)
    .refine((pin) => pinProblem(pin) === undefined, 'pin'),
});

export const sessionsSchema = z
  .strictObject({
    sessions: z.array(
      z.strictObject({
        id: z.string(),
        agent: z.string(),
        factor: z.enum(['none', ...SECOND_FACTORS]),
        createdAt: z.int(),
        lastSeenAt: z.int(),
        isLocked: z.boolean(),
        isThis: z.boolean(),
      }),
    ),
    devices: z.array(
      z.strictObject({ id: z.string(), agent: z.string(), createdAt: z.int(), factorAt: z.int() }),
    ),
  })
  .meta({ id: 'Sessions' });
export type Sessions = z.output<typeof sessionsSchema>;

/** Users with an active session in this browser. */
export const deskSchema = z
  .strictObject({
    people: z.array(
      z.strictObject({
        sessionId: z.string(),
        firstName: z.string(),
        lastname: z.string(),
        hasPin: z.boolean(),
        hasPasskey: z.boolean(),
        isCurrent: z.boolean(),
      }),
    ),
  })
  .meta({ id: 'Desk' });
export type Desk = z.output<typeof deskSchema>;
export const unlockSchema = z
  .union([
    z.strictObject({ sessionId: id, pin: z.string().regex(/^\d{4,8}$/) }),
    z.strictObject({ sessionId: id, password }),
    z.strictObject({ sessionId: id, passkey: assertionSchema }),
  ])
  .meta({ id: 'Unlock' });
export type UnlockProof = z.output<typeof unlockSchema>;

export const checkPasswordSchema = z.strictObject({ password });
/** `isOwn` only for a signed-in user. */
export const passwordCheckedSchema = z.strictObject({ isOwn: z.boolean().optional() });
