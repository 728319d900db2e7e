// Every translation of a consent text has all keys, placeholders and numbers of the German one, is
// written in the script of its language, keeps its meaning marks, and is pinned by its hash.
import { describe, expect, it } from 'vitest';
import { placeholdersOf, templateKey } from '../../shared/desk/document.ts';
import type { DocumentWords } from '../../shared/desk/document-words.ts';
import { textsByKey, withWords } from '../../shared/desk/document-words.ts';
import { documentTemplateSchema } from '../../shared/desk/document.schema.ts';
import { lostInTranslation } from '../../shared/base/meaning/meaning.ts';
import { numbersIn } from '../../shared/base/meaning/numbers.ts';
import { canonicalJson, sha256 } from '../../server/paper/seal/canonical.ts';
import { TEMPLATES, findTemplate } from './catalogue.ts';
import hashes from './hashes.json';
import { languagesOfText, loadWords, withLanguages } from './languages.ts';

const SCRIPTS: Readonly<Record<string, RegExp>> = {
  ar: /\p{Script=Arabic}/u,
  fa: /\p{Script=Arabic}/u,
  uk: /\p{Script=Cyrillic}/u,
  ru: /\p{Script=Cyrillic}/u,
};
/** Letters that one language has and its neighbour in the same script has not. */
const FOREIGN: Readonly<Record<string, RegExp>> = {
  uk: /[ыэёъ]/u,
  ru: /[іїєґ]/u,
  ar: /[پچگژ]/u,
};
const names = (text: string): string => [...new Set(placeholdersOf(text))].sort().join();

/** Faults of one file: `key what`. */
function faultsOf(
  german: ReadonlyMap<string, string>,
  { language, texts }: DocumentWords,
): string[] {
  const script = SCRIPTS[language] ?? /\p{Script=Latin}/u;
  const found = [...german].flatMap(([key, de]) => {
    const said = texts[key]?.trim() ?? '',
      hasWords = /\p{L}/u.test(de.replace(/\{\w+\}/g, ''));
    if (said === '') return [`${key} missing`];
    return [
      ...(names(said) === names(de) ? [] : [`${key} placeholders`]),
      ...(numbersIn(said).join() === numbersIn(de).join() ? [] : [`${key} numbers`]),
      ...(!hasWords ||
      (script.test(said.replace(/\{\w+\}/g, '')) && FOREIGN[language]?.test(said) !== true)
        ? []
        : [`${key} script`]),
      ...(hasWords && said === de && de.length > 12 ? [`${key} untranslated`] : []),
    ];
  });
  const extra = Object.keys(texts).filter((key) => !german.has(key));
  const lost = [...german].flatMap(([key, de]) =>
    lostInTranslation(de, texts[key] ?? '', language).map((mark) => `${key} ${mark}`),
  );
  return [...found, ...extra.map((key) => `${key} extra`), ...lost];
}

const cases = TEMPLATES.flatMap((template) =>
  languagesOfText(template)
    .filter((language) => template.title[language] === undefined)
    .map((language) => [templateKey(template), language] as const),
);
const germanOf = (key: string): Map<string, string> =>
  new Map([...textsByKey(findTemplate(key)!)].map(([id, text]) => [id, text.de]));

describe('translations of consent texts', () => {
  it.each(cases)('%s has the meaning of the German text in %s', async (key, language) => {
    const words = await loadWords(key, language);
    expect(words).toMatchObject({ language, review: 'machine' });
    expect(faultsOf(germanOf(key), words!)).toEqual([]);
    expect(sha256(canonicalJson(words!.texts))).toBe(
      new Map(Object.entries(hashes)).get(`${key}.${language}`),
    );
  });

  it('merges into a complete template that resolves; a file with a gap adds nothing', async () => {
    const template = findTemplate('foto@2')!,
      whole = await withLanguages(template, ['tr', 'ar', 'de', 'xx']);
    expect(documentTemplateSchema.safeParse(whole).error).toBeUndefined();
    expect(Object.keys(whole.title)).toEqual(['de', 'en', 'tr', 'ar']);
    const words = await loadWords('foto@2', 'tr');
    const { '?title': _title, ...rest } = words!.texts;
    expect(withWords(template, { ...words!, texts: rest })).toBe(template);
  });

  it('finds a planted loss of a negation, number or placeholder, and foreign letters', async () => {
    const key = 'extraktion@2',
      german = germanOf(key),
      words = (await loadWords(key, 'tr'))!;
    const negated = [...german].find(([, de]) => /\bnicht\b/.test(de))![0],
      filled = [...german].find(([, de]) => de.includes('{zahn}'))![0];
    const planted = (at: string, text: string): string[] =>
      faultsOf(german, { ...words, texts: { ...words.texts, [at]: text } });
    expect(planted(negated, 'Bu evet demektir.')).toContain(`${negated} not`);
    expect(planted(filled, 'Bu diş 12.')).toEqual(
      expect.arrayContaining([`${filled} placeholders`, `${filled} numbers`]),
    );
    expect(planted(filled, 'Зуб {zahn}')).toContain(`${filled} script`);
    expect(faultsOf(german, { ...words, texts: { ...words.texts, fremd: 'Bu' } })).toContain(
      'fremd extra',
    );
  });
});
