// Texts of the room of consent texts.

import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type TexteKey = keyof typeof de;
export type TexteTexts = TextsOf<TexteKey>;
export const useTexteTexts = (): TexteTexts => useSliceTexts<TexteKey>('texte');

/** `Türkisch` for `tr`, in the language of the screen. */
export function languageName(language: string, screen: string): string {
  try { return new Intl.DisplayNames([screen === 'de' ? 'de' : 'en'], { type: 'language' }).of(language) ?? language; } catch { return language; }
}
