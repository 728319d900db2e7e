// Certificate authority of a practice: one P-256 root per practice and the certificate that seals
// its documents.
import 'reflect-metadata';
import { webcrypto, X509Certificate } from 'node:crypto';
import * as x509 from '@peculiar/x509';
import { sha256 } from './canonical.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';

x509.cryptoProvider.set(webcrypto as Crypto);

const ECDSA = { name: 'ECDSA', namedCurve: 'P-256', hash: 'SHA-256' } as const;
const YEAR = 365.25 * DAY_MS;
// The file must stay verifiable for the ten years of § 630f Abs. 3 BGB after a treatment that
// itself may last years.
const AUTHORITY_YEARS = 30;
const SEAL_YEARS = 5;
/** Lifetime of a new seal certificate, ms. */
export const SEAL_LIFE_MS = SEAL_YEARS * YEAR;
const AUTHORITY_NAME = 'Zertifizierungsstelle der Praxis';
// X.520 upper bounds; readers refuse longer names.
const ORGANISATION_MAX = 64;

// documentSigning (RFC 9336), emailProtection (poppler/NSS trusts a leaf only with it), Adobe
// authentic documents.
const SEAL_USAGES = ['1.3.6.1.5.5.7.3.36', '1.3.6.1.5.5.7.3.4', '1.2.840.113583.1.1.5'];

export type CertifiedKey = { readonly certificate: Uint8Array; readonly key: CryptoKey };
export type PracticeAuthority = { readonly authority: CertifiedKey; readonly seal: CertifiedKey };

type Subject = { readonly organisation: string; readonly commonName: string };

// JSON names, because in the text form a comma in a practice name would have a meaning.
function nameOf({ organisation, commonName }: Subject): x509.JsonName {
  const short = [...organisation.trim()].slice(0, ORGANISATION_MAX).join('').trim();
  return [{ C: ['DE'] }, ...(short === '' ? [] : [{ O: [short] }]), { CN: [commonName] }];
}

function serialNumber(): string {
  const bytes = webcrypto.getRandomValues(new Uint8Array(16));
  // Positive and without leading zero bytes (RFC 5280 4.1.2.2).
  bytes[0] = ((bytes[0] ?? 0) & 0x3f) | 0x40;
  return Buffer.from(bytes).toString('hex');
}

function createKeys(): Promise<CryptoKeyPair> {
  return webcrypto.subtle.generateKey(ECDSA, true, ['sign', 'verify']);
}

const der = (certificate: x509.X509Certificate): Uint8Array => new Uint8Array(certificate.rawData);

/**
 * Creates a self-signed root, valid for 30 years from `at` (ms). The key is extractable so that the
 * caller can wrap and store it.
 */
export async function createAuthority(subject: Subject, at: number): Promise<CertifiedKey> {
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.createSelfSigned({
    name: nameOf(subject),
    serialNumber: serialNumber(),
    notBefore: new Date(at - 60_000),
    notAfter: new Date(at + AUTHORITY_YEARS * YEAR),
    signingAlgorithm: ECDSA,
    keys,
    extensions: [
      new x509.BasicConstraintsExtension(true, 0, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.keyCertSign | x509.KeyUsageFlags.cRLSign,
        true,
      ),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
    ],
  });
  return { certificate: der(certificate), key: keys.privateKey };
}

/** Extensions of a certificate below an authority. */
interface IssueOptions {
  isCritical?: boolean;
  /** Address of the authority's revocation list. */
  listAt?: string | undefined;
  /** Address of its responder (OCSP). */
  answersAt?: string;
}

/**
 * Creates a leaf below an authority.
 * @param usages extended key usages
 * @param options.isCritical as RFC 3161 2.3 demands for time stamps
 * @param options.listAt address of the authority's revocation list
 */
export async function issueCertificate(
  authority: CertifiedKey,
  subject: Subject,
  at: number,
  usages: readonly string[],
  { isCritical = false, listAt, answersAt }: IssueOptions = {},
): Promise<CertifiedKey> {
  const issuer = new x509.X509Certificate(new Uint8Array(authority.certificate));
  const keys = await createKeys();
  const certificate = await x509.X509CertificateGenerator.create({
    subject: nameOf(subject),
    issuer: issuer.subjectName.toJSON(),
    serialNumber: serialNumber(),
    notBefore: new Date(at - 60_000),
    notAfter: new Date(at + SEAL_LIFE_MS),
    signingAlgorithm: ECDSA,
    signingKey: authority.key,
    publicKey: keys.publicKey,
    extensions: [
      new x509.BasicConstraintsExtension(false, undefined, true),
      new x509.KeyUsagesExtension(
        x509.KeyUsageFlags.digitalSignature | x509.KeyUsageFlags.nonRepudiation,
        true,
      ),
      new x509.ExtendedKeyUsageExtension([...usages], isCritical),
      await x509.SubjectKeyIdentifierExtension.create(keys.publicKey),
      await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
      ...(listAt === undefined ? [] : [new x509.CRLDistributionPointsExtension([listAt])]),
      ...(answersAt === undefined
        ? []
        : [new x509.AuthorityInfoAccessExtension({ ocsp: answersAt })]),
    ],
  });
  return { certificate: der(certificate), key: keys.privateKey };
}

