// What tasks and tablets need of questionnaires, bound to a library of forms; handed in where the server is put together.

import { berlinDay } from '../../shared/dates.ts';
import type { LocalText } from '../../shared/document.ts';
import { translationOf } from '../../shared/fhir.ts';
import type { AnswersPayload, FormRef, PreviousResponse } from '../../shared/form-task.ts';
import type { Look, Work } from '../work.ts';
import { acceptAnswers } from './accept-answers.ts';
import { refOf, type FormEntry, type PracticeLibrary } from './library.ts';
import { answersOf, type AnsweredTask } from './store.ts';

/** Older answers than these are not looked through for the last ones to one form. */
const LOOKED_AT = 60;

/** What this person answered last to a form, whatever its version. */
export async function lastAnswers(w: Work, patid: string, formId: string): Promise<PreviousResponse | undefined> {
  const last = (await answersOf(w, patid, LOOKED_AT)).find((one) => one.form.split('@')[0] === formId);
  return last && { id: last.id, day: berlinDay(last.answeredAt), response: last.response };
}

export interface FormLinks {
  findForm(key: string, languages: readonly string[]): Promise<(FormRef & { title: LocalText }) | undefined>;
  formsInUse(): readonly FormEntry[];
  lastAnswers: typeof lastAnswers;
  formText(form: FormRef): Promise<string | undefined>;
  acceptAnswers(w: Work, input: { opId: string; tabletId: string; task: AnsweredTask; payload: AnswersPayload }): Promise<string | undefined>;
}

export function formLinks(library: FormLibrary): FormLinks {
  return {
    async findForm(key, languages) {
      const form = await library.find(key);
      if (!form) return undefined;
      const ref = refOf(form, [...new Set(languages)]), { _title } = await form.inLanguages(ref.languages);
      const words = ref.languages.flatMap((one) => { const said = translationOf(_title, one); return said === undefined ? [] : [[one, said] as const]; });
      return { ...ref, title: { ...ref.title, ...Object.fromEntries(words) } };
    },
    formsInUse: () => library.inUse(),
    lastAnswers,
    async formText(ref) {
      const form = await library.find(ref.key);
      return form && JSON.stringify(await form.inLanguages(ref.languages));
    },
    acceptAnswers: (w, input) => acceptAnswers(w, library, input),
  };
}
