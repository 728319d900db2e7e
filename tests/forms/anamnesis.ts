/** A small anamnesis in tests, and visits that answer it. */
import type { Extension, FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import { type Model, NO, YES, modelOf } from '../../shared/forms/questionnaire/model.ts';
import {
  extensionOfUnconfirmed,
  unconfirmedSince,
  withOrigins,
} from '../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../shared/forms/questionnaire/pairs.ts';
import { responseOf } from '../../shared/forms/questionnaire/response.ts';
import type { QuestionnaireResponse } from '../../shared/forms/questionnaire/response-types.ts';
import { previousOf } from '../../shared/forms/answers/revisit.ts';
import {
  type FormState,
  type Place,
  newState,
  placeOf,
  setAnswers,
} from '../../shared/forms/questionnaire/state.ts';
import { carryUntouched, takenBackAt } from '../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../shared/forms/questionnaire/view.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { form } from './random-forms.ts';

export const yes: FhirValue = { valueCoding: YES },
  no: FhirValue = { valueCoding: NO };

export const text = (valueString: string): FhirValue => ({ valueString });

const flag = (url: string): Extension => ({ url, valueBoolean: true });

export const at = (model: Model, linkId: string, ids: readonly number[] = []): Place => {
  const node = model.byLinkId.get(linkId);
  if (!node) throw new Error(linkId);
  return placeOf(node, ids);
};

export type Answers = Readonly<Record<string, readonly FhirValue[]>>;

const filled = (model: Model, answers: Answers, from = newState(model)): FormState =>
  Object.entries(answers).reduce(
    (state, [linkId, values]) => setAnswers(state, at(model, linkId), values),
    from,
  );

export const asked = (question: string, value = YES): Pick<QuestionnaireItem, 'enableWhen'> => ({
  enableWhen: [{ question, operator: '=', answerCoding: value }],
});

export const choice = (
  linkId: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'choice',
  text: linkId,
  answerOption: [{ valueCoding: YES }, { valueCoding: NO }],
  ...more,
});

export const words = (
  linkId: string,
  more: Partial<QuestionnaireItem> = {},
): QuestionnaireItem => ({
  linkId,
  type: 'string',
  text: linkId,
  ...more,
});

export const anamnesis = modelOf(
  form(
    {
      linkId: 'seite',
      type: 'group',
      text: 'Seite',
      item: [
        choice('gelenk'),
        words('wo', asked('gelenk')),
        words('arzt'),
        choice('tumor', { required: true }),
        words('welcher', asked('tumor')),
      ],
    },
    words('heute', { extension: [flag(EXTENSION.volatile)] }),
  ),
);

interface Today {
  readonly answers?: Answers;
  readonly opened?: readonly string[];
  readonly model?: Model;
}

/** Simulates one visit as a tablet stores it. */
export function visit(
  day: string,
  before: QuestionnaireResponse | undefined,
  beforeDay: string,
  { answers = {}, opened = [], model = anamnesis }: Today,
): QuestionnaireResponse {
  const earlier = before && previousOf(model, before, beforeDay),
    state = filled(model, answers, earlier?.start),
    taken = new Set(opened);
  const carried = earlier
    ? carryUntouched(model, state, earlier, { opened: taken })
    : { state, since: new Map<string, string>() };
  const authored = `${day}T10:00:00Z`;
  const response = responseOf(
    viewOf(model, carried.state),
    { status: 'completed', authored },
    ({ key }) => {
      const since = carried.since.get(key);
      return since === undefined ? [] : [extensionOfUnconfirmed(since)];
    },
  );
  return withOrigins(
    response,
    {
      at: authored,
      by: { kind: 'patient' },
      volatile: new Set(['heute']),
      ...(earlier && { takenBack: takenBackAt(model, state, earlier, taken) }),
    },
    before,
  );
}

export const told = (response: QuestionnaireResponse): string[] =>
  occurrencesOf(response).flatMap((one) =>
    one.answers.map((answer) => {
      const value = bareValue(answer),
        since = unconfirmedSince(answer);
      return `${one.linkId}: ${value.valueString ?? value.valueCoding?.code ?? '?'}${since === undefined ? '' : ` (since ${since})`}`;
    }),
  );

export const ONE = '2024-01-01',
  TWO = '2025-01-01',
  THREE = '2026-01-01';

export const first = visit(ONE, undefined, '', {
  answers: {
    gelenk: [yes],
    wo: [text('Hüfte')],
    arzt: [text('Dr. A')],
    tumor: [no],
    heute: [text('Husten')],
  },
});
