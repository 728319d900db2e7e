// Every consent text, in every language and as paper, under the renderer's own checks and PDFBox
// Preflight.
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../catalog/consent/catalogue.ts';
import type { Renderer } from '../../server/paper/pdf/renderer.ts';
import { createPracticeAuthority } from '../../server/paper/seal/authority.ts';
import { marksOf } from '../../server/paper/seal/marks.ts';
import {
  PRACTICE,
  sampleDocument,
  sampleInk,
  testRenderer,
} from '../../server/paper/seal/sample.fixture.ts';
import { sealPdf } from '../../server/paper/seal/seal-pdf.ts';
import { languagesOf, templateKey } from '../../shared/desk/document.ts';
import { preflight } from './programs.ts';

let renderer: Renderer;
let folder: string;
beforeAll(() => {
  renderer = testRenderer();
  folder = mkdtempSync(join(tmpdir(), 'molar-standards-'));
});
afterAll(() => {
  renderer.close();
  rmSync(folder, { recursive: true });
});

const CASES = TEMPLATES.flatMap((template) =>
  languagesOf(template).map((language) => [templateKey(template), language] as const),
);

describe('standards', () => {
  it.each(CASES)(
    '%s (%s) passes as PDF/A-3a and as ua-1, for signing and as paper',
    async (key, language) => {
      const data = sampleDocument(key, { language });
      for (const variant of ['sign', 'print'] as const) {
        for (const standard of ['a-3a', 'ua-1'] as const)
          expect((await renderer.renderPdf(data, { variant, standard })).pages).toBeGreaterThan(0);
      }
    },
  );

  let verdicts = '';
  beforeAll(async () => {
    const all = join(folder, 'all');
    mkdirSync(all);
    for (const [key, language] of CASES)
      writeFileSync(
        join(all, `${key}-${language}.pdf`),
        (await renderer.renderPdf(sampleDocument(key, { language }), { standard: 'a-1b' })).bytes,
      );
    verdicts = (await preflight(all)).text;
  });
  it.each(CASES)('%s (%s) without its attachment is PDF/A-1b for PDFBox', (key, language) => {
    expect(verdicts).toContain(`The file ${key}-${language}.pdf is a valid PDF/A-1b file`);
  });
});

describe('after the seal', () => {
  it('handwriting, typed name, ticks and signature violate PDF/A-1b only by the attachment', async () => {
    const keys = await createPracticeAuthority(PRACTICE, Date.now() - 1_000);
    const data = sampleDocument('extraktion@1', {
      signers: [
        { role: 'patient', name: 'Anna Groß' },
        { role: 'dentist', name: 'Dr. Müller' },
      ],
    });
    const base = await renderer.renderPdf(data, { standard: 'a-1b' });
    const signers = [
      {
        role: 'patient' as const,
        name: 'Anna Groß',
        mark: { how: 'drawn' as const, ink: sampleInk() },
      },
      {
        role: 'dentist' as const,
        name: 'Dr. Müller',
        mark: { how: 'typed' as const, name: 'Dr. Müller' },
      },
    ];
    const declarations = data.declarations.map((one) => ({
      id: one.id,
      value: true,
      at: Date.now(),
    }));
    const { marks, checks } = await marksOf(renderer, {
      data,
      signatureBoxes: base.signatureBoxes,
      checkBoxes: base.checkBoxes,
      signers,
      declarations,
      signedAt: Date.now(),
    });
    const { bytes } = await sealPdf({
      base: base.bytes,
      marks,
      checks,
      evidence: { v: 1 },
      key: keys.seal.key,
      chain: [keys.seal.certificate],
      praxis: PRACTICE,
      at: Date.now(),
    });
    const path = join(folder, 'sealed.pdf');
    writeFileSync(path, bytes);
    const errors = (await preflight(path)).text.split('\n').filter((line) => /^\d/.test(line));
    expect(errors).toEqual([
      '1.4.7 : Trailer Syntax error, EmbeddedFile entry is present in the Names dictionary',
      '1.2.9 : Body Syntax error, EmbeddedFile entry is present in a FileSpecification dictionary',
    ]);
  });
});
