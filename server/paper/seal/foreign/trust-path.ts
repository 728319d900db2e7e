// Leads a certificate to one that the operator trusts (RFC 5280, 6.1, without policies).
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { keepResults } from '../authority.ts';
import type { Anchor } from './trust-list.ts';

const MOST_STEPS = 6;
/**
 * Signatures verified in one search: among certificates that signed each other, the ways grow with
 * the power of their number.
 */
const MOST_CHECKS = 200;
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Usages that say nothing about documents: a server's certificate signs no paper. */
const OTHER_USAGES = new Set([
  '1.3.6.1.5.5.7.3.1',
  '1.3.6.1.5.5.7.3.3',
  '1.3.6.1.5.5.7.3.8',
  '1.3.6.1.5.5.7.3.9',
]);

/** Checks whether a certificate was valid at an instant (ms). */
export const isValidAt = (certificate: X509Certificate, at: number): boolean =>
  Date.parse(certificate.validFrom) <= at && at <= Date.parse(certificate.validTo);

const isSame = (a: X509Certificate, b: X509Certificate): boolean => a.raw.equals(b.raw);

/**
 * Creates a check whether one certificate issued another, for one search. `checkIssued` compares
 * names, key ids and the key usage of the issuer.
 */
function issuerCheck(): (child: X509Certificate, parent: X509Certificate) => boolean {
  let left = MOST_CHECKS;
  return (child, parent) => {
    try {
      if (!child.checkIssued(parent) || left === 0) return false;
      left -= 1;
      return child.verify(parent.publicKey);
    } catch {
      return false;
    }
  };
}

// A service signs every paper below the same certificates, and parsing one takes milliseconds.
const limitsOf = keepResults(
  (certificate: Uint8Array): { isConstrained: boolean; most: number } => {
    const parsed = new x509.X509Certificate(Uint8Array.from(certificate)),
      limits = parsed.getExtension(x509.BasicConstraintsExtension);
    return {
      // Name constraints (2.5.29.30) are not evaluated, so a path through them is not trusted.
      isConstrained: parsed.getExtension('2.5.29.30') !== null,
      most: limits?.pathLength ?? Infinity,
    };
  },
);
/** Checks whether a certificate may stand above `below` others (the signer not counted). */
function mayIssue(certificate: X509Certificate, below: number): boolean {
  if (!certificate.ca) return false;
  const { isConstrained, most } = limitsOf(certificate.raw);
  return !isConstrained && most >= below;
}

/** Checks whether the key of a signer may be used for documents, or for time stamps. */
function mayDo(certificate: X509Certificate, use: Anchor['use']): boolean {
  const usages = certificate.keyUsage as readonly string[] | undefined;
  if (use === 'time') return usages?.includes(TIME_STAMPING) === true;
  const parsed = new x509.X509Certificate(certificate.raw);
  const bits = parsed.getExtension(x509.KeyUsagesExtension)?.usages;
  const wanted = x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation;
  const maySign = bits === undefined || (bits & wanted) !== 0;
  return maySign && (usages === undefined || usages.some((one) => !OTHER_USAGES.has(one)));
}

// A list of a country has hundreds of certificates, and a file may have several signatures.
const parsedAnchors = new WeakMap<Anchor, X509Certificate>();
function certificateOf(anchor: Anchor): X509Certificate {
  const known = parsedAnchors.get(anchor) ?? new X509Certificate(anchor.certificate);
  parsedAnchors.set(anchor, known);
  return known;
}

export type TrustPath = { readonly path: readonly X509Certificate[]; readonly anchor?: Anchor };

/**
 * Finds the way from a certificate to an anchor that was trusted at an instant (ms); without one
 * the longest way through the given certificates.
 */
export function trustPath(
  leaf: X509Certificate,
  others: readonly X509Certificate[],
  anchors: readonly Anchor[],
  at: number,
  use: Anchor['use'],
): TrustPath {
  const usable = anchors
    .filter(
      (one) =>
        one.use === use &&
        one.periods.some(({ from, until }) => from <= at && (until === null || at < until)),
    )
    .map((anchor) => ({ anchor, certificate: certificateOf(anchor) }));
  const isIssuer = issuerCheck();
  let longest: readonly X509Certificate[] = [leaf];

  const walk = (path: readonly X509Certificate[]): TrustPath | undefined => {
    const last = path.at(-1) ?? leaf;
    if (path.length > longest.length) longest = path;
    if (!isValidAt(last, at)) return undefined;
    const itself = usable.find((one) => isSame(one.certificate, last));
    if (itself) return { path, anchor: itself.anchor };
    const below = path.length - 1;
    const above = usable.find(
      (one) =>
        isIssuer(last, one.certificate) &&
        isValidAt(one.certificate, at) &&
        mayIssue(one.certificate, below),
    );
    if (above) return { path: [...path, above.certificate], anchor: above.anchor };
    if (path.length > MOST_STEPS) return undefined;
    for (const next of others) {
      if (path.some((one) => isSame(one, next)) || !isIssuer(last, next)) continue;
      const found = mayIssue(next, below) ? walk([...path, next]) : undefined;
      if (found) return found;
    }
    return undefined;
  };
  return (mayDo(leaf, use) ? walk([leaf]) : undefined) ?? { path: longest };
}

/**
 * Returns when a revocation list inside the file revoked a certificate (ms); `null` when none does.
 * Lists count only with the signature of the certificate's issuer.
 */
export async function revokedAt(
  certificate: X509Certificate,
  issuer: X509Certificate | undefined,
  lists: readonly Uint8Array[],
): Promise<number | null> {
  if (issuer === undefined) return null;
  for (const bytes of lists.slice(0, 20)) {
    try {
      const list = new x509.X509Crl(Uint8Array.from(bytes));
      const entry = list.findRevoked(certificate.serialNumber);
      const publicKey = new x509.X509Certificate(issuer.raw).publicKey;
      if (entry && (await list.verify({ publicKey }))) return entry.revocationDate.getTime();
    } catch {
      // A list that cannot be read revokes nothing.
    }
  }
  return null;
}
