// Ready pieces of forms: small ones defined here, and items copied from another form with their
// texts in every language.

import {
  translationOf,
  TRANSLATION,
  type FhirElement,
} from '../../../../shared/forms/questionnaire/fhir.ts';
import { codeOf, EXTENSION } from '../../../../shared/forms/questionnaire/extensions.ts';
import {
  everyItem,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { addItem, findItem, freeLinkId } from './edit.ts';

const YES_NO_UNKNOWN = 'http://hl7.org/fhir/ValueSet/yesnodontknow';
const en = (content: string): FhirElement => ({
  extension: [
    {
      url: TRANSLATION,
      extension: [
        { url: 'lang', valueCode: 'en' },
        { url: 'content', valueString: content },
      ],
    },
  ],
});
export type PieceKey = 'yesNo' | 'choice' | 'date' | 'scale' | 'photo' | 'signing';
/**
 * `linkId` is a base; the form assigns the name. Texts only where they are the same in every
 * practice.
 */
export const PIECES: Readonly<Record<PieceKey, QuestionnaireItem>> = {
  yesNo: { linkId: 'frage', type: 'choice', answerValueSet: YES_NO_UNKNOWN, required: true },
  choice: {
    linkId: 'auswahl',
    type: 'choice',
    repeats: true,
    answerOption: [
      { valueCoding: { system: 'urn:molar:praxis', code: 'antwort-1', display: 'Erste Antwort' } },
      { valueCoding: { system: 'urn:molar:praxis', code: 'antwort-2', display: 'Zweite Antwort' } },
      {
        valueCoding: {
          system: 'urn:molar:praxis',
          code: 'nichts',
          display: 'Nichts davon',
          _display: en('None of these'),
        },
        extension: [{ url: EXTENSION.optionExclusive, valueBoolean: true }],
      },
    ],
  },
  date: { linkId: 'datum', type: 'date' },
  scale: {
    linkId: 'skala',
    type: 'integer',
    extension: [
      {
        url: EXTENSION.itemControl,
        valueCodeableConcept: {
          coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code: 'slider' }],
        },
      },
      { url: EXTENSION.minValue, valueInteger: 0 },
      { url: EXTENSION.maxValue, valueInteger: 10 },
    ],
  },
  photo: { linkId: 'foto', type: 'attachment', text: 'Foto aufnehmen', _text: en('Take a photo') },
  signing: {
    linkId: 'hinweis',
    type: 'display',
    text: 'Ihre Angaben werden in Ihrer Patientenakte gespeichert. Bitte sagen Sie uns, wenn sich etwas ändert.',
    _text: en(
      'Your answers are kept in your patient record. Please tell us when something changes.',
    ),
  },
};
export function addPiece(
  form: Questionnaire,
  at: string | undefined,
  piece: PieceKey,
): { form: Questionnaire; linkId: string } {
  const linkId = freeLinkId(form, PIECES[piece].linkId);
  return { form: addItem(form, at, { ...PIECES[piece], linkId }), linkId };
}

/**
 * Copies an item of another form with its whole subtree. Its name is kept where it is free, so that
 * answers are found again; conditions among the copied items keep their meaning. Value sets that
 * they refer to are copied, too.
 */
export function takeOver(
  form: Questionnaire,
  at: string | undefined,
  from: Questionnaire,
  linkId: string,
): { form: Questionnaire; linkId: string } {
  const item = findItem(from, linkId)?.item;
  if (!item) return { form, linkId };
  const used = new Set([...everyItem(form.item)].map((one) => one.item.linkId)),
    names = new Map<string, string>(),
    taken = new Set<string>();
  for (const { item: one } of everyItem([item])) {
    const name = used.has(one.linkId) ? freeLinkId(form, one.linkId, taken) : one.linkId;
    names.set(one.linkId, name);
    taken.add(name);
  }
  const sets = new Set<string>();
  const copy = (one: QuestionnaireItem): QuestionnaireItem => {
    if (one.answerValueSet?.startsWith('#') === true) sets.add(one.answerValueSet.slice(1));
    return {
      ...one,
      linkId: names.get(one.linkId) ?? one.linkId,
      ...(one.enableWhen && {
        enableWhen: one.enableWhen.map((when) => ({
          ...when,
          question: names.get(when.question) ?? when.question,
        })),
      }),
      ...(one.item && { item: one.item.map(copy) }),
    };
  };
  const made = copy(item),
    known = new Set(form.contained?.map((one) => one.id)),
    brought = (from.contained ?? []).filter(
      (one) => one.id !== undefined && sets.has(one.id) && !known.has(one.id),
    );
  return {
    form: addItem(
      {
        ...form,
        ...(brought.length > 0 && { contained: [...(form.contained ?? []), ...brought] }),
      },
      at,
      made,
    ),
    linkId: made.linkId,
  };
}

/**
 * Returns the items of a form that can be copied as a whole: pages, groups and questions, without
 * help texts.
 */
export const takeable = (
  from: Questionnaire,
): { linkId: string; text: string; level: number; type: QuestionnaireItem['type'] }[] =>
  [...everyItem(from.item)].flatMap(({ item, path }) =>
    item.text === undefined || codeOf(item, EXTENSION.itemControl) === 'help'
      ? []
      : [{ linkId: item.linkId, text: item.text, level: path.length, type: item.type }],
  );

/**
 * Checks whether a row of the outline matches a search: its text, its name, or its text in another
 * language.
 */
export function isFound(
  item: QuestionnaireItem,
  wanted: string,
  languages: readonly string[],
): boolean {
  const word = wanted.trim().toLowerCase();
  return (
    word === '' ||
    [
      item.text,
      item.prefix,
      item.linkId,
      ...languages.map((one) => translationOf(item._text, one)),
      ...(item.answerOption ?? []).map((one) => one.valueCoding?.display ?? one.valueString),
    ].some((text) => text?.toLowerCase().includes(word) === true)
  );
}
