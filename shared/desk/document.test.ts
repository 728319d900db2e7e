// Tests of filling a consent text: no placeholder remains, values stay data, only the requested
// languages are printed.
import { describe, expect, it } from 'vitest';
import { findTemplate } from '../../catalog/consent/catalogue.ts';
import { withLanguages } from '../../catalog/consent/languages.ts';
import { withReviews } from './document-words.ts';
import { DocumentError, cleanText, placeholdersOf, resolveDocument } from './document.ts';
import type { DocumentInput } from './document.ts';

const input: DocumentInput = {
  praxis: {
    name: 'Zahnarztpraxis Dr. Müller-Özdemir',
    anschrift: 'Lange Straße 5, 79098 Freiburg',
    telefon: '0761 123456',
    mail: 'praxis@example.de',
  },
  patient: { name: 'Anna Groß', geburtsdatum: '1941-03-04', patid: '4711' },
  fields: { zahn: '36' },
  language: 'de',
  signers: [{ role: 'patient', name: 'Anna Groß' }],
  taskId: '0197b1c2-7a00-7000-8000-000000000001',
  createdAt: Date.UTC(2026, 10, 20, 7, 34, 46),
  zone: 'Europe/Berlin',
};
const extraktion = findTemplate('extraktion@1')!;
const foto = findTemplate('foto@2')!;

describe('resolveDocument', () => {
  it('leaves no placeholder, prints the requested languages, and includes all others for reading', () => {
    const german = JSON.stringify(resolveDocument(extraktion, input));
    expect(placeholdersOf(german)).toEqual([]);
    expect(german).toContain(
      'soll dieser Zahn entfernt werden: 36 (unten links, erster großer Backenzahn).',
    );
    expect(resolveDocument(extraktion, { ...input, language: 'en' }).languages).toEqual([
      'de',
      'en',
    ]);
    expect(resolveDocument(extraktion, { ...input, language: 'tr' }).languages).toEqual(['de']);
    // A patient who changes the language while reading finds the text in it, independent of the
    // printed languages.
    const plain = resolveDocument(extraktion, input);
    expect([plain.languages, plain.available, Object.keys(plain.title)]).toEqual([
      ['de'],
      ['de', 'en'],
      ['de', 'en'],
    ]);
  });

  it('[sec B41] treats markup and braces in a value as text', () => {
    const data = resolveDocument(extraktion, {
      ...input,
      fields: { zahn: '{patient} #eval("1") $x$ <b>' },
    });
    expect(JSON.stringify(data.sections)).toContain('{patient} #eval(\\"1\\") $x$ <b>');
  });

  it('removes characters that could make the page read differently from its data', () => {
    expect(cleanText('Anna\u202eßorG\u0000\ud800 \u2067x\r\ny')).toBe('AnnaßorG x y');
    expect(cleanText('Mu\u0308ller')).toBe('Müller');
    expect(cleanText('\ud83d\ude00')).toBe('\ud83d\ude00');
  });

  it('names the missing value', () => {
    const code = (run: () => unknown): string => {
      try {
        run();
      } catch (error) {
        if (error instanceof DocumentError) return `${error.code} ${error.detail}`;
      }
      return 'none';
    };
    expect(code(() => resolveDocument(extraktion, { ...input, fields: {} }))).toBe(
      'document_field_missing zahn',
    );
    expect(
      code(() => resolveDocument(extraktion, { ...input, fields: { zahn: '36', farbe: 'A3' } })),
    ).toBe('document_field_unknown farbe');
    expect(
      code(() =>
        resolveDocument({ ...extraktion, title: { de: '{fremd}', en: '{fremd}' } }, input),
      ),
    ).toBe('document_placeholder_unknown fremd');
    const { en: _, ...heading } = extraktion.sections[0]!.heading;
    const gap = {
      ...extraktion,
      sections: [{ ...extraktion.sections[0]!, heading: { ...heading, de: 'x' } }],
    };
    expect(code(() => resolveDocument(gap, { ...input, language: 'en' }))).toBe(
      'document_language_incomplete en',
    );
  });
});

describe('a text that is signed for another person', () => {
  const mother = { role: 'parent1', name: 'Ayşe Yılmaz' } as const,
    own = { role: 'patient', name: 'Anna Groß' } as const;
  const of = (signers: DocumentInput['signers']) =>
    resolveDocument(foto, { ...input, fields: {}, signers });

  it('has declarations of a representative, and one note that says whom „Sie“ means', () => {
    const { declarations, sections } = of([mother]);
    expect(declarations[0]?.text.de).toContain('von den Zähnen und dem Mund von Anna Groß');
    expect(JSON.stringify(declarations)).not.toMatch(/mein(?:em|en|e)? /i);
    const notes = sections
      .flatMap(({ body }) => body)
      .filter(
        (block) =>
          block.type === 'note' && block.text.de.startsWith('Sie lesen und unterschreiben'),
      );
    expect(notes).toEqual([sections[0]?.body[0]]);
    expect(JSON.stringify(notes)).toContain('on behalf of Anna Groß');
  });

  it('is the ordinary text once the patient signs too, or only a witness is added', () => {
    for (const signers of [[own], [own, mother], [own, { role: 'witness', name: 'X' } as const]]) {
      const { declarations, sections } = of(signers);
      expect(declarations[0]?.text.de).toContain('meinen Zähnen');
      expect(sections[0]?.body).toHaveLength(foto.sections[0]!.body.length);
    }
  });

  it('has the note in every language that was added, and keeps the reviews of those', async () => {
    const worded = withReviews(await withLanguages(foto, ['tr', 'fa']), {
      en: { by: 'machine' },
      tr: { by: 'practice', name: 'Dr. Weiß', at: 5 },
      fa: { by: 'machine' },
      ru: { by: 'machine' },
    });
    const data = resolveDocument(worded, {
      ...input,
      fields: {},
      signers: [mother],
      language: 'fa',
    });
    expect(data.languages).toEqual(['de', 'fa']);
    expect(Object.keys(data.reviews ?? {})).toEqual(['en', 'tr', 'fa']);
    const note = data.sections[0]?.body[0];
    expect(note?.type === 'note' && Object.keys(note.text).sort()).toEqual([
      'de',
      'en',
      'fa',
      'tr',
    ]);
    expect(placeholdersOf(JSON.stringify(data))).toEqual([]);
  });

  it('a notice is read for another only where the desk knows it', () => {
    const notice = findTemplate('datenschutz@1')!,
      fields = { datenschutzkontakt: 'Frau Beispiel' };
    const first = (isForAnother: boolean) =>
      resolveDocument(notice, { ...input, fields, signers: [], isForAnother }).sections[0]?.body[0];
    expect(JSON.stringify(first(true))).toContain('Sie lesen diesen Text für Anna Groß.');
    expect(JSON.stringify(first(false))).not.toContain('Sie lesen diesen Text');
  });
});
