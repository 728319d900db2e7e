// Tests of answers about a certificate (OCSP) inside a file: whose answer counts, and for how long.
import { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { createAuthority, issueCertificate, type CertifiedKey } from '../authority.ts';
import { own, readCertificate } from '../cms.ts';
import { createRevocationList } from '../revocation-list.ts';
import { TsaError } from '../tsa.ts';
import { createRevocationSource, isCleared, isRevoked } from './revocation-data.ts';

/** So long ago that every certificate of a responder has ended by now. */
const AT = Date.UTC(2008, 4, 1);
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9',
  TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const subject = (commonName: string) => ({ organisation: 'Zeitdienst', commonName });

/** Status of a certificate in an answer. */
const GOOD = 0,
  REVOKED = 1,
  UNKNOWN = 2;
let authority: CertifiedKey, other: CertifiedKey, stamp: CertifiedKey, neighbour: CertifiedKey;
const responderOf = (issuer: CertifiedKey, usage = OCSP_SIGNING, at = AT): Promise<CertifiedKey> =>
  issueCertificate(issuer, subject('Auskunft'), at, [usage]);

/** One statement of an answer. */
async function statement(about: CertifiedKey, tag: number, until: number) {
  const idBlock = { tagClass: 3, tagNumber: tag };
  const single = new pkijs.SingleResponse({
    certStatus:
      tag === REVOKED
        ? new asn1js.Constructed({
            idBlock,
            value: [new asn1js.GeneralizedTime({ valueDate: new Date(AT - DAY_MS) })],
          })
        : new asn1js.Primitive({ idBlock }),
    thisUpdate: new Date(AT),
    nextUpdate: new Date(until),
  });
  await single.certID.createForCertificate(readCertificate(about.certificate), {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: readCertificate(authority.certificate),
  });
  return single;
}
/** Answers about the service's certificate; `signer` signs, and is named unless it is the issuer. */
async function answerOf(
  signer: CertifiedKey,
  tag = GOOD,
  statements?: readonly pkijs.SingleResponse[],
): Promise<Uint8Array> {
  const certificate = readCertificate(signer.certificate);
  const basic = new pkijs.BasicOCSPResponse();
  basic.tbsResponseData.responderID = certificate.subject;
  basic.tbsResponseData.producedAt = new Date(AT);
  basic.tbsResponseData.responses = [
    ...(statements ?? [await statement(stamp, tag, AT + 7 * DAY_MS)]),
  ];
  if (signer !== authority) basic.certs = [certificate];
  await basic.sign(signer.key, 'SHA-256');
  const whole = new pkijs.OCSPResponse();
  whole.responseStatus.valueBlock.valueDec = 0;
  whole.responseBytes = new pkijs.ResponseBytes({
    responseType: '1.3.6.1.5.5.7.48.1.1',
    response: new asn1js.OctetString({ valueHex: basic.toSchema().toBER(false) }),
  });
  return new Uint8Array(whole.toSchema().toBER(false));
}
const clears = (answer: Uint8Array, at = AT): Promise<boolean> =>
  isCleared(
    new X509Certificate(stamp.certificate),
    new X509Certificate(authority.certificate),
    { crls: [], ocsps: [answer] },
    at,
  );

beforeAll(async () => {
  authority = await createAuthority(subject('Wurzel'), AT);
  other = await createAuthority(subject('Wurzel'), AT);
  const answersAt = 'http://auskunft.test/';
  [stamp, neighbour] = (await Promise.all(
    ['Zeitstempel', 'Nachbar'].map((name) =>
      issueCertificate(authority, subject(name), AT, [TIME_STAMPING], { answersAt }),
    ),
  )) as [CertifiedKey, CertifiedKey];
});

describe('an answer about a certificate inside a file', () => {
  it('counts long after the certificate of its responder ended', async () => {
    const responder = await responderOf(authority);
    expect(Date.parse(new X509Certificate(responder.certificate).validTo)).toBeLessThan(Date.now());
    expect(await clears(await answerOf(responder))).toBe(true);
  });

  it('counts if the issuer itself signed it, without any certificate inside', async () => {
    expect(await clears(await answerOf(authority))).toBe(true);
  });

  it('does not count from a signer that the issuer did not name for it', async () => {
    for (const signer of [
      await responderOf(authority, TIME_STAMPING),
      await responderOf(other),
      // Certified after the answer that it signed.
      await responderOf(authority, OCSP_SIGNING, AT + 30 * DAY_MS),
      other,
    ])
      expect(await clears(await answerOf(signer))).toBe(false);
  });

  it('does not count as revoked or unknown, or for a time after its end', async () => {
    const responder = await responderOf(authority);
    expect(await clears(await answerOf(responder, REVOKED))).toBe(false);
    expect(await clears(await answerOf(responder, UNKNOWN))).toBe(false);
    expect(await clears(await answerOf(responder), AT + 8 * DAY_MS)).toBe(false);
  });

  it('as revoked makes every time after that worthless, and without a reason every one', async () => {
    const worthless = async (answer: Uint8Array, at: number) =>
      isRevoked(
        new X509Certificate(stamp.certificate),
        new X509Certificate(authority.certificate),
        { crls: [], ocsps: [answer] },
        at,
      );
    const responder = await responderOf(authority),
      revoked = await answerOf(responder, REVOKED);
    expect([await worthless(revoked, AT), await worthless(revoked, AT - 9 * DAY_MS)]).toEqual([
      true,
      true,
    ]);
    for (const answer of [
      await answerOf(responder),
      await answerOf(await responderOf(other), REVOKED),
      await answerOf(responder, GOOD, [await statement(neighbour, REVOKED, AT)]),
      new TextEncoder().encode('junk'),
    ])
      expect(await worthless(answer, AT)).toBe(false);
  });

  it('counts for its own certificate only, each statement until its own end', async () => {
    const responder = await responderOf(authority),
      soon = AT + DAY_MS,
      late = AT + 90 * DAY_MS;
    const both = await answerOf(responder, GOOD, [
      await statement(stamp, GOOD, soon),
      await statement(neighbour, GOOD, late),
    ]);
    expect([await clears(both), await clears(both, AT + 30 * DAY_MS)]).toEqual([true, false]);
    const others = await answerOf(responder, GOOD, [await statement(neighbour, GOOD, late)]);
    expect(await clears(others)).toBe(false);
  });
});

describe('an answer that a responder gives', () => {
  const ask = async (answer: Uint8Array, now = AT) => {
    const asked: string[] = [];
    const source = createRevocationSource(
      async (url, body) => {
        asked.push(`${url} ${body?.type}`);
        return answer;
      },
      () => now,
    );
    const found = await source(stamp.certificate, authority.certificate).catch(
      (error: unknown) => (error as { code: string }).code,
    );
    expect(asked).toEqual(['http://auskunft.test/ application/ocsp-request']);
    return typeof found === 'object' ? found.kind : found;
  };

  it('is taken when it is good, current and from the right responder', async () => {
    expect(await ask(await answerOf(await responderOf(authority)))).toBe('ocsp');
  });

  it('is not taken when it is revoked, unknown, expired, of another responder, or none', async () => {
    const responder = await responderOf(authority);
    const busy = new pkijs.OCSPResponse();
    busy.responseStatus.valueBlock.valueDec = 3;
    const answers: [string, Uint8Array, number][] = [
      ['revoked', await answerOf(responder, REVOKED), AT],
      ['unknown', await answerOf(responder, UNKNOWN), AT],
      ['expired', await answerOf(responder), AT + 8 * DAY_MS],
      ['wrong responder', await answerOf(await responderOf(other)), AT],
      ['no responder', await answerOf(await responderOf(authority, TIME_STAMPING)), AT],
      ['try later', new Uint8Array(busy.toSchema().toBER(false)), AT],
      ['no answer', new TextEncoder().encode('<html>'), AT],
      ['empty', new Uint8Array(), AT],
      ['too large', new Uint8Array(200 * 1024), AT],
    ];
    for (const [what, answer, now] of answers)
      expect([what, await ask(answer, now)]).toEqual([what, 'tsa_unreachable']);
  });
});

describe('a damaged or cut answer', () => {
  const sourceOf = (bytes: Uint8Array, now = AT) =>
    createRevocationSource(
      () => Promise.resolve(bytes),
      () => now,
    );
  const taken = (bytes: Uint8Array, about = stamp): Promise<string> =>
    sourceOf(bytes)(about.certificate, authority.certificate).then(
      (found) => found?.kind ?? 'none',
      (error: unknown) => (error instanceof TsaError ? error.code : `not caught: ${String(error)}`),
    );
  /** With the address of a list, and that list. */
  const withList = async () => {
    const listAt = 'http://liste.test/';
    const about = await issueCertificate(authority, subject('Zeit'), AT, [TIME_STAMPING], {
      listAt,
    });
    return { about, list: await createRevocationList(authority, [], AT) };
  };

  it('cut anywhere, or followed by other bytes, is never taken', async () => {
    const { about, list } = await withList(),
      answer = await answerOf(await responderOf(authority));
    expect([await taken(answer), await taken(list, about)]).toEqual(['ocsp', 'crl']);
    for (const [bytes, of] of [
      [answer, stamp],
      [list, about],
    ] as const) {
      for (let at = 0; at < bytes.length; at += 7)
        expect([at, await taken(bytes.subarray(0, at), of)]).toEqual([at, 'tsa_unreachable']);
      for (const tail of [new Uint8Array(1), new TextEncoder().encode('</html>'), bytes])
        expect(await taken(Uint8Array.from([...bytes, ...tail]), of)).toBe('tsa_unreachable');
    }
  });

  it('with a flipped bit in its signed part is refused; no error escapes for any other', async () => {
    const { about, list } = await withList(),
      answer = await answerOf(authority);
    const inside = pkijs.OCSPResponse.fromBER(own(answer)).responseBytes!.response.valueBlock
        .valueHexView,
      signed = pkijs.BasicOCSPResponse.fromBER(own(inside)).tbsResponseData.tbsView,
      from = Buffer.from(answer).indexOf(Buffer.from(signed));
    const isSigned = (at: number): boolean => at >= from && at < from + signed.length;
    expect(from).toBeGreaterThan(0);
    for (const [bytes, of, isAll] of [
      [answer, stamp, false],
      [list, about, true],
    ] as const)
      for (let at = 0; at < bytes.length; at += 5) {
        const other = Uint8Array.from(bytes);
        other[at]! ^= 1 << (at % 8);
        const result = await taken(other, of);
        if (isAll || isSigned(at)) expect([at, result]).toEqual([at, 'tsa_unreachable']);
        else expect(['tsa_unreachable', 'ocsp']).toContain(result);
      }
  });

  it('a list that ended, or that names the certificate, is not taken', async () => {
    const { about, list } = await withList();
    const late = sourceOf(list, AT + 500 * DAY_MS);
    await expect(late(about.certificate, authority.certificate)).rejects.toThrow(TsaError);
    const { serialNumber } = new X509Certificate(about.certificate);
    const naming = await createRevocationList(
      authority,
      [{ serialNumber, at: AT - DAY_MS, from: AT - DAY_MS, reason: 'stolen' }],
      AT,
    );
    expect(await taken(naming, about)).toBe('tsa_unreachable');
  });

  it('that ends while it is cached is asked for again', async () => {
    const answer = await answerOf(await responderOf(authority));
    let now = AT + 7 * DAY_MS - 3_600_000,
      asked = 0;
    const source = createRevocationSource(
      () => {
        asked += 1;
        return Promise.resolve(answer);
      },
      () => now,
    );
    for (let n = 0; n < 2; n += 1)
      expect((await source(stamp.certificate, authority.certificate))?.kind).toBe('ocsp');
    expect(asked).toBe(1);
    now += 2 * 3_600_000;
    await expect(source(stamp.certificate, authority.certificate)).rejects.toThrow(TsaError);
    expect(asked).toBe(2);
  });
});
