// evidence.json, version 1: the practice's proof of one signing; embedded in the sealed PDF and
// stored as a row. No ink points, no health data.

import type { Form } from '../../../shared/desk/document.ts';
import type { Identification, SignerRole } from '../../../shared/desk/mappe.ts';
import type { PointerKind } from '../../../shared/papers/signature.ts';

/** All instants are UTC in ms since 1970; hashes are lower-case hex SHA-256. */
export type Evidence = {
  readonly v: 1;
  readonly envelope: {
    readonly id: string;
    readonly prevEnvelopeId: string | null;
    readonly praxisId: string;
    readonly taskId: string;
    readonly mappeId: string;
  };
  readonly document: {
    readonly template: string;
    readonly title: string;
    readonly languages: readonly string[];
    readonly formRequirement: Form;
    readonly dataSha256: string;
    readonly presentedPdfSha256: string;
    /** Length of the presented PDF: the first bytes of the sealed file, unless `printed` exists. */
    readonly presentedBytes: number;
    readonly pages: number;
    /**
     * Only for answers: the data with the hash above was shown in words on the device and signed;
     * the PDF was made from it afterwards, and is the first bytes of the sealed file.
     */
    readonly presentedAs?: 'data';
    /**
     * Only if the text was read in a further language: the paper made from the same data after
     * signing, with the languages that were read. It is then the first bytes of the sealed file;
     * the presented PDF is stored by the practice under its hash.
     */
    readonly printed?: {
      readonly sha256: string;
      readonly bytes: number;
      readonly pages: number;
      readonly languages: readonly string[];
      /** As printed, how each signer understood the text. */
      readonly understood: readonly string[];
    };
  };
  readonly signers: readonly EvidenceSigner[];
  /**
   * Only if several people signed on their own devices, in the order of arrival; the fields next to
   * it then describe the last one.
   */
  readonly parts?: readonly EvidencePart[];
  readonly identification: {
    readonly method: Identification;
    readonly userId: string;
    readonly at: number;
  } | null;
  readonly declarations: readonly {
    readonly id: string;
    readonly textSha256: string;
    readonly isRequired: boolean;
    readonly value: boolean;
    readonly at: number | null;
  }[];
  readonly reading: {
    readonly shownAt: number;
    readonly sections: readonly {
      readonly id: string;
      readonly firstSeenAt: number;
      readonly visibleMs: number;
    }[];
    readonly reachedEnd: boolean;
    readonly fontScale: number;
    readonly openedPdf: boolean;
    readonly languageSwitches: number;
    readonly unclear: readonly string[];
    readonly languages?: readonly string[] | undefined;
  };
  /** The oral explanation (§ 630e BGB), confirmed by a dentist; `null` if none is needed. */
  readonly conversation: {
    readonly behandler: string;
    readonly userId: string;
    readonly at: number;
  } | null;
  readonly device: {
    readonly tabletId: string;
    readonly appVersion: string;
    readonly userAgent: string;
    readonly screen: string;
    readonly isStandalone: boolean;
    readonly wasOnline: boolean;
    readonly clockOffsetMs: number;
  };
  readonly times: {
    readonly createdAt: number;
    readonly presentedAt: number;
    readonly signedAt: number;
    readonly receivedAt: number;
    readonly sealedAt: number;
    readonly zone: string;
    /** Offset of the zone from UTC at signing, in minutes. */
    readonly offsetMinutes: number;
  };
  readonly renderer: {
    readonly name: string;
    readonly version: string;
    readonly fontHashes: Readonly<Record<string, string>>;
  };
  readonly seal: {
    readonly certificateSha256: string;
    readonly serialNumber: string;
    readonly algorithm: 'ECDSA P-256 SHA-256';
    readonly auditSeq: number | null;
    readonly auditHash: string | null;
  };
};

/** Data submitted together from one device: by whom, when, and what they saw and declared there. */
export type EvidencePart = {
  readonly roles: readonly SignerRole[];
  readonly signedAt: number;
  readonly receivedAt: number;
  readonly language: string;
  /** As identified by staff or by a link: name and birth date, and the second step. */
  readonly identification:
    | {
        readonly by: 'desk';
        readonly method: Identification;
        readonly userId: string;
        readonly at: number;
      }
    | { readonly by: 'link'; readonly secondStep: string }
    | null;
  readonly declarations: readonly {
    readonly id: string;
    readonly value: boolean;
    readonly at: number;
  }[];
  readonly reading: Evidence['reading'];
  readonly device: Evidence['device'];
};

export type EvidenceSigner = {
  readonly role: SignerRole;
  readonly name: string;
  readonly capacity: string | null;
  /** Salted; the salt stays in the practice. Only for the patient. */
  readonly birthDateSha256: string | null;
  readonly patid: string | null;
  readonly how: 'drawn' | 'typed' | 'witnessed';
  readonly witness: string | null;
  /** Exactly as typed, even if a character cannot be printed. */
  readonly typedName: string | null;
  readonly ink: InkSummary | null;
};

/** Facts about the ink that are known without decrypting the point file. */
export type InkSummary = {
  readonly strokes: number;
  readonly points: number;
  readonly durationMs: number;
  readonly pointerTypes: readonly PointerKind[];
  readonly pointsPerSecond: number;
  readonly pressureLevels: number;
  readonly clears: number;
  readonly undos: number;
  /** Hash of the encrypted point file and of the key it is encrypted to. */
  readonly pointFileSha256: string;
  readonly escrowKeyId: string;
};
