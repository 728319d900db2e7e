// Tests of sealing and verifying: a fresh seal is valid, every change is named, a missing time
// stamp blocks no document.
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../pdf/renderer.ts';
import { createPracticeAuthority, exportPrivateKey, importSealKey } from './authority.ts';
import type { PracticeAuthority } from './authority.ts';
import { sha256 } from './canonical.ts';
import {
  PRACTICE,
  SIGNED_AT,
  sampleDocument,
  sampleInk,
  sealSample,
  testRenderer,
} from './sample.fixture.ts';
import type { Sample } from './sample.fixture.ts';
import { sealPdf, upgradeToBT } from './seal-pdf.ts';
import { createLocalTsa, tsaClient } from './tsa.ts';
import type { LocalTsa } from './tsa.ts';
import { selfCheck, verifyPdf } from './verify-pdf.ts';
import type { Trust } from './judge-seal.ts';

let renderer: Renderer;
let keys: PracticeAuthority;
let tsa: LocalTsa;
let trust: Trust;
let sample: Sample;

beforeAll(async () => {
  renderer = testRenderer();
  keys = await createPracticeAuthority(PRACTICE, SIGNED_AT - 86_400_000);
  tsa = await createLocalTsa(() => SIGNED_AT + 3_000);
  trust = { authorities: [keys.authority.certificate], tsaRoots: [tsa.root] };
  sample = await sealSample(renderer, keys);
});
afterAll(() => renderer.close());

async function verdict(bytes: Uint8Array, with_: Trust = trust): Promise<string> {
  const found = await verifyPdf(bytes, with_);
  return found.isReadable ? found.verdict : found.reason;
}

