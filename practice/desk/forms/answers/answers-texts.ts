// Texts of answers as the practice reads them, and of the server's findings.

import { roomTexts, type TextsOf } from '../../../ui/texts.ts';
import type de from './texts.de.json';

export type AnswersKey = keyof typeof de;
export type AnswersTexts = TextsOf<AnswersKey>;
export const useAnswersTexts: () => AnswersTexts = roomTexts<AnswersKey>('anamnese', {
  de: () => import('./texts.de.json'),
  en: () => import('./texts.en.json'),
});

const PROBLEMS: Readonly<Record<string, AnswersKey>> = {
  required: 'problem.required',
  tooFew: 'problem.required',
  misfit: 'problem.misfit',
  form_unknown: 'problem.form_unknown',
  fileType: 'problem.file',
  fileSize: 'problem.file',
  photo_unreadable: 'problem.photo',
  signed_differs: 'problem.signed',
  notAnOption: 'problem.notAnOption',
  form_changed: 'problem.form_changed',
  rule: 'problem.rule',
  not_asked: 'problem.not_asked',
  calculated: 'problem.calculated',
  not_computed: 'problem.not_computed',
  total_missing: 'problem.total_missing',
  not_judged: 'problem.not_judged',
  judge_too_long: 'problem.judge_too_long',
  unconfirmed_V2: 'problem.unconfirmed_V2',
  unconfirmed_V3: 'problem.unconfirmed_V3',
  unconfirmed_V4: 'problem.unconfirmed_V4',
  unconfirmed_V5: 'problem.unconfirmed_V5',
  birthdate_invalid: 'problem.birthdate_invalid',
};
/** Describes the server's findings; codes without a text count as wrong values. */
export const problemKey = (code: string): AnswersKey => PROBLEMS[code] ?? 'problem.value';
