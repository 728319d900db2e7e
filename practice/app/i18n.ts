// Setup of i18next, and the language of this workstation (U6: chosen, browser, de).

import i18next from 'i18next';
import { resolveLanguage } from '../../shared/base/languages.ts';
import { speak, type Spoken } from '../ui/words.ts';

const KEY = 'practice.language';

function chosenLanguage(): string | null {
  try {
    return localStorage.getItem(KEY);
  } catch {
    return null;
  }
}

const known = (language: string): Spoken => (language === 'en' ? 'en' : 'de');

/** Starts i18next with the texts of the frame; call once before the first render. */
export async function startTexts(): Promise<void> {
  const lng = resolveLanguage({ chosen: chosenLanguage(), browser: navigator.languages });
  await i18next.init({
    lng,
    fallbackLng: 'de',
    keySeparator: false,
    interpolation: { escapeValue: false },
    resources: {},
  });
  await speak(known(lng));
  document.documentElement.lang = lng;
}

/** Stores the user's choice on this workstation. */
export async function chooseLanguage(language: string): Promise<void> {
  try {
    localStorage.setItem(KEY, language);
  } catch {
    /* Without storage the choice lasts until the next reload. */
  }
  // Without the network the language stays; the choice applies at the next load.
  try {
    await speak(known(language));
  } catch {
    return;
  }
  await i18next.changeLanguage(language);
  document.documentElement.lang = language;
}
