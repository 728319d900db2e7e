// Texts of backup and recovery sheet.

import { roomTexts, type TextsOf } from '../../ui/texts.ts';
import type de from './texts.de.json';

/** A text with forms for one and for many is asked for without the form. */
type Plain<Key> = Key extends `${infer Name}_one` | `${infer Name}_other` ? Name : Key;
export type BackupKey = Plain<keyof typeof de>;
export type BackupTexts = TextsOf<BackupKey>;
export const useBackupTexts: () => BackupTexts = roomTexts<BackupKey>('backup', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});
