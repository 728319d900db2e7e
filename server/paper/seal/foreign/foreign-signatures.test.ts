// Tests of signatures by others in a PDF: intact or not, by whom, trusted by which root or list,
// since when, and what follows.
import { beforeAll, describe, expect, it } from 'vitest';
import { appendUpdate, content, plantSignatures } from '../attack.fixture.ts';
import { createAuthority, issueCertificate } from '../authority.ts';
import type { CertifiedKey } from '../authority.ts';
import { openCms, withToken } from '../cms.ts';
import { buildCms } from '../sign/sign-cms.ts';
import { createRevocationList } from '../revocation-list.ts';
import { createLocalTsa } from '../tsa.ts';
import type { LocalTsa } from '../tsa.ts';
import { verifyPdf } from '../verify-pdf.ts';
import type { Trust } from '../judge-seal.ts';
import { signedByOther, type Signer } from './foreign.fixture.ts';
import { readForeignToken } from './foreign-cms.ts';
import { foreignTrustOf, readTrustList, TrustListError } from './trust-list.ts';

const AT = Date.UTC(2026, 10, 20, 9),
  YEAR = 365.25 * 86_400_000;
const EMAIL = '1.3.6.1.5.5.7.3.4';
let root: CertifiedKey, leaf: CertifiedKey, tsa: LocalTsa, lab: Signer;
const base: Trust = { authorities: [], tsaRoots: [], now: AT };

const signerOf =
  (one: CertifiedKey, above: CertifiedKey): Signer =>
  (covered) =>
    buildCms({ key: one.key, chain: [one.certificate, above.certificate], content: covered });
const stamped =
  (signer: Signer, service: LocalTsa): Signer =>
  async (covered) => {
    const { signed } = openCms(await signer(covered));
    const value = signed.signerInfos[0]?.signature.valueBlock.valueHexView ?? new Uint8Array();
    return withToken(signed, await service.stamp(new Uint8Array(value)));
  };

beforeAll(async () => {
  root = await createAuthority({ organisation: 'Trust GmbH', commonName: 'Trust Root' }, AT - YEAR);
  leaf = await issueCertificate(
    root,
    { organisation: 'Dentallabor Süd', commonName: 'Erika Muster' },
    AT - YEAR,
    [EMAIL],
  );
  tsa = await createLocalTsa(() => AT + 1_000);
  lab = signerOf(leaf, root);
});

async function read(bytes: Uint8Array, trust: Partial<Trust> = {}) {
  const found = await verifyPdf(bytes, { ...base, ...trust });
  if (!found.isReadable) throw new Error(found.reason);
  return found;
}
const rooted = (): Partial<Trust> => ({
  anchors: foreignTrustOf([root.certificate], []).anchors,
});

