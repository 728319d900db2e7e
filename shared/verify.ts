// The answer of the check page about a dropped PDF, as plain facts; the words are the page's.

export type UnreadableReason = 'empty' | 'not_a_pdf' | 'encrypted' | 'broken' | 'too_large' | 'too_many_pages';

export type ActiveKind = 'javascript' | 'open_action' | 'additional_action' | 'launch' | 'submit_form' | 'remote' | 'rich_media' | 'xfa' | 'embedded_file';

/** `foreign_seal`: a seal that cannot be confirmed as ours. `changed`: our seal, but the content is not what was sealed. `extended`: our seal fits, but something was added later. */
export type Verdict = 'unchanged' | 'extended' | 'changed' | 'foreign_seal' | 'unsigned';

export type VerifyReport =
  | { readonly isReadable: false; readonly reason: UnreadableReason; /** The bytes speak of a seal, but cannot be read any more. */ readonly hadSeal: boolean }
  | {
      readonly isReadable: true;
      readonly verdict: Verdict;
      readonly pages: number;
      readonly sha256: string;
      readonly seal: SealFacts | null;
      /** Shown equals signed; `null` without readable evidence. */
      readonly shown: { readonly isSame: boolean; readonly presentedPdfSha256: string; readonly isDataSame: boolean } | null;
      readonly timestamp: { readonly at: number; readonly service: string; readonly isIntact: boolean; readonly isTrusted: boolean } | null;
      /** What follows the sealed range. */
      readonly later: { readonly bytes: number; readonly pagesAdded: number; readonly objectsChanged: number } | null;
      /** From evidence.json inside the seal; only for seals of ours. */
      readonly facts: { readonly title: string; readonly template: string; readonly envelopeId: string; readonly taskId: string; readonly signers: readonly { readonly role: string; readonly name: string }[]; readonly signedAt: number } | null;
      /** Names are cleaned and cut; `detail` is the file name of an attachment that is not ours. */
      readonly active: readonly { readonly kind: ActiveKind; readonly detail: string }[];
    };

export type SealFacts = {
  readonly isOurs: boolean;
  readonly isIntact: boolean;
  readonly coversAll: boolean;
  readonly level: 'B-B' | 'B-T';
  /** Claimed time of sealing (UTC ms), covered by the seal; `null` when unreadable. */
  readonly sealedAt: number | null;
  readonly certificate: { readonly subject: string; readonly organisation: string; readonly serialNumber: string; readonly sha256: string; readonly notAfter: number } | null;
};
