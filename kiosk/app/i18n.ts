// Texts of the patients' app: the tablet's own at once, those of a task when its screens are loaded; German types the keys.

import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import tabletDe from '../tablet/texts.de.json';
import tabletEn from '../tablet/texts.en.json';
import { findLanguage, resolveLanguage } from '../../shared/languages.ts';
import appDe from './texts.de.json';
import appEn from './texts.en.json';

export const UI_LANGUAGES = ['de', 'en'] as const;

/** The language of the screens: chosen → practice → browser → de (U6); a document may know more languages. */
export function screenLanguage(chosen: string | null, practice: string | null): string {
  return resolveLanguage({ chosen, practice, browser: navigator.languages, available: UI_LANGUAGES });
}
export const directionOf = (language: string): 'ltr' | 'rtl' => findLanguage(language)?.dir ?? 'ltr';

export async function startTexts(language: string): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language, fallbackLng: ['de', 'en'], supportedLngs: [...UI_LANGUAGES], defaultNS: 'app', ns: ['app', 'tablet'],
    resources: { de: { app: appDe, tablet: tabletDe }, en: { app: appEn, tablet: tabletEn } },
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
export function speak(language: string): void {
  if (i18n.language !== language) i18n.changeLanguage(language).catch(() => undefined);
}
