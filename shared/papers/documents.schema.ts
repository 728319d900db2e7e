// Schemas of the practice's document list and of the response of the check page.

import { z } from 'zod';
import { patidSchema } from '../desk/patient.schema.ts';
import { SEAL_STATES } from './seal-end.ts';
import { PROOF_LEVELS } from './seal/proof-level.ts';
import { VOID_REASONS } from './consent.ts';
import { FOREIGN_AFTER, FOREIGN_STATES, FOREIGN_VALIDITY } from './seal/foreign-signature.ts';
import { RETIRED_SEALS, RETIRE_REASONS } from './seal/retired-seal.ts';
import { DOCUMENT_KINDS } from './documents.ts';
import { UPLOAD_KINDS } from './upload.ts';

/** Plausible range of years for a practice. */
const day = z.iso.date().refine((one) => one >= '1970-01-01' && one <= '2199-12-31');

export const documentListQuerySchema = z
  .strictObject({
    patid: patidSchema.optional(),
    kind: z.enum(DOCUMENT_KINDS).optional(),
    state: z.enum(['filed', 'voided']).optional(),
    sealed: z.enum(['yes', 'no']).optional(),
    /** Days in Berlin, both inclusive. */
    from: day.optional(),
    to: day.optional(),
    cursor: z
      .string()
      .regex(/^\d{1,16}\.[\w-]{1,64}$/)
      .optional(),
    limit: z
      .string()
      .regex(/^\d{1,3}$/)
      .transform(Number)
      .pipe(z.int().min(1).max(500))
      .optional(),
  })
  .refine(({ from, to }) => from === undefined || to === undefined || from <= to, { path: ['to'] });
export type DocumentListQuery = z.output<typeof documentListQuerySchema>;
const documentRowSchema = z
  .strictObject({
    fileId: z.string(),
    taskId: z.string().nullable(),
    patid: z.string(),
    patientName: z.string(),
    geburtsdatum: z.string(),
    title: z.string(),
    at: z.number(),
    kind: z.enum(DOCUMENT_KINDS),
    /** Signed answers to a questionnaire: not opened at reception. */
    isAnswers: z.boolean(),
    /** A notice contains no declaration of the patient: a scanned one cannot be declared void. */
    isNotice: z.boolean(),
    uploadKind: z.enum(UPLOAD_KINDS).nullable(),
    uploadedBy: z.string().nullable(),
    /** Deadline (ms) for the requesting user to undo it; null if they may not. */
    undoUntil: z.number().nullable(),
    mime: z.string(),
    /** `sealed`: a receipt or a scanned paper, whose seal is not stored as an envelope. */
    level: z.enum(['none', ...PROOF_LEVELS, 'sealed']),
    voidedAt: z.number().nullable(),
    sha256: z.string(),
    /**
     * For an upload removed because it belonged to another person: why, by whom, and the correct
     * person.
     */
    voided: z
      .strictObject({
        note: z.string(),
        byName: z.string(),
        movedTo: z
          .strictObject({ fileId: z.string(), patid: z.string(), patientName: z.string() })
          .nullable(),
      })
      .nullable(),
    /** Nothing of this person is deleted. */
    isHeld: z.boolean(),
  })
  .meta({ id: 'DocumentRow' });
/** `to`: the correct person; the id of the replacing document makes the request idempotent. */
export const voidUploadSchema = z
  .strictObject({
    note: z.string().trim().min(3).max(300),
    to: z.strictObject({ fileId: z.uuid(), patid: patidSchema }).nullable(),
  })
  .meta({ id: 'VoidUpload' });
export const voidedUploadSchema = z
  .strictObject({ wasGivenHome: z.boolean() })
  .meta({ id: 'VoidedUpload' });
export type VoidUpload = z.infer<typeof voidUploadSchema>;
export type VoidedUpload = z.infer<typeof voidedUploadSchema>;
export const documentListSchema = z
  .strictObject({ items: z.array(documentRowSchema), cursor: z.string().nullable() })
  .meta({ id: 'DocumentList' });
export type DocumentRow = z.infer<typeof documentRowSchema>;

