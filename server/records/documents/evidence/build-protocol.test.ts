// Tests of the protocol page: every language of the house has every word and prints without a
// stand-in; facts that were not recorded are named as such.

import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createPracticeAuthority } from '../../../paper/seal/authority.ts';
import {
  PRACTICE,
  sampleDocument,
  sealSample,
  SIGNED_AT,
  testRenderer,
  type Sample,
} from '../../../paper/seal/sample.fixture.ts';
import { languageOfPaper, protocolDocument, type ProtocolFacts } from './build-protocol.ts';
import { PROTOCOL_WORDS } from './protocol-words.ts';

const renderer = testRenderer();
afterAll(() => {
  renderer.close();
});
const LANGUAGES = ['de', 'en', 'tr', 'ar', 'uk', 'ru', 'pl', 'ro', 'it', 'es', 'fr', 'fa'];

let sample: Sample;
beforeAll(async () => {
  const made = await sealSample(renderer, await createPracticeAuthority(PRACTICE, SIGNED_AT), {
    data: sampleDocument('foto@1'),
  });
  const reading = { ...made.evidence.reading, languages: ['de', 'ar'] };
  sample = { ...made, evidence: { ...made.evidence, reading } };
});
const facts = (change: Partial<ProtocolFacts> = {}): ProtocolFacts => ({
  id: '0197b1c2-7a00-7000-8000-0000000000aa',
  paper: sample.data,
  evidence: sample.evidence,
  envelopeId: sample.evidence.envelope.id,
  signers: [{ role: 'patient', name: 'Anna Groß' }],
  signedAt: SIGNED_AT,
  receivedAt: SIGNED_AT + 1000,
  sealedAt: SIGNED_AT + 2000,
  level: 'B-T',
  paperSha256: 'f'.repeat(64),
  standing: { state: 'holds', at: null, reason: null },
  nameOf: (id) => (id === 'u1' ? 'Fatma Kaya' : undefined),
  madeBy: 'Dr. Selin Müller-Özdemir',
  at: SIGNED_AT + 86_400_000,
  ...change,
});
/** All texts of the page in one language, one per line. */
const textsIn = (change: Partial<ProtocolFacts>, language = 'de'): string =>
  protocolDocument(facts(change))
    .sections.flatMap((one) => [
      one.heading[language] ?? '',
      ...one.body.flatMap((block) =>
        block.type === 'ul'
          ? block.items.map((item) => item[language] ?? item.de)
          : block.type === 'table'
            ? []
            : [block.text[language] ?? ''],
      ),
    ])
    .join('\n');

describe('the words of the protocol', () => {
  it('are complete in every language of the house, with the same values', () => {
    expect(Object.keys(PROTOCOL_WORDS).sort()).toEqual([...LANGUAGES].sort());
    const valuesOf = (text: string): string[] => (text.match(/\{\w+\}/g) ?? []).sort();
    for (const [language, words] of Object.entries(PROTOCOL_WORDS))
      for (const [key, german] of Object.entries(PROTOCOL_WORDS.de ?? {})) {
        const said = (words as Record<string, string>)[key] ?? '';
        expect([language, key, said.trim() !== '', valuesOf(said)]).toEqual([
          language,
          key,
          true,
          valuesOf(german),
        ]);
      }
  });

  it.each(LANGUAGES)('print in %s with the fonts of the house', async (language) => {
    const evidence = {
      ...sample.evidence,
      reading: { ...sample.evidence.reading, languages: ['de', language] },
    };
    const page = protocolDocument(
      facts({ evidence, paper: { ...sample.data, languages: ['de'] } }),
    );
    expect(page.languages).toEqual(language === 'de' ? ['de'] : ['de', language]);
    const pdf = await renderer.renderPdf(page, { isStrict: true });
    expect(pdf.pages).toBeLessThanOrEqual(6);
  });
});

describe('the protocol of a paper', () => {
  it('states who signed, how they were identified, what was read, and the seal', () => {
    const german = textsIn({});
    for (const part of [
      'Patient/in: Anna Groß, mit der Hand geschrieben',
      'persönlich bekannt, durch Fatma Kaya, 20.11.2026',
      'Aufklärungsgespräch mit Dr. Selin Müller-Özdemir',
      'Sprachen auf dem Bildschirm: Deutsch, العربية',
      `SHA-256): ${'f'.repeat(64)}`,
      'Schriftgröße: 125 %',
      'PAdES B-T',
      'Nichts; das Papier gilt unverändert.',
    ])
      expect(german).toContain(part);
    expect(protocolDocument(facts()).title.ar).toBe('محضر التوقيع');
  });

  it('states what happened to the paper afterwards', () => {
    const at = SIGNED_AT + 1000;
    expect(textsIn({ standing: { state: 'withdrawn', at, reason: null } })).toContain(
      'Widerrufen am 20.11.2026',
    );
    expect(textsIn({ standing: { state: 'voided', at: null, reason: null } })).toContain(
      'Für ungültig erklärt am nicht aufgezeichnet',
    );
  });

  it('states the level of the proof that the paper has reached', () => {
    expect(textsIn({ level: 'B-LTA' })).toContain('Zeitstempel (PAdES B-LTA)');
    expect(textsIn({ level: 'B-B' })).toContain('ohne Zeitstempel (PAdES B-B)');
  });

  it('names the interpreter, and takes the language that the patient wanted', () => {
    const instead = {
      wanted: 'uk',
      shown: 'de',
      by: 'interpreter' as const,
      name: 'Olena K.',
      at: SIGNED_AT,
    };
    const evidence = { ...sample.evidence, reading: { ...sample.evidence.reading, instead } };
    expect(languageOfPaper(sample.data, evidence)).toBe('uk');
    expect(textsIn({ evidence })).toContain(
      'Der Text fehlte auf: Українська. Übersetzt von: Olena K.',
    );
  });

  it('of an older paper names what was not recorded', () => {
    const german = textsIn({
      evidence: null,
      level: 'B-B',
      paper: { ...sample.data, languages: ['de'] },
    });
    expect(german).toContain('Zu diesem Papier gibt es kein vollständiges Protokoll.');
    expect(german).toContain('Anna Groß, nicht aufgezeichnet');
    expect(german).toContain('Gezeigt: nicht aufgezeichnet');
    expect(german).toContain('Unterschrieben: 20.11.2026');
  });
});
