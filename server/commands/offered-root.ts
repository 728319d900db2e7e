// The root that a time-stamp service brings itself, offered for an operator's confirmation.
import { webcrypto } from 'node:crypto';
import * as pkijs from 'pkijs';
import { certificateFacts, type CertificateFacts } from '../paper/seal/authority.ts';
import { certificateBytes, digest, equalBytes, openCms } from '../paper/seal/cms.ts';
import { readToken, TsaError, type Tsa } from '../paper/seal/tsa.ts';

export interface OfferedRoot {
  /** The service's own certificate first, the highest that it sent last; at least one. */
  readonly chain: readonly CertificateFacts[];
  /** DER of the highest. */
  readonly certificate: Uint8Array;
  /** The highest is no root: the service did not send the one above it. */
  readonly isPartial: boolean;
  /** Trusted already by the roots that are set. */
  readonly isTrusted: boolean;
}

const isSelfIssued = (one: pkijs.Certificate): boolean => one.issuer.isEqual(one.subject);

/** Returns a certificate and its issuers among the others, as far as they are there. */
function chainOf(
  signer: pkijs.Certificate,
  others: readonly pkijs.Certificate[],
): pkijs.Certificate[] {
  const chain = [signer];
  for (let last = signer; !isSelfIssued(last);) {
    const next = others.find((one) => one.subject.isEqual(last.issuer) && !chain.includes(one));
    if (!next) break;
    chain.push(next);
    last = next;
  }
  return chain;
}

/**
 * Asks a time-stamp service for a token over random bytes and finds the highest certificate of its
 * chain. A token proves nothing about its root: people compare the fingerprint.
 * @param roots DER; those trusted already
 * @throws TsaError `tsa_wrong` if the highest certificate sent does not lead to the service's own
 */
export async function offeredRoot(
  stamp: Tsa,
  roots: readonly Uint8Array[] = [],
): Promise<OfferedRoot> {
  const bytes = webcrypto.getRandomValues(new Uint8Array(32));
  const token = await stamp(bytes);
  const certificates = (openCms(token).signed.certificates ?? []).filter(
    (one) => one instanceof pkijs.Certificate,
  );
  const service = (await readToken(token, digest(bytes), []))?.service;
  const signer = certificates.find(
    (one) => certificateFacts(certificateBytes(one)).subject === service,
  );
  if (!signer) throw new TsaError('tsa_wrong', 'the token names no certificate of its service');
  const chain = chainOf(signer, certificates).map(certificateBytes),
    certificate = chain.at(-1) ?? certificateBytes(signer);
  const trustsBy = async (anchors: readonly Uint8Array[]): Promise<boolean> =>
    (await readToken(token, digest(bytes), anchors))?.isTrusted ?? false;
  if (!(await trustsBy([certificate])))
    throw new TsaError('tsa_wrong', 'its certificates do not lead from one to the next');
  const highest = certificates.find((one) => equalBytes(certificateBytes(one), certificate));
  return {
    chain: chain.map((one) => certificateFacts(one)),
    certificate,
    isPartial: highest === undefined || !isSelfIssued(highest),
    isTrusted: await trustsBy(roots),
  };
}
