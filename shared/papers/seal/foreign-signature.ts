// Result of checking one signature that is not a seal of this practice, as plain facts.

/**
 * `intact`: digest and signature match. `broken`: they do not, or the signature covers something
 * else than the file around it. `unknown`: of a kind that Molar does not check.
 */
export const FOREIGN_STATES = ['intact', 'broken', 'unknown'] as const;
/**
 * Content after the range that a signature covers: `harmless` are validation data, time stamps and
 * blanks, `changed` anything else, also a further signature.
 */
export const FOREIGN_AFTER = ['nothing', 'harmless', 'changed'] as const;
/**
 * Validity of the certificate: `valid` now or at a proven time, `claimed` at the time that the
 * signature itself names, else `over`.
 */
export const FOREIGN_VALIDITY = ['valid', 'claimed', 'over'] as const;

export type ForeignSignature = {
  /** A signature of a person or an organisation, or a time stamp over the whole file. */
  readonly kind: 'signature' | 'time_stamp';
  readonly state: (typeof FOREIGN_STATES)[number];
  readonly after: (typeof FOREIGN_AFTER)[number];
  /** Uses a digest that can be forged (SHA-1 or older). */
  readonly isWeak: boolean;
  readonly signer: {
    readonly name: string;
    readonly organisation: string;
    readonly issuer: string;
    readonly sha256: string;
    readonly notAfter: number;
    readonly validity: (typeof FOREIGN_VALIDITY)[number];
    /** Certificates from the signer up to the trusted one, or as far as the file contains them. */
    readonly chain: number;
    /** Revoked by a revocation list inside the file, at this time (UTC ms). */
    readonly revokedAt: number | null;
  } | null;
  /** The trusted certificate that vouches for the signer; `null` without one. */
  readonly trust: {
    readonly by: 'root' | 'list';
    /** Name of the root, or of the provider and its service in the list. */
    readonly name: string;
    /** Country of the list. */
    readonly territory: string;
    readonly isQualified: boolean;
  } | null;
  /** `isProven` only by a fitting time stamp of a trusted service. */
  readonly time: {
    readonly at: number;
    readonly isProven: boolean;
    readonly service: string;
  } | null;
};

/** Certificates that the operator trusts for signatures of others. */
export type TrustLoaded = {
  readonly roots: number;
  readonly lists: readonly { readonly territory: string; readonly nextUpdate: number | null }[];
};
