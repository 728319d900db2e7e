// Reads who made a time-stamp token, without verifying it: at each seal, so that a token in strict DER
// is read field by field, and only others by the general library.
import { X509Certificate } from 'node:crypto';
import * as pkijs from 'pkijs';
import { equalBytes, OID, openCms, own } from '../cms.ts';
import {
  certificateNames,
  derParts,
  derValue,
  instantOf,
  oidText,
  TAG,
  type DerValue,
} from '../sign/der.ts';
import { certificatesOf, digestOf, isSigner, plainDigest, schemeName } from './foreign-cms.ts';

/** What a token states about itself; its signature is not verified. */
export type TokenSigner = {
  /** UTC ms. */
  readonly at: number;
  readonly signer: X509Certificate;
  readonly certificates: readonly X509Certificate[];
  /** As in `rsa2048/sha256`; undefined for unknown algorithms. */
  readonly scheme: string | undefined;
};

/** Most certificates of a token that are read. */
const MOST = 30;
const required = <T>(value: T | undefined): T => {
  if (value === undefined) throw new RangeError('a field is missing');
  return value;
};
const isOid = (value: DerValue | undefined, oid: string): boolean =>
  value !== undefined && oidText(value) === oid;

/** Reads the time of a TSTInfo inside a CMS. @throws RangeError */
function timeOf(content: DerValue | undefined): number {
  const [type, inside] = derParts(required(content));
  if (!isOid(type, OID.tstInfo)) throw new RangeError('no token');
  const text = derValue(required(inside).content);
  if (text.tag !== TAG.octets) throw new RangeError('no TSTInfo');
  // RFC 3161, 2.4.2: version, policy, imprint, serial number, time.
  return instantOf(required(derParts(derValue(text.content))[4]));
}

/**
 * Reads a token in strict DER; undefined for one that is written in another way, names its signer
 * by a key id, or uses an algorithm with parameters.
 * @throws RangeError for one that is none
 */
function readStrict(token: Uint8Array): TokenSigner | undefined {
  const [type, explicit] = derParts(derValue(token));
  if (!isOid(type, OID.signedData)) return undefined;
  const [, , content, ...rest] = derParts(derValue(required(explicit).content)),
    infos = rest.at(-1),
    listed = rest.find(({ tag }) => tag === TAG.first);
  const [info, second] = derParts(required(infos));
  if (info === undefined || second !== undefined || listed === undefined) return undefined;
  const [, sid, digestAlgorithm, attributes, signatureAlgorithm] = derParts(info);
  // Without signed attributes the fields are others.
  if (sid?.tag !== TAG.sequence || attributes?.tag !== TAG.first) return undefined;
  const parts = derParts(listed).slice(0, MOST),
    of = (algorithm: DerValue | undefined): string =>
      oidText(required(derParts(required(algorithm))[0])),
    found = plainDigest(of(signatureAlgorithm), of(digestAlgorithm));
  if (found === undefined || parts.some(({ tag }) => tag !== TAG.sequence)) return undefined;
  const named = parts.find(({ whole }) => {
    const { issuer, serialNumber } = certificateNames(whole);
    return equalBytes(sid.content, Buffer.concat([issuer, serialNumber]));
  });
  if (named === undefined) return undefined;
  const certificates = parts.map(({ whole }) => new X509Certificate(whole)),
    signer = required(certificates[parts.indexOf(named)]);
  return { at: timeOf(content), signer, certificates, scheme: schemeName(found, signer) };
}

function readAny(token: Uint8Array): TokenSigner | undefined {
  const { signed } = openCms(token),
    content = signed.encapContentInfo.eContent,
    [info] = signed.signerInfos;
  if (
    signed.encapContentInfo.eContentType !== OID.tstInfo ||
    content === undefined ||
    info === undefined
  )
    return undefined;
  const certificates = certificatesOf(signed),
    signer = certificates.find((one) => isSigner(info, one));
  if (signer === undefined) return undefined;
  const { genTime } = pkijs.TSTInfo.fromBER(own(new Uint8Array(content.getValue())));
  return {
    at: genTime.getTime(),
    signer,
    certificates,
    scheme: schemeName(digestOf(info), signer),
  };
}

const quietly = (
  read: (token: Uint8Array) => TokenSigner | undefined,
  token: Uint8Array,
): TokenSigner | undefined => {
  try {
    return read(token);
  } catch {
    return undefined;
  }
};
/**
 * Reads who made a token that was verified when it was received; `undefined` when it is none. Never
 * throws.
 */
export const readTokenSigner = (token: Uint8Array): TokenSigner | undefined =>
  quietly(readStrict, token) ?? quietly(readAny, token);
