// Texts of the patients' app: the tablet's own at once, those of a task when its screens are loaded; German types the keys.

import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { findLanguage, resolveLanguage } from '../../shared/languages.ts';

export const UI_LANGUAGES = ['de', 'en'] as const;

/** The language of the screens: chosen → practice → browser → de (U6); a document may know more languages. */
export function screenLanguage(chosen: string | null, practice: string | null): string {
  return resolveLanguage({ chosen, practice, browser: navigator.languages, available: UI_LANGUAGES });
}
export const directionOf = (language: string): 'ltr' | 'rtl' => findLanguage(language)?.dir ?? 'ltr';

const isGerman = (language: string): boolean => language === 'de';
/** Texts of the first screen, in one language: the other one is loaded when somebody asks for it. */
async function firstTexts(language: string): Promise<Record<string, object>> {
  const [app, tablet] = isGerman(language)
    ? await Promise.all([import('./texts.de.json'), import('../tablet/texts.de.json')])
    : await Promise.all([import('./texts.en.json'), import('../tablet/texts.en.json')]);
  return { app: app.default, tablet: tablet.default };
}

export async function startTexts(language: string): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language, fallbackLng: ['de', 'en'], supportedLngs: [...UI_LANGUAGES], defaultNS: 'app', ns: ['app', 'tablet'],
    resources: { [language]: await firstTexts(language) }, partialBundledLanguages: true,
    // React escapes by itself.
    interpolation: { escapeValue: false },
    returnNull: false,
  });
}
/** Adds the texts of rooms that were loaded later. */
export function addTexts(texts: Readonly<Record<string, { de: object; en: object }>>): void {
  for (const [room, { de, en }] of Object.entries(texts)) {
    i18n.addResourceBundle('de', room, de, true, true);
    i18n.addResourceBundle('en', room, en, true, true);
  }
}
/** Changes the language of all screens once its texts are here. */
export function speak(language: string): void {
  if (i18n.language === language) return;
  const load = i18n.hasResourceBundle(language, 'tablet') ? Promise.resolve() : firstTexts(language).then((rooms) => {
    for (const [room, texts] of Object.entries(rooms)) i18n.addResourceBundle(language, room, texts, true, true);
  });
  load.then(() => i18n.changeLanguage(language)).catch(() => undefined);
}
