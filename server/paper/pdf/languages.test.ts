// Tests of a paper in further languages: every shipped text prints in each of them without a
// missing character, states who reviewed it, and prints all languages that were read.
import { PDF } from '@libpdf/core';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { templatesInUse } from '../../../catalog/consent/catalogue.ts';
import { templateKey } from '../../../shared/desk/document.ts';
import { SPOKEN_LANGUAGES } from '../../../shared/base/languages.ts';
import { canonicalDocument } from '../seal/canonical.ts';
import { sampleDocument, testRenderer, wordedDocument } from '../seal/sample.fixture.ts';
import type { Renderer } from './renderer.ts';

let renderer: Renderer;
beforeAll(() => {
  renderer = testRenderer();
});
afterAll(() => {
  renderer.close();
});

async function wordsOf(bytes: Uint8Array): Promise<string> {
  const pages = (await PDF.load(bytes)).extractText();
  return pages.map((page) => page.text).join('\n');
}

describe('a paper in another language', () => {
  it.each(templatesInUse('2026-11-27').map(templateKey))(
    '%s prints in every language of the tablet without a stand-in',
    async (key) => {
      for (const language of SPOKEN_LANGUAGES) {
        const data = await wordedDocument(key, [language]);
        const { pages } = await renderer.renderPdf(data, { isStrict: true });
        expect(pages, language).toBeLessThanOrEqual(6);
      }
    },
  );

  it.each([
    ['a woman', 'female', 'Patientin', 'Пацієнтка'],
    ['a man', 'male', 'Patient', 'Пацієнт'],
    ['a person of unknown gender', undefined, 'Patient/in', 'Пацієнт/ка'],
  ] as const)(
    'names %s who signs, and the document that is signed',
    async (_who, gender, de, uk) => {
      const data = await wordedDocument('foto@2', ['uk']);
      const { bytes } = await renderer.renderPdf({
        ...data,
        patient: { ...data.patient, ...(gender && { gender }) },
      });
      const words = await wordsOf(bytes);
      expect(words).toMatch(new RegExp(`^${de} · ${uk}$`, 'm'));
      expect(words).toMatch(/^Unterschrift[^\n]*: Einwilligung: Fotos/m);
    },
  );

  it('states in German and in its language that a machine made the translation', async () => {
    const words = await wordsOf(
      (await renderer.renderPdf(await wordedDocument('foto@2', ['tr']))).bytes,
    );
    expect(words).toContain('Türkisch: maschinelle Übersetzung, noch nicht geprüft.');
    expect(words).toContain('Makine çevirisi, henüz kontrol edilmedi.');
    expect(words).toContain('Bağlayıcı olan Almanca metindir.');
    const data = await wordedDocument('foto@2', ['tr']);
    const reviewed = await wordsOf(
      (
        await renderer.renderPdf({
          ...data,
          reviews: { tr: { by: 'practice', name: 'Dr. Weiß', at: Date.UTC(2026, 10, 27, 9) } },
        })
      ).bytes,
    );
    expect(reviewed).toContain('Türkisch: Übersetzung geprüft von Dr. Weiß am 27.11.2026.');
    expect(reviewed).not.toContain('maschinelle');
    expect(await wordsOf((await renderer.renderPdf(sampleDocument('foto@2'))).bytes)).not.toContain(
      'Übersetzung',
    );
  });

  it('prints the languages that were read next to the attached data that were signed', async () => {
    const data = await wordedDocument('foto@2', ['tr', 'ru'], { language: 'de' });
    expect(data.languages).toEqual(['de']);
    const { bytes, dataSha256, signatureBoxes } = await renderer.renderPdf(data, {
      reading: { languages: ['de', 'tr', 'ru'], understood: ['Anna Groß: gelesen auf Türkisch.'] },
    });
    const words = await wordsOf(bytes);
    for (const language of ['de', 'tr', 'ru']) expect(words).toContain(data.title[language]);
    expect(words).toContain('Anna Groß: gelesen auf Türkisch.');
    expect(signatureBoxes).toHaveLength(1);
    expect(dataSha256).toBe(canonicalDocument(data).sha256);
    const attached = (await PDF.load(bytes)).getAttachment('data.json');
    expect(Buffer.from(attached ?? []).toString('utf8')).toBe(canonicalDocument(data).text);
  });
});
