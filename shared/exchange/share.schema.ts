// Schemas of the patients' portal: calls below a practice's /papo (for anyone with a link) and /ssf
// (for visitors who were let in).
//
// The page `/ssf/{shareId}#{key}.{practice}` reads its address with `readShareAddress`; where the
// part behind # was cut off it asks POST /dispatcher/resolve {shareId} → {r4cUuid, baseUrl}. All
// calls are below {baseUrl}/r4c/{r4cUuid}. Unsafe calls carry the XSRF token. A cookie that scripts
// cannot read keeps the session; the page holds no token.
//
// GET /papo/status → PortalStatus: neutral, the practice's contact data
// POST /papo/login PortalLogin → PortalStep: share_unknown (404, X3) · share_wrong (401) ·
//   share_locked (423, X4) · validation (a date that does not exist, a name in another script;
//   costs no try)
// POST /papo/requestCode {} → 204: only while `next` is sms or mail; always the same answer
// POST /papo/secondStep {code} → PortalStep: share_code_wrong (401) · share_locked (423, X4) ·
//   share_over (401)
// POST /papo/renew {shareId} → 204: always the same answer, whatever the id
// POST /papo/resetPassword PortalReset → 204: link_invalid (400) · validation (code: short,
//   long, easy)
// POST /papo/lock {} → 204: ends the session; idempotent
// GET /ssf/list → ShareContents: share_over (401; log in again)
// GET /ssf/read/{itemId} → ShareItemContent: share_over · not_found
// GET /ssf/download/{itemId} → application/pdf: share_over · not_found
// POST /ssf/fill/{itemId} ShareAnswers → HomeReceipt: as answers from home; state_conflict (was
//   submitted before)
// POST /ssf/sign/{itemId} ShareSignature → ShareSigned: state_conflict (signed, or the paper
//   changed)
// POST /ssf/say/{itemId} ShareSaid → ShareSigned: state_conflict (signed, withdrawn, changed)
//
// 429 rate_limited carries Retry-After. Reading uses nothing up.

import { z } from 'zod';
import { emailSchema } from '../base/email.schema.ts';
import { questionnaireSchema } from '../forms/answers/answers.schema.ts';
import type { DocumentData } from '../desk/document.ts';
import { homeAnswersSchema } from '../forms/task/home.schema.ts';
import { signerRoleSchema } from '../desk/mappe.schema.ts';
import { patidSchema } from '../desk/patient.schema.ts';
import { CODE_SIGNS, SECOND_STEPS, SHARE_STATES } from './share.ts';
import { outcomePayloadSchema, submitPayloadSchema } from '../papers/signature.schema.ts';
import { SMS_OUTCOMES, type SmsOutcome } from '../accounts/sms.ts';

const title = z.string(),
  language = z
    .string()
    .max(20)
    .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
const portalPraxisSchema = z
  .strictObject({ name: z.string(), anschrift: z.string(), telefon: z.string(), mail: z.string() })
  .meta({ id: 'PortalPraxis' });
/** Identical for all callers, whatever link was opened. */
export const portalStatusSchema = z
  .strictObject({ praxis: portalPraxisSchema })
  .meta({ id: 'PortalStatus' });
export type PortalStatus = z.output<typeof portalStatusSchema>;

/** V7. A day that does not exist is answered with `validation`, `fields.birth`; it costs no try. */
export const portalLoginSchema = z
  .strictObject({
    /** A malformed id is answered like an unknown one. */
    shareId: z.string().max(200),
    /**
     * HKDF-SHA-256(the key's 32 bytes, salt = shareId as UTF-8, info = SHARE_PROOF_INFO), 32 bytes
     * as base64url; absent if the link lost its fragment.
     */
    proof: z.string().max(200).optional(),
    /** For a child, the child's data. */
    firstName: z.string().min(1).max(200),
    birth: z.strictObject({ day: z.int(), month: z.int(), year: z.int() }),
  })
  .meta({ id: 'PortalLogin' });
export type PortalLogin = z.output<typeof portalLoginSchema>;
/**
 * `next` is the next step: none (`open`), the code from the desk or a letter, or a code sent by SMS
 * or mail after `papo/requestCode`. `idleMs`: idle timeout of the session; `endsAt` (ms): its
 * absolute end.
 */
export const portalStepSchema = z
  .strictObject({
    next: z.enum(['open', 'code', 'sms', 'mail']),
    idleMs: z.int(),
    endsAt: z.number(),
    triesLeft: z.int(),
  })
  .meta({ id: 'PortalStep' });
export type PortalStep = z.output<typeof portalStepSchema>;
export const portalCodeSchema = z
  .strictObject({ code: z.string().min(1).max(100) })
  .meta({ id: 'PortalCode' });
