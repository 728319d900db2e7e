// Effects of answers on master data: marks for staff if a rule asked and no person confirmed, and
// proposals; the record itself is never changed here.

import { berlinDay } from '../../../../shared/base/dates.ts';
import {
  confirmedIn,
  fieldsOf,
  saidIn,
  saidToday,
} from '../../../../shared/forms/answers/master-answers.ts';
import {
  asksOf,
  isConfirmed,
  isConsentBlocked,
  isPossible,
  type Confirmed,
  type MasterData,
  type Said,
} from '../../../../shared/desk/master-data.ts';
import type { MasterField } from '../../../../shared/desk/master-fields.ts';
import { modelOf, type Model } from '../../../../shared/forms/questionnaire/model.ts';
import { stateOfResponse } from '../../../../shared/forms/questionnaire/response.ts';
import { type QuestionnaireResponse } from '../../../../shared/forms/questionnaire/response-types.ts';
import { placeOf } from '../../../../shared/forms/questionnaire/state.ts';
import { viewOf } from '../../../../shared/forms/questionnaire/view.ts';
import { brokenCells } from '../../../platform/db/cells/cells.ts';
import type { Work } from '../../../platform/work.ts';
import type { FormLibrary } from './library.ts';
import { formIdOf } from './read-answers.ts';
import { answersOf, findAllAnswers, type AnswersRow } from './store.ts';

/** Access to the record, injected where the server is assembled (server/desk/patient). */
export interface RecordSide {
  recordOf(w: Work, patid: string): Promise<MasterData | undefined>;
  /** Returns every number of a person. */
  numbersOf(w: Work, patid: string): Promise<string[]>;
  propose(
    w: Work,
    said: {
      answersId: string;
      patid: string;
      answeredAt: number;
      recordedBy: string | null;
      said: Said;
      confirmed: readonly Confirmed[];
      outdated: ReadonlySet<MasterField>;
    },
  ): Promise<unknown>;
}
export type Told = Pick<
  AnswersRow,
  'id' | 'patid' | 'form' | 'response' | 'answeredAt' | 'recordedBy'
>;

async function modelIn(library: FormLibrary, key: string): Promise<Model | undefined> {
  const form = await library.find(key),
    model = form && modelOf(await form.inLanguages([]));
  return model && fieldsOf(model).size > 0 ? model : undefined;
}
/** Fields that the form asked for, with the answered values. */
const askedIn = (model: Model, response: QuestionnaireResponse): ReadonlySet<MasterField> => {
  const view = viewOf(model, stateOfResponse(model, response).state);
  return new Set(
    [...fieldsOf(model)].flatMap(([field, node]) =>
      view.isEnabled(placeOf(node, [])) ? [field] : [],
    ),
  );
};

/** Marks for staff by item (linkId). */
export interface Mark {
  readonly key: string;
  readonly code: string;
}
const UNCONFIRMED = 'unconfirmed_',
  NOBODY: Said = {};

/** [V2] [V3] [V4] [V5] [V6] Computes marks for staff; the answers are kept in any case. */
function marksOf(
  model: Model,
  response: QuestionnaireResponse,
  record: Said,
  today: string,
): Mark[] {
  const said = saidIn(model, response),
    confirmed = confirmedIn(response),
    fields = fieldsOf(model),
    keyOf = (field: MasterField): string => fields.get(field)?.linkId ?? '';
  const open = asksOf(record, said, askedIn(model, response), today)
    .filter((ask) => !isConfirmed(ask, confirmed))
    .map((ask) => ({
      key: keyOf(ask.fields.find((field) => fields.has(field)) ?? 'lastName'),
      code: `${UNCONFIRMED}${ask.rule}`,
    }));
  const wrong = (Object.keys(said) as MasterField[]).filter(
    (field) => !isPossible(field, said[field] ?? '', today),
  );
  return [
    ...open,
    ...wrong.map((field) => ({
      key: keyOf(field),
      code:
        field === 'geburtsdatum' && isConsentBlocked(said.geburtsdatum ?? '', today)
          ? 'birthdate_invalid'
          : 'notAValue',
    })),
  ];
}

/**
 * Patient whose answers are marked; `patid` is null while unknown: then only record-independent
 * marks apply.
 */
export interface Marked {
  readonly patid: string | null;
  readonly form: string;
  readonly response: QuestionnaireResponse;
}
/**
 * Returns the marks of answers; none for a form without record fields, or a person without a
 * record.
 */
export async function marksIn(
  w: Work,
  library: FormLibrary,
  side: RecordSide,
  answers: Marked,
): Promise<Mark[]> {
  const model = await modelIn(library, answers.form),
    record = model && (answers.patid === null ? NOBODY : await side.recordOf(w, answers.patid));
  return model && record ? marksOf(model, answers.response, record, berlinDay(w.now)) : [];
}

/**
 * Replaces earlier marks of answers with current ones: another record makes other values unusual.
 */
export const withMarks = (problems: readonly Mark[], marks: readonly Mark[]): Mark[] => {
  const rest = problems.filter((one) => !one.code.startsWith(UNCONFIRMED));
  return [
    ...rest,
    ...marks.filter(
      (one) => !rest.some((other) => other.key === one.key && other.code === one.code),
    ),
  ];
};

/** How far back later answers are searched. */
const LOOKED_AT = 20;
/**
 * Returns fields that the same person answered later: a tablet may deliver yesterday's answers
 * after today's.
 */
async function saidLater(
  w: Work,
  model: Model,
  side: RecordSide,
  told: Told,
): Promise<ReadonlySet<MasterField>> {
  const later = (
    await answersOf(w, await side.numbersOf(w, told.patid), LOOKED_AT, 'originals')
  ).filter((one) => one.answeredAt > told.answeredAt && formIdOf(one) === formIdOf(told));
  return new Set(
    (
      await findAllAnswers(
        w,
        later.map((one) => one.id),
      )
    )
      .filter((one) => !brokenCells(one).includes('response'))
      .flatMap((one) => Object.keys(saidToday(model, one.response)) as MasterField[]),
  );
}

/** Proposes the answers that differ from the record; repeating the same answers changes nothing. */
export async function tellRecord(
  w: Work,
  library: FormLibrary,
  side: RecordSide,
  told: Told,
): Promise<void> {
  const model = await modelIn(library, told.form);
  if (!model) return;
  const { id, patid, answeredAt, recordedBy, response } = told;
  await side.propose(w, {
    answersId: id,
    patid,
    answeredAt,
    recordedBy,
    said: saidToday(model, response),
    confirmed: confirmedIn(response),
    outdated: await saidLater(w, model, side, told),
  });
}

/**
 * Returns the record's values for a form's fields; empty if it asks for none, or nothing is known.
 */
export async function knownFor(
  w: Work,
  library: FormLibrary,
  side: RecordSide,
  patid: string,
  key: string,
): Promise<Said | undefined> {
  const model = await modelIn(library, key),
    record = model && (await side.recordOf(w, patid));
  if (!model || !record) return undefined;
  const known = [...fieldsOf(model).keys()]
    .filter((field) => record[field] !== '')
    .map((field) => [field, record[field]] as const);
  return known.length > 0 ? Object.fromEntries(known) : undefined;
}
