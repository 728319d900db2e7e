/**
 * Every form is readable in every language: complete, in its own script, printable, and the German
 * is easy to read.
 */
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { beforeAll, describe, expect, it } from 'vitest';
import { loadHyphens, wordsWithoutEntry } from '../../kiosk/ui/hyphens.ts';
import { findLanguage } from '../../shared/base/languages.ts';
import { modelOf } from '../../shared/forms/questionnaire/model.ts';
import {
  reviewOf,
  TITLE_KEY,
  titleOf,
  wordsIn,
  wordsOf,
  wordsOfOption,
  type FormWords,
} from '../../shared/forms/questionnaire/words.ts';
import { FORMS, withLanguages } from './catalogue.ts';
import { loadWords } from './languages.ts';
import { lix, longestSentence, longestWord, syllablesOf, wiener } from './reading.ts';

const LANGUAGES = FORMS[0]!.languages.slice(1);
const words = new Map<string, FormWords>();
beforeAll(async () => {
  await loadHyphens();
  for (const form of FORMS)
    for (const language of LANGUAGES)
      words.set(`${form.key}.${language}`, (await loadWords(form.key, language))!);
});
const wordsFor = (key: string, language: string): FormWords => words.get(`${key}.${language}`)!;
const cases = FORMS.flatMap((form) =>
  LANGUAGES.map((language) => [form.key, language, form] as const),
);

/**
 * Letters and digits of Latin script that other scripts contain on purpose: trade names as on the
 * pack, marks as on the card, German offices and terms.
 */
const LATIN =
  /\b(?:HIV|MRSA|SMS|ASS|Marcumar|Eliquis|Xarelto|Plavix|Fosamax|Prolia|Xgeva|Zometa|Beihilfe|Pflegegrad|Jugendamt|divers|aG|Bl|Gl|TBl|RF|[GHABC])\b/g;
/**
 * Texts that are equal in German and in a language: international medical words and abbreviations,
 * a mark, and Romanian and English words with the same spelling.
 */
const ALIKE: Readonly<Record<string, readonly string[]>> = {
  en: [
    'HIV',
    'Hepatitis A',
    'Hepatitis B',
    'Hepatitis C',
    'Asthma',
    'Penicillin',
    'Latex',
    'Bl (blind)',
  ],
  tr: ['HIV'],
  pl: ['HIV'],
  it: ['HIV'],
  fr: ['Latex'],
  ro: ['HIV', 'Latex', 'Epilepsie'],
  es: ['Hepatitis A', 'Hepatitis B', 'Hepatitis C'],
};
const SCRIPT: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ru: /\p{Script=Cyrillic}/u,
};
const placeholders = (text: string): string[] =>
  [...text.matchAll(/\{+[^{}]*\}+/g)].map(([one]) => one).sort();