export const portalRenewSchema = z
  .strictObject({ shareId: z.string().max(200) })
  .meta({ id: 'PortalRenew' });
/** R4. `code`: the new access code as typed (`codeProblem`). */
export const portalResetSchema = z
  .strictObject({
    shareId: z.string().max(200),
    secret: z.string().max(200),
    code: z.string().min(1).max(200),
  })
  .meta({ id: 'PortalReset' });
export type PortalReset = z.output<typeof portalResetSchema>;

const itemBase = { id: z.uuid(), title };
/** Content of a share. `isDone`: submitted or signed; a document was opened once. */
const shareItemSchema = z.discriminatedUnion('kind', [
  z.strictObject({ ...itemBase, kind: z.literal('document'), at: z.number(), isDone: z.boolean() }),
  z.strictObject({
    ...itemBase,
    kind: z.literal('questionnaire'),
    minutes: z.number(),
    languages: z.array(z.string()),
    isDone: z.boolean(),
  }),
  /** `said`: instead of signing, and not yet settled by the practice. */
  z.strictObject({
    ...itemBase,
    kind: z.literal('sign'),
    isDone: z.boolean(),
    said: z.enum(['question', 'declined']).nullable(),
    signer: z.strictObject({
      role: signerRoleSchema,
      name: z.string(),
      capacity: z.string().optional(),
    }),
    /** Signed here, while these signers are missing: until then the paper does not count. */
    waitsFor: z.array(z.string()),
  }),
]);
export type ShareItem = z.output<typeof shareItemSchema>;
export const shareContentsSchema = z
  .strictObject({
    praxis: portalPraxisSchema,
    firstName: z.string(),
    language,
    expiresAt: z.number(),
    endsAt: z.number(),
    /** Closed as soon as all of its items are done. */
    isOnce: z.boolean(),
    items: z.array(shareItemSchema),
  })
  .meta({ id: 'ShareContents' });
export type ShareContents = z.output<typeof shareContentsSchema>;

export const shareItemParamsSchema = z.strictObject({ itemId: z.uuid() });
const documentData = z
  .looseObject({ v: z.literal(1) })
  .meta({ id: 'DocumentData' }) as unknown as z.ZodType<DocumentData>;
/**
 * Content of an item. `document` is null if there is only the PDF. The questionnaire is in German
 * and in the share's language.
 */
export const shareItemContentSchema = z
  .discriminatedUnion('kind', [
    z.strictObject({
      ...itemBase,
      kind: z.literal('document'),
      at: z.number(),
      document: documentData.nullable(),
    }),
    z.strictObject({
      ...itemBase,
      kind: z.literal('questionnaire'),
      key: z.string(),
      sha256: z.string(),
      languages: z.array(z.string()),
      minutes: z.number(),
      language: z.string(),
      questionnaire: questionnaireSchema,
      /** Id in the record with which answers are submitted. */
      person: z.strictObject({
        firstName: z.string(),
        lastName: z.string(),
        geburtsdatum: z.string(),
      }),
    }),
    z.strictObject({
      ...itemBase,
      kind: z.literal('sign'),
      taskId: z.uuid(),
      dataSha256: z.string(),
      presentedPdfSha256: z.string(),
      document: documentData,
      signer: z.strictObject({
        role: signerRoleSchema,
        name: z.string(),
        capacity: z.string().optional(),
      }),
      /** Other signers of the same paper who have not signed yet. */
      waitsFor: z.array(z.string()),
    }),
  ])
  .meta({ id: 'ShareItemContent' });
export type ShareItemContent = z.output<typeof shareItemContentSchema>;

/**
 * Answers as from home, without personal data: the person is known. `id` is created by the page and
 * stays the same on every retry.
 */
export const shareAnswersSchema = homeAnswersSchema
  .omit({ person: true, confirmed: true })
  .meta({ id: 'ShareAnswers' });
export type ShareAnswers = z.output<typeof shareAnswersSchema>;
/**
 * The payload that a tablet would seal, for the one signer of the item. `id` is created by the page
 * and stays the same on every retry.
 */
export const shareSignatureSchema = submitPayloadSchema
  .omit({ origin: true })
  .extend({ id: z.uuid(), signers: submitPayloadSchema.shape.signers.max(1) })
  .meta({ id: 'ShareSignature' });
export type ShareSignature = z.output<typeof shareSignatureSchema>;
/** Response at home instead of signing: a final outcome, as from a tablet. */
export const shareSaidSchema = outcomePayloadSchema
  .omit({ origin: true })
  .extend({ id: z.uuid(), outcome: z.enum(['question', 'declined']) })
  .meta({ id: 'ShareSaid' });
