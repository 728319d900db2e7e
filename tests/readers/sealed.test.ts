// Independent readers verify a sealed document: poppler, qpdf, OpenSSL, and our own verifier.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import {
  certificateFacts,
  certificatePem,
  createPracticeAuthority,
} from '../../server/paper/seal/authority.ts';
import type { PracticeAuthority } from '../../server/paper/seal/authority.ts';
import { openCms, tokenOf } from '../../server/paper/seal/cms.ts';
import {
  PRACTICE,
  sampleDocument,
  sampleInk,
  sealSample,
  testRenderer,
} from '../../server/paper/seal/sample.fixture.ts';
import type { Sample } from '../../server/paper/seal/sample.fixture.ts';
import { embeddedData } from '../../server/paper/seal/proof/judge-proof.ts';
import { openPdf } from '../../server/paper/seal/reader/pdf-reader.ts';
import {
  createRevocationList,
  revocationListPem,
} from '../../server/paper/seal/revocation-list.ts';
import { locateSignature } from '../../server/paper/seal/signature-slot.ts';
import { createLocalTsa } from '../../server/paper/seal/tsa.ts';
import type { LocalTsa } from '../../server/paper/seal/tsa.ts';
import { verifyPdf } from '../../server/paper/seal/verify-pdf.ts';
import { run } from './programs.ts';

let folder: string;
let renderer: Renderer;
let keys: PracticeAuthority;
let tsa: LocalTsa;
let sample: Sample;
const path = (name: string): string => join(folder, name);
const file = (name: string, bytes: Uint8Array | string): string => {
  writeFileSync(path(name), bytes);
  return path(name);
};
const pdfsig = (name: string) => run('pdfsig', ['-nssdir', `sql:${path('nss')}`, path(name)]);

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'molar-readers-'));
  renderer = testRenderer();
  // Other programs use the clock of the machine.
  keys = await createPracticeAuthority(PRACTICE, Date.now() - 86_400_000);
  tsa = await createLocalTsa(() => Date.now());
  const data = sampleDocument('extraktion@1', {
    language: 'en',
    createdAt: Date.now(),
    signers: [
      { role: 'patient', name: 'Anna Groß' },
      { role: 'dentist', name: 'Dr. Müller-Özdemir' },
    ],
  });
  sample = await sealSample(renderer, keys, {
    data,
    at: Date.now() - 10_000,
    tsa: tsa.stamp,
    signers: [
      { role: 'patient', name: 'Anna Groß', mark: { how: 'drawn', ink: sampleInk() } },
      {
        role: 'dentist',
        name: 'Dr. Müller-Özdemir',
        mark: { how: 'typed', name: 'Dr. Müller-Özdemir' },
      },
    ],
  });
  file('signed.pdf', sample.sealed.bytes);
  file('ca.pem', certificatePem(keys.authority.certificate));
  file('tsa.pem', certificatePem(tsa.root));
  await run('mkdir', [path('nss')]);
  await run('certutil', ['-N', '-d', `sql:${path('nss')}`, '--empty-password']);
  await run('certutil', [
    '-A',
    '-d',
    `sql:${path('nss')}`,
    '-n',
    'praxis',
    '-t',
    'C,C,C',
    '-i',
    path('ca.pem'),
  ]);
});
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

