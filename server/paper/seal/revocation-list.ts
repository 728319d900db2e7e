// Revocation list (RFC 5280, 5) of a practice's authority: the seal certificates that must not be
// trusted any more.
import 'reflect-metadata';
import * as x509 from '@peculiar/x509';
import type { RetireReason } from '../../../shared/papers/seal/retired-seal.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import type { CertifiedKey } from './authority.ts';
import { own } from './cms.ts';

/** A new list is made at each sealing; this is for readers that keep one. */
const LIFE_MS = 400 * DAY_MS;
const CRL_NUMBER = '2.5.29.20';

/** Revocation data of a certificate, as others publish them. */
export type Revocation = { readonly kind: 'crl' | 'ocsp'; readonly bytes: Uint8Array };
/**
 * Returns revocation data of a certificate (DER); `undefined` when it names no address.
 * @throws TsaError tsa_unreachable when no address answered with usable data
 */
export type RevocationSource = (
  certificate: Uint8Array,
  issuer: Uint8Array,
) => Promise<Revocation | undefined>;

/** A retired certificate. */
export type Revoked = {
  readonly serialNumber: string;
  /** When the practice retired it, UTC ms. */
  readonly at: number;
  /** From when its signatures count as forged, UTC ms. */
  readonly from: number;
  readonly reason: RetireReason;
};

const REASONS: Readonly<Record<RetireReason, x509.X509CrlReason>> = {
  stolen: x509.X509CrlReason.keyCompromise,
  lost: x509.X509CrlReason.keyCompromise,
  other: x509.X509CrlReason.superseded,
};

/** Times of a list have no fractions of a second (RFC 5280, 4.1.2.5.2). */
const second = (at: number): Date => new Date(Math.floor(at / 1000) * 1000);

/** DER of a positive INTEGER as an extension value. */
function numberOf(value: number): Uint8Array {
  const hex = value.toString(16);
  const bytes = Buffer.from(hex.length % 2 === 0 ? hex : `0${hex}`, 'hex');
  const body = (bytes[0] ?? 0) >= 0x80 ? Buffer.concat([Buffer.from([0]), bytes]) : bytes;
  return new Uint8Array(Buffer.concat([Buffer.from([2, body.length]), body]));
}

/**
 * Creates the list of an authority.
 * @param at UTC ms of the list, which is also its number
 * @returns DER
 */
export async function createRevocationList(
  { certificate, key }: CertifiedKey,
  revoked: readonly Revoked[],
  at: number,
): Promise<Uint8Array> {
  const issuer = new x509.X509Certificate(new Uint8Array(certificate));
  const list = await x509.X509CrlGenerator.create({
    issuer: issuer.subjectName.toJSON(),
    thisUpdate: second(at),
    nextUpdate: second(at + LIFE_MS),
    signingAlgorithm: { name: 'ECDSA', hash: 'SHA-256' },
    signingKey: key,
    entries: revoked.map((one) => ({
      serialNumber: one.serialNumber,
      revocationDate: second(one.at),
      reason: REASONS[one.reason],
      invalidity: second(one.from),
    })),
    extensions: [
      await x509.AuthorityKeyIdentifierExtension.create(await issuer.publicKey.export()),
      new x509.Extension(CRL_NUMBER, false, own(numberOf(at))),
    ],
  });
  return new Uint8Array(list.rawData);
}

/** Returns the PEM of a list, under the label that OpenSSL reads (RFC 7468, 6). */
export function revocationListPem(list: Uint8Array): string {
  const lines =
    Buffer.from(list)
      .toString('base64')
      .match(/.{1,64}/g) ?? [];
  return `-----BEGIN X509 CRL-----\n${lines.join('\n')}\n-----END X509 CRL-----\n`;
}
