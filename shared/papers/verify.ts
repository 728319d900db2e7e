// The answer of the check page about a dropped PDF, as plain facts; the words are the page's.

import type { ConsentState, VoidReason } from './consent.ts';

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
 * `foreign_seal`: a seal that cannot be confirmed as ours. `changed`: our seal, but the content is
 * not what was sealed. `extended`: our seal fits and the content is what was sealed; something
 * harmless follows.
 */
export type Verdict = 'unchanged' | 'extended' | 'changed' | 'foreign_seal' | 'unsigned';

export type VerifyReport =
  | {
      readonly isReadable: false;
      readonly reason: UnreadableReason;
      /** The bytes speak of a seal, but cannot be read any more. */ readonly hadSeal: boolean;
    }
  | {
      readonly isReadable: true;
      readonly verdict: Verdict;
      readonly pages: number;
      readonly sha256: string;
      readonly seal: SealFacts | null;
      /** Shown equals signed; `null` without readable evidence. */
      readonly shown: {
        readonly isSame: boolean;
        readonly presentedPdfSha256: string;
        readonly isDataSame: boolean;
      } | null;
      /**
       * The token beside the seal. Nothing covers it: what it says counts only where it `isProof`.
       */
      readonly timestamp: TimestampFacts | null;
      /** What follows the sealed range. */
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
      /** Names are cleaned and cut; `detail` is the file name of an attachment that is not ours. */
      readonly active: readonly { readonly kind: ActiveKind; readonly detail: string }[];
    };

export type TimestampFacts = {
  readonly at: number;
  readonly service: string;
  /** It is over this seal. */
  readonly isIntact: boolean;
  /** It leads to a root of a time-stamp service that the practice trusts. */
  readonly isTrusted: boolean;
};
/** Whether a token proves when the seal was there: a right one of a trusted service. */
export const isProof = (
  stamp: TimestampFacts | null,
): stamp is TimestampFacts & { isIntact: true; isTrusted: true } =>
  stamp !== null && stamp.isIntact && stamp.isTrusted;

/**
 * `blank`: blanks, or an update that changes nothing. `validation_data`, `document_timestamp`: what
 * keeps a seal checkable for long, allowed after any seal (ISO 32000-2, 12.8.2.2.2). `content`:
 * anything else; the seal forbids it.
 */
export type LaterKind = 'blank' | 'validation_data' | 'document_timestamp' | 'content';
export type LaterChanges = {
  readonly kinds: readonly LaterKind[];
  readonly bytes: number;
  readonly pagesAdded: number;
  readonly objectsChanged: number;
};

/**
 * Since when the content stands: proven by a time stamp, or as the seal itself says.
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
  /** `B-T` only with a right token of a trusted service. */
  readonly level: 'B-B' | 'B-T';
  /** Claimed time of sealing (UTC ms), covered by the seal; `null` when unreadable. */
  readonly sealedAt: number | null;
  readonly certificate: {
    readonly subject: string;
    readonly organisation: string;
    readonly serialNumber: string;
    readonly sha256: string;
    readonly notAfter: number;
  } | null;
};

/** What a sealed paper is worth today; a seal says nothing of it. */
export type PaperStanding = {
  readonly state:
    | Extract<ConsentState, 'holds' | 'voided' | 'withdrawn' | 'replaced'>
    | 'partly_withdrawn';
  readonly at: number | null;
  readonly reason: VoidReason | null;
};
/** What the practice knows of a checked file besides the file itself. */
export type CheckedPaper = {
  /** Byte for byte what was made here, what was only uploaded, or nothing that is kept. */
  readonly kept: 'original' | 'upload' | 'no';
  readonly standing: PaperStanding | null;
};
