// What tasks and tablets need of questionnaires, bound to a library of forms; handed in where the server is put together.

import { berlinDay } from '../../shared/dates.ts';
import type { LocalText } from '../../shared/document.ts';
import { translationOf } from '../../shared/fhir.ts';
import type { AnswersPayload, FormRef, PreviousResponse } from '../../shared/form-task.ts';
import type { Said } from '../../shared/master-data.ts';
import type { Look, Work } from '../work.ts';
import { acceptAnswers } from './accept-answers.ts';
import { refOf, type FormEntry, type PracticeLibrary } from './library.ts';
import { formIdOf } from './read-answers.ts';
import { answersOf, findAnswers, type AnsweredTask } from './store.ts';
import { knownFor, tellRecord, type RecordSide, type Told } from './tell-record.ts';

/** Older answers than these are not looked through for the last ones to one form. */
const LOOKED_AT = 200;

type Numbers = RecordSide['numbersOf'];

/** What this person answered last to a form, whatever its version and under whichever number. A Nachtrag is no answer to a form. */
async function lastAnswers(w: Work, numbersOf: Numbers, patid: string, formId: string): Promise<PreviousResponse | undefined> {
  const head = (await answersOf(w, await numbersOf(w, patid), LOOKED_AT, 'originals')).find((one) => formIdOf(one) === formId), last = head && (await findAnswers(w, head.id));
  return last && { id: last.id, day: berlinDay(last.answeredAt), response: last.response };
}

export interface FormLinks {
  findForm(s: Look | Work, key: string, languages: readonly string[]): Promise<(FormRef & { title: LocalText }) | undefined>;
  formsInUse(look: Look): Promise<readonly FormEntry[]>;
  lastAnswers(w: Work, patid: string, formId: string): Promise<PreviousResponse | undefined>;
  /** What the record says in the fields that a form asks for. */
  knownFor(w: Work, patid: string, key: string): Promise<Said | undefined>;
  /** Answers that came another way than from a task: what they say otherwise than the record becomes proposals. */
  tellRecord(w: Work, told: Told): Promise<void>;
  formText(look: Look, form: FormRef): Promise<string | undefined>;
  acceptAnswers(w: Work, input: { opId: string; tabletId: string; task: AnsweredTask; payload: AnswersPayload }): Promise<string | undefined>;
}

/** @param side the record's side (server/patient) */
export function formLinks(library: PracticeLibrary, side: RecordSide): FormLinks {
  return {
    async findForm(s, key, languages) {
      const form = await library(s).find(key);
      if (!form || form.isRetired === true) return undefined;
      const ref = refOf(form, [...new Set(languages)]), { _title } = await form.inLanguages(ref.languages);
      const words = ref.languages.flatMap((one) => { const said = translationOf(_title, one); return said === undefined ? [] : [[one, said] as const]; });
      return { ...ref, title: { ...ref.title, ...Object.fromEntries(words) } };
    },
    formsInUse: (look) => library(look).inUse(),
    lastAnswers: (w, patid, formId) => lastAnswers(w, side.numbersOf, patid, formId),
    knownFor: (w, patid, key) => knownFor(w, library(w), side, patid, key),
    tellRecord: (w, told) => tellRecord(w, library(w), side, told),
    async formText(look, ref) {
      const form = await library(look).find(ref.key);
      return form && JSON.stringify(await form.inLanguages(ref.languages));
    },
    acceptAnswers: (w, input) => acceptAnswers(w, library(w), side, input),
  };
}
