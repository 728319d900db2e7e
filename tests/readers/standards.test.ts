// Every consent text, in every language and as paper, under the renderer's own checks and PDFBox Preflight.
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { TEMPLATES } from '../../catalog/einwilligung/catalogue.ts';
import type { Renderer } from '../../server/pdf/renderer.ts';
import { sampleDocument, testRenderer } from '../../server/seal/sample.fixture.ts';
import { languagesOf, templateKey } from '../../shared/document.ts';
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

const CASES = TEMPLATES.flatMap((template) => languagesOf(template).map((language) => [templateKey(template), language] as const));

describe('standards', () => {
  it.each(CASES)('%s (%s) passes as PDF/A-3a and as ua-1, to sign and as paper', async (key, language) => {
    const data = sampleDocument(key, { language });
    for (const variant of ['sign', 'print'] as const) {
      for (const standard of ['a-3a', 'ua-1'] as const) expect((await renderer.renderPdf(data, { variant, standard })).pages).toBeGreaterThan(0);
    }
  });

  it.each(CASES)('%s (%s) without its attachment is PDF/A-1b for PDFBox', async (key, language) => {
    const path = join(folder, `${key}-${language}.pdf`);
    writeFileSync(path, (await renderer.renderPdf(sampleDocument(key, { language }), { standard: 'a-1b' })).bytes);
    expect((await preflight(path)).text).toContain('is a valid PDF/A-1b file');
  });
});