export type ShareSaid = z.output<typeof shareSaidSchema>;
export const shareSignedSchema = z
  .strictObject({
    id: z.uuid(),
    receivedAt: z.number(),
    /** Missing signers. */
    waitsFor: z.array(z.string()),
  })
  .meta({ id: 'ShareSigned' });

/** A share created by staff; the id is set by the caller and makes the request idempotent. */
export const newShareSchema = z
  .strictObject({
    id: z.uuid(),
    patid: patidSchema,
    language,
    items: z
      .array(
        z.discriminatedUnion('kind', [
          z.strictObject({ kind: z.literal('document'), fileId: z.uuid() }),
          z.strictObject({
            kind: z.literal('questionnaire'),
            formId: z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/),
          }),
          z.strictObject({ kind: z.literal('sign'), taskId: z.uuid(), role: signerRoleSchema }),
        ]),
      )
      .min(1)
      .max(20),
    secondStep: z.enum(SECOND_STEPS),
    /** Reason why a code by mail suffices: required for that, stored and logged. */
    stepReason: z.string().max(500).optional(),
  })
  .meta({ id: 'NewShare' });
export type NewShare = z.output<typeof newShareSchema>;

/** Papers that may be signed at home by finger, one entry for each permitted signer. */
export const sharePapersSchema = z.array(
  z.strictObject({
    taskId: z.uuid(),
    title: z.string(),
    signer: z.strictObject({
      role: signerRoleSchema,
      name: z.string(),
      capacity: z.string().optional(),
    }),
  }),
);
export type SharePapers = z.output<typeof sharePapersSchema>;
/**
 * Masked destinations of a code for one patient; null if there is none. `mayBeBare`: the practice
 * has recorded why it shares documents without a second step.
 */
export const shareWaysSchema = z
  .strictObject({ sms: z.string().nullable(), mail: z.string().nullable(), mayBeBare: z.boolean() })
  .meta({ id: 'ShareWays' });
export type ShareWays = z.output<typeof shareWaysSchema>;
export const sharePapersQuerySchema = z.strictObject({ patid: patidSchema });
export const shareRowParamsSchema = z.strictObject({ shareRow: z.uuid() });
export const shareSchema = z
  .strictObject({
    /** Id of the row, for staff; patients' links contain another one. */
    id: z.uuid(),
    patid: z.string(),
    patientName: z.string(),
    state: z.enum(SHARE_STATES),
    kind: z.enum(['disclose', 'write']),
    language: z.string(),
    items: z.array(
      z.strictObject({
        kind: z.enum(['document', 'questionnaire', 'sign']),
        title: z.string(),
        isDone: z.boolean(),
        said: z.enum(['question', 'declined']).nullable(),
      }),
    ),
    secondStep: z.enum(SECOND_STEPS),
    triesLeft: z.int(),
    isOnce: z.boolean(),
    createdAt: z.number(),
    expiresAt: z.number(),
    openedAt: z.number().nullable(),
    mailedAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    /** When a new link was requested. */
    wishedAt: z.number().nullable(),
    /** The practice's reason for a weaker second step. */
    stepReason: z.string().nullable(),
    /** The newest code sent to the patient: `outcome` is null while it is being sent. */
    sentCode: z
      .strictObject({
        at: z.number(),
        outcome: z.enum(SMS_OUTCOMES as [SmsOutcome, ...SmsOutcome[]]).nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'Share' });
export type Share = z.output<typeof shareSchema>;
export const sharesSchema = z.array(shareSchema);
export const sharesQuerySchema = z.strictObject({ patid: patidSchema.optional() });
/** Data to hand over: path and URL of the page, and the printed access code, if one is required. */
export const shareLinkSchema = z
  .strictObject({
    share: shareSchema,
    path: z.string(),
    url: z.string().nullable(),
    code: z
      .string()
      .regex(new RegExp(`^[${CODE_SIGNS}]{4}-[${CODE_SIGNS}]{4}$`))
      .nullable(),
  })
  .meta({ id: 'ShareLink' });
export type ShareLink = z.output<typeof shareLinkSchema>;
export const mailShareSchema = z
  .strictObject({ id: z.uuid(), to: emailSchema, language: z.enum(['de', 'en']) })
  .meta({ id: 'MailShare' });
/** A new link with the same contents; the previous one ends. */
export const renewShareSchema = z.strictObject({ id: z.uuid() }).meta({ id: 'RenewShare' });
/** R4, as handed over by staff: valid until `until` (ms), once. */
export const resetLinkSchema = z
  .strictObject({ path: z.string(), url: z.string().nullable(), until: z.number() })
  .meta({ id: 'ResetLink' });
export type ResetLink = z.output<typeof resetLinkSchema>;
