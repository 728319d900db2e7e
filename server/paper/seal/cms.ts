// CMS signatures (RFC 5652) with signing-certificate-v2 (RFC 5035), as CAdES and RFC 3161 require:
// open, verify, add a token.
import { createHash, webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';

pkijs.setEngine('molar', new pkijs.CryptoEngine({ name: 'molar', crypto: webcrypto as Crypto }));

const OID = {
  data: '1.2.840.113549.1.7.1',
  signedData: '1.2.840.113549.1.7.2',
  contentType: '1.2.840.113549.1.9.3',
  messageDigest: '1.2.840.113549.1.9.4',
  signingCertificateV2: '1.2.840.113549.1.9.16.2.47',
  timestampToken: '1.2.840.113549.1.9.16.2.14',
  tstInfo: '1.2.840.113549.1.9.16.1.4',
  sha256: '2.16.840.1.101.3.4.2.1',
} as const;
export { OID };

// ECDSA with SHA-256/384/512, RSA (plain, PKCS#1 with SHA-256/384/512, PSS): the algorithms of our
// seals and public time-stamp services.
const SIGNATURES = new Set([
  '1.2.840.10045.4.3.2',
  '1.2.840.10045.4.3.3',
  '1.2.840.10045.4.3.4',
  '1.2.840.113549.1.1.1',
  '1.2.840.113549.1.1.11',
  '1.2.840.113549.1.1.12',
  '1.2.840.113549.1.1.13',
  '1.2.840.113549.1.1.10',
]);

export const digest = (data: Uint8Array): Uint8Array =>
  new Uint8Array(createHash('sha256').update(data).digest());
/**
 * Copies to its own buffer: ASN.1 libraries read `.buffer` and would see neighbours. `slice` does
 * not copy a Buffer, and database rows arrive as Buffers in one pool.
 */
export const own = (bytes: Uint8Array): ArrayBuffer => Uint8Array.from(bytes).buffer;
export const equalBytes = (a: Uint8Array, b: Uint8Array): boolean =>
  a.length === b.length && Buffer.compare(a, b) === 0;

/** Parses a certificate. @throws when the bytes are no certificate */
export function readCertificate(bytes: Uint8Array): pkijs.Certificate {
  return pkijs.Certificate.fromBER(own(bytes));
}
const encoded = new WeakMap<pkijs.Certificate, Uint8Array>();
export function certificateBytes(certificate: pkijs.Certificate): Uint8Array {
  const known = encoded.get(certificate) ?? new Uint8Array(certificate.toSchema(true).toBER(false));
  encoded.set(certificate, known);
  return known;
}

/** Builds the DER of the ContentInfo around a SignedData. */
export function encodeCms(signed: pkijs.SignedData): Uint8Array {
  return new Uint8Array(
    new pkijs.ContentInfo({ contentType: OID.signedData, content: signed.toSchema(true) })
      .toSchema()
      .toBER(false),
  );
}

/** Opens a CMS; zero padding after it (as in /Contents) is allowed. @throws on any other input */
export function openCms(bytes: Uint8Array): {
  readonly signed: pkijs.SignedData;
  readonly length: number;
} {
  const parsed = asn1js.fromBER(own(bytes));
  if (parsed.offset === -1) throw new RangeError('no DER');
  if (bytes.subarray(parsed.offset).some((byte) => byte !== 0))
    throw new RangeError('bytes after the CMS');
  const info = new pkijs.ContentInfo({ schema: parsed.result });
  if (info.contentType !== OID.signedData) throw new RangeError('no SignedData');
  return { signed: new pkijs.SignedData({ schema: info.content }), length: parsed.offset };
}

function signerOf(
  signed: pkijs.SignedData,
): { info: pkijs.SignerInfo; certificate: pkijs.Certificate } | undefined {
  const [info] = signed.signerInfos;
  if (
    info === undefined ||
    signed.signerInfos.length !== 1 ||
    !(info.sid instanceof pkijs.IssuerAndSerialNumber)
  )
    return undefined;
  const { issuer, serialNumber } = info.sid;
  const certificate = signed.certificates?.find(
    (one): one is pkijs.Certificate =>
      one instanceof pkijs.Certificate &&
      one.issuer.isEqual(issuer) &&
      one.serialNumber.isEqual(serialNumber),
  );
  return certificate === undefined ? undefined : { info, certificate };
}

const attributeOf = (info: pkijs.SignerInfo, type: string): unknown =>
  info.signedAttrs?.attributes.find((one) => one.type === type)?.values[0];

export type CmsVerdict = {
  /** Digest, signature, content type and named certificate all match. */
  readonly isIntact: boolean;
  readonly signer: pkijs.Certificate | undefined;
  readonly signature: Uint8Array;
  readonly certificates: readonly pkijs.Certificate[];
};

/** Checks one signature over `content`; trust is checked by `isTrusted`. Never throws. */
export async function verifyCms(
  signed: pkijs.SignedData,
  content: Uint8Array,
): Promise<CmsVerdict> {
  const certificates = (signed.certificates ?? []).filter(
    (one): one is pkijs.Certificate => one instanceof pkijs.Certificate,
  );
  const found = signerOf(signed);
  if (found === undefined)
    return { isIntact: false, signer: undefined, signature: new Uint8Array(), certificates };
  const { info, certificate } = found;
  const verdict = (isIntact: boolean): CmsVerdict => ({
    isIntact,
    signer: certificate,
    signature: new Uint8Array(info.signature.valueBlock.valueHexView),
    certificates,
  });
  try {
    const stated = attributeOf(info, OID.messageDigest);
    const type = attributeOf(info, OID.contentType);
    const named = attributeOf(info, OID.signingCertificateV2);
    if (
      !(stated instanceof asn1js.OctetString) ||
      !(type instanceof asn1js.ObjectIdentifier) ||
      info.signedAttrs === undefined
    )
      return verdict(false);
    if (
      info.digestAlgorithm.algorithmId !== OID.sha256 &&
      signed.encapContentInfo.eContentType === OID.data
    )
      return verdict(false);
    if (type.valueBlock.toString() !== signed.encapContentInfo.eContentType) return verdict(false);
    if (!namesCertificate(named, certificate) && signed.encapContentInfo.eContentType === OID.data)
      return verdict(false);
    if (!SIGNATURES.has(info.signatureAlgorithm.algorithmId)) return verdict(false);
    const algorithm = pkijs
      .getCrypto(true)
      .getAlgorithmByOID<{ name: string }>(info.digestAlgorithm.algorithmId, true, 'digest');
    const computed = new Uint8Array(await webcrypto.subtle.digest(algorithm.name, content.slice()));
    if (!equalBytes(new Uint8Array(stated.valueBlock.valueHexView), computed))
      return verdict(false);
    const isRight = await pkijs
      .getCrypto(true)
      .verifyWithPublicKey(
        info.signedAttrs.encodedValue,
        info.signature,
        certificate.subjectPublicKeyInfo,
        info.signatureAlgorithm,
        algorithm.name,
      );
    return verdict(isRight);
  } catch {
    return verdict(false);
  }
}

function namesCertificate(named: unknown, certificate: pkijs.Certificate): boolean {
  const wanted = digest(certificateBytes(certificate));
  const first = (node: unknown): unknown =>
    node instanceof asn1js.Sequence ? node.valueBlock.value[0] : undefined;
  const certId = first(first(named));
  return (
    certId instanceof asn1js.Sequence &&
    certId.valueBlock.value.some(
      (one) =>
        one instanceof asn1js.OctetString &&
        equalBytes(new Uint8Array(one.valueBlock.valueHexView), wanted),
    )
  );
}

/**
 * Checks whether a certificate leads to one of the trusted roots and was valid at an instant (ms).
 * Never throws.
 */
export async function isTrusted(
  certificate: pkijs.Certificate,
  others: readonly pkijs.Certificate[],
  roots: readonly Uint8Array[],
  at: number,
): Promise<boolean> {
  if (roots.length === 0) return false;
  try {
    const trustedCerts = roots.map(readCertificate);
    const bytes = certificateBytes(certificate);
    const rest = others.filter((one) => !equalBytes(certificateBytes(one), bytes));
    // The engine validates the last certificate of the list.
    const engine = new pkijs.CertificateChainValidationEngine({
      trustedCerts,
      certs: [...rest, certificate],
      checkDate: new Date(at),
    });
    const { result, certificatePath } = await engine.verify();
    const leaf = certificatePath?.[0];
    return result && leaf !== undefined && equalBytes(certificateBytes(leaf), bytes);
  } catch {
    return false;
  }
}

/** Checks that the unsigned part contains at most one time-stamp token. */
export function carriesOnlyToken(signed: pkijs.SignedData): boolean {
  const beside = signed.signerInfos[0]?.unsignedAttrs?.attributes ?? [];
  const isToken = beside.every((one) => one.type === OID.timestampToken && one.values.length === 1);
  return beside.length <= 1 && isToken && (signed.crls ?? []).length === 0;
}

/** Returns the time-stamp token inside a signature, or `undefined`. */
export function tokenOf(signed: pkijs.SignedData): Uint8Array | undefined {
  const value = signed.signerInfos[0]?.unsignedAttrs?.attributes.find(
    (one) => one.type === OID.timestampToken,
  )?.values[0] as asn1js.BaseBlock | undefined;
  return value === undefined ? undefined : new Uint8Array(value.toBER(false));
}

/**
 * Returns the CMS with a token over its signature value as unsigned attribute: B-B becomes B-T,
 * nothing signed changes.
 */
export function withToken(signed: pkijs.SignedData, token: Uint8Array): Uint8Array {
  const info = signed.signerInfos[0];
  if (info === undefined) throw new RangeError('nothing is signed');
  const { result } = asn1js.fromBER(own(token));
  info.unsignedAttrs = new pkijs.SignedAndUnsignedAttributes({
    type: 1,
    attributes: [new pkijs.Attribute({ type: OID.timestampToken, values: [result] })],
  });
  return encodeCms(signed);
}