describe.each(cases)('%s in %s', (key, language, form) => {
  it('has every text and no other, none empty, with the same placeholders', () => {
    const german = wordsIn(form.questionnaire),
      { language: said, review, texts } = wordsFor(key, language);
    expect(said).toBe(language);
    expect(findLanguage(language)?.code).toBe(language);
    expect(['machine', 'native']).toContain(review);
    expect(Object.keys(texts).sort()).toEqual([...german.keys()].sort());
    for (const [at, text] of Object.entries(texts)) {
      expect(text.trim(), at).toBe(text);
      expect(text, at).not.toBe('');
      expect(placeholders(text), at).toEqual(placeholders(german.get(at)!));
    }
  });

  it('leaves no German text untranslated', () => {
    const german = wordsIn(form.questionnaire),
      { texts } = wordsFor(key, language);
    const alike = Object.entries(texts).filter(
      ([at, text]) => text === german.get(at) && !(ALIKE[language] ?? []).includes(text),
    );
    expect(alike).toEqual([]);
    expect(
      Object.entries(texts).filter(([, text]) =>
        /ß|\b(?:und|oder|Sie|nicht|nein|eine[rnms]?|Ihr[e]?|haben|welche[rs]?)\b/.test(text),
      ),
    ).toEqual([]);
  });

  it('keeps to its script: letters, digits and marks of the language', () => {
    const script = SCRIPT[language],
      { texts } = wordsFor(key, language);
    for (const [at, text] of Object.entries(texts)) {
      if (script) {
        expect(text.replace(LATIN, ''), at).not.toMatch(/\p{Script=Latin}/u);
        expect(text, at).toMatch(script);
      } else expect(text, at).not.toMatch(/[\p{Script=Cyrillic}\p{Script=Arabic}]/u);
      if (script === SCRIPT.ar) expect(text, at).not.toMatch(/[0-9?,;]/);
      // Each of the two languages has its own digits and letters.
      if (language === 'fa') expect(text, at).not.toMatch(/[٠-٩ي]|ك/u);
      if (language === 'ar') expect(text, at).not.toMatch(/[۰-۹پچژگیک]/u);
      if (language === 'uk') expect(text, at).not.toMatch(/[ыэъё]/iu);
      if (language === 'ru') expect(text, at).not.toMatch(/[іїєґ]/iu);
      if (language === 'ro') expect(text, at).not.toMatch(/[şţ]/iu);
      // A question mark remains.
      if (wordsIn(form.questionnaire).get(at)?.endsWith('?') === true)
        expect(text, at).toMatch(/[?؟]$/u);
    }
  });
});

describe('texts as a person reads them', () => {
  it.each(LANGUAGES)(
    'in %s every item and option of every form is translated, plain or not',
    async (language) => {
      for (const form of FORMS) {
        const model = modelOf(await withLanguages(form.questionnaire, [language]));
        expect(titleOf(model.questionnaire, language)).toMatchObject({
          language,
          isTranslated: true,
        });
        expect(reviewOf(model.questionnaire, language)).toBe(wordsFor(form.key, language).review);
        for (const node of model.nodes) {
          for (const plain of [false, true])
            expect(wordsOf(node.item, language, { plain }), node.linkId).toMatchObject({
              language,
              isTranslated: true,
            });
          for (const option of node.options)
            expect(wordsOfOption(option, language), `${node.linkId} ${option.text}`).toMatchObject({
              language,
              isTranslated: true,
            });
        }
      }
    },
  );
});

/**
 * Characters for which a TrueType font has a glyph (tables `cmap` 4 and 12; OpenType specification,
 * cmap).
 */
function charactersOf(name: string): (code: number) => boolean {
  const bytes = readFileSync(createRequire(import.meta.url).resolve(name)),
    u16 = (at: number): number => bytes.readUInt16BE(at),
    u32 = (at: number): number => bytes.readUInt32BE(at);
  const table = Array.from({ length: u16(4) }, (_, i) => 12 + 16 * i).find(
    (at) => bytes.toString('latin1', at, at + 4) === 'cmap',
  )!;
  const cmap = u32(table + 8),
    ranges: [number, number][] = [];
  for (let i = 0; i < u16(cmap + 2); i++) {
    const at = cmap + u32(cmap + 4 + 8 * i + 4),
      format = u16(at);
    if (format === 12)
      for (let g = 0; g < u32(at + 12); g++)
        ranges.push([u32(at + 16 + 12 * g), u32(at + 20 + 12 * g)]);
    if (format === 4) {
      const count = u16(at + 6) / 2;
      for (let s = 0; s < count; s++)
        ranges.push([u16(at + 16 + 2 * count + 2 * s), u16(at + 14 + 2 * s)]);
    }
  }
  return (code) => code !== 0xffff && ranges.some(([from, to]) => from <= code && code <= to);
}

