// Result of the check page for a dropped PDF, as plain facts; the texts are those of the page.

import type { ConsentState, VoidReason } from './consent.ts';
import type { RetiredSeal } from './seal/retired-seal.ts';
import type { ProofLevel } from './seal/proof-level.ts';
import type { ForeignSignature, TrustLoaded } from './seal/foreign-signature.ts';

export type UnreadableReason =
  | 'empty'
  | 'not_a_pdf'
  | 'encrypted'
  | 'broken'
  | 'too_large'
  | 'too_many_pages';

export type ActiveKind =
  | 'javascript'
  | 'open_action'
  | 'additional_action'
  | 'launch'
  | 'submit_form'
  | 'remote'
  | 'rich_media'
  | 'xfa'
  | 'embedded_file';

/**
 * `unchanged`: also with document time stamps that cover the whole file. `foreign_seal`: a seal that
 * cannot be confirmed as ours. `changed`: our seal, but the content is
 * not the sealed one. `extended`: our seal matches and the content is the sealed one; a harmless
 * addition follows. `retired_key`: as `unchanged`, but the key was retired, and nothing proves that
 * the seal is older.
 */
export type Verdict =
  | 'unchanged'
  | 'extended'
  | 'changed'
  | 'retired_key'
  | 'foreign_seal'
  | 'unsigned';

export type VerifyReport =
  | {
      readonly isReadable: false;
      readonly reason: UnreadableReason;
      /** The bytes contain a seal that cannot be read any more. */
      readonly hadSeal: boolean;
    }
  | {
      readonly isReadable: true;
      readonly verdict: Verdict;
      readonly pages: number;
      readonly sha256: string;
      readonly seal: SealFacts | null;
      /** The shown equals the signed document; `null` without readable evidence. */
      readonly shown: {
        readonly isSame: boolean;
        readonly presentedPdfSha256: string;
        readonly isDataSame: boolean;
        /**
         * The sheet was made after signing, from the same data, in these languages: those in which
         * it was read. The presented PDF is another file.
         */
        readonly printedIn?: readonly string[];
      } | null;
      /**
       * The time stamp token of the seal. It is not covered by the seal: its content counts only if
       * `isProof`.
       */
      readonly timestamp: TimestampFacts | null;
      /** Document time stamps over the seal; `null` without one. */
      readonly archive: ArchiveFacts | null;
      /** Kind of content after the sealed range. */
      readonly later: LaterChanges | null;
      /** From evidence.json inside the seal; only for intact seals of ours. */
      readonly facts: {
        readonly title: string;
        readonly template: string;
        readonly envelopeId: string;
        readonly taskId: string;
        readonly signers: readonly { readonly role: string; readonly name: string }[];
        readonly signedAt: number;
      } | null;
      /**
       * Names are sanitized and truncated; `detail` is the file name of an attachment that is not
       * ours.
       */
      readonly active: readonly { readonly kind: ActiveKind; readonly detail: string }[];
      /** Signatures and document time stamps that are not seals of this practice. */
      readonly foreign: readonly ForeignSignature[];
      /** Further signatures or form fields that were not looked at: there are too many. */
      readonly leftOut: number;
    };

export type TimestampFacts = {
  readonly at: number;
  readonly service: string;
  /** It was issued for this seal. */
  readonly isIntact: boolean;
  /** Its chain ends at a root of a time-stamp service that the practice trusts. */
  readonly isTrusted: boolean;
  /** Revocation data in the file name a certificate of that chain. */
  readonly isRevoked: boolean;
};
export type ArchiveFacts = {
  /** All fit, and the newest covers the whole file. */
  readonly isIntact: boolean;
  /** Those that fit, oldest first. */
  readonly stamps: readonly {
    readonly at: number;
    readonly service: string;
    readonly isTrusted: boolean;
  }[];
  /** End of the certificate of the newest one, UTC ms; `null` when it cannot be read. */
  readonly until: number | null;
};
/**
 * Checks whether a token proves the time of the seal: a valid one of a trusted service, whose
 * certificate was not revoked.
 */
export const isProof = (
  stamp: TimestampFacts | null,
): stamp is TimestampFacts & { isIntact: true; isTrusted: true; isRevoked: false } =>
  stamp !== null && stamp.isIntact && stamp.isTrusted && !stamp.isRevoked;

/**
 * `blank`: whitespace, or an update that changes nothing. `validation_data`, `document_timestamp`:
 * long-term validation data, allowed after any seal (ISO 32000-2, 12.8.2.2.2). `content`: anything
 * else; forbidden by the seal.
 */
export type LaterKind = 'blank' | 'validation_data' | 'document_timestamp' | 'content';
export type LaterChanges = {
  readonly kinds: readonly LaterKind[];
  readonly bytes: number;
  readonly pagesAdded: number;
  readonly objectsChanged: number;
};

/**
 * Returns since when the content exists: proven by a time stamp, or as claimed by the seal.
 * `undefined` without an intact seal of ours.
 */
export function sealTime(report: {
  readonly seal: SealFacts | null;
  readonly timestamp: TimestampFacts | null;
}): { readonly at: number; readonly isProven: boolean } | undefined {
  const { seal, timestamp } = report;
  if (seal === null || !seal.isOurs || !seal.isIntact) return undefined;
  if (isProof(timestamp)) return { at: timestamp.at, isProven: true };
  return seal.sealedAt === null ? undefined : { at: seal.sealedAt, isProven: false };
}

export type SealFacts = {
  readonly isOurs: boolean;
  readonly isIntact: boolean;
  readonly coversAll: boolean;
  /**
   * As proven to this reader: `B-T` and above only with a valid token of a trusted service, `B-LT`
   * and above only with all validation data inside the file.
   */
  readonly level: ProofLevel;
  /** Claimed time of sealing (UTC ms), covered by the seal; `null` when unreadable. */
  readonly sealedAt: number | null;
  readonly certificate: {
    readonly subject: string;
    readonly organisation: string;
    readonly serialNumber: string;
    readonly sha256: string;
    readonly notAfter: number;
  } | null;
  /** The practice retired the key of this seal. */
  readonly retired: RetiredSeal | null;
};

/** The current state of a sealed paper; a seal does not contain it. */
export type PaperStanding = {
  readonly state:
    | Extract<ConsentState, 'holds' | 'voided' | 'withdrawn' | 'replaced'>
    | 'partly_withdrawn';
  readonly at: number | null;
  readonly reason: VoidReason | null;
};
/** The practice's data about a checked file. */
export type CheckedPaper = {
  /** Byte for byte a file made here, one that was only uploaded, or an unknown one. */
  readonly kept: 'original' | 'upload' | 'no';
  readonly standing: PaperStanding | null;
  /** Certificates by which the signatures of others were judged. */
  readonly trusted: TrustLoaded;
};