describe('sealPdf', () => {
  it('[product 10.2] the presented file is an unchanged prefix of the signed one', async () => {
    const { base, sealed, evidence } = sample;
    expect(Buffer.compare(sealed.bytes.subarray(0, base.bytes.length), base.bytes)).toBe(0);
    expect(evidence.document).toMatchObject({
      presentedBytes: base.bytes.length,
      presentedPdfSha256: sha256(base.bytes),
      dataSha256: base.dataSha256,
    });
    const found = await verifyPdf(sealed.bytes, trust);
    expect(found).toMatchObject({
      isReadable: true,
      verdict: 'unchanged',
      pages: base.pages,
      seal: {
        isOurs: true,
        isIntact: true,
        coversAll: true,
        level: 'B-B',
        sealedAt: SIGNED_AT + 2_000,
        certificate: { organisation: PRACTICE },
      },
      shown: { isSame: true, isDataSame: true },
      timestamp: null,
      later: null,
      facts: {
        title: 'Einwilligung: Entfernung eines Zahnes',
        signers: [{ role: 'patient', name: 'Anna Groß' }],
      },
      active: [],
    });
    expect(
      await selfCheck(sealed.bytes, {
        authorities: [keys.authority.certificate],
        evidence,
        pages: base.pages,
        level: 'B-B',
      }),
    ).toBeUndefined();
  });

  it('its self-check finds files that must not be stored', async () => {
    const { sealed, evidence, base } = sample;
    const expected = {
      authorities: [keys.authority.certificate],
      evidence,
      pages: base.pages,
      level: 'B-B' as const,
    };
    expect(await selfCheck(base.bytes, expected)).toBe('verdict: unsigned');
    expect(await selfCheck(sealed.bytes, { ...expected, level: 'B-T' })).toBe('level: B-B');
    expect(
      await selfCheck(sealed.bytes, { ...expected, evidence: { ...evidence, declarations: [] } }),
    ).toBe('evidence differs');
  });

  it('becomes B-T in place, same length, when the time-stamp service is back', async () => {
    const stamped = await upgradeToBT(sample.sealed.bytes, tsa.stamp);
    expect(stamped.length).toBe(sample.sealed.bytes.length);
    expect(await verifyPdf(stamped, trust)).toMatchObject({
      verdict: 'unchanged',
      seal: { level: 'B-T' },
      timestamp: { at: SIGNED_AT + 3_000, isIntact: true, isTrusted: true },
    });
    expect(await verifyPdf(stamped, { ...trust, tsaRoots: [] })).toMatchObject({
      verdict: 'unchanged',
      seal: { level: 'B-B' },
      timestamp: { isIntact: true, isTrusted: false },
    });
  });

  it('seals without a stamp when the service is unavailable, and reports it', async () => {
    const away = tsaClient('http://tsa.invalid/', () =>
      Promise.reject(new TypeError('fetch failed')),
    );
    const { sealed } = await sealSample(renderer, keys, { tsa: away });
    expect(sealed).toMatchObject({ level: 'B-B', tsaError: { code: 'tsa_unreachable' } });
    expect(await verdict(sealed.bytes)).toBe('unchanged');
  });

  it('queries a service over HTTP and refuses a token that does not match', async () => {
    const answering =
      (change: (answer: Uint8Array) => Uint8Array): typeof fetch =>
      async (_, init) =>
        new Response(
          new Uint8Array(change(await tsa.handle(new Uint8Array(init?.body as ArrayBuffer)))),
        );
    const good = await sealSample(renderer, keys, {
      tsa: tsaClient(
        'http://tsa.test/',
        answering((answer) => answer),
      ),
    });
    expect(good.sealed.level).toBe('B-T');
    let first: Uint8Array | undefined;
    const replay = tsaClient(
      'http://tsa.test/',
      answering((answer) => (first ??= answer)),
    );
    await replay(new Uint8Array([1]));
    await expect(replay(new Uint8Array([2]))).rejects.toMatchObject({ code: 'tsa_wrong' });
    await expect(replay(new Uint8Array([1]))).rejects.toMatchObject({ code: 'tsa_wrong' });
    await expect(
      tsaClient(
        'http://tsa.test/',
        answering(() => new Uint8Array([1, 2])),
      )(new Uint8Array([1])),
    ).rejects.toMatchObject({ code: 'tsa_wrong' });
    expect((await tsa.handle(new Uint8Array([0xff, 0]))).length).toBeLessThan(64);
  });

  it('throws when the signature does not fit its space', async () => {
    const { base, evidence } = sample;
    const box = base.signatureBoxes[0]!;
    const caption = await renderer.renderMark({ width: 100, height: 50, name: '', caption: 'x' });
    const long = await Promise.all(
      Array.from(
        { length: 40 },
        async () => (await createPracticeAuthority(PRACTICE, SIGNED_AT)).authority.certificate,
      ),
    );
    const input = {
      base: base.bytes,
      marks: [{ page: box.page, rect: box.rect, label: 'x', ink: sampleInk(), caption }],
      checks: [],
      evidence,
      key: keys.seal.key,
      chain: [keys.seal.certificate, ...long],
      praxis: PRACTICE,
      at: SIGNED_AT,
    };
    await expect(sealPdf(input)).rejects.toMatchObject({ code: 'reserve_exceeded' });
    await expect(sealPdf({ ...input, marks: [] })).rejects.toMatchObject({ code: 'base_unusable' });
    await expect(
      sealPdf({ ...input, base: sample.sealed.bytes, chain: [keys.seal.certificate] }),
    ).rejects.toMatchObject({ code: 'base_unusable' });
  });

  it('puts several signers, a typed name and a witnessed mark under one seal', async () => {
    const data = sampleDocument('extraktion@1', {
      signers: [
        { role: 'patient', name: 'علي رضا' },
        { role: 'proxy', name: 'Ján Kováč', capacity: 'Vollmacht' },
        { role: 'dentist', name: 'Dr. Müller' },
      ],
    });
    const { sealed, evidence } = await sealSample(renderer, keys, {
      data,
      signers: [
        {
          role: 'patient',
          name: 'علي رضا',
          mark: { how: 'witnessed', witness: 'Eva Bär', ink: null },
        },
        {
          role: 'proxy',
          name: 'Ján Kováč',
          capacity: 'Vollmacht',
          mark: { how: 'typed', name: 'Ján Kováč' },
        },
        { role: 'dentist', name: 'Dr. Müller', mark: { how: 'drawn', ink: sampleInk() } },
      ],
    });
    expect(await verdict(sealed.bytes)).toBe('unchanged');
    expect(evidence.signers.map((one) => [one.how, one.witness, one.ink?.points ?? 0])).toEqual([
      ['witnessed', 'Eva Bär', 0],
      ['typed', null, 0],
      ['drawn', null, 161],
    ]);
  });

  it('loses no signed task over a character that cannot be printed', async () => {
    const name = 'Anna \u{1f600} Gro\u00df \u738b\u0007';
    const { sealed, evidence } = await sealSample(renderer, keys, {
      signers: [{ role: 'patient', name: 'Anna Groß', mark: { how: 'typed', name } }],
    });
    expect(await verdict(sealed.bytes)).toBe('unchanged');
    expect(evidence.signers[0]).toMatchObject({ how: 'typed', typedName: name });
  });

  it('works with the stored, non-extractable key', async () => {
    const key = await importSealKey(await exportPrivateKey(keys.seal.key));
    expect(key.extractable).toBe(false);
    const { sealed } = await sealSample(renderer, { ...keys, seal: { ...keys.seal, key } });
    expect(await verdict(sealed.bytes)).toBe('unchanged');
  });
});

