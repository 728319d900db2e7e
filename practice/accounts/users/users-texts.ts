// Texts of the users of a practice.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

export type UsersTexts = TextsOf<keyof typeof de>;
export const useUsersTexts: () => UsersTexts = roomTexts<keyof typeof de>('nutzer', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
