// Schemas of the questionnaire at home: the two public calls below the practice's /anamnese, and
// the links that staff makes.
//
// The page `/go/{questionnaireId}` asks the directory first:
// POST /dispatcher/resolve {questionnaireId} → {r4cUuid, baseUrl}
// Both calls are below {baseUrl}/r4c/{r4cUuid}/anamnese:
// GET /home/{questionnaireId}?language=uk → HomeForm
// POST /home/{questionnaireId} HomeAnswers → HomeReceipt

import { z } from 'zod';
import { emailSchema } from '../../base/email.schema.ts';
import { UNMATCHED_ORIGINS } from '../answers/unmatched-origin.ts';
import { questionnaireSchema, responseSchema } from '../answers/answers.schema.ts';
import { questionnaireResponseSchema } from './form-task.schema.ts';
import { HOME_ID, INVITATION_DAYS, MATCHES } from './home.ts';
import { firstNameSchema, patidSchema } from '../../desk/patient.schema.ts';
import { cleanName, isName } from '../../desk/patient.ts';

const language = z
  .string()
  .max(20)
  .regex(/^[a-z]{2,3}(-[A-Za-z0-9]{2,8})*$/);
const formKey = z
  .string()
  .max(80)
  .regex(/^[a-z][a-zA-Z0-9-]{0,39}@\d{1,4}$/);
const title = z.record(z.string(), z.string());
const name = z.string().max(100).overwrite(cleanName).refine(isName, 'name');

/** The secret of a link; a malformed one is answered like an unknown one. */
export const homeParamsSchema = z.strictObject({ questionnaireId: z.string().regex(HOME_ID) });
/** With a language the response includes the form, in German and in that language. */
export const homeQuerySchema = z.strictObject({ language: language.optional() });
/**
 * Data visible to the holder of the link; no patient data. Reading does not use up the link. `form`
 * is null if the link was used, expired or ended: the practice can still be called.
 */
export const homeFormSchema = z
  .strictObject({
    praxis: z.strictObject({
      name: z.string(),
      anschrift: z.string(),
      telefon: z.string(),
      mail: z.string(),
    }),
    form: z
      .strictObject({
        key: formKey,
        sha256: z.string(),
        title,
        languages: z.array(z.string()),
        minutes: z.number(),
        /** The language of the link; the page may offer any of `languages`. */
        language: z.string(),
        /** ms; null: until staff ends it. */
        expiresAt: z.number().nullable(),
        /** An invitation accepts one person's answers once. */
        isOnce: z.boolean(),
        questionnaire: questionnaireSchema.nullable(),
      })
      .nullable(),
  })
  .meta({ id: 'HomeForm' });
export type HomeForm = z.output<typeof homeFormSchema>;

const unmatchedPersonSchema = z.strictObject({
  firstName: firstNameSchema,
  lastName: name,
  /** YYYY-MM-DD; whether the day exists is checked by rule V6, with its own error text. */
  geburtsdatum: z.string().max(20),
});
/**
 * Submission. `id` is created by the page (UUID) and stays the same on every retry. `form` is the
 * form in the version that was read. Errors: validation (fields), birthdate_invalid (V6),
 * confirm_needed (V4; `extra.doubts` = ["recent_birth"]), link_invalid (used, over, ended),
 * conflict (the id came with other answers), too_large, rate_limited (Retry-After).
 */
export const homeAnswersSchema = z
  .strictObject({
    id: z.uuid(),
    person: unmatchedPersonSchema,
    /** The person confirmed a birth date within the last six months (V4). */
    confirmed: z.boolean().optional(),
    form: z.strictObject({ key: formKey, sha256: z.string().regex(/^[0-9a-f]{64}$/) }),
    /** The language in which it was read. */
    language,
    /** When it was finished on the device (ms). */
    at: z.number().min(0).max(8_640_000_000_000_000),
    response: questionnaireResponseSchema,
  })
  .meta({ id: 'HomeAnswers' });
export type HomeAnswers = z.output<typeof homeAnswersSchema>;
export const homeReceiptSchema = z
  .strictObject({ id: z.uuid(), receivedAt: z.number() })
  .meta({ id: 'HomeReceipt' });
export type HomeReceipt = z.output<typeof homeReceiptSchema>;

/**
 * A link created by staff: an invitation accepts answers once, an open form stays until it is
 * ended. `id` is set by the caller and makes the request idempotent.
 */
export const newHomeLinkSchema = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(['invitation', 'open']),
    /** Form without its version: the newest at the time of opening is used. */
    formId: z.string().regex(/^[a-z][a-zA-Z0-9-]{0,39}$/),
    language,
    /** Absent: for a person without a record. Never set for an open form. */
    patid: patidSchema.optional(),
    /** Label of the link by staff: a name, the website. */
    label: z.string().max(100).overwrite(cleanName),
    /** For an invitation only. */
    days: z.literal([...INVITATION_DAYS]).optional(),
  })
  .meta({ id: 'NewHomeLink' });
