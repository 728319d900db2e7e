// Typed texts of one slice: the German file gives the keys, i18next gives the language.

import { useCallback } from 'react';
import { useTranslation } from 'react-i18next';

type Values = Record<string, string | number>;
export type TextsOf<Keys extends string> = (key: Keys, values?: Values) => string;

/** Texts of the slice (= namespace); keys are those of its German file. */
export function useSliceTexts<Keys extends string>(slice: string): TextsOf<Keys> {
  const { t } = useTranslation(slice);
  return useCallback((key: Keys, values?: Values) => (t as unknown as (key: string, values?: Values) => string)(key, values), [t]);
}

/** Language of the screens, `de` or `en`. */
export function useLanguage(): string {
  return useTranslation().i18n.language;
}
