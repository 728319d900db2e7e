// Revocation data of a certificate: fetched from the addresses it names, and checked inside a file
// (RFC 5280 lists, RFC 6960 answers).
import 'reflect-metadata';
import { X509Certificate } from 'node:crypto';
import { AuthorityInfoAccessExtension, CRLDistributionPointsExtension } from '@peculiar/x509';
import * as x509 from '@peculiar/x509';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { HOUR_MS } from '../../../../shared/base/day-math.ts';
import { isIssuedBy } from '../authority.ts';
import { certificateBytes, own, readCertificate } from '../cms.ts';
import { isValidAt } from '../foreign/trust-path.ts';
import type { Revocation, RevocationSource } from '../revocation-list.ts';
import { TsaError } from '../tsa.ts';

/** Requests bytes from another host. @throws when there are none */
export type AskHost = (
  url: string,
  body?: { readonly type: string; readonly bytes: Uint8Array },
) => Promise<Uint8Array>;

const OCSP_BASIC = '1.3.6.1.5.5.7.48.1.1';
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9';
/** Each paper contains the list, so a larger one is not taken. */
const MOST_BYTES = 128 * 1024;
const KEPT_MS = 12 * HOUR_MS;
const MOST_KEPT = 20;

const isWeb = (url: string): boolean => /^https?:\/\//i.test(url);

/** Returns the addresses at which a certificate's revocation data can be had. */
function addressesOf(certificate: Uint8Array): { lists: string[]; responders: string[] } {
  const parsed = new x509.X509Certificate(Uint8Array.from(certificate));
  const points = parsed.getExtension(CRLDistributionPointsExtension)?.distributionPoints ?? [];
  const access = parsed.getExtension(AuthorityInfoAccessExtension);
  return {
    lists: points
      .flatMap((point) => point.distributionPoint?.fullName ?? [])
      .flatMap((one) => one.uniformResourceIdentifier ?? [])
      .filter(isWeb)
      .slice(0, 3),
    responders: (access?.ocsp ?? [])
      .flatMap((one) => (one.type === 'url' ? [one.value] : []))
      .filter(isWeb)
      .slice(0, 3),
  };
}

const wrong = (detail: string): TsaError => new TsaError('tsa_unreachable', detail);

/** A certificate with its issuer (DER), and the moment of the question (ms). */
type Question = {
  readonly certificate: Uint8Array;
  readonly issuer: Uint8Array;
  readonly now: number;
};

/** Checks that nothing is missing and nothing follows: a cut or joined answer is none. */
const isWhole = (bytes: Uint8Array): boolean => {
  const { offset, result } = asn1js.fromBER(own(bytes));
  return offset === bytes.length && result.error === '';
};

/** Checks whether data of now show that the certificate is not revoked. */
const isUsable = ({ kind, bytes }: Revocation, asked: Question): Promise<boolean> =>
  kind === 'crl'
    ? isGoodList(bytes, asked.certificate, asked.issuer, asked.now)
    : isGoodAnswer(bytes, asked.certificate, asked.issuer, asked.now);

async function fetchList(ask: AskHost, url: string, asked: Question): Promise<Revocation> {
  const found = { kind: 'crl', bytes: await ask(url) } as const;
  if (found.bytes.length > MOST_BYTES) throw wrong('revocation list too large');
  if (!isWhole(found.bytes) || !(await isUsable(found, asked)))
    throw wrong('revocation list not usable');
  return found;
}

async function fetchAnswer(ask: AskHost, url: string, asked: Question): Promise<Revocation> {
  const { certificate, issuer } = asked;
  const request = new pkijs.OCSPRequest();
  await request.createForCertificate(readCertificate(certificate), {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: readCertificate(issuer),
  });
  const body = new Uint8Array(request.toSchema(true).toBER(false));
  const bytes = await ask(url, { type: 'application/ocsp-request', bytes: body });
  const found = { kind: 'ocsp', bytes } as const;
  if (bytes.length > MOST_BYTES || !isWhole(bytes) || !(await isUsable(found, asked)))
    throw wrong('no usable answer');
  return found;
}

