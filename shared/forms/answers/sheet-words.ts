/**
 * Words around signed answers, in each language. Tablet and server share them: the server rebuilds
 * the signed document from the stored answers and compares.
 */

import { languageName } from '../../base/language-names.ts';
import { findLanguage } from '../../base/languages.ts';
import texts from './sheet-words.json' with { type: 'json' };

type Texts = (typeof texts)['de'];
const TEXTS: Readonly<Record<string, Texts>> = texts;

/** Words around the answers, in one language. */
export interface SheetWords extends Pick<
  Texts,
  | 'yours'
  | 'question'
  | 'answer'
  | 'no'
  | 'open'
  | 'about'
  | 'unticked'
  | 'photo'
  | 'untranslated'
  | 'plain'
> {
  form(title: string, version: string): string;
  readIn(languages: string): string;
  recorded(names: string): string;
  since(day: string): string;
  from(name: string): string;
  shown(text: string): string;
}

const filled = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{\{(\w+)\}\}/g, (whole, name: string) => values[name] ?? whole);

/** Returns the words in a language; German where the language has none. */
export function sheetWords(language: string): SheetWords {
  const own = TEXTS[language] ?? texts.de;
  return {
    ...own,
    form: (title, version) => filled(own.form, { title, version }),
    readIn: (languages) => filled(own.readIn, { language: languages }),
    recorded: (name) => filled(own.recorded, { name }),
    since: (day) => filled(own.since, { day }),
    from: (name) => filled(own.from, { name }),
    shown: (text) => filled(own.shown, { text }),
  };
}

/** Returns the name of a language: its German one on the German sheet, else its native one. */
export const sheetLanguageName = (language: string, inLanguage: string): string =>
  inLanguage === 'de' ? languageName(language, 'de') : (findLanguage(language)?.native ?? language);
