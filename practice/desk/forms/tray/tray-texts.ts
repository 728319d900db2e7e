// Texts of the tray and of links to questionnaires, and waiting times.

import type { Match } from '../../../../shared/forms/task/home.ts';
import { DAY_MS } from '../../../../shared/base/day-math.ts';
import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

export type TrayKey = keyof typeof de;
export type TrayTexts = TextsOf<TrayKey>;
export const useTrayTexts: () => TrayTexts = roomTexts<TrayKey>('zuordnen', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

/** Describes how long something has been waiting. */
export function ageOf(since: number, now: number, t: TrayTexts): string {
  const days = Math.floor((now - since) / DAY_MS);
  return days <= 0 ? t('age.today') : days === 1 ? t('age.yesterday') : t('age.days', { n: days });
}

export const MATCH_WORD = {
  same: 'match.same',
  birth_similar: 'match.birth_similar',
  name_birth_near: 'match.name_birth_near',
  name: 'match.name',
  birth: 'match.birth',
} as const satisfies Record<Match, TrayKey>;
