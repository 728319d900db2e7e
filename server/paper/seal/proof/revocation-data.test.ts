// Tests of answers about a certificate (OCSP) inside a file: whose answer counts, and for how long.
import { X509Certificate } from 'node:crypto';
import * as asn1js from 'asn1js';
import * as pkijs from 'pkijs';
import { beforeAll, describe, expect, it } from 'vitest';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { createAuthority, issueCertificate, type CertifiedKey } from '../authority.ts';
import { readCertificate } from '../cms.ts';
import { isCleared } from './revocation-data.ts';

/** So long ago that every certificate of a responder has ended by now. */
const AT = Date.UTC(2008, 4, 1);
const OCSP_SIGNING = '1.3.6.1.5.5.7.3.9',
  TIME_STAMPING = '1.3.6.1.5.5.7.3.8';
const subject = (commonName: string) => ({ organisation: 'Zeitdienst', commonName });

let authority: CertifiedKey, other: CertifiedKey, stamp: CertifiedKey;
const responderOf = (issuer: CertifiedKey, usage = OCSP_SIGNING, at = AT): Promise<CertifiedKey> =>
  issueCertificate(issuer, subject('Auskunft'), at, [usage]);

/** Answers about the service's certificate; `signer` signs, and is named unless it is the issuer. */
async function answerOf(signer: CertifiedKey, tag: 0 | 2 = 0): Promise<Uint8Array> {
  const certificate = readCertificate(signer.certificate);
  const single = new pkijs.SingleResponse({
    certStatus: new asn1js.Primitive({ idBlock: { tagClass: 3, tagNumber: tag } }),
    thisUpdate: new Date(AT),
    nextUpdate: new Date(AT + 7 * DAY_MS),
  });
  await single.certID.createForCertificate(readCertificate(stamp.certificate), {
    hashAlgorithm: 'SHA-1',
    issuerCertificate: readCertificate(authority.certificate),
  });
  const basic = new pkijs.BasicOCSPResponse();
  basic.tbsResponseData.responderID = certificate.subject;
  basic.tbsResponseData.producedAt = new Date(AT);
  basic.tbsResponseData.responses = [single];
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
  stamp = await issueCertificate(authority, subject('Zeitstempel'), AT, [TIME_STAMPING]);
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

  it('does not count as unknown, or for a time after its end', async () => {
    const responder = await responderOf(authority);
    expect(await clears(await answerOf(responder, 2))).toBe(false);
    expect(await clears(await answerOf(responder), AT + 8 * DAY_MS)).toBe(false);
  });
});
