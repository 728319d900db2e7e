// Builds CMS signatures (RFC 5652) with signing-certificate-v2 (RFC 5035), as CAdES and RFC 3161
// require, by ECDSA over P-256: the only keys of seals.
import { webcrypto } from 'node:crypto';
import { digest, OID, own } from '../cms.ts';
import { certificateNames, der, derOid, derPositive, TAG } from './der.ts';

export type CmsInput = {
  readonly key: CryptoKey;
  /** Signer first, then its issuers (DER). */
  readonly chain: readonly Uint8Array[];
  readonly content: Uint8Array;
  /** Content inside the CMS (time-stamp tokens); otherwise detached. */
  readonly embed?: { readonly type: string };
};
/** A signature that was made. */
export type SignedCms = {
  /** The signature value, which a time stamp covers. */
  readonly signature: Uint8Array;
  /**
   * Returns the DER of the CMS.
   * @param token time stamp over the signature (DER), as unsigned attribute: B-B becomes B-T
   */
  encoded(token?: Uint8Array): Uint8Array;
};

const SHA_256 = der(TAG.sequence, derOid(OID.sha256), der(TAG.nothing)),
  ECDSA_SHA_256 = der(TAG.sequence, derOid('1.2.840.10045.4.3.2')),
  /** Halves of a signature value over P-256, bytes. */
  HALF = 32;
const version = (value: number): Uint8Array => derPositive(Uint8Array.of(value)),
  octets = (bytes: Uint8Array): Uint8Array => der(TAG.octets, bytes),
  attribute = (type: string, value: Uint8Array): Uint8Array =>
    der(TAG.sequence, derOid(type), der(TAG.set, value));

/**
 * Lists the signed attributes, sorted as a DER SET: readers that encode it again would otherwise
 * compute another digest. No signing-time: PAdES takes the time from /M and the token (ETSI EN 319
 * 142-1).
 */
function attributesOf(leaf: Uint8Array, content: Uint8Array, type: string): Uint8Array[] {
  // ESSCertIDv2 with the default SHA-256: the signature names its certificate, so that it cannot be
  // swapped.
  const named = der(TAG.sequence, der(TAG.sequence, der(TAG.sequence, octets(digest(leaf)))));
  return [
    attribute(OID.contentType, derOid(type)),
    attribute(OID.messageDigest, octets(digest(content))),
    attribute(OID.signingCertificateV2, named),
  ].sort((a, b) => Buffer.compare(a, b));
}

/** Signs some content. @throws RangeError for a chain without a certificate */
export async function signCms({ key, chain, content, embed }: CmsInput): Promise<SignedCms> {
  const [leaf] = chain;
  if (leaf === undefined) throw new RangeError('a signature needs a certificate');
  const { issuer, serialNumber } = certificateNames(leaf),
    type = embed?.type ?? OID.data,
    attributes = attributesOf(leaf, content, type),
    value = new Uint8Array(
      await webcrypto.subtle.sign(
        { name: 'ECDSA', hash: 'SHA-256' },
        key,
        own(der(TAG.set, ...attributes)),
      ),
    ),
    signature = der(
      TAG.sequence,
      derPositive(value.subarray(0, HALF)),
      derPositive(value.subarray(HALF)),
    );
  const inside = embed ? [der(TAG.first, octets(content))] : [];
  return {
    signature,
    encoded(token) {
      const unsigned = token ? [der(TAG.second, attribute(OID.timestampToken, token))] : [],
        signer = der(
          TAG.sequence,
          version(1),
          der(TAG.sequence, issuer, serialNumber),
          SHA_256,
          der(TAG.first, ...attributes),
          ECDSA_SHA_256,
          octets(signature),
          ...unsigned,
        ),
        signed = der(
          TAG.sequence,
          version(embed ? 3 : 1),
          der(TAG.set, SHA_256),
          der(TAG.sequence, derOid(type), ...inside),
          der(TAG.first, ...chain),
          der(TAG.set, signer),
        );
      return der(TAG.sequence, derOid(OID.signedData), der(TAG.first, signed));
    },
  };
}

/** Builds the DER of a CMS without a time stamp. */
export const buildCms = async (input: CmsInput): Promise<Uint8Array> =>
  (await signCms(input)).encoded();