const facts = z.strictObject({
  title: z.string(),
  template: z.string(),
  envelopeId: z.string(),
  taskId: z.string(),
  signers: z.array(z.strictObject({ role: z.string(), name: z.string() })).readonly(),
  signedAt: z.number(),
});
const standing = z.strictObject({
  state: z.enum(['holds', 'voided', 'withdrawn', 'replaced', 'partly_withdrawn']),
  at: z.number().nullable(),
  reason: z.enum(VOID_REASONS).nullable(),
});
/**
 * `validUntil`: expiry of the sealing certificate (ms); null if nothing was sealed yet, or nothing
 * can be.
 */
export const sealStandingSchema = z
  .strictObject({ state: z.enum(SEAL_STATES), validUntil: z.number().nullable() })
  .meta({ id: 'SealStanding' });
export type SealStanding = z.infer<typeof sealStandingSchema>;
const foreignSignature = z.strictObject({
  kind: z.enum(['signature', 'time_stamp']),
  state: z.enum(FOREIGN_STATES),
  after: z.enum(FOREIGN_AFTER),
  isWeak: z.boolean(),
  signer: z
    .strictObject({
      name: z.string(),
      organisation: z.string(),
      issuer: z.string(),
      sha256: z.string(),
      notAfter: z.number(),
      validity: z.enum(FOREIGN_VALIDITY),
      chain: z.int(),
      revokedAt: z.number().nullable(),
    })
    .nullable(),
  trust: z
    .strictObject({
      by: z.enum(['root', 'list']),
      name: z.string(),
      territory: z.string(),
      isQualified: z.boolean(),
    })
    .nullable(),
  time: z.strictObject({ at: z.number(), isProven: z.boolean(), service: z.string() }).nullable(),
});
const trustLoaded = z.strictObject({
  roots: z.int(),
  lists: z
    .array(z.strictObject({ territory: z.string(), nextUpdate: z.number().nullable() }))
    .readonly(),
});
/** Unreadable files are reported as errors. */
export const verifyReportSchema = z
  .strictObject({
    isReadable: z.literal(true),
    kept: z.enum(['original', 'upload', 'no']),
    standing: standing.nullable(),
    trusted: trustLoaded,
    foreign: z.array(foreignSignature).readonly(),
    leftOut: z.int(),
    verdict: z.enum([
      'unchanged',
      'extended',
      'changed',
      'retired_key',
      'foreign_seal',
      'unsigned',
    ]),
    pages: z.int(),
    sha256: z.string(),
    seal: z
      .strictObject({
        isOurs: z.boolean(),
        isIntact: z.boolean(),
        coversAll: z.boolean(),
        level: z.enum(PROOF_LEVELS),
        sealedAt: z.number().nullable(),
        certificate: z
          .strictObject({
            subject: z.string(),
            organisation: z.string(),
            serialNumber: z.string(),
            sha256: z.string(),
            notAfter: z.number(),
          })
          .nullable(),
        retired: z
          .strictObject({
            from: z.number(),
            reason: z.enum(RETIRE_REASONS),
            made: z.enum(RETIRED_SEALS),
          })
          .nullable(),
      })
      .nullable(),
    shown: z
      .strictObject({
        isSame: z.boolean(),
        presentedPdfSha256: z.string(),
        isDataSame: z.boolean(),
        printedIn: z.array(z.string()).readonly().optional(),
      })
      .nullable(),
    timestamp: z
      .strictObject({
        at: z.number(),
        service: z.string(),
        isIntact: z.boolean(),
        isTrusted: z.boolean(),
        isRevoked: z.boolean(),
      })
      .nullable(),
    archive: z
      .strictObject({
        isIntact: z.boolean(),
        stamps: z
          .array(z.strictObject({ at: z.number(), service: z.string(), isTrusted: z.boolean() }))
          .readonly(),
        until: z.number().nullable(),
      })
      .nullable(),
    later: z
      .strictObject({
        kinds: z
          .array(z.enum(['blank', 'validation_data', 'document_timestamp', 'content']))
          .readonly(),
        bytes: z.number(),
        pagesAdded: z.number(),
        objectsChanged: z.number(),
      })
      .nullable(),
    facts: facts.nullable(),
    active: z
      .array(
        z.strictObject({
          kind: z.enum([
            'javascript',
            'open_action',
            'additional_action',
            'launch',
            'submit_form',
            'remote',
            'rich_media',
            'xfa',
            'embedded_file',
          ]),
          detail: z.string(),
        }),
      )
      .readonly(),
  })
  .meta({ id: 'VerifyReport' });
