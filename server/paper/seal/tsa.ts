// RFC 3161 time stamps: queries a service, checks its token, and provides a small service for tests
// and for practices without one.
import { webcrypto } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { createAuthority, issueCertificate } from './authority.ts';
import {
  OID,
  certificateBytes,
  digest,
  equalBytes,
  isTrusted,
  openCms,
  own,
  verifyCms,
} from './cms.ts';
import { buildCms } from './sign/sign-cms.ts';
import { certificateFacts, type CertifiedKey } from './authority.ts';
import type { RevocationSource } from './revocation-list.ts';
import { createRevocationList } from './revocation-list.ts';

/** Requests a token (DER ContentInfo) over the SHA-256 of some bytes. @throws TsaError */
export type Tsa = (bytes: Uint8Array) => Promise<Uint8Array>;

/** `tsa_unreachable` may be retried later; `tsa_refused` and `tsa_wrong` need a person. */
export class TsaError extends Error {
  readonly code: 'tsa_unreachable' | 'tsa_refused' | 'tsa_wrong';
  constructor(code: TsaError['code'], detail: string) {
    super(`${code}: ${detail}`);
    this.name = 'TsaError';
    this.code = code;
  }
}

const POLICY = '1.3.6.1.4.1.13762.3';
const TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
/** Of the local service: its list is made on request and published nowhere. */
const LIST_AT = 'http://zeitstempel.invalid/liste.crl';
const MAX_ANSWER = 64 * 1024;

const imprintOf = (hash: Uint8Array): pkijs.MessageImprint =>
  new pkijs.MessageImprint({
    hashAlgorithm: new pkijs.AlgorithmIdentifier({
      algorithmId: OID.sha256,
      algorithmParams: new asn1js.Null(),
    }),
    hashedMessage: new asn1js.OctetString({ valueHex: own(hash) }),
  });

/** Creates a client for a service over HTTP; `ask` is `fetch`. */
export function tsaClient(url: string, ask: typeof fetch, timeoutMs = 10_000): Tsa {
  return async (bytes) => {
    const hash = digest(bytes);
    const nonce = webcrypto.getRandomValues(new Uint8Array(16));
    nonce[0] = ((nonce[0] ?? 0) & 0x3f) | 0x40;
    const request = new pkijs.TimeStampReq({
      version: 1,
      messageImprint: imprintOf(hash),
      nonce: new asn1js.Integer({ valueHex: own(nonce) }),
      certReq: true,
    });
    let answer: Uint8Array;
    try {
      const response = await ask(url, {
        method: 'POST',
        headers: { 'content-type': 'application/timestamp-query' },
        body: request.toSchema().toBER(false),
        signal: AbortSignal.timeout(timeoutMs),
        redirect: 'error',
      });
      if (!response.ok) throw new TsaError('tsa_unreachable', `HTTP ${response.status}`);
      answer = new Uint8Array(await response.arrayBuffer());
    } catch (error) {
      throw error instanceof TsaError
        ? error
        : new TsaError('tsa_unreachable', error instanceof Error ? error.message : 'no answer');
    }
    if (answer.length > MAX_ANSWER) throw new TsaError('tsa_wrong', 'answer too large');
    return readAnswer(answer, hash, nonce);
  };
}

async function readAnswer(
  answer: Uint8Array,
  hash: Uint8Array,
  nonce: Uint8Array,
): Promise<Uint8Array> {
  let response: pkijs.TimeStampResp;
  try {
    response = pkijs.TimeStampResp.fromBER(own(answer));
  } catch {
    throw new TsaError('tsa_wrong', 'no time-stamp answer');
  }
  if (response.status.status > 1)
    throw new TsaError('tsa_refused', `status ${response.status.status}`);
  if (response.timeStampToken === undefined) throw new TsaError('tsa_wrong', 'no token');
  const token = new Uint8Array(response.timeStampToken.toSchema().toBER(false));
  const facts = await readToken(token, hash, []);
  if (!facts?.isIntact) throw new TsaError('tsa_wrong', 'token does not fit');
  const echoed = facts.nonce;
  if (echoed === undefined || !equalBytes(echoed, nonce))
    throw new TsaError('tsa_wrong', 'nonce differs');
  return token;
}

export type TokenFacts = {
  readonly isIntact: boolean;
  readonly isTrusted: boolean;
  /** UTC ms. */
  readonly at: number;
  readonly policy: string;
  readonly service: string;
  readonly nonce: Uint8Array | undefined;
};