/** Creates a source that asks the addresses in certificates; answers are cached for half a day. */
export function createRevocationSource(ask: AskHost, now: () => number): RevocationSource {
  const kept = new Map<string, { readonly at: number; readonly data: Revocation }>();
  return async (certificate, issuer) => {
    const name = new X509Certificate(certificate).fingerprint256,
      asked = { certificate, issuer, now: now() };
    const known = kept.get(name),
      age = known === undefined ? Infinity : asked.now - known.at;
    // A list or an answer may end within the time for which it is cached.
    if (known && age >= 0 && age < KEPT_MS && (await isUsable(known.data, asked)))
      return known.data;
    const { lists, responders } = addressesOf(certificate);
    if (lists.length + responders.length === 0) return undefined;
    const tries = [
      ...lists.map((url) => () => fetchList(ask, url, asked)),
      ...responders.map((url) => () => fetchAnswer(ask, url, asked)),
    ];
    let last: unknown;
    for (const one of tries) {
      try {
        const data = await one();
        if (kept.size >= MOST_KEPT) kept.clear();
        kept.set(name, { at: asked.now, data });
        return data;
      } catch (error) {
        last = error;
      }
    }
    throw last instanceof TsaError
      ? last
      : wrong(last instanceof Error ? last.message : 'no answer');
  };
}

/** Reads a list if the issuer signed it. */
async function readList(bytes: Uint8Array, issuer: Uint8Array): Promise<x509.X509Crl | undefined> {
  try {
    const list = new x509.X509Crl(Uint8Array.from(bytes));
    const { publicKey, subject } = new x509.X509Certificate(Uint8Array.from(issuer));
    return list.issuer === subject && (await list.verify({ publicKey })) ? list : undefined;
  } catch {
    return undefined;
  }
}

/** Checks whether a list of the issuer was current at `at` (ms) and does not name the certificate. */
async function isGoodList(
  bytes: Uint8Array,
  certificate: Uint8Array,
  issuer: Uint8Array,
  at: number,
): Promise<boolean> {
  const list = await readList(bytes, issuer);
  if (list === undefined || (list.nextUpdate?.getTime() ?? 0) < at) return false;
  const entry = list.findRevoked(new X509Certificate(certificate).serialNumber);
  return entry === null || entry.revocationDate.getTime() > at;
}

/**
 * Checks whether the issuer signed an answer, or a responder that it certified (RFC 6960, 4.2.2.2).
 * A responder is judged at the time of its answer: its certificate ends long before the paper.
 */
async function isBySource(basic: pkijs.BasicOCSPResponse, issuer: Uint8Array): Promise<boolean> {
  const at = basic.tbsResponseData.producedAt.getTime();
  const responders = (basic.certs ?? []).filter((one) => {
    const bytes = certificateBytes(one),
      parsed = new X509Certificate(bytes),
      usages = parsed.keyUsage as readonly string[] | undefined;
    return (
      isIssuedBy(bytes, issuer) && isValidAt(parsed, at) && usages?.includes(OCSP_SIGNING) === true
    );
  });
  const crypto = pkijs.getCrypto(true),
    { tbsResponseData, signature, signatureAlgorithm } = basic;
  for (const { subjectPublicKeyInfo } of [readCertificate(issuer), ...responders]) {
    // A key of another kind throws.
    const isRight = await crypto
      .verifyWithPublicKey(
        own(tbsResponseData.tbsView),
        signature,
        subjectPublicKeyInfo,
        signatureAlgorithm,
      )
      .catch(() => false);
    if (isRight) return true;
  }
  return false;
}

