// The forms that can be asked in one practice: those of the catalogue and its own, by key and in the languages that are wanted.

import type { LocalText } from '../../../../shared/desk/document.ts';
import type { FormRef } from '../../../../shared/forms/task/form-task.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Look, Work } from '../../../platform/work.ts';

/** A form as lists show it. `key` is `id@version`. */
export interface FormEntry {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly title: LocalText;
  readonly languages: readonly string[];
  readonly minutes: number;
}
export interface LoadedForm extends FormEntry {
  readonly url: string;
  /** Hash of the numbered form itself, whatever languages travel with it. */
  readonly sha256: string;
  /** Answers to it are read; it is given out no more. */
  readonly isRetired?: boolean;
  /** The form with the words of these languages (German always). */
  inLanguages(languages: readonly string[]): Promise<Questionnaire>;
}
export interface FormLibrary {
  /** What staff may choose now: the newest version of each form. */
  inUse(): Promise<readonly FormEntry[]>;
  find(key: string): Promise<LoadedForm | undefined>;
}
/** The library of the practice that a look or a unit of work is bound to. */
export type PracticeLibrary = (source: Look | Work) => FormLibrary;

/** What a task says of its form. */
export function refOf(
  form: LoadedForm,
  languages: readonly string[],
): FormRef & { title: LocalText } {
  return {
    key: form.key,
    url: form.url,
    version: String(form.version),
    sha256: form.sha256,
    languages: ['de', ...languages.filter((one) => one !== 'de' && form.languages.includes(one))],
    title: form.title,
  };
}