/** Returns what a token states about a hash; `undefined` when it is none. Never throws. */
export async function readToken(
  token: Uint8Array,
  hash: Uint8Array,
  roots: readonly Uint8Array[],
): Promise<TokenFacts | undefined> {
  try {
    const { signed } = openCms(token);
    const content = signed.encapContentInfo.eContent;
    if (signed.encapContentInfo.eContentType !== OID.tstInfo || content === undefined)
      return undefined;
    const bytes = new Uint8Array(content.getValue());
    const info = pkijs.TSTInfo.fromBER(own(bytes));
    const verdict = await verifyCms(signed, bytes);
    const isOver =
      info.messageImprint.hashAlgorithm.algorithmId === OID.sha256 &&
      equalBytes(new Uint8Array(info.messageImprint.hashedMessage.valueBlock.valueHexView), hash);
    const { signer } = verdict;
    const mayStamp =
      signer?.extensions?.some(
        (one) =>
          one.extnID === '2.5.29.37' &&
          one.parsedValue instanceof pkijs.ExtKeyUsage &&
          one.parsedValue.keyPurposes.includes(TIME_STAMPING),
      ) ?? false;
    const at = info.genTime.getTime();
    return {
      isIntact: verdict.isIntact && isOver && mayStamp,
      isTrusted: signer !== undefined && (await isTrusted(signer, verdict.certificates, roots, at)),
      at,
      policy: info.policy,
      service: signer === undefined ? '' : certificateFacts(certificateBytes(signer)).subject,
      nonce:
        info.nonce === undefined ? undefined : new Uint8Array(info.nonce.valueBlock.valueHexView),
    };
  } catch {
    return undefined;
  }
}

export type LocalTsa = {
  /** DER of the root to be trusted. */
  readonly root: Uint8Array;
  /**
   * Answers one TimeStampReq with one TimeStampResp (both DER); a bad request gets a rejection,
   * never an exception.
   */
  readonly handle: (request: Uint8Array) => Promise<Uint8Array>;
  readonly stamp: Tsa;
  /** Revocation data of its certificate. */
  readonly revocation: RevocationSource;
};

/**
 * Creates a self-operated service: it proves the format, not the time against its operator.
 * @param now UTC ms
 * @param root of its certificate; a new one when absent
 */
export async function createLocalTsa(now: () => number, root?: CertifiedKey): Promise<LocalTsa> {
  const authority =
    root ??
    (await createAuthority(
      { organisation: 'Molar', commonName: 'Zeitstempel (lokal), Wurzel' },
      now(),
    ));
  const unit = await issueCertificate(
    authority,
    { organisation: 'Molar', commonName: 'Zeitstempel (lokal)' },
    now(),
    [TIME_STAMPING],
    { isCritical: true, listAt: LIST_AT },
  );

  const refuse = (): Uint8Array =>
    new Uint8Array(
      new pkijs.TimeStampResp({ status: new pkijs.PKIStatusInfo({ status: 2 }) })
        .toSchema()
        .toBER(false),
    );
  const tokenFor = async (
    hash: Uint8Array,
    nonce: asn1js.Integer | undefined,
  ): Promise<Uint8Array> => {
    const serial = webcrypto.getRandomValues(new Uint8Array(16));
    serial[0] = ((serial[0] ?? 0) & 0x3f) | 0x40;
    const info = new pkijs.TSTInfo({
      version: 1,
      policy: POLICY,
      messageImprint: imprintOf(hash),
      serialNumber: new asn1js.Integer({ valueHex: own(serial) }),
      genTime: new Date(now()),
      ...(nonce === undefined ? {} : { nonce }),
    });
    const content = new Uint8Array(info.toSchema().toBER(false));
    return buildCms({
      key: unit.key,
      chain: [unit.certificate, authority.certificate],
      content,
      embed: { type: OID.tstInfo },
    });
  };
  const handle = async (request: Uint8Array): Promise<Uint8Array> => {
    try {
      const asked = pkijs.TimeStampReq.fromBER(own(request));
      const hash = new Uint8Array(asked.messageImprint.hashedMessage.valueBlock.valueHexView);
      if (asked.messageImprint.hashAlgorithm.algorithmId !== OID.sha256 || hash.length !== 32)
        return refuse();
      const token = pkijs.ContentInfo.fromBER(own(await tokenFor(hash, asked.nonce)));
      return new Uint8Array(
        new pkijs.TimeStampResp({
          status: new pkijs.PKIStatusInfo({ status: 0 }),
          timeStampToken: token,
        })
          .toSchema()
          .toBER(false),
      );
    } catch {
      return refuse();
    }
  };
  return {
    root: authority.certificate,
    handle,
    stamp: (bytes) => tokenFor(digest(bytes), undefined),
    revocation: async () => ({
      kind: 'crl',
      bytes: await createRevocationList(authority, [], now()),
    }),
  };
}
