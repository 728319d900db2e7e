/**
 * Random questionnaires of every kind of item and condition, and random fillings, for property
 * tests.
 */
import fc from 'fast-check';
import type { FhirValue } from '../../shared/forms/questionnaire/fhir.ts';
import { NO, UNKNOWN, YES, type Model, type Node } from '../../shared/forms/questionnaire/model.ts';
import {
  addInstance,
  answersAt,
  everyPlace,
  instancesAt,
  newState,
  placeOf,
  removeInstance,
  setAnswers,
  type FormState,
} from '../../shared/forms/questionnaire/state.ts';
import {
  ENABLE_OPERATORS,
  type EnableWhen,
  type ItemType,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';
import { hasCircle, type Sheet } from './reference.ts';

export const form = (...item: QuestionnaireItem[]): Questionnaire => ({
  resourceType: 'Questionnaire',
  status: 'active',
  url: 'urn:test',
  version: '1',
  item,
});

/** Kinds of questions with and without an order, for every `answer[x]`. */
export const QUESTION_TYPES: readonly ItemType[] = [
  'boolean',
  'integer',
  'decimal',
  'date',
  'dateTime',
  'time',
  'string',
  'text',
  'url',
  'choice',
  'open-choice',
  'quantity',
  'reference',
  'attachment',
];
const CODINGS = [YES, NO, UNKNOWN, { system: 'urn:other', code: 'Y', display: 'Auch Y' }];

/** Returns one of a few values of each kind, so few that conditions are often met. */
export function someValue(type: ItemType, n: number): FhirValue {
  switch (type) {
    case 'boolean':
      return { valueBoolean: n % 2 === 0 };
    case 'integer':
      return { valueInteger: (n % 5) - 1 };
    case 'decimal':
      return { valueDecimal: ((n % 5) - 1) / 2 };
    case 'date':
      return { valueDate: `2020-01-0${(n % 5) + 1}` };
    case 'dateTime':
      return { valueDateTime: `2020-01-0${(n % 5) + 1}T10:00:00Z` };
    case 'time':
      return { valueTime: `1${n % 5}:30:00` };
    case 'url':
      return { valueUri: `urn:x:${n % 4}` };
    case 'choice':
      return { valueCoding: CODINGS[n % 4] ?? YES };
    case 'open-choice':
      return n % 3 === 0
        ? { valueString: `eigen ${n % 2}` }
        : { valueCoding: CODINGS[n % 4] ?? YES };
    case 'quantity':
      return {
        valueQuantity: {
          value: n % 4,
          unit: n % 3 === 0 ? 'g' : 'mg',
          system: 'http://unitsofmeasure.org',
          code: n % 3 === 0 ? 'g' : 'mg',
        },
      };
    case 'reference':
      return { valueReference: { reference: `Patient/${n % 3}` } };
    case 'attachment':
      return { valueAttachment: { contentType: 'image/jpeg', url: `urn:file:${n % 3}`, size: n } };
    default:
      return { valueString: `t${n % 4}` };
  }
}

/** Returns a condition on a question; a kind without `answer[x]` allows only `exists`. */
function someWhen(
  question: string,
  type: ItemType,
  operator: EnableWhen['operator'],
  n: number,
): EnableWhen {
  const {
    valueBoolean,
    valueInteger,
    valueDecimal,
    valueDate,
    valueDateTime,
    valueTime,
    valueString,
    valueUri,
    valueCoding,
    valueQuantity,
    valueReference,
  } = someValue(type, n);
  const text = valueString ?? valueUri;
  if (operator === 'exists' || type === 'attachment')
    return { question, operator: 'exists', answerBoolean: n % 2 === 0 };
  return {
    question,
    operator,
    ...(valueBoolean !== undefined && { answerBoolean: valueBoolean }),
    ...(valueInteger !== undefined && { answerInteger: valueInteger }),
    ...(valueDecimal !== undefined && { answerDecimal: valueDecimal }),
    ...(valueDate !== undefined && { answerDate: valueDate }),
    ...(valueDateTime !== undefined && { answerDateTime: valueDateTime }),
    ...(valueTime !== undefined && { answerTime: valueTime }),
    ...(text !== undefined && { answerString: text }),
    ...(valueCoding && { answerCoding: valueCoding }),
    ...(valueQuantity && { answerQuantity: valueQuantity }),
    ...(valueReference && { answerReference: valueReference }),
  };
}

interface Draft {
  readonly type: number;
  readonly kind: number;
  readonly repeats: boolean;
  readonly required: boolean;
  readonly hidden: boolean;
  readonly whens: readonly {
    readonly target: number;
    readonly operator: number;
    readonly n: number;
  }[];
  readonly all: boolean;
  readonly below: number;
}
const draft = fc.record<Draft>({
  type: fc.nat(QUESTION_TYPES.length - 1),
  kind: fc.nat(6),
  repeats: fc.boolean(),
  required: fc.boolean(),
  hidden: fc.constantFrom(false, false, false, true),
  whens: fc.array(fc.record({ target: fc.nat(60), operator: fc.nat(6), n: fc.nat(11) }), {
    maxLength: 3,
  }),
  all: fc.boolean(),
  below: fc.nat(4),
});

/**
 * Builds the form of some drafts: nested, with conditions on any question before, around, inside or
 * after.
 */
function formOf(drafts: readonly Draft[], withCircles: boolean): Questionnaire {
  const flat: {
    linkId: string;
    type: ItemType;
    draft: Draft;
    whens: EnableWhen[];
    below: number[];
  }[] = drafts.map((one, at) => ({
    linkId: `i${at}`,
    type:
      one.kind <= 1
        ? 'group'
        : one.kind === 6 && at % 3 === 0
          ? 'display'
          : (QUESTION_TYPES[one.type] ?? 'string'),
    draft: one,
    whens: [],
    below: [],
  }));
  const roots: number[] = [],
    rest = flat.map((_, at) => at);
  const take = (into: number[], count: number, depth: number): void => {
    for (let n = 0; n < count && rest.length > 0; n++) {
      const at = rest.shift() ?? 0,
        own = flat[at];
      if (!own) return;
      into.push(at);
      if (own.type !== 'display' && (own.type === 'group' || own.draft.kind === 2) && depth < 4)
        take(own.below, own.draft.below + (own.type === 'group' ? 1 : 0), depth + 1);
    }
  };
  take(roots, flat.length, 0);
  const itemOf = (at: number): QuestionnaireItem[] => {
    const own = flat[at];
    if (!own) return [];
    const { linkId, type, draft: one, whens, below } = own;
    return [
      {
        linkId,
        type,
        text: `Text ${linkId}`,
        ...(one.repeats && type !== 'display' && { repeats: true }),
        ...(one.required && type !== 'display' && { required: true }),
        ...(one.hidden && {
          extension: [
            {
              url: 'http://hl7.org/fhir/StructureDefinition/questionnaire-hidden',
              valueBoolean: true,
            },
          ],
        }),
        ...(whens.length > 0 && {
          enableWhen: [...whens],
          enableBehavior: one.all ? ('all' as const) : ('any' as const),
        }),
        ...(type === 'choice' || type === 'open-choice'
          ? { answerOption: CODINGS.map((valueCoding) => ({ valueCoding })) }
          : {}),
        ...(below.length > 0 && { item: below.flatMap(itemOf) }),
      },
    ];
  };
  const whole = (): Questionnaire => form(...roots.flatMap(itemOf));
  // Conditions are inserted one by one; one that would close a cycle is dropped again, unless
  // cycles are allowed.
  for (const own of flat)
    for (const { target, operator, n } of own.draft.whens) {
      const questions = flat.filter(
          (one) => one !== own && one.type !== 'group' && one.type !== 'display',
        ),
        question = questions[target % Math.max(1, questions.length)];
      if (!question) continue;
      own.whens.push(
        someWhen(question.linkId, question.type, ENABLE_OPERATORS[operator] ?? '=', n),
      );
      if (!withCircles && hasCircle(whole())) own.whens.pop();
    }
  return whole();
}
/** @param withCircles allows cyclic conditions, which the standard gives no meaning */
export const randomForm = (maxLength = 14, withCircles = false): fc.Arbitrary<Questionnaire> =>
  fc.array(draft, { minLength: 1, maxLength }).map((drafts) => formOf(drafts, withCircles));

export interface Act {
  readonly place: number;
  readonly n: number;
  readonly act: number;
}
export const randomActs = fc.array(
  fc.record<Act>({ place: fc.nat(1000), n: fc.nat(40), act: fc.nat(9) }),
  { maxLength: 50 },
);

/**
 * Applies actions to a new state: answers, removes answers, adds and removes repetitions, also at
 * hidden items.
 */
export function play(
  model: Model,
  acts: readonly Act[],
  from: FormState = newState(model),
): FormState {
  let state = from;
  for (const { place: where, n, act } of acts) {
    const places = [...everyPlace(state, model.roots)],
      place = places[where % Math.max(1, places.length)];
    if (!place) continue;
    const { node } = place;
    if (node.type === 'group') {
      const ids = instancesAt(state, place);
      if (node.isFrame && act < 5) state = addInstance(state, place);
      else if (node.isFrame && ids.length > 1)
        state = removeInstance(state, place, ids[n % ids.length] ?? -1);
      continue;
    }
    if (!node.isQuestion) continue;
    const several = [n, n + 1, n + act]
      .map((one) => someValue(node.type, one))
      .filter(
        (one, at, all) =>
          all.findIndex((other) => JSON.stringify(other) === JSON.stringify(one)) === at,
      );
    state = setAnswers(
      state,
      place,
      act === 0 ? [] : node.isMultiple ? several : [someValue(node.type, n)],
    );
  }
  return state;
}

/**
 * Converts the state to the sheet that the reference reads: positions only, without the engine's
 * verdicts.
 */
export function sheetOf(model: Model, state: FormState): Sheet[] {
  const list = (nodes: readonly Node[], ids: readonly number[]): Sheet[] =>
    nodes.map((node) => {
      const place = placeOf(node, ids),
        instances = instancesAt(state, place),
        inside = (at: number): Sheet[] =>
          list(node.children, node.isFrame ? [...ids, instances[at] ?? -1] : ids);
      if (node.type === 'group')
        return {
          item: node.item,
          answers: [],
          rows: node.isFrame ? instances.map((_, at) => inside(at)) : [inside(0)],
        };
      // Items below a missing answer cannot exist in a response, and are not asked.
      return {
        item: node.item,
        rows: [],
        answers: answersAt(state, place).map((value, at) => ({
          value,
          below: node.isFrame || at === 0 ? inside(at) : [],
        })),
      };
    });
  return list(model.roots, []);
}
