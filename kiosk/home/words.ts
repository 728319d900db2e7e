// Texts of the home page: its own and those around the questions, one language at a time.

import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { FALLBACK_LANGUAGES, findLanguage, resolveLanguage } from '../../shared/base/languages.ts';

type Texts = readonly [{ readonly default: object }, { readonly default: object }];
/**
 * All but German and English are machine-translated and await review by a native speaker, like the
 * forms in them.
 */
const TEXTS: Readonly<Record<string, () => Promise<Texts>>> = {
  de: () => Promise.all([import('./texts.de.json'), import('../forms/texts.de.json')]),
  en: () => Promise.all([import('./texts.en.json'), import('../forms/texts.en.json')]),
  ar: () => Promise.all([import('./texts.ar.json'), import('../forms/texts.ar.json')]),
  es: () => Promise.all([import('./texts.es.json'), import('../forms/texts.es.json')]),
  fa: () => Promise.all([import('./texts.fa.json'), import('../forms/texts.fa.json')]),
  fr: () => Promise.all([import('./texts.fr.json'), import('../forms/texts.fr.json')]),
  it: () => Promise.all([import('./texts.it.json'), import('../forms/texts.it.json')]),
  pl: () => Promise.all([import('./texts.pl.json'), import('../forms/texts.pl.json')]),
  ro: () => Promise.all([import('./texts.ro.json'), import('../forms/texts.ro.json')]),
  ru: () => Promise.all([import('./texts.ru.json'), import('../forms/texts.ru.json')]),
  tr: () => Promise.all([import('./texts.tr.json'), import('../forms/texts.tr.json')]),
  uk: () => Promise.all([import('./texts.uk.json'), import('../forms/texts.uk.json')]),
};

/** Returns the language of the page around a form: a form may have more. */
export const pageLanguage = (language: string): string =>
  resolveLanguage({ chosen: language, available: Object.keys(TEXTS) });
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  findLanguage(language)?.dir ?? 'ltr';

async function load(language: string): Promise<void> {
  const texts = await TEXTS[language]?.();
  if (!texts) return;
  i18n.addResourceBundle(language, 'home', texts[0].default, true, true);
  i18n.addResourceBundle(language, 'forms', texts[1].default, true, true);
}

export async function startWords(language: string): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: [...FALLBACK_LANGUAGES],
    supportedLngs: Object.keys(TEXTS),
    defaultNS: 'home',
    ns: ['home', 'forms'],
    resources: {},
    partialBundledLanguages: true,
    // React escapes already.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
  await speakWords(language);
}

let wanted = '';
/** Changes the language of the page once its texts are loaded; a later choice meanwhile wins. */
export async function speakWords(language: string): Promise<void> {
  const page = pageLanguage(language);
  wanted = page;
  if (!i18n.hasResourceBundle(page, 'home')) await load(page);
  if (wanted === page && i18n.language !== page) await i18n.changeLanguage(page);
}
