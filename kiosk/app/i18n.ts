// Texts of the patients' app: the tablet's own at once, those of a task with its screens; German
// types the keys.

import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import type { Rooms } from './effects/further.ts';
import {
  DEFAULT_LANGUAGES,
  FALLBACK_LANGUAGES,
  findLanguage,
  resolveLanguage,
  SPOKEN_LANGUAGES,
} from '../../shared/base/languages.ts';

/**
 * Returns the languages to choose from on a screen: the default ones, the practice's that the
 * screens support, and those of a document.
 */
export const languagesToChoose = (
  practice: readonly string[] = [],
  paper: readonly string[] = [],
): string[] => [
  ...new Set([
    ...DEFAULT_LANGUAGES,
    ...practice.filter((one) => SPOKEN_LANGUAGES.includes(one)),
    ...paper,
  ]),
];

/**
 * Returns the language of the screens: chosen → practice → browser → de (U6); a document may have
 * more languages.
 */
export function screenLanguage(chosen: string | null, practice: string | null): string {
  return resolveLanguage({
    chosen,
    practice,
    browser: navigator.languages,
    available: SPOKEN_LANGUAGES,
  });
}
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  findLanguage(language)?.dir ?? 'ltr';

/** Their texts are in `further.ts`; the codes alone add nothing to the first load. */
const isFurther = (language: string): boolean =>
  SPOKEN_LANGUAGES.includes(language) && !DEFAULT_LANGUAGES.includes(language);
const isGerman = (language: string): boolean => language === 'de';
/**
 * Texts of the first screen in German or English, all texts in a further language: loaded on
 * demand.
 */
async function firstTexts(language: string): Promise<Rooms> {
  if (isFurther(language)) return (await import('./effects/further.ts')).roomsIn(language);
  const [app, tablet] = isGerman(language)
    ? await Promise.all([import('./texts.de.json'), import('../tablet/texts.de.json')])
    : await Promise.all([import('./texts.en.json'), import('../tablet/texts.en.json')]);
  return { app: app.default, tablet: tablet.default };
}

/** German is the fallback of every language: for staff-only and missing texts. */
async function textsWithGerman(language: string): Promise<Record<string, Rooms>> {
  const german: Record<string, Rooms> = !isFurther(language) ? {} : { de: await firstTexts('de') };
  return { ...german, [language]: await firstTexts(language) };
}

function add(texts: Readonly<Record<string, Rooms>>): void {
  for (const [language, rooms] of Object.entries(texts)) {
    for (const [room, words] of Object.entries(rooms))
      i18n.addResourceBundle(language, room, words, true, true);
  }
}

export async function startTexts(language: string): Promise<void> {
  // Offline and uncached, the tablet starts in German.
  const resources = await textsWithGerman(language).catch(async () => ({
    de: await firstTexts('de'),
  }));
  await i18n.use(initReactI18next).init({
    lng: language in resources ? language : 'de',
    fallbackLng: [...FALLBACK_LANGUAGES],
    supportedLngs: [...SPOKEN_LANGUAGES],
    defaultNS: 'app',
    ns: ['app', 'tablet'],
    resources,
    partialBundledLanguages: true,
    // React escapes already.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
/** Adds the texts of lazy-loaded namespaces. */
export function addTexts(texts: Readonly<Record<string, { de: object; en: object }>>): void {
  for (const [room, { de, en }] of Object.entries(texts))
    add({ de: { [room]: de }, en: { [room]: en } });
}

let wanted = '';
/** Changes the language of all screens once its texts are loaded; a later choice meanwhile wins. */
export function speak(language: string): void {
  wanted = language;
  if (i18n.language === language) return;
  const load = i18n.hasResourceBundle(language, 'tablet')
    ? Promise.resolve()
    : textsWithGerman(language).then(add);
  load
    .then(async () => {
      if (wanted === language) await i18n.changeLanguage(language);
    })
    .catch(() => undefined);
}
