// Verifies CMS signatures of other programs: more digests, key types and ways to name the signer
// than our own seals use. OpenSSL verifies, since qualified signatures also use Brainpool curves.
import { X509Certificate, constants, createHash, verify } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { OID, digest, equalBytes, own, tokenOf } from '../cms.ts';

const DIGESTS: Readonly<Record<string, string>> = {
  '1.2.840.113549.2.5': 'md5',
  '1.3.14.3.2.26': 'sha1',
  '2.16.840.1.101.3.4.2.4': 'sha224',
  '2.16.840.1.101.3.4.2.1': 'sha256',
  '2.16.840.1.101.3.4.2.2': 'sha384',
  '2.16.840.1.101.3.4.2.3': 'sha512',
  '2.16.840.1.101.3.4.2.8': 'sha3-256',
  '2.16.840.1.101.3.4.2.9': 'sha3-384',
  '2.16.840.1.101.3.4.2.10': 'sha3-512',
};
const WEAK = new Set(['md5', 'sha1']);

/** How a signature value is made; without a digest the one of the signer applies. */
type Scheme = {
  readonly kind: 'rsa' | 'pss' | 'ecdsa' | 'plain_ecdsa' | 'eddsa';
  readonly digest?: string;
};
const rsa = (name: string): Scheme => ({ kind: 'rsa', digest: name });
const ecdsa = (name: string): Scheme => ({ kind: 'ecdsa', digest: name });
const SCHEMES: Readonly<Record<string, Scheme>> = {
  '1.2.840.113549.1.1.1': { kind: 'rsa' },
  '1.2.840.113549.1.1.4': rsa('md5'),
  '1.2.840.113549.1.1.5': rsa('sha1'),
  '1.2.840.113549.1.1.14': rsa('sha224'),
  '1.2.840.113549.1.1.11': rsa('sha256'),
  '1.2.840.113549.1.1.12': rsa('sha384'),
  '1.2.840.113549.1.1.13': rsa('sha512'),
  '1.2.840.113549.1.1.10': { kind: 'pss' },
  '1.2.840.10045.2.1': { kind: 'ecdsa' },
  '1.2.840.10045.4.1': ecdsa('sha1'),
  '1.2.840.10045.4.3.1': ecdsa('sha224'),
  '1.2.840.10045.4.3.2': ecdsa('sha256'),
  '1.2.840.10045.4.3.3': ecdsa('sha384'),
  '1.2.840.10045.4.3.4': ecdsa('sha512'),
  '0.4.0.127.0.7.1.1.4.1.3': { kind: 'plain_ecdsa', digest: 'sha256' },
  '0.4.0.127.0.7.1.1.4.1.4': { kind: 'plain_ecdsa', digest: 'sha384' },
  '0.4.0.127.0.7.1.1.4.1.5': { kind: 'plain_ecdsa', digest: 'sha512' },
  '1.3.101.112': { kind: 'eddsa' },
};
const SIGNING_CERTIFICATE_V1 = '1.2.840.113549.1.9.16.2.12';
const SIGNING_TIME = '1.2.840.113549.1.9.5';

const KIND_NAMES: Readonly<Record<string, string>> = {
  rsa: 'rsa',
  'rsa-pss': 'rsa',
  ec: 'ec',
  ed25519: 'ed',
  ed448: 'ed',
};
/**
 * Names the algorithms of a signature: kind and bits of the key, digest, as in `rsa2048/sha256`;
 * undefined for unknown ones.
 */
export function schemeName(
  digestName: string | undefined,
  { publicKey: key }: X509Certificate,
): string | undefined {
  const { modulusLength, namedCurve } = key.asymmetricKeyDetails ?? {},
    bits = modulusLength ?? (Number(/\d{3}/.exec(namedCurve ?? '')?.[0]) || 256),
    kind = KIND_NAMES[key.asymmetricKeyType ?? ''];
  return digestName === undefined || kind === undefined
    ? undefined
    : `${kind}${bits}/${digestName}`;
}
/**
 * Returns the digest of a signature whose algorithm has no parameters; undefined for any other.
 * @param ofSigner digest of the signed attributes
 */
export function plainDigest(algorithm: string, ofSigner: string): string | undefined {
  const scheme = SCHEMES[algorithm];
  if (scheme === undefined || scheme.kind === 'pss') return undefined;
  return DIGESTS[ofSigner] && (scheme.digest ?? DIGESTS[ofSigner]);
}
/** Returns the digest of a signature; undefined for an unknown algorithm. */
export const digestOf = (info: pkijs.SignerInfo): string | undefined => schemeOf(info)?.digest;

