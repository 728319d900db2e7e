// Typed texts of one area: the German file gives the keys, i18next gives the language.

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';
import { claimWords, type Words } from './words.ts';

type Values = Record<string, string | number>;
export type TextsOf<Keys extends string> = (key: Keys, values?: Values) => string;

/**
 * Registers the texts of an area (= namespace); keys are those of its German file.
 * @param words its files, loaded with the first part that needs them
 */
export function roomTexts<Keys extends string>(room: string, words: Words): () => TextsOf<Keys> {
  claimWords(room, words);
  return function useTexts() {
    const { t } = useTranslation(room);
    return useCallback(
      (key: Keys, values?: Values) =>
        (t as unknown as (key: string, values?: Values) => string)(key, values),
      [t],
    );
  };
}

/** Returns the language of the screens, `de` or `en`. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}

/** Joins a room's texts with words shared with files and paper; the room's own win. */
export const bothTexts = async (
  own: Promise<{ default: object }>,
  shared: Promise<{ default: object }>,
): Promise<{ default: object }> => ({
  default: { ...(await shared).default, ...(await own).default },
});