describe('a signature by others', () => {
  it('without any root fits, names its signer, and has no trusted issuer', async () => {
    const { bytes } = await signedByOther(lab);
    const { verdict, foreign } = await read(bytes);
    expect(verdict).toBe('foreign_seal');
    expect(foreign).toMatchObject([
      {
        kind: 'signature',
        state: 'intact',
        after: 'nothing',
        isWeak: false,
        signer: {
          name: 'Erika Muster',
          organisation: 'Dentallabor Süd',
          issuer: 'Trust Root, Trust GmbH',
          validity: 'valid',
          revokedAt: null,
        },
        trust: null,
        time: { at: AT, isProven: false },
      },
    ]);
  });

  it('is confirmed by a root that the operator entered, and not by another one', async () => {
    const { bytes } = await signedByOther(lab);
    const [one] = (await read(bytes, rooted())).foreign;
    expect([one?.trust?.by, one?.signer?.chain]).toEqual(['root', 2]);
    const other = await createAuthority(
      { organisation: 'Trust GmbH', commonName: 'Trust Root' },
      AT - YEAR,
    );
    const anchors = foreignTrustOf([other.certificate], []).anchors;
    expect((await read(bytes, { anchors })).foreign[0]?.trust).toBeNull();
  });

  it('of a server certificate is not vouched for, even below a trusted root', async () => {
    const server = await issueCertificate(
      root,
      { organisation: 'Shop', commonName: 'shop.example' },
      AT - YEAR,
      ['1.3.6.1.5.5.7.3.1'],
    );
    const { bytes } = await signedByOther(signerOf(server, root));
    expect((await read(bytes, rooted())).foreign[0]).toMatchObject({
      state: 'intact',
      trust: null,
    });
  });

  it.each(['Brief', 'Feld10', 'D:2026'])('is broken when a byte of „%s“ flips', async (word) => {
    const { bytes } = await signedByOther(lab);
    const at = Buffer.from(bytes).indexOf(word);
    bytes[at] = (bytes[at] ?? 0) ^ 1;
    expect((await read(bytes, rooted())).foreign[0]?.state).toBe('broken');
  });

  it('with a value of another file is broken', async () => {
    const { bytes } = await signedByOther(() => lab(new Uint8Array([1, 2, 3])));
    expect((await read(bytes)).foreign[0]?.state).toBe('broken');
  });

  it('with another certificate put in place is broken, or not by that signer', async () => {
    const twin = await issueCertificate(
      root,
      { organisation: 'Dentallabor Süd', commonName: 'Erika Muster' },
      AT - YEAR,
      [EMAIL],
    );
    const swapped: Signer = (covered) =>
      buildCms({ key: leaf.key, chain: [twin.certificate, root.certificate], content: covered });
    const { bytes } = await signedByOther(swapped);
    expect((await read(bytes, rooted())).foreign[0]?.state).toBe('broken');
  });

  it('followed by a changed page is reported as changed; a blank line is harmless', async () => {
    const { bytes } = await signedByOther(lab);
    const [changed] = (await read(appendUpdate(bytes, { 4: content('BT (Rechnung) Tj ET') })))
      .foreign;
    expect([changed?.state, changed?.after]).toEqual(['intact', 'changed']);
    const [blank] = (await read(Buffer.concat([bytes, Buffer.from('\n')]))).foreign;
    expect([blank?.state, blank?.after]).toEqual(['intact', 'harmless']);
  });

  it('of two signers is judged one by one: the last one covers the whole file', async () => {
    const first = await signedByOther(lab);
    const { bytes } = await signedByOther(lab, 'adbe.pkcs7.detached', first);
    expect((await read(bytes)).foreign.map(({ state, after }) => [state, after])).toEqual([
      ['intact', 'changed'],
      ['intact', 'nothing'],
    ]);
  });

  it('is judged if it is one of the first ten; the others are counted', async () => {
    const { bytes } = await signedByOther(lab);
    const found = await read(plantSignatures(bytes, 12));
    expect([found.foreign.length, found.leftOut]).toEqual([10, 3]);
    expect((await read(bytes)).leftOut).toBe(0);
  });

  it('of a kind that is not checked, or without a readable value, is never called intact', async () => {
    const { bytes } = await signedByOther(lab, 'adbe.x509.rsa_sha1');
    expect((await read(bytes)).foreign[0]?.state).toBe('unknown');
    const { bytes: junk } = await signedByOther(() => Buffer.from('3003020101', 'hex'));
    expect((await read(junk)).foreign[0]?.state).toBe('broken');
  });
});

