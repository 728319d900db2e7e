// Texts of answers as the practice reads them, and how they write an instant.

import { ZONE } from '../../shared/dates.ts';
import { useSliceTexts, type TextsOf } from '../ui/texts.ts';
import type de from './texts.de.json';

export type AnamneseKey = keyof typeof de;
export type AnamneseTexts = TextsOf<AnamneseKey>;
export const useAnamneseTexts = (): AnamneseTexts => useSliceTexts<AnamneseKey>('anamnese');

const localeOf = (language: string): string => (language === 'de' ? 'de-DE' : 'en-GB');
/** `20.11.2026, 09:41` in the practice's zone. */
export const showInstant = (at: number, language: string): string => new Intl.DateTimeFormat(localeOf(language), { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric', hour: '2-digit', minute: '2-digit' }).format(at);
/** `20.11.2026` of an ISO instant or of ms; empty where there is none. */
export function showDay(at: string | number | null | undefined, language: string): string {
  const ms = typeof at === 'string' ? Date.parse(at) : at;
  return ms === null || ms === undefined || Number.isNaN(ms) ? '' : new Intl.DateTimeFormat(localeOf(language), { timeZone: ZONE, day: '2-digit', month: '2-digit', year: 'numeric' }).format(ms);
}
/** Name of a language in the language of the screens. */
export const languageName = (code: string, language: string): string => new Intl.DisplayNames([localeOf(language)], { type: 'language' }).of(code) ?? code;

const PROBLEMS: Readonly<Record<string, AnamneseKey>> = {
  required: 'problem.required', tooFew: 'problem.required', misfit: 'problem.misfit', form_unknown: 'problem.form_unknown', fileType: 'problem.file', fileSize: 'problem.file', notAnOption: 'problem.notAnOption',
  unconfirmed_V2: 'problem.unconfirmed_V2', unconfirmed_V3: 'problem.unconfirmed_V3', unconfirmed_V4: 'problem.unconfirmed_V4', unconfirmed_V5: 'problem.unconfirmed_V5', birthdate_invalid: 'problem.birthdate_invalid',
};
/** What the server found, in plain words; codes of no own words are wrong values. */
export const problemKey = (code: string): AnamneseKey => PROBLEMS[code] ?? 'problem.value';
