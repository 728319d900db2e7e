/** The words around the questions, in the language of the questions where this room speaks it; loaded when somebody reads it, German or English until then. */
import i18next, { type TFunction } from 'i18next';
import { createContext, useContext, useEffect, useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';

const ROOM = 'forms';
/** Languages beyond those of the app, by machine and unread by native speakers, like the forms in them. */
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

/** Where words are looked for: the person's language first. */
type Rooms = string[];
const APP: Rooms = [ROOM];
/** Asked for once by the runner: hundreds of parts that each asked the library would take longer than drawing them. */
export const WordsContext = createContext<TFunction | null>(null);

export interface SpokenWords {
  /** Language that the words really are in, BCP 47. */
  readonly language: string;
  readonly t: TFunction;
}

/** For the runner: fetches the words of the language, then says where they are. */
export function useSpoken(language: string): SpokenWords {
  const [loaded, setLoaded] = useState<readonly string[]>([]);
  const { i18n } = useTranslation(ROOM);
  useEffect(() => {
    const load = TEXTS[language];
    if (load === undefined || language === i18n.language || loaded.includes(language)) return;
    let isGone = false;
    load().then(
      (texts) => {
        // As a room of its own in the language that stands behind all others: the app knows only its two languages.
        i18next.addResourceBundle('de', `${ROOM}.${language}`, texts.default, true, true);
        if (!isGone) setLoaded((now) => [...now, language]);
      },
      // Without a network and without a copy the app's own language stays.
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
  // The same list each time: another one would give another `t`, and everything would be drawn again.
  const { t } = useTranslation(rooms);
  return { language: isSpoken ? language : i18n.language, t };
}

/** For everything inside a questionnaire. */
export function useWords(): { readonly t: TFunction } {
  const t = useContext(WordsContext);
  if (t === null) throw new Error('Words stand outside a questionnaire.');
  return { t };
}
