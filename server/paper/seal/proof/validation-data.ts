// Collects the data that readers of later years need to verify a time stamp: its chain, and
// revocation data of each certificate below the root.
import type { X509Certificate } from 'node:crypto';
import { openCms } from '../cms.ts';
import type { Anchor } from '../foreign/trust-list.ts';
import { readForeignToken } from '../foreign/foreign-cms.ts';
import { readTokenSigner } from '../foreign/token-signer.ts';
import { trustPath, type TrustPath } from '../foreign/trust-path.ts';
import { TsaError } from '../tsa.ts';
import type { RevocationSource } from '../revocation-list.ts';
import type { Embedded } from './revocation-data.ts';

/** Certificates and revocation data (DER). */
export type ValidationData = Embedded & { readonly certificates: readonly Uint8Array[] };

/** A time-stamp token as read: its time, its signer, and the way to a root. */
export type ReadStamp = {
  readonly at: number;
  /** Its signature is right, and it was made over the given bytes. */
  readonly fits: boolean;
  readonly signer: X509Certificate;
  readonly way: TrustPath;
};

/** Roots of time-stamp services as anchors. */
const stampAnchors = (roots: readonly Uint8Array[]): Anchor[] =>
  roots.map((certificate) => ({
    certificate,
    by: 'root',
    name: '',
    territory: '',
    isQualified: false,
    use: 'time',
    periods: [{ from: 0, until: null }],
  }));

/** Reads a token over some bytes; `undefined` when it is none. Never throws. */
export function readStamp(
  token: Uint8Array,
  stamped: Uint8Array,
  roots: readonly Uint8Array[],
): ReadStamp | undefined {
  try {
    const read = readForeignToken(openCms(token).signed, stamped);
    const signer = read?.cms.signer;
    if (read === undefined || signer === undefined) return undefined;
    const way = trustPath(signer, read.cms.certificates, stampAnchors(roots), read.at, 'time');
    return { at: read.at, fits: read.fits && !read.cms.isWeak, signer, way };
  } catch {
    return undefined;
  }
}

const isSelfSigned = (one: X509Certificate): boolean =>
  one.checkIssued(one) && one.verify(one.publicKey);

/**
 * Collects the validation data of a token.
 * @param roots trusted roots of time-stamp services (DER); a chain may also end at its own root
 * @returns `isComplete`: the chain ends at a root, and each certificate below has revocation data
 * @throws TsaError tsa_unreachable when named revocation data cannot be had now
 */
export async function stampData(
  token: Uint8Array,
  roots: readonly Uint8Array[],
  source: RevocationSource | undefined,
): Promise<ValidationData & { readonly isComplete: boolean }> {
  // Verified when it was received, and again by the check of the whole file.
  const read = readTokenSigner(token);
  if (read === undefined) throw new TsaError('tsa_wrong', 'a token names no signer');
  const { signer, certificates, at } = read,
    { path } = trustPath(signer, certificates, stampAnchors(roots), at, 'time');
  const crls: Uint8Array[] = [],
    ocsps: Uint8Array[] = [];
  let isComplete = isSelfSigned(path.at(-1) ?? signer) || path.length > 1;
  for (const [index, one] of path.entries()) {
    const issuer = path[index + 1];
    if (issuer === undefined) break;
    const found = await source?.(new Uint8Array(one.raw), new Uint8Array(issuer.raw));
    if (found === undefined) isComplete = false;
    else (found.kind === 'crl' ? crls : ocsps).push(found.bytes);
  }
  return { certificates: path.map((one) => new Uint8Array(one.raw)), crls, ocsps, isComplete };
}