/** Creates a seal certificate below the practice's authority (first setup and renewal). */
export function issueSealCertificate(
  authority: CertifiedKey,
  praxis: string,
  at: number,
): Promise<CertifiedKey> {
  return issueCertificate(
    authority,
    { organisation: praxis, commonName: 'Dokumentensiegel' },
    at,
    SEAL_USAGES,
  );
}

/**
 * Creates the successor of a root. Its name contains its year: readers look for an issuer by name
 * first.
 * @param at UTC ms
 */
export function createNextAuthority(praxis: string, at: number): Promise<CertifiedKey> {
  return createAuthority(
    { organisation: praxis, commonName: `${AUTHORITY_NAME} ${new Date(at).getUTCFullYear()}` },
    at,
  );
}

/**
 * Creates root and seal of a practice. The caller wraps both keys (`exportPrivateKey`) and stores
 * the root's separately.
 * @param at UTC ms from which the certificates are valid
 */
export async function createPracticeAuthority(
  praxis: string,
  at: number,
): Promise<PracticeAuthority> {
  const authority = await createAuthority({ organisation: praxis, commonName: AUTHORITY_NAME }, at);
  return { authority, seal: await issueSealCertificate(authority, praxis, at) };
}

/** Exports an extractable key as PKCS#8, to be encrypted at once. */
export async function exportPrivateKey(key: CryptoKey): Promise<Uint8Array> {
  return new Uint8Array(await webcrypto.subtle.exportKey('pkcs8', key));
}

/** Imports a signing key that can be used but not exported. */
export function importSealKey(pkcs8: Uint8Array): Promise<CryptoKey> {
  return webcrypto.subtle.importKey('pkcs8', new Uint8Array(pkcs8), ECDSA, false, ['sign']);
}

/** Most results that are kept: both certificates of 25,000 practices. */
const MOST_KEPT = 50_000;
/**
 * Keeps what a function says about certificates. A row that is read again holds the same
 * certificate in another buffer, so that the hash is the key.
 */
export function keepResults<A extends readonly Uint8Array[], T>(
  read: (...certificates: A) => T,
): (...certificates: A) => T {
  const kept = new Map<string, T>();
  return (...certificates) => {
    const key = certificates.map(sha256).join(),
      known = kept.get(key);
    if (known !== undefined) return known;
    if (kept.size >= MOST_KEPT) kept.clear();
    const result = read(...certificates);
    kept.set(key, result);
    return result;
  };
}

/**
 * Checks whether one certificate names another as its issuer and has its signature. False for bytes
 * that are no certificate.
 */
export const isIssuedBy = keepResults((certificate: Uint8Array, authority: Uint8Array): boolean => {
  try {
    const child = new X509Certificate(certificate);
    const parent = new X509Certificate(authority);
    return child.checkIssued(parent) && child.verify(parent.publicKey);
  } catch {
    return false;
  }
});

/** When a certificate is valid, ms. */
interface Validity {
  readonly notBefore: number;
  readonly notAfter: number;
}
/**
 * Returns when a certificate is valid. Node's own parser: the one that reads every field takes many
 * times as long, and the vendor's list reads two certificates for each practice.
 * @throws when the bytes are no certificate
 */
export const validityOf = keepResults((certificate: Uint8Array): Validity => {
  const { validFrom, validTo } = new X509Certificate(certificate);
  return { notBefore: Date.parse(validFrom), notAfter: Date.parse(validTo) };
});

export interface CertificateFacts extends Validity {
  readonly subject: string;
  readonly organisation: string;
  readonly serialNumber: string;
  readonly sha256: string;
}

/** Describes a certificate for people and evidence. @throws when the bytes are no certificate */
export const certificateFacts = keepResults((certificate: Uint8Array): CertificateFacts => {
  const parsed = new x509.X509Certificate(new Uint8Array(certificate));
  return {
    subject: parsed.subject,
    organisation: parsed.subjectName.getField('O')[0] ?? '',
    serialNumber: parsed.serialNumber,
    sha256: sha256(certificate),
    notBefore: parsed.notBefore.getTime(),
    notAfter: parsed.notAfter.getTime(),
  };
});

/**
 * Returns the PEM of a certificate, for the file a practice gives to others who want to verify its
 * seals.
 */
export function certificatePem(certificate: Uint8Array): string {
  return new x509.X509Certificate(new Uint8Array(certificate)).toString('pem');
}