describe('a sealed document before independent readers', () => {
  it('[product 10.2] poppler: valid, trusted through the practice authority, covers everything', async () => {
    const { text } = await pdfsig('signed.pdf');
    expect(text).toContain('Signature Type: ETSI.CAdES.detached');
    expect(text).toContain(`O=${PRACTICE}`);
    expect(text).toContain('Signature Validation: Signature is Valid.');
    expect(text).toContain('Certificate Validation: Certificate is Trusted.');
    expect(text).toContain('Total document signed');
  });

  it('OpenSSL: the embedded revocation list is signed by the authority and clears the seal', async () => {
    const now = Date.now();
    const [crl] = embeddedData(openPdf(sample.sealed.bytes)).crls;
    file('seal.crl', crl ?? new Uint8Array());
    await run('openssl', [
      'crl',
      '-inform',
      'DER',
      '-in',
      path('seal.crl'),
      '-out',
      path('seal.crl.pem'),
    ]);
    file('seal.pem', certificatePem(keys.seal.certificate));
    const verified = (list: string) =>
      run('openssl', [
        'verify',
        '-crl_check',
        '-CAfile',
        path('ca.pem'),
        '-CRLfile',
        path(list),
        path('seal.pem'),
      ]);
    expect((await verified('seal.crl.pem')).text).toContain('OK');
    const { serialNumber } = certificateFacts(keys.seal.certificate);
    const revoked = await createRevocationList(
      keys.authority,
      [{ serialNumber, at: now, from: now, reason: 'stolen' }],
      now,
    );
    file('revoked.crl.pem', revocationListPem(revoked));
    expect((await verified('revoked.crl.pem')).text).toContain('certificate revoked');
  });

  it.each([1, 2, 3])(
    'poppler, qpdf and pdftotext: %i signers, each with their own time, under one seal',
    async (count) => {
      const at = Date.UTC(2026, 10, 20, 7, 34),
        names = ['Ayşe Yılmaz', 'Mehmet Yılmaz', 'Dr. Müller-Özdemir'].slice(0, count),
        signers = (['parent1', 'parent2', 'dentist'] as const)
          .slice(0, count)
          .map((role, n) => ({ role, name: names[n] ?? '' }));
      const { sealed } = await sealSample(renderer, keys, {
        data: sampleDocument('extraktion@1', { signers }),
        at: at + 2 * 86_400_000,
        signedAtOf: signers.map((_, n) => at + n * 86_400_000),
        signers: signers.map((one) => ({ ...one, mark: { how: 'drawn', ink: sampleInk() } })),
      });
      file(`of-${count}.pdf`, sealed.bytes);
      const { text } = await pdfsig(`of-${count}.pdf`);
      for (const words of [
        'Signature Validation: Signature is Valid.',
        'Certificate Validation: Certificate is Trusted.',
        'Total document signed',
      ])
        expect(text).toContain(words);
      expect(text).not.toContain('Signature #2');
      expect((await run('qpdf', ['--check', path(`of-${count}.pdf`)])).text).toContain(
        'No syntax or stream encoding errors found',
      );
      // The appearance of the boxes belongs to the seal's page, and names are printed below them.
      const words = (await run('pdftotext', [path(`of-${count}.pdf`), '-'])).text.replaceAll(
        /\s+/g,
        ' ',
      );
      for (const [n, name] of names.entries())
        expect(words).toContain(name.split(' ')[n === 2 ? 1 : 0]);
      expect(
        ['20.11.2026', '21.11.2026', '22.11.2026'].filter((day) =>
          words.includes(`Unterschrieben am ${day}`),
        ),
      ).toHaveLength(count);
    },
  );

  it('qpdf: no error in structure, before and after the seal', async () => {
    for (const name of [path('signed.pdf'), file('base.pdf', sample.base.bytes)]) {
      const { code, text } = await run('qpdf', ['--check', name]);
      expect(text).toContain('No syntax or stream encoding errors found');
      expect(code).toBe(0);
    }
  });

  it('OpenSSL: CAdES signature over the two ranges, time stamp over the signature value', async () => {
    const { bytes } = sample.sealed;
    const slot = locateSignature(bytes, 0)!;
    const cms = Buffer.from(
      Buffer.from(bytes.subarray(slot.from + 1, slot.to - 1)).toString('latin1'),
      'hex',
    );
    const { signed, length } = openCms(cms);
    file('cms.der', cms.subarray(0, length));
    file('content.bin', Buffer.concat([bytes.subarray(0, slot.from), bytes.subarray(slot.to)]));
    const verified = await run('openssl', [
      'cms',
      '-verify',
      '-cades',
      '-binary',
      '-inform',
      'DER',
      '-in',
      path('cms.der'),
      '-content',
      path('content.bin'),
      '-CAfile',
      path('ca.pem'),
      '-purpose',
      'any',
      '-out',
      path('out.bin'),
    ]);
    expect(verified.text).toContain('CAdES Verification successful');
    file('token.der', tokenOf(signed)!);
    file('value.bin', new Uint8Array(signed.signerInfos[0]!.signature.valueBlock.valueHexView));
    const stamped = await run('openssl', [
      'ts',
      '-verify',
      '-data',
      path('value.bin'),
      '-in',
      path('token.der'),
      '-token_in',
      '-CAfile',
      path('tsa.pem'),
    ]);
    expect(stamped.text).toContain('Verification: OK');
  });

  it('OpenSSL queries our time-stamp service and accepts its response', async () => {
    await run('openssl', [
      'ts',
      '-query',
      '-data',
      path('ca.pem'),
      '-sha256',
      '-cert',
      '-out',
      path('query.tsq'),
    ]);
    const { readFileSync } = await import('node:fs');
    file('answer.tsr', await tsa.handle(new Uint8Array(readFileSync(path('query.tsq')))));
    const { text } = await run('openssl', [
      'ts',
      '-verify',
      '-queryfile',
      path('query.tsq'),
      '-in',
      path('answer.tsr'),
      '-CAfile',
      path('tsa.pem'),
    ]);
    expect(text).toContain('Verification: OK');
  });

  it('poppler and our verifier detect a flipped byte', async () => {
    const flipped = sample.sealed.bytes.slice();
    const at = Buffer.from(flipped).indexOf('stream\n') + 200;
    flipped[at] = flipped[at]! ^ 1;
    file('flipped.pdf', flipped);
    expect((await pdfsig('flipped.pdf')).text).toContain('Digest Mismatch');
    expect(
      await verifyPdf(flipped, { authorities: [keys.authority.certificate], tsaRoots: [] }),
    ).toMatchObject({ verdict: 'changed', seal: { isOurs: true, isIntact: false } });
  });

  it('our verifier detects an appended page, where poppler still says valid', async () => {
    const pdf = await PDF.load(sample.sealed.bytes);
    pdf.addPage({ size: 'a4' });
    const grown = await pdf.save({ incremental: true });
    file('grown.pdf', grown);
    const { text } = await pdfsig('grown.pdf');
    expect(text).toContain('Signature is Valid');
    expect(text).not.toContain('Total document signed');
    expect(
      await verifyPdf(grown, { authorities: [keys.authority.certificate], tsaRoots: [] }),
    ).toMatchObject({ verdict: 'changed', later: { kinds: ['content'], pagesAdded: 1 } });
  });

  it('pdftotext finds the names, pdfinfo the tags and the structure tree the signature', async () => {
    expect((await run('pdftotext', [path('signed.pdf'), '-'])).text).toContain('Anna Groß');
    expect((await run('pdfinfo', [path('signed.pdf')])).text).toMatch(/Tagged:\s+yes/);
    const tree = (await run('pdfinfo', ['-struct', path('signed.pdf')])).text;
    expect(tree).toContain('Form');
    expect(tree).toContain('Annot');
    const attached = (await run('pdfdetach', ['-list', path('signed.pdf')])).text;
    expect(attached).toContain('data.json');
    expect(attached).toContain('evidence.json');
  });
});
