// Who saved a draft, and when, in words.

import { berlinDay, berlinTime, momentText } from '../../../../shared/base/dates.ts';
import { useClashTexts } from './clash-texts.ts';

export interface SavedBy {
  /** Empty or null: unknown. */
  readonly byName: string | null;
  /** ms. */
  readonly at: number | null;
}
/** Returns the name of the user who saved, or words for an unknown one. */
export function useWho({ byName }: SavedBy): string {
  const t = useClashTexts();
  return byName === null || byName === '' ? t('somebody') : byName;
}
/** Returns the sentence that says who saved when: the time, and the day unless it is today. */
export function savedWords(
  t: ReturnType<typeof useClashTexts>,
  { at }: SavedBy,
  who: string,
  language: string,
): string {
  if (at === null) return t('title', { who });
  return berlinDay(at) === berlinDay(Date.now())
    ? t('titleAt', { who, at: berlinTime(at) })
    : t('titleOn', { who, at: momentText(at, language) });
}
