// Typed texts of one area: the German file gives the keys, i18next gives the language.

import i18next from 'i18next';
import { useSyncExternalStore } from 'react';
import { claimWords, type Words } from './words.ts';

type Values = Record<string, string | number>;
export type TextsOf<Keys extends string> = (key: Keys, values?: Values) => string;

// The hook of react-i18next copies its whole instance at each call, which took a third of the time
// of a list: here a call is one look at the language.
const readers = new Set<() => void>();
i18next.on('languageChanged', () => {
  for (const one of readers) one();
});
function subscribe(reader: () => void): () => void {
  readers.add(reader);
  return () => readers.delete(reader);
}
const languageNow = (): string => i18next.language;

/** Returns the language of the screens, `de` or `en`. */
export const useLanguage = (): string => useSyncExternalStore(subscribe, languageNow);

/** Returns the hook of an area's texts; its function is the same until the language changes. */
export function textsHook<Keys extends string>(room: string): () => TextsOf<Keys> {
  const made = new Map<string, TextsOf<Keys>>();
  return function useTexts() {
    const language = useLanguage(),
      known = made.get(language);
    if (known !== undefined) return known;
    const t = i18next.getFixedT(language, room) as unknown as TextsOf<Keys>,
      texts: TextsOf<Keys> = (key, values) => t(key, values);
    made.set(language, texts);
    return texts;
  };
}

/**
 * Registers the texts of an area (= namespace); keys are those of its German file.
 * @param words its files, loaded with the first part that needs them
 */
export function roomTexts<Keys extends string>(room: string, words: Words): () => TextsOf<Keys> {
  claimWords(room, words);
  return textsHook(room);
}

/** Joins a room's texts with words shared with files and paper; the room's own win. */
export const bothTexts = async (
  own: Promise<{ default: object }>,
  shared: Promise<{ default: object }>,
): Promise<{ default: object }> => ({
  default: { ...(await shared).default, ...(await own).default },
});
