// Texts of backup and recovery sheet.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** Texts with a plural are looked up without the plural suffix. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type BackupKey = Plain<keyof typeof de>;
export type BackupTexts = TextsOf<BackupKey>;
export const useBackupTexts: () => BackupTexts = roomTexts<BackupKey>('backup', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