describe('the time of a signature by others', () => {
  it('is proven by a fitting token of a trusted service only', async () => {
    const { bytes } = await signedByOther(stamped(lab, tsa));
    expect((await read(bytes, { tsaRoots: [tsa.root] })).foreign[0]?.time).toEqual({
      at: AT + 1_000,
      isProven: true,
      service: 'Zeitstempel (lokal)',
    });
    expect((await read(bytes)).foreign[0]?.time?.isProven).toBe(false);
  });

  it('keeps an expired certificate valid when proven, and only claimed otherwise', async () => {
    const { bytes } = await signedByOther(stamped(lab, tsa)),
      { bytes: bare } = await signedByOther(lab);
    const later = { ...rooted(), now: AT + 9 * YEAR };
    const [proven] = (await read(bytes, { ...later, tsaRoots: [tsa.root] })).foreign;
    expect([proven?.signer?.validity, proven?.trust?.by]).toEqual(['valid', 'root']);
    const [claimed] = (await read(bare, later)).foreign;
    expect(claimed?.signer?.validity).toBe('claimed');
  });

  /** A file with the revocation list of a service in its DSS dictionary. */
  const withList = (bytes: Uint8Array, list: Uint8Array): Uint8Array =>
    appendUpdate(bytes, {
      1: '<</Type/Catalog/Pages 2 0 R/AcroForm 5 0 R/DSS 30 0 R>>',
      30: '<</Type/DSS/CRLs[31 0 R]>>',
      31: content(Buffer.from(list).toString('latin1')),
    });

  it('is not proven by a service whose certificate the file revokes', async () => {
    const above = await createAuthority(
      { organisation: 'Zeit GmbH', commonName: 'Zeit Root' },
      AT - YEAR,
    );
    const service = await createLocalTsa(() => AT + 1_000, above),
      { signed: token } = openCms(await service.stamp(new Uint8Array([1])));
    const [unit] = readForeignToken(token, new Uint8Array([1]))?.cms.certificates ?? [];
    const listOf = (at: number, reason: 'stolen' | 'other') =>
      createRevocationList(
        above,
        [{ serialNumber: unit?.serialNumber ?? '', at, from: at, reason }],
        at,
      );
    const { bytes } = await signedByOther(stamped(lab, service)),
      { bytes: whole } = await signedByOther((covered) => service.stamp(covered), 'ETSI.RFC3161');
    const isProven = async (file: Uint8Array, list: Uint8Array) =>
      (await read(withList(file, list), { tsaRoots: [service.root] })).foreign[0]?.time?.isProven;
    const good = await createRevocationList(above, [], AT);
    for (const file of [bytes, whole])
      expect([
        await isProven(file, good),
        await isProven(file, await listOf(AT - 1_000, 'other')),
        await isProven(file, await listOf(AT + YEAR, 'stolen')),
        // RFC 3161, 4: its earlier tokens stay valid.
        await isProven(file, await listOf(AT + YEAR, 'other')),
      ]).toEqual([true, false, false, true]);
  });

  it('of a time stamp over the whole file is that of its service', async () => {
    const { bytes } = await signedByOther((covered) => tsa.stamp(covered), 'ETSI.RFC3161');
    const [one] = (await read(bytes, { tsaRoots: [tsa.root] })).foreign;
    expect(one).toMatchObject({
      kind: 'time_stamp',
      state: 'intact',
      time: { at: AT + 1_000, isProven: true },
    });
    const { bytes: wrong } = await signedByOther(
      () => tsa.stamp(new Uint8Array([1])),
      'ETSI.RFC3161',
    );
    const [other] = (await read(wrong, { tsaRoots: [tsa.root] })).foreign;
    expect([other?.state, other?.time?.isProven]).toEqual(['broken', false]);
  });
});