export type ForeignCms = {
  readonly state: 'intact' | 'broken' | 'unknown';
  readonly isWeak: boolean;
  readonly signer: X509Certificate | undefined;
  readonly certificates: readonly X509Certificate[];
  /** The time that the signer states, covered by the signature; UTC ms. */
  readonly claimedAt: number | undefined;
  readonly value: Uint8Array;
  readonly token: Uint8Array | undefined;
};

/** Certificates as they are: a new encoding would change those that are not strict DER. */
export function certificatesOf(signed: pkijs.SignedData): X509Certificate[] {
  return (signed.certificates ?? []).slice(0, 30).flatMap((one) => {
    try {
      return one instanceof pkijs.Certificate
        ? [new X509Certificate(Buffer.from(one.toSchema(false).toBER(false)))]
        : [];
    } catch {
      return [];
    }
  });
}

export function isSigner(info: pkijs.SignerInfo, certificate: X509Certificate): boolean {
  const parsed = pkijs.Certificate.fromBER(own(certificate.raw));
  const sid: unknown = info.sid;
  if (sid instanceof pkijs.IssuerAndSerialNumber)
    return parsed.issuer.isEqual(sid.issuer) && parsed.serialNumber.isEqual(sid.serialNumber);
  const wanted = sid instanceof asn1js.Primitive ? sid.valueBlock.valueHexView : undefined;
  const id = parsed.extensions?.find((one) => one.extnID === '2.5.29.14')?.parsedValue as unknown;
  return (
    wanted !== undefined &&
    id instanceof asn1js.OctetString &&
    equalBytes(Uint8Array.from(wanted), Uint8Array.from(id.valueBlock.valueHexView))
  );
}

const valueOf = (info: pkijs.SignerInfo, type: string): unknown =>
  info.signedAttrs?.attributes.find((one) => one.type === type)?.values[0];

/** Checks the certificate named inside the signature; none named is allowed outside of PAdES. */
function namesSigner(info: pkijs.SignerInfo, signer: X509Certificate): boolean {
  const v2 = valueOf(info, OID.signingCertificateV2),
    v1 = valueOf(info, SIGNING_CERTIFICATE_V1);
  if (v1 === undefined && v2 === undefined) return true;
  const first = (node: unknown): unknown =>
    node instanceof asn1js.Sequence ? node.valueBlock.value[0] : undefined;
  const certId = first(first(v2 ?? v1));
  if (!(certId instanceof asn1js.Sequence)) return false;
  const [one, two] = certId.valueBlock.value;
  const stated = one instanceof asn1js.OctetString ? one : two;
  const named: unknown = one instanceof asn1js.Sequence ? one.valueBlock.value[0] : undefined;
  const oid = named instanceof asn1js.ObjectIdentifier ? named.valueBlock.toString() : undefined;
  const algorithm = v2 === undefined ? 'sha1' : oid === undefined ? 'sha256' : DIGESTS[oid];
  return (
    algorithm !== undefined &&
    stated instanceof asn1js.OctetString &&
    equalBytes(hashOf(algorithm, signer.raw), Uint8Array.from(stated.valueBlock.valueHexView))
  );
}

const hashOf = (algorithm: string, data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash(algorithm).update(data).digest());

/** Returns the digest and options of a signature algorithm; `undefined` when it is not known. */
function schemeOf(info: pkijs.SignerInfo): (Scheme & { readonly salt?: number }) | undefined {
  const { algorithmId, algorithmParams } = info.signatureAlgorithm;
  const ofSigner = DIGESTS[info.digestAlgorithm.algorithmId],
    scheme = SCHEMES[algorithmId];
  if (scheme === undefined || ofSigner === undefined) return undefined;
  if (scheme.kind !== 'pss') return { digest: ofSigner, ...scheme };
  const params = new pkijs.RSASSAPSSParams({ schema: algorithmParams });
  const name = DIGESTS[params.hashAlgorithm.algorithmId];
  return name === undefined ? undefined : { kind: 'pss', digest: name, salt: params.saltLength };
}

