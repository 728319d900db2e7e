// Words of the protocol page in every language of the house; all but German and English are machine
// translations.

import { findLanguage } from '../../../../shared/base/languages.ts';
import type { LocalText } from '../../../../shared/desk/document.ts';
import ar from './words/ar.json' with { type: 'json' };
import de from './words/de.json' with { type: 'json' };
import en from './words/en.json' with { type: 'json' };
import es from './words/es.json' with { type: 'json' };
import fa from './words/fa.json' with { type: 'json' };
import fr from './words/fr.json' with { type: 'json' };
import it from './words/it.json' with { type: 'json' };
import pl from './words/pl.json' with { type: 'json' };
import ro from './words/ro.json' with { type: 'json' };
import ru from './words/ru.json' with { type: 'json' };
import tr from './words/tr.json' with { type: 'json' };
import uk from './words/uk.json' with { type: 'json' };

export type ProtocolKey = keyof typeof de;
export const PROTOCOL_WORDS: Readonly<Record<string, Readonly<Record<ProtocolKey, string>>>> = {
  de,
  en,
  tr,
  ar,
  uk,
  ru,
  pl,
  ro,
  it,
  es,
  fr,
  fa,
};

type Values = Readonly<Record<string, LocalText | string | number>>;
/** Texts in German and the language of the page. */
export interface Speech {
  readonly languages: readonly string[];
  /** One word with its values filled in. */
  say(key: ProtocolKey, values?: Values): LocalText;
  /** „Label: value“ in each language. */
  fact(key: ProtocolKey, value: LocalText | string | number): LocalText;
  /** Several texts on one line. */
  join(parts: readonly LocalText[], between?: string): LocalText;
}

/** A German or Latin text between right-to-left words is a unit of its own (FSI … PDI). */
const apart = (text: string, language: string): string =>
  findLanguage(language)?.dir === 'rtl' ? `\u2068${text}\u2069` : text;
const inLanguage = (value: LocalText | string | number, language: string): string =>
  typeof value === 'number'
    ? String(value)
    : typeof value === 'string'
      ? apart(value, language)
      : (value[language] ?? apart(value.de, language));

/** Creates the speech of a page. @param language of the patient; German alone if it has no words */
export function speechOf(language: string): Speech {
  const languages = ['de', ...(language !== 'de' && PROTOCOL_WORDS[language] ? [language] : [])];
  const each = (make: (language: string) => string): LocalText => ({
    de: make('de'),
    ...Object.fromEntries(languages.slice(1).map((one) => [one, make(one)])),
  });
  const said = (key: ProtocolKey, values: Values, one: string): string =>
    (PROTOCOL_WORDS[one] ?? de)[key].replace(/\{(\w+)\}/g, (_, name: string) =>
      inLanguage(values[name] ?? '', one),
    );
  return {
    languages,
    say: (key, values = {}) => each((one) => said(key, values, one)),
    fact: (key, value) => each((one) => `${said(key, {}, one)}: ${inLanguage(value, one)}`),
    join: (parts, between = ', ') =>
      each((one) => parts.map((part) => inLanguage(part, one)).join(between)),
  };
}

/** Names languages by their own names, as their readers know them. */
export const languageNames = (codes: readonly string[]): string =>
  codes.map((code) => findLanguage(code)?.native ?? code).join(', ');
