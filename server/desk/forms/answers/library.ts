// The forms that a practice can use: those of the catalogue and its own, by key and in the
// requested languages.

import type { LocalText } from '../../../../shared/desk/document.ts';
import type { FormRef } from '../../../../shared/forms/task/form-task.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Look, Work } from '../../../platform/work.ts';

/** A form as listed. `key` is `id@version`. */
export interface FormEntry {
  readonly key: string;
  readonly id: string;
  readonly version: number;
  readonly title: LocalText;
  readonly languages: readonly string[];
  readonly minutes: number;
  /** Its answers may be signed (shared/forms/answers/asks-health). */
  readonly asksHealth: boolean;
}
export interface LoadedForm extends FormEntry {
  readonly url: string;
  /** Hash of the versioned form itself, independent of the languages sent with it. */
  readonly sha256: string;
  /** Retired: answers to it are readable; it is not offered. */
  readonly isRetired?: boolean;
  /** Returns the form with the texts of these languages (German always). */
  inLanguages(languages: readonly string[]): Promise<Questionnaire>;
}
export interface FormLibrary {
  /** Returns the forms that staff can choose: the newest version of each. */
  inUse(): Promise<readonly FormEntry[]>;
  find(key: string): Promise<LoadedForm | undefined>;
}
/** Library of the practice that a read or transaction is bound to. */
export type PracticeLibrary = (source: Look | Work) => FormLibrary;

/** Returns the data about a form in its task. */
export function refOf(
  form: LoadedForm,
  languages: readonly string[],
): FormRef & { title: LocalText; asksHealth: boolean } {
  return {
    key: form.key,
    url: form.url,
    version: String(form.version),
    sha256: form.sha256,
    languages: ['de', ...languages.filter((one) => one !== 'de' && form.languages.includes(one))],
    title: form.title,
    asksHealth: form.asksHealth,
  };
}
