/**
 * Texts around the questions, in the language of the questions where the namespace has it;
 * lazy-loaded, German or English until then.
 */
import i18next, { type TFunction } from 'i18next';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ROOM = 'forms';
/**
 * Languages beyond those of the app, machine-translated and not reviewed by native speakers, like
 * the forms in them.
 */
const TEXTS: Readonly<Record<string, () => Promise<{ readonly default: object }>>> = {
  ar: () => import('./texts.ar.json'),
  es: () => import('./texts.es.json'),
  fa: () => import('./texts.fa.json'),
  fr: () => import('./texts.fr.json'),
  it: () => import('./texts.it.json'),
  pl: () => import('./texts.pl.json'),
  ro: () => import('./texts.ro.json'),
  ru: () => import('./texts.ru.json'),
  tr: () => import('./texts.tr.json'),
  uk: () => import('./texts.uk.json'),
};
export const SPOKEN: readonly string[] = Object.keys(TEXTS);

/** Lookup order: the person's language first. */
type Rooms = string[];
const APP: Rooms = [ROOM];
/**
 * Resolved once by the runner: hundreds of components calling the library would take longer than
 * rendering them.
 */
export const WordsContext = createContext<TFunction | null>(null);

export interface SpokenWords {
  /** Language of the resolved texts, BCP 47. */
  readonly language: string;
  readonly t: TFunction;
}

/** Loads the texts of the language for the runner, then returns where they are. */
export function useSpoken(language: string): SpokenWords {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const { i18n } = useTranslation(ROOM);
  useEffect(() => {
    const load = TEXTS[language];
    if (load === undefined || language === i18n.language || loaded.includes(language)) return;
    let isGone = false;
    load().then(
      (texts) => {
        // Registered as a namespace in the fallback language: the app knows only its two languages.
        i18next.addResourceBundle('de', `${ROOM}.${language}`, texts.default, true, true);
        if (!isGone) setLoaded((now) => [...now, language]);
      },
      // Offline and uncached, the app's own language stays.
      () => undefined,
    );
    return () => {
      isGone = true;
    };
  }, [language, i18n, loaded]);
  const isSpoken = loaded.includes(language) && language !== i18n.language;
  const rooms = useMemo<Rooms>(
    () => (isSpoken ? [`${ROOM}.${language}`, ROOM] : APP),
    [isSpoken, language],
  );
  // A stable list: another one would give another `t`, and render everything again.
  const { t } = useTranslation(rooms);
  return { language: isSpoken ? language : i18n.language, t };
}

/** Returns the texts for all components inside a questionnaire. */
export function useWords(): { readonly t: TFunction } {
  const t = useContext(WordsContext);
  if (t === null) throw new Error('Words stand outside a questionnaire.');
  return { t };
}