describe('a trust list', () => {
  const list = (status: string, from: string, history = '', type = 'CA/QC'): Uint8Array =>
    Buffer.from(`<?xml version="1.0" encoding="UTF-8"?><!-- list -->
<tsl:TrustServiceStatusList xmlns:tsl="http://uri.etsi.org/02231/v2#"><tsl:SchemeInformation>
<tsl:SchemeTerritory>DE</tsl:SchemeTerritory><tsl:NextUpdate><tsl:dateTime>2027-03-01T00:00:00Z</tsl:dateTime></tsl:NextUpdate>
</tsl:SchemeInformation><tsl:TrustServiceProviderList><tsl:TrustServiceProvider><tsl:TSPInformation>
<tsl:TSPName><tsl:Name xml:lang="en">Trust Ltd</tsl:Name><tsl:Name xml:lang='de'>Trust &amp; Söhne</tsl:Name></tsl:TSPName>
</tsl:TSPInformation><tsl:TSPServices><tsl:TSPService><tsl:ServiceInformation>
<tsl:ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/${type}</tsl:ServiceTypeIdentifier>
<tsl:ServiceName><tsl:Name xml:lang="de">QES 1</tsl:Name></tsl:ServiceName>
<tsl:ServiceDigitalIdentity><tsl:DigitalId><tsl:X509Certificate>${Buffer.from(root.certificate).toString('base64')}</tsl:X509Certificate></tsl:DigitalId></tsl:ServiceDigitalIdentity>
<tsl:ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/${status}</tsl:ServiceStatus>
<tsl:StatusStartingTime>${from}</tsl:StatusStartingTime></tsl:ServiceInformation>${history}
</tsl:TSPService></tsl:TSPServices></tsl:TrustServiceProvider></tsl:TrustServiceProviderList></tsl:TrustServiceStatusList>`);
  const trustOf = async (file: Uint8Array, time = AT) => {
    const { bytes } = await signedByOther(lab);
    const { anchors } = foreignTrustOf([], [readTrustList(file)]);
    return (await read(bytes, { anchors, now: time })).foreign[0]?.trust;
  };
  const GRANTED_BEFORE = `<tsl:ServiceHistory><tsl:ServiceHistoryInstance>
<tsl:ServiceTypeIdentifier>http://uri.etsi.org/TrstSvc/Svctype/CA/QC</tsl:ServiceTypeIdentifier>
<tsl:ServiceStatus>http://uri.etsi.org/TrstSvc/TrustedList/Svcstatus/granted</tsl:ServiceStatus>
<tsl:StatusStartingTime>2016-07-01T00:00:00Z</tsl:StatusStartingTime></tsl:ServiceHistoryInstance></tsl:ServiceHistory>`;

  it('confirms the signer of a granted service, with the names of provider and service', async () => {
    expect(await trustOf(list('granted', '2016-07-01T00:00:00Z'))).toEqual({
      by: 'list',
      name: 'Trust & Söhne, QES 1',
      territory: 'DE',
      isQualified: true,
    });
    expect(readTrustList(list('granted', '2016-07-01T00:00:00Z'))).toMatchObject({
      territory: 'DE',
      nextUpdate: Date.UTC(2027, 2, 1),
    });
  });

  it('confirms no signer after a service was withdrawn, but those before', async () => {
    const withdrawn = list('withdrawn', '2026-11-01T00:00:00Z', GRANTED_BEFORE);
    expect(await trustOf(withdrawn)).toBeNull();
    expect(await trustOf(withdrawn, Date.UTC(2026, 9, 1))).toMatchObject({ by: 'list' });
    expect(await trustOf(list('granted', '2026-12-01T00:00:00Z'))).toBeNull();
  });

  it('confirms no signer by a service for time stamps', async () => {
    expect(await trustOf(list('granted', '2016-07-01T00:00:00Z', '', 'TSA/QTST'))).toBeNull();
  });

  it('that is broken, empty, of another kind or has a document type is refused with a reason', () => {
    const text = Buffer.from(list('granted', '2016-07-01T00:00:00Z')).toString();
    for (const wrong of [
      '',
      'no XML',
      text.slice(0, -30),
      text.replace('</tsl:TSPService>', ''),
      '<a/>',
      `<!DOCTYPE x [<!ENTITY a "b">]>${text}`,
      text.replaceAll('CA/QC', 'unknown'),
    ])
      expect(() => readTrustList(Buffer.from(wrong))).toThrow(TrustListError);
  });
});