/** Checks whether an answer says "good", is signed by the issuer or its delegate, and fits `at`. */
async function isGoodAnswer(
  bytes: Uint8Array,
  certificate: Uint8Array,
  issuer: Uint8Array,
  at: number,
): Promise<boolean> {
  try {
    const answer = pkijs.OCSPResponse.fromBER(own(bytes));
    if (answer.responseBytes?.responseType !== OCSP_BASIC) return false;
    const inside = answer.responseBytes.response.valueBlock.valueHexView;
    const basic = pkijs.BasicOCSPResponse.fromBER(own(inside));
    const { isForCertificate, status } = await basic.getCertificateStatus(
      readCertificate(certificate),
      readCertificate(issuer),
    );
    // An answer may speak of several certificates: each statement has its own end.
    const serial = readCertificate(certificate).serialNumber;
    const isFresh = basic.tbsResponseData.responses
      .filter((one) => one.certID.serialNumber.isEqual(serial))
      .every((one) => (one.nextUpdate ?? one.thisUpdate).getTime() >= at);
    return isForCertificate && status === 0 && isFresh && (await isBySource(basic, issuer));
  } catch {
    return false;
  }
}

/** Revocation data of a file (DER). */
export type Embedded = {
  readonly crls: readonly Uint8Array[];
  readonly ocsps: readonly Uint8Array[];
};

/**
 * Checks whether data inside a file show that a certificate was not revoked: a list of its issuer
 * that was still current at `at` (ms) and does not name it before `at`, or an answer that reports it as good.
 */
export async function isCleared(
  certificate: X509Certificate,
  issuer: X509Certificate,
  { crls, ocsps }: Embedded,
  at: number,
): Promise<boolean> {
  for (const bytes of crls)
    if (await isGoodList(bytes, certificate.raw, issuer.raw, at)) return true;
  for (const bytes of ocsps)
    if (await isGoodAnswer(bytes, certificate.raw, issuer.raw, at)) return true;
  return false;
}

/** RFC 3161, 4: tokens from before a revocation for one of these reasons stay valid. */
const HARMLESS_LATER: ReadonlySet<number> = new Set([
  x509.X509CrlReason.unspecified,
  x509.X509CrlReason.affiliationChanged,
  x509.X509CrlReason.superseded,
  x509.X509CrlReason.cessationOfOperation,
]);
const isHarmful = (revokedAt: number, reason: number | undefined, at: number): boolean =>
  revokedAt <= at || reason === undefined || !HARMLESS_LATER.has(reason);

/** Reads the statements of an answer that report a certificate as revoked. */
async function revokedInAnswer(
  bytes: Uint8Array,
  certificate: Uint8Array,
  issuer: Uint8Array,
): Promise<{ at: number; reason: number | undefined }[]> {
  try {
    const inside = pkijs.OCSPResponse.fromBER(own(bytes)).responseBytes?.response.valueBlock;
    if (inside === undefined) return [];
    const basic = pkijs.BasicOCSPResponse.fromBER(own(inside.valueHexView));
    const asked = readCertificate(certificate),
      { status, isForCertificate } = await basic.getCertificateStatus(
        asked,
        readCertificate(issuer),
      );
    if (!isForCertificate || status !== 1 || !(await isBySource(basic, issuer))) return [];
    return basic.tbsResponseData.responses
      .filter((one) => one.certID.serialNumber.isEqual(asked.serialNumber))
      .flatMap(({ certStatus }) => {
        const [time, reason] = (certStatus as asn1js.Constructed).valueBlock.value,
          [word] = reason instanceof asn1js.Constructed ? reason.valueBlock.value : [];
        return time instanceof asn1js.GeneralizedTime
          ? [
              {
                at: time.toDate().getTime(),
                reason: word instanceof asn1js.Enumerated ? word.valueBlock.valueDec : undefined,
              },
            ]
          : [];
      });
  } catch {
    return [];
  }
}

/**
 * Checks whether data inside a file revoke a certificate for a signature of `at` (ms): before it, or
 * for a reason that makes earlier signatures worthless too. Lists that ended count as well.
 */
export async function isRevoked(
  certificate: X509Certificate,
  issuer: X509Certificate,
  { crls, ocsps }: Embedded,
  at: number,
): Promise<boolean> {
  for (const bytes of crls) {
    const entry = (await readList(bytes, issuer.raw))?.findRevoked(certificate.serialNumber);
    if (entry && isHarmful(entry.revocationDate.getTime(), entry.reason, at)) return true;
  }
  for (const bytes of ocsps)
    for (const one of await revokedInAnswer(bytes, certificate.raw, issuer.raw))
      if (isHarmful(one.at, one.reason, at)) return true;
  return false;
}