describe('printing', () => {
  it.each([
    [
      '@expo-google-fonts/noto-sans/400Regular/NotoSans_400Regular.ttf',
      'vazirmatn/fonts/ttf/Vazirmatn-Regular.ttf',
    ],
    [
      '@expo-google-fonts/noto-sans/600SemiBold/NotoSans_600SemiBold.ttf',
      'vazirmatn/fonts/ttf/Vazirmatn-SemiBold.ttf',
    ],
  ])('%s and %s have every character of every form', (...fonts) => {
    const has = fonts.map(charactersOf),
      used = new Set<string>();
    for (const form of FORMS)
      for (const text of [
        ...wordsIn(form.questionnaire).values(),
        ...LANGUAGES.flatMap((language) => Object.values(wordsFor(form.key, language).texts)),
      ])
        for (const one of text) used.add(one);
    expect(used.size).toBeGreaterThan(200);
    expect([...used].filter((one) => !has.some((of) => of(one.codePointAt(0)!)))).toEqual([]);
    expect(has.some((of) => of('王'.codePointAt(0)!))).toBe(false);
  });
});

describe('German that is easy to read', () => {
  const sentences = (texts: readonly string[]): string =>
    texts.map((one) => (/[.?!:]$/.test(one) ? one : `${one}.`)).join(' ');
  const german = FORMS.map((form) => [form.key, [...wordsIn(form.questionnaire)]] as const);
  const isPlain = (text: string): boolean => longestSentence(text) <= 10 && longestWord(text) <= 14;

  it('the readability formulas give their published values', () => {
    expect(['Zahn', 'Medikament', 'Blutung', 'Schwangerschaft', 'Ei'].map(syllablesOf)).toEqual([
      1, 4, 2, 3, 1,
    ]);
    expect(lix('Das ist ein Satz. Das ist noch einer davon.')).toBeCloseTo(9 / 2, 5);
    expect(lix('Krankenversicherung abgeschlossen')).toBe(102);
    expect(wiener('Der Zahn tut weh.')).toBeLessThan(0);
    expect(
      wiener(
        'Die Verabreichung gerinnungshemmender Arzneimittel beeinträchtigt möglicherweise operative Behandlungsmaßnahmen.',
      ),
    ).toBeGreaterThan(15);
    expect(longestSentence('Ja. Das sind vier Worte: zwei mehr.')).toBe(4);
  });
  // Children's books stay below 40 on Björnsson's scale; the limit for Leichte Sprache is the
  // fourth school year, the lowest that the Wiener formula defines.
  it.each(german)('%s reads like a book for children', (_, texts) => {
    // Texts read as sentences; the name of the form is a heading.
    const asked = texts
      .filter(([at]) => at !== TITLE_KEY && !at.includes('#') && !at.endsWith('?plain'))
      .map(([, text]) => text);
    expect(lix(sentences(asked))).toBeLessThanOrEqual(40);
    expect(wiener(sentences(asked))).toBeLessThanOrEqual(9);
    for (const text of asked) expect(longestSentence(text), text).toBeLessThanOrEqual(16);
  });
  it('plain words read at the fourth school year', () => {
    const plain = new Set(
      german.flatMap(([, texts]) =>
        texts.filter(([at]) => at.endsWith('?plain')).map(([, text]) => text),
      ),
    );
    expect(plain.size).toBeGreaterThan(50);
    expect(wiener(sentences([...plain]))).toBeLessThanOrEqual(4);
    expect(lix(sentences([...plain]))).toBeLessThanOrEqual(30);
  });
  it.each(german)('%s: every question has plain words, or is plain itself', (key, texts) => {
    const all = new Map(texts),
      { nodes } = modelOf(FORMS.find((form) => form.key === key)!.questionnaire);
    for (const node of nodes.filter((one) => one.isQuestion && !one.isHidden))
      expect(isPlain(all.get(`${node.linkId}?plain`) ?? all.get(node.linkId)!), node.linkId).toBe(
        true,
      );
  });
  it.each(german)('%s: long words have their breaks for narrow screens', (_, texts) => {
    expect(
      texts.flatMap(([, text]) => wordsWithoutEntry(text)),
      'add these words with their breaks to kiosk/ui/hyphenated.ts',
    ).toEqual([]);
  });
  it('speaks to people as „Sie“, without praise, threat or a word from the office', () => {
    for (const [, texts] of german)
      for (const [, text] of texts)
        expect(text).not.toMatch(/\b(?:du|dein|bzw|ggf|gemäß|hiermit|User|Patient)\b|!/u);
  });
});