function isSignedBy(info: pkijs.SignerInfo, signer: X509Certificate, data: Uint8Array): boolean {
  const scheme = schemeOf(info);
  if (scheme === undefined) return false;
  const key = signer.publicKey,
    value = Uint8Array.from(info.signature.valueBlock.valueHexView);
  if (scheme.kind === 'eddsa') return verify(null, data, key, value);
  if (scheme.kind === 'pss') {
    const padding = constants.RSA_PKCS1_PSS_PADDING;
    return verify(
      scheme.digest,
      data,
      { key, padding, ...(scheme.salt !== undefined && { saltLength: scheme.salt }) },
      value,
    );
  }
  if (scheme.kind === 'rsa') return verify(scheme.digest, data, key, value);
  const dsaEncoding = scheme.kind === 'ecdsa' ? 'der' : 'ieee-p1363';
  return verify(scheme.digest, data, { key, dsaEncoding }, value);
}

/** Checks the digest of the content, then the signature over the signed attributes. */
function isRight(
  info: pkijs.SignerInfo,
  signer: X509Certificate,
  content: Uint8Array,
  type: string,
): boolean {
  const attributes = info.signedAttrs;
  if (attributes === undefined) return isSignedBy(info, signer, content);
  const algorithm = DIGESTS[info.digestAlgorithm.algorithmId];
  const stated = valueOf(info, OID.messageDigest),
    named = valueOf(info, OID.contentType);
  return (
    algorithm !== undefined &&
    stated instanceof asn1js.OctetString &&
    named instanceof asn1js.ObjectIdentifier &&
    named.valueBlock.toString() === type &&
    equalBytes(Uint8Array.from(stated.valueBlock.valueHexView), hashOf(algorithm, content)) &&
    namesSigner(info, signer) &&
    isSignedBy(info, signer, new Uint8Array(attributes.encodedValue))
  );
}

function claimedTimeOf(info: pkijs.SignerInfo): number | undefined {
  const value = valueOf(info, SIGNING_TIME);
  return value instanceof asn1js.UTCTime || value instanceof asn1js.GeneralizedTime
    ? value.toDate().getTime()
    : undefined;
}

/**
 * Verifies one signature over `content`. Never throws.
 * @param content covered bytes; for an embedded content its own bytes
 */
export function verifyForeignCms(signed: pkijs.SignedData, content: Uint8Array): ForeignCms {
  const certificates = certificatesOf(signed);
  const [info] = signed.signerInfos;
  const nothing = {
    isWeak: false,
    signer: undefined,
    certificates,
    claimedAt: undefined,
    value: new Uint8Array(),
    token: undefined,
  };
  if (info === undefined || signed.signerInfos.length !== 1)
    return { ...nothing, state: 'unknown' };
  try {
    const signer = certificates.find((one) => isSigner(info, one));
    if (signer === undefined) return { ...nothing, state: 'unknown' };
    const found = {
      isWeak: WEAK.has(schemeOf(info)?.digest ?? DIGESTS[info.digestAlgorithm.algorithmId] ?? ''),
      signer,
      certificates,
      claimedAt: claimedTimeOf(info),
      value: Uint8Array.from(info.signature.valueBlock.valueHexView),
      token: tokenOf(signed),
    };
    if (schemeOf(info) === undefined) return { ...found, state: 'unknown' };
    const type = signed.encapContentInfo.eContentType;
    return { ...found, state: isRight(info, signer, content, type) ? 'intact' : 'broken' };
  } catch {
    return { ...nothing, state: 'broken' };
  }
}

/** A time-stamp token that was checked against the bytes it stamps. */
export type ForeignToken = {
  readonly at: number;
  readonly cms: ForeignCms;
  readonly fits: boolean;
};

/** Reads a token over some bytes, under any digest; `undefined` when it is none. Never throws. */
export function readForeignToken(
  signed: pkijs.SignedData,
  stamped: Uint8Array,
): ForeignToken | undefined {
  try {
    const content = signed.encapContentInfo.eContent;
    if (signed.encapContentInfo.eContentType !== OID.tstInfo || content === undefined)
      return undefined;
    const bytes = new Uint8Array(content.getValue());
    const info = pkijs.TSTInfo.fromBER(own(bytes));
    const { hashAlgorithm, hashedMessage } = info.messageImprint;
    const algorithm = DIGESTS[hashAlgorithm.algorithmId];
    const cms = verifyForeignCms(signed, bytes);
    const fits =
      cms.state === 'intact' &&
      algorithm !== undefined &&
      equalBytes(
        hashOf(algorithm, stamped),
        Uint8Array.from(hashedMessage.valueBlock.valueHexView),
      );
    return { at: info.genTime.getTime(), cms, fits };
  } catch {
    return undefined;
  }
}

/** SHA-256 of a certificate, as hex. */
export const fingerprintOf = (certificate: X509Certificate): string =>
  Buffer.from(digest(certificate.raw)).toString('hex');
