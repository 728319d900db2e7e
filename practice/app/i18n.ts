// Texts of all slices in de and en, and the language of this workstation (U6: chosen, browser, de).

import i18next from 'i18next';
import { initReactI18next } from 'react-i18next';
import { resolveLanguage } from '../../shared/languages.ts';

const KEY = 'practice.language';

function chosenLanguage(): string | null {
  try { return localStorage.getItem(KEY); } catch { return null; }
}

/** The texts of each language, fetched when it is spoken. */
const ALL = { de: async () => (await import('./all-de.ts')).default, en: async () => (await import('./all-en.ts')).default } as const;

let tellStarted: () => void = () => undefined;
/** Done once the texts are there; a page that is opened by its address is loaded beside them. */
export const textsStarted = new Promise<void>((resolve) => { tellStarted = resolve; });

/** Starts i18next; call once before the first render. */
export async function startTexts(): Promise<void> {
  const lng = resolveLanguage({ chosen: chosenLanguage(), browser: navigator.languages }), known = lng === 'en' ? 'en' : 'de', texts = await ALL[known]();
  await i18next.use(initReactI18next).init({
    lng,
    fallbackLng: 'de',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: { [known]: texts },
  });
  document.documentElement.lang = lng;
  tellStarted();
}

/** The person's choice, kept on this workstation. */
export async function chooseLanguage(language: string): Promise<void> {
  try { localStorage.setItem(KEY, language); } catch { /* Without storage the choice lasts until the next reload. */ }
  const known = language === 'en' ? 'en' : 'de';
  if (!i18next.hasResourceBundle(known, 'app')) {
    // Without the network the language stays; the choice is kept for the next load.
    const texts = await ALL[known]().catch(() => undefined);
    if (!texts) return;
    for (const [room, words] of Object.entries(texts)) i18next.addResourceBundle(known, room, words);
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