export type NewHomeLink = z.output<typeof newHomeLinkSchema>;

/**
 * Sent by mail through the practice's queue; the id is set by the caller and makes the request
 * idempotent.
 */
export const mailHomeLinkSchema = z
  .strictObject({ id: z.uuid(), to: emailSchema, language: z.enum(['de', 'en']) })
  .meta({ id: 'MailHomeLink' });
export const homeLinkIdSchema = z.strictObject({ homeId: z.uuid() });
export const homeLinkSchema = z
  .strictObject({
    id: z.uuid(),
    kind: z.enum(['invitation', 'open']),
    state: z.enum(['open', 'used', 'over', 'ended']),
    formId: z.string(),
    title,
    language: z.string(),
    label: z.string(),
    patid: z.string().nullable(),
    patientName: z.string().nullable(),
    createdAt: z.number(),
    expiresAt: z.number().nullable(),
    usedAt: z.number().nullable(),
    endedAt: z.number().nullable(),
    mailedAt: z.number().nullable(),
    /** Answers received through it. */
    answers: z.int(),
    /** Path of the page while the link is open, else null. */
    path: z.string().nullable(),
    /** The same as a full URL, if the practice's public address is known. */
    url: z.string().nullable(),
  })
  .meta({ id: 'HomeLink' });
export type HomeLink = z.output<typeof homeLinkSchema>;
export const homeLinksSchema = z.array(homeLinkSchema);
export const homeLinksQuerySchema = z.strictObject({ patid: patidSchema.optional() });

/** A candidate record for answers, and the reasons. */
const candidate = z.strictObject({
  patid: z.string(),
  name: z.string(),
  geburtsdatum: z.string(),
  city: z.string(),
  herkunft: z.enum(['demo', 'hand', 'pvs', 'gdt']),
  match: z.enum(MATCHES),
});
const unmatchedEntry = {
  id: z.uuid(),
  origin: z.enum(UNMATCHED_ORIGINS),
  firstName: z.string(),
  lastName: z.string(),
  geburtsdatum: z.string(),
  form: z.string(),
  title: z.string(),
  language: z.string(),
  answeredAt: z.number(),
  receivedAt: z.number(),
  problems: z.int(),
  state: z.enum(['open', 'filed', 'discarded']),
  tabletName: z.string().nullable(),
  /** Abandoned: with the answers until then. */
  isStopped: z.boolean(),
  /** Stored values of it are damaged: it cannot be filed. */
  isDamaged: z.literal(true).optional(),
  /** Label of the link through which it arrived. */
  label: z.string().nullable(),
  /** Patient of the link. */
  invited: z.strictObject({ patid: z.string(), name: z.string() }).nullable(),
  /** For decided ones, else null. */
  decided: z
    .strictObject({
      at: z.number(),
      by: z.string(),
      patid: z.string().nullable(),
      patientName: z.string().nullable(),
      reason: z.string(),
    })
    .nullable(),
};
/** The tray: waiting ones, oldest first; then those decided within the last week, newest first. */
export const unmatchedListSchema = z
  .strictObject({
    open: z.array(z.strictObject(unmatchedEntry)),
    count: z.int(),
    decided: z.array(z.strictObject(unmatchedEntry)),
  })
  .meta({ id: 'Unmatched' });
export type UnmatchedEntry = z.output<typeof unmatchedListSchema>['open'][number];
/**
 * Summary for the board; `oldestAt` (ms) is null if nothing waits, `stopped` is how many of the
 * oldest two hundred were abandoned.
 */
export const trayLineSchema = z
  .strictObject({ count: z.int(), oldestAt: z.number().nullable(), stopped: z.int() })
  .meta({ id: 'TrayLine' });
export const unmatchedIdSchema = z.strictObject({ unmatchedId: z.uuid() });
export const unmatchedSchema = z
  .strictObject({
    ...unmatchedEntry,
    candidates: z.array(candidate),
    questionnaire: questionnaireSchema.nullable(),
    response: responseSchema.nullable(),
    problemList: z.array(z.strictObject({ key: z.string(), code: z.string() })),
    /** Whether a decision may still be undone. */
    isReversible: z.boolean(),
  })
  .meta({ id: 'UnmatchedAnswers' });
export type Unmatched = z.output<typeof unmatchedSchema>;

/** Confirmed: staff confirmed a differing name or birth date (V2, V3). */
export const assignSchema = z
  .strictObject({ patid: patidSchema, confirmed: z.boolean().optional() })
  .meta({ id: 'AssignAnswers' });
/** The answers as they stand in the record. */
export const filedSchema = z.strictObject({ patid: z.string(), answersId: z.uuid() });
/** The length of the reason is checked by rule V1, with its own error text. */
export const discardSchema = z
  .strictObject({ reason: z.string().max(4000) })
  .meta({ id: 'DiscardAnswers' });
