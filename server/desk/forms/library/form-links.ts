// Queries on questionnaires for tasks and tablets, bound to a form library; injected where the
// server is assembled.

import { berlinDay } from '../../../../shared/base/dates.ts';
import { cleanText, type LocalText } from '../../../../shared/desk/document.ts';
import { fullName, type PatientName } from '../../../../shared/desk/patient.ts';
import type { PatientRead } from '../../../../shared/forms/answers/patient-variable.ts';
import { translationOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import type { FormRef, PreviousResponse } from '../../../../shared/forms/task/form-task.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { Said } from '../../../../shared/desk/master-data.ts';
import { modelOf } from '../../../../shared/forms/questionnaire/model.ts';
import { mergeVisits, type Visit } from '../../../../shared/forms/answers/untouched.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Look, Work } from '../../../platform/work.ts';
import { acceptAnswers } from '../answers/accept-answers.ts';
import { familyOf, underNamesOf } from './form-family.ts';
import {
  refOf,
  type FormEntry,
  type FormLibrary,
  type PracticeLibrary,
} from '../answers/library.ts';
import { patientReadOf } from '../answers/patient-read.ts';
import { withoutBytes } from '../answers/photos.ts';
import { formIdOf } from '../answers/read-answers.ts';
import { answersOf, findAllAnswers } from '../answers/store.ts';
import {
  knownFor,
  marksIn,
  tellRecord,
  type Mark,
  type Marked,
  type RecordSide,
  type Told,
} from '../answers/tell-record.ts';

/** Limit of older answers that are searched for the last ones to a form. */
const LOOKED_AT = 200;
/**
 * Number of visits that are merged: each includes the previous one, so that older ones add little.
 */
const MOST_VISITS = 10;

type Numbers = RecordSide['numbersOf'];

/**
 * Returns the person's answers to a form or an ancestor of it, any version and any patient number:
 * for each question the newest answer. A Nachtrag is no answer to a form.
 */
async function lastAnswers(
  w: Work,
  library: FormLibrary,
  numbersOf: Numbers,
  patid: string,
  key: string,
): Promise<PreviousResponse | undefined> {
  const heads = await answersOf(w, await numbersOf(w, patid), LOOKED_AT, 'originals'),
    family = heads.length === 0 ? [] : await familyOf(library, key);
  const ids = heads
      .filter((one) => family.includes(formIdOf(one)))
      .slice(0, MOST_VISITS)
      .map((one) => one.id),
    rows = new Map((await findAllAnswers(w, ids)).map((row) => [row.id, row]));
  const visits: (Visit & { id: string })[] = [];
  for (const id of ids) {
    const row = rows.get(id);
    if (row && !brokenCells(row).includes('response'))
      visits.push({
        id,
        day: berlinDay(row.answeredAt),
        response: await underNamesOf(library, key, row),
      });
  }
  const [last, ...older] = visits,
    form = last && (await library.find(key));
  return (
    last && {
      ...last,
      response: withoutBytes(
        form ? mergeVisits(modelOf(await form.inLanguages([])), [last, ...older]) : last.response,
      ),
    }
  );
}

/** A person, as on a paper. */
type Named = PatientName & { readonly patid: string };

export interface FormLinks {
  findForm(
    s: Look | Work,
    key: string,
    languages: readonly string[],
  ): Promise<(FormRef & { title: LocalText; asksHealth: boolean }) | undefined>;
  formsInUse(look: Look): Promise<readonly FormEntry[]>;
  /** @param key `id@version` of the requested form */
  lastAnswers(w: Work, patid: string, key: string): Promise<PreviousResponse | undefined>;
  /** Reads the record's values for the fields of a form. */
  knownFor(w: Work, patid: string, key: string): Promise<Said | undefined>;
  /** Reads what a form's formulas read of the record. */
  patientReadFor(w: Work, patient: Named, key: string): Promise<PatientRead | undefined>;
  /** Returns doubts about answers that did not come from a task. */
  marks(w: Work, answers: Marked): Promise<Mark[]>;
  /**
   * Processes answers that did not come from a task: differences from the record become proposals.
   */
  tellRecord(w: Work, told: Told): Promise<void>;
  formText(look: Look, form: FormRef): Promise<string | undefined>;
  /** Returns the form as the tablet gets it, with the texts of the task's languages. */
  formAt(s: Look | Work, form: FormRef): Promise<Questionnaire | undefined>;
  acceptAnswers(w: Work, input: Parameters<typeof acceptAnswers>[3]): Promise<string | undefined>;
}

const formAt = async (
  library: FormLibrary,
  { key, languages }: FormRef,
): Promise<Questionnaire | undefined> => (await library.find(key))?.inLanguages(languages);

async function patientReadFor(
  w: Work,
  library: FormLibrary,
  side: RecordSide,
  patient: Named,
  key: string,
): Promise<PatientRead | undefined> {
  const form = await (await library.find(key))?.inLanguages([]),
    record = form && (await side.recordOf(w, patient.patid)),
    name = cleanText(fullName(patient));
  return record && patientReadOf(form, record, { name, patid: patient.patid });
}

/** Builds the links of forms. @param side access to the record (server/desk/patient) */
export function formLinks(library: PracticeLibrary, side: RecordSide): FormLinks {
  return {
    async findForm(s, key, languages) {
      const form = await library(s).find(key);
      if (!form || form.isRetired === true) return undefined;
      const ref = refOf(form, [...new Set(languages)]),
        { _title } = await form.inLanguages(ref.languages);
      const words = ref.languages.flatMap((one) => {
        const said = translationOf(_title, one);
        return said === undefined ? [] : [[one, said] as const];
      });
      return { ...ref, title: { ...ref.title, ...Object.fromEntries(words) } };
    },
    formsInUse: (look) => library(look).inUse(),
    lastAnswers: (w, patid, key) => lastAnswers(w, library(w), side.numbersOf, patid, key),
    knownFor: (w, patid, key) => knownFor(w, library(w), side, patid, key),
    patientReadFor: (w, patient, key) => patientReadFor(w, library(w), side, patient, key),
    marks: (w, answers) => marksIn(w, library(w), side, answers),
    tellRecord: (w, told) => tellRecord(w, library(w), side, told),
    async formText(look, ref) {
      const form = await formAt(library(look), ref);
      return form && JSON.stringify(form);
    },
    formAt: (s, ref) => formAt(library(s), ref),
    acceptAnswers: (w, input) => acceptAnswers(w, library(w), side, input),
  };
}
