// Texts of the share's page: its own and those of the namespaces whose screens it shows, one
// language at a time, each namespace on demand.

import i18n from 'i18next';
import { initReactI18next } from 'react-i18next';
import { FALLBACK_LANGUAGES, findLanguage, resolveLanguage } from '../../shared/base/languages.ts';

/** All but German and English are machine-translated and await review by a native speaker. */
const FILES = import.meta.glob<{ readonly default: object }>([
  './texts.*.json',
  '../home/texts.*.json',
  '../forms/texts.*.json',
  '../documents/texts.*.json',
  '../consent/texts.*.json',
  '../signature/texts.*.json',
]);
export type Room = 'share' | 'home' | 'forms' | 'documents' | 'consent' | 'signature';
const fileOf = (room: Room, language: string): string =>
  room === 'share' ? `./texts.${language}.json` : `../${room}/texts.${language}.json`;

/** Languages of the page itself. */
export const LANGUAGES: readonly string[] = Object.keys(FILES).flatMap(
  (file) => /^\.\/texts\.(\w+)\.json$/.exec(file)?.[1] ?? [],
);
export const pageLanguage = (language: string): string =>
  resolveLanguage({ chosen: language, available: LANGUAGES });
export const browserLanguage = (browser: readonly string[]): string =>
  resolveLanguage({ browser, available: LANGUAGES });
export const directionOf = (language: string): 'ltr' | 'rtl' =>
  findLanguage(language)?.dir ?? 'ltr';

const rooms = new Set<Room>(['share', 'home']);
async function load(language: string): Promise<void> {
  await Promise.all(
    [...rooms]
      .filter((room) => !i18n.hasResourceBundle(language, room))
      .map(async (room) => {
        const texts = await FILES[fileOf(room, language)]?.();
        if (texts) i18n.addResourceBundle(language, room, texts.default, true, true);
      }),
  );
}

export async function startWords(language: string): Promise<void> {
  await i18n.use(initReactI18next).init({
    lng: language,
    fallbackLng: [...FALLBACK_LANGUAGES],
    supportedLngs: [...LANGUAGES],
    defaultNS: 'share',
    ns: [...rooms],
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
  await load(page);
  if (wanted === page && i18n.language !== page) await i18n.changeLanguage(page);
}

/** Loads the texts of further namespaces in the language of the page. @throws offline */
export async function needWords(...more: readonly Room[]): Promise<void> {
  for (const room of more) rooms.add(room);
  await load(i18n.language);
}