describe('verifyPdf', () => {
  it('names a changed byte in text, evidence or seal', async () => {
    const { bytes } = sample.sealed;
    const text = Buffer.from(bytes);
    // A content stream, the date of the seal and the last signed bytes; the /Contents gap itself is
    // probed below.
    for (const at of [20_000, text.indexOf('/M (D:') + 8, text.lastIndexOf('/SigFlags') + 10]) {
      const flipped = bytes.slice();
      flipped[at] = (flipped[at] ?? 0) ^ 1;
      expect(['changed', 'broken'], `byte ${at}`).toContain(await verdict(flipped));
    }
    const inSignature = bytes.slice();
    const hole = text.indexOf('/Contents <30') + 400;
    inSignature[hole] = inSignature[hole] === 48 ? 49 : 48;
    expect(await verdict(inSignature)).not.toBe('unchanged');
  });

  it('names additions after the seal', async () => {
    const { PDF } = await import('@libpdf/core');
    const pdf = await PDF.load(sample.sealed.bytes);
    pdf.addPage({ size: 'a4' }).drawText('nachträglich');
    const grown = await pdf.save({ incremental: true });
    expect(await verifyPdf(grown, trust)).toMatchObject({
      verdict: 'changed',
      seal: { isIntact: true, coversAll: false },
      later: { kinds: ['content'], pagesAdded: 1 },
    });
    const tail = Buffer.concat([sample.sealed.bytes, Buffer.from('\n \n')]);
    expect(await verifyPdf(tail, trust)).toMatchObject({
      verdict: 'extended',
      later: { kinds: ['blank'], bytes: 3, pagesAdded: 0, objectsChanged: 0 },
    });
  });

  it('distinguishes a foreign seal, another practice and an unsigned file from ours', async () => {
    const other = await createPracticeAuthority('Andere Praxis, O=Fremd', SIGNED_AT - 1_000);
    const foreign = await sealSample(renderer, other);
    expect(await verifyPdf(foreign.sealed.bytes, trust)).toMatchObject({
      verdict: 'foreign_seal',
      seal: { isOurs: false, isIntact: true },
      facts: null,
    });
    expect(
      await verdict(foreign.sealed.bytes, {
        authorities: [keys.authority.certificate, other.authority.certificate],
        tsaRoots: [],
      }),
    ).toBe('unchanged');
    expect(await verdict(sample.base.bytes)).toBe('unsigned');
    // A certificate that imitates ours: same name, other key.
    const pretender = await sealSample(
      renderer,
      await createPracticeAuthority(PRACTICE, SIGNED_AT - 1_000),
    );
    expect(await verdict(pretender.sealed.bytes)).toBe('foreign_seal');
  });

  it('rejects a seal outside the validity of its certificate', async () => {
    const late = await sealSample(renderer, keys, { at: SIGNED_AT + 6 * 365.25 * 86_400_000 });
    expect(await verdict(late.sealed.bytes)).toBe('foreign_seal');
  });

  it('detects a seal around data other than shown', async () => {
    const { base } = sample;
    const box = base.signatureBoxes[0]!;
    const caption = await renderer.renderMark({ width: 100, height: 50, name: '', caption: 'x' });
    const evidence = {
      ...sample.evidence,
      document: { ...sample.evidence.document, dataSha256: '0'.repeat(64) },
    };
    const { bytes } = await sealPdf({
      base: base.bytes,
      marks: [{ page: box.page, rect: box.rect, label: 'x', ink: null, caption }],
      checks: [],
      evidence,
      key: keys.seal.key,
      chain: [keys.seal.certificate],
      praxis: PRACTICE,
      at: SIGNED_AT,
    });
    expect(await verifyPdf(bytes, trust)).toMatchObject({
      verdict: 'changed',
      shown: { isSame: true, isDataSame: false },
    });
  });
});
