// Schemas of the terms of use and of the contract on processing: a version as stored in the
// catalogue, and as sent to the practice app.
import { z } from 'zod';

const day = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const textSchema = z.strictObject({ title: z.string(), lines: z.array(z.string()).min(1) });
/** Lines that begin with `## ` are headings. Until `dueFrom` an older accepted version suffices. */
export const termsFileSchema = z.strictObject({
  version: z.int().min(1),
  validFrom: day,
  dueFrom: day,
  isReviewed: z.boolean(),
  de: textSchema,
  en: textSchema,
});
export type TermsFile = z.output<typeof termsFileSchema>;

const acceptedSchema = z.strictObject({ version: z.int(), at: z.int(), name: z.string() });
const changeSchema = z.strictObject({
  kind: z.enum(['same', 'added', 'removed']),
  line: z.string(),
});
export const termsViewSchema = z
  .strictObject({
    version: z.int(),
    validFrom: day,
    dueFrom: day,
    isReviewed: z.boolean(),
    sha256: z.string(),
    de: textSchema,
    en: textSchema,
    /** The newest version that this practice has accepted. */
    accepted: acceptedSchema.nullable(),
    /**
     * `open`: owners cannot work until it is accepted; `soon`: an older version is accepted, which
     * suffices until `dueFrom`.
     */
    state: z.enum(['accepted', 'soon', 'open']),
    mayAccept: z.boolean(),
    whoMay: z.array(z.string()),
    /**
     * Line diff of the German text to the accepted version; null if there is none or nothing
     * changed.
     */
    changes: z.array(changeSchema).nullable(),
  })
  .meta({ id: 'Terms' });
export type TermsView = z.output<typeof termsViewSchema>;

/** Services next to Molar that can get personal data. */
const SERVICE_IDS = ['payment', 'mail', 'time_stamp', 'storage', 'sms'] as const;
export type ServiceId = (typeof SERVICE_IDS)[number];
export const processingViewSchema = termsViewSchema
  .safeExtend({
    /** Checksum of the accepted version, as stored with the acceptance. */
    acceptedSha256: z.string().nullable(),
    praxisName: z.string(),
    /** Services that are set up on this server, or by this practice. */
    services: z.array(z.enum(SERVICE_IDS)),
  })
  .meta({ id: 'ProcessingContract' });
export type ProcessingView = z.output<typeof processingViewSchema>;

/** A version that a practice accepted, as the vendor sees it. */
const acceptedBySchema = acceptedSchema.nullable();
export const acceptedTermsSchema = z.strictObject({
  agb: acceptedBySchema,
  avv: acceptedBySchema,
});
export type AcceptedTerms = z.output<typeof acceptedTermsSchema>;
export const acceptTermsSchema = z
  .strictObject({ version: z.int().min(1), sha256: z.string().length(64) })
  .meta({ id: 'AcceptTerms' });
