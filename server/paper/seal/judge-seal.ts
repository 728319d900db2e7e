// Judges one signature of a file as a seal of this practice: intact, ours, when, under which key.
import { isProof } from '../../../shared/papers/verify.ts';
import type { RetireReason } from '../../../shared/papers/seal/retired-seal.ts';
import type { SealFacts, TimestampFacts } from '../../../shared/papers/verify.ts';
import { certificateFacts } from './authority.ts';
import {
  carriesOnlyToken,
  certificateBytes,
  digest,
  encodeCms,
  equalBytes,
  isTrusted,
  openCms,
  tokenOf,
  verifyCms,
} from './cms.ts';
import type { CmsVerdict } from './cms.ts';
import { claimedTime } from './find-signatures.ts';
import type { FoundSignature } from './find-signatures.ts';
import type { Anchor } from './foreign/trust-list.ts';
import { isStampRevoked } from './proof/judge-proof.ts';
import type { OpenPdf } from './reader/pdf-reader.ts';
import { readToken } from './tsa.ts';

export type RetiredKey = {
  readonly certificateSha256: string;
  /** UTC ms. */
  readonly from: number;
  readonly reason: RetireReason;
};
export type Trust = {
  /** Roots of the practice (DER), old ones included. */
  readonly authorities: readonly Uint8Array[];
  /** Roots of time-stamp services the practice uses. */
  readonly tsaRoots: readonly Uint8Array[];
  /** Certificates that the operator trusts for signatures of others. */
  readonly anchors?: readonly Anchor[];
  /** Retired seal keys of the practice. */
  readonly retired?: readonly RetiredKey[];
  /** Instant at which certificates of others are judged, UTC ms; now when absent. */
  readonly now?: number;
};

/** States whether a seal's key was retired, and whether the seal is older than its loss. */
function retirementOf(
  certificateSha256: string,
  { retired = [] }: Trust,
  sealedAt: number | null,
  timestamp: TimestampFacts | null,
): SealFacts['retired'] {
  const key = retired.find((one) => one.certificateSha256 === certificateSha256);
  if (key === undefined) return null;
  const { from, reason } = key;
  if (isProof(timestamp)) return { from, reason, made: timestamp.at < from ? 'proven' : 'after' };
  return { from, reason, made: sealedAt !== null && sealedAt < from ? 'claimed' : 'after' };
}

/** A signature, judged as a seal of ours. */
export type Judged = {
  readonly found: FoundSignature;
  /** The token, and the signature value that it should stamp. */
  readonly token?: { readonly bytes: Uint8Array; readonly over: Uint8Array } | undefined;
  readonly certificate?: Uint8Array;
  readonly facts: SealFacts;
  readonly timestamp: TimestampFacts | null;
};

async function readStamp(
  pdf: OpenPdf,
  token: Uint8Array,
  signature: Uint8Array,
  trust: Trust,
): Promise<TimestampFacts> {
  const stamp = await readToken(token, digest(signature), trust.tsaRoots);
  if (stamp === undefined)
    return { at: 0, service: '', isIntact: false, isTrusted: false, isRevoked: false };
  return {
    at: stamp.at,
    service: stamp.service,
    isIntact: stamp.isIntact,
    isTrusted: stamp.isTrusted,
    isRevoked:
      stamp.isTrusted &&
      (await isStampRevoked(pdf, { bytes: token, over: signature }, trust.tsaRoots)),
  };
}

/**
 * Checks that a seal's gap contains exactly the content of our seals: their certificate, our roots,
 * one token, then zeros.
 */
function isPlain(
  bytes: Uint8Array,
  { range, contents }: FoundSignature,
  opened: ReturnType<typeof openCms>,
  verdict: CmsVerdict,
  known: readonly Uint8Array[],
): boolean {
  // Readers accept many encodings of one signature; ours has one.
  const isDer = equalBytes(encodeCms(opened.signed), contents.bytes.subarray(0, opened.length));
  if (!isDer || !carriesOnlyToken(opened.signed)) return false;
  const hole = bytes.subarray(range[1] + 1, range[2] - 1);
  const isOursAlone = verdict.certificates.every((one) =>
    known.some((ours) => equalBytes(ours, certificateBytes(one))),
  );
  return (
    isOursAlone &&
    equalBytes(hole, Buffer.from(Buffer.from(contents.bytes).toString('hex'), 'latin1'))
  );
}

/**
 * Checks whether an unreadable signature value contains one of our roots, as each of our seals
 * does.
 */
export const namesUs = (value: Uint8Array, trust: Trust): boolean =>
  trust.authorities.some((root) =>
    Buffer.from(value.buffer, value.byteOffset, value.byteLength).includes(Buffer.from(root)),
  );

/**
 * Judges one signature. Never throws for its content.
 * @param pdf the whole file, whose revocation data count for the time stamp
 */
export async function judgeSeal(
  pdf: OpenPdf,
  bytes: Uint8Array,
  found: FoundSignature,
  trust: Trust,
): Promise<Judged> {
  const [, from, to, rest] = found.range;
  const sealedAt = claimedTime(found.dict);
  const base = {
    coversAll: to + rest === bytes.length,
    sealedAt,
    level: 'B-B' as const,
    retired: null,
  };
  const isNamed = namesUs(found.contents.bytes, trust);
  const nothing = {
    found,
    timestamp: null,
    facts: { ...base, isOurs: isNamed, isIntact: false, certificate: null },
  };
  try {
    const opened = openCms(found.contents.bytes);
    const { signed } = opened;
    const content = Buffer.concat([bytes.subarray(0, from), bytes.subarray(to, to + rest)]);
    const verdict = await verifyCms(signed, content);
    const token = tokenOf(signed);
    const timestamp =
      token === undefined ? null : await readStamp(pdf, token, verdict.signature, trust);
    if (verdict.signer === undefined) return { ...nothing, timestamp };
    const at = isProof(timestamp) ? timestamp.at : sealedAt;
    const certificate = certificateBytes(verdict.signer);
    const isValid =
      at !== null && (await isTrusted(verdict.signer, verdict.certificates, trust.authorities, at));
    // A broken seal proves no time, so its certificate need not be valid at any.
    const isOurs = isValid || (isNamed && !verdict.isIntact);
    const isClean = isPlain(bytes, found, opened, verdict, [certificate, ...trust.authorities]);
    const isIntact = verdict.isIntact && (isClean || !isOurs);
    const level = isProof(timestamp) ? ('B-T' as const) : ('B-B' as const);
    const {
      subject,
      organisation,
      serialNumber,
      sha256: hash,
      notAfter,
    } = certificateFacts(certificate);
    const facts = {
      ...base,
      level,
      isOurs,
      isIntact,
      retired: retirementOf(hash, trust, sealedAt, timestamp),
      certificate: { subject, organisation, serialNumber, sha256: hash, notAfter },
    };
    const stamped = token && { bytes: token, over: verdict.signature };
    return { found, token: stamped, certificate, timestamp, facts };
  } catch {
    return nothing;
  }
}
