/** Tests of the language table against Node's full ICU, and of U6. */
import { describe, expect, it } from 'vitest';
import { FORMS } from '../../catalog/forms/catalogue.ts';
import { LANGUAGE_NAMES, languageName, nativeAndOwnName } from './language-names.ts';
import {
  DEFAULT_LANGUAGES,
  LANGUAGES,
  canonicalLanguage,
  findLanguage,
  listLanguages,
  resolveLanguage,
  SPOKEN_LANGUAGES,
} from './languages.ts';

/** Deliberately different from ICU; the reasons are documented at the table. */
const BY_HAND = ['prs', 'ka'];
const RIGHT_TO_LEFT = ['Arab', 'Hebr'];

function nameIn(code: string, language: string): string {
  return (
    new Intl.DisplayNames([language], { type: 'language', languageDisplay: 'standard' }).of(code) ??
    ''
  );
}

function capitalized(text: string, code: string): string {
  const [first = '', ...rest] = text;
  return first.toLocaleUpperCase(code) + rest.join('');
}

describe('language table', () => {
  const fromIcu = LANGUAGES.filter((row) => !BY_HAND.includes(row.code));

  it('has the names of ICU', () => {
    const names = fromIcu.map(({ code, native }) => ({ code, native, ...LANGUAGE_NAMES[code] }));
    const wanted = fromIcu.map(({ code }) => ({
      code,
      native: capitalized(nameIn(code, code), code),
      de: nameIn(code, 'de'),
      en: nameIn(code, 'en'),
    }));
    expect(names).toEqual(wanted);
  });

  it('names a language for staff in their language, followed by its native name if different', () => {
    expect([languageName('tr', 'de'), languageName('tr', 'en'), languageName('xx', 'de')]).toEqual([
      'Türkisch',
      'Turkish',
      'xx',
    ]);
    expect([
      nativeAndOwnName('ar', 'de'),
      nativeAndOwnName('de', 'de'),
      nativeAndOwnName('de', 'en'),
      nativeAndOwnName('xx', 'de'),
    ]).toEqual(['العربية (Arabisch)', 'Deutsch', 'Deutsch (German)', 'xx']);
  });

  it('has the direction of each script', () => {
    const scriptOf = (code: string) =>
      new Intl.Locale(code === 'prs' ? 'fa-AF' : code).maximize().script ?? '';
    const rightToLeft = LANGUAGES.filter((row) => RIGHT_TO_LEFT.includes(scriptOf(row.code))).map(
      (row) => row.code,
    );
    expect(LANGUAGES.filter((row) => row.dir === 'rtl').map((row) => row.code)).toEqual(
      rightToLeft,
    );
  });

  it('has no duplicate code, and at least the forty labels of the shell', () => {
    expect(new Set(LANGUAGES.map((row) => row.code)).size).toBe(LANGUAGES.length);
    expect(LANGUAGES.length).toBeGreaterThanOrEqual(40);
    expect(Object.keys(LANGUAGE_NAMES)).toEqual(LANGUAGES.map((row) => row.code));
  });

  it('lists de and en by default, and drops unknown codes', () => {
    expect(listLanguages().map((row) => row.native)).toEqual(['Deutsch', 'English']);
    expect(listLanguages(['tr', 'xx', 'tr', 'ar']).map((row) => row.code)).toEqual(['tr', 'ar']);
    expect(DEFAULT_LANGUAGES).toEqual(['de', 'en']);
  });

  it('finds the row of a regional or deprecated tag', () => {
    expect(canonicalLanguage('de-AT')).toBe('de');
    expect(canonicalLanguage('zh-Hant-HK')).toBe('zh-Hant');
    expect(canonicalLanguage('zh_TW')).toBe('zh-Hant');
    expect(canonicalLanguage('fa-AF')).toBe('prs');
    expect(canonicalLanguage('no')).toBe('nb');
    expect(canonicalLanguage('iw-IL')).toBe('he');
    expect(canonicalLanguage('qq')).toBeNull();
    expect(findLanguage('ku')?.flag).toBeNull();
  });
});

describe('resolveLanguage', () => {
  it('[U6] tries chosen, practice, user, browser in this order', () => {
    const all = {
      chosen: 'en',
      practice: 'tr',
      user: 'ar',
      browser: ['uk'],
      available: ['de', 'en', 'tr', 'ar', 'uk'],
    };
    expect(resolveLanguage(all)).toBe('en');
    expect(resolveLanguage({ ...all, chosen: null })).toBe('tr');
    expect(resolveLanguage({ ...all, chosen: null, practice: null })).toBe('ar');
    expect(resolveLanguage({ ...all, chosen: null, practice: null, user: undefined })).toBe('uk');
    expect(resolveLanguage({})).toBe('de');
  });

  it('[U6] skips languages without texts, then falls back to de, then en', () => {
    expect(resolveLanguage({ chosen: 'fr', practice: 'en' })).toBe('en');
    expect(resolveLanguage({ browser: ['fr-FR', 'en-GB', 'de'] })).toBe('en');
    expect(resolveLanguage({ chosen: 'klingon' })).toBe('de');
    expect(resolveLanguage({ chosen: 'fr', available: ['en', 'tr'] })).toBe('en');
  });
});

it('a practice chooses among languages that every shipped form has', () => {
  for (const form of FORMS)
    expect([form.key, [...form.languages].sort()]).toEqual([
      form.key,
      [...SPOKEN_LANGUAGES].sort(),
    ]);
});
