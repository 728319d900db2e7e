/**
 * The text shown to a person when answering: plain language or a translation differs from the
 * form's own. The draft stores how each answer was read; the response contains the shown text in
 * `item.text`, with language, mode and the form's own text.
 */

import { isWithoutValue, UNKNOWN_OPTION } from './absent.ts';
import { extensionOf, type Extension, type FhirElement, type FhirValue } from './fhir.ts';
import { isOption, type Node } from './model.ts';
import type { ResponseItem } from './response-types.ts';
import type { FormState, ShownHow } from './state.ts';
import { wordsOf, wordsOfOption } from './words.ts';
import type { QuestionnaireItem } from './questionnaire.ts';

/**
 * Extension on an item of a response whose `text` is not the form's own: `language` (BCP 47),
 * `mode` (`plain` or `standard`), `standard` (the form's own words). On an answer: `language` and
 * the `text` of the chosen option.
 */
export const SHOWN = 'urn:molar:fhir:shown';

/** A question as shown. */
export interface ShownWords extends ShownHow {
  readonly text: string;
  /** In the form's own text. */
  readonly standard: string;
}

/**
 * Returns the state after an act, with the text on the screen stored at every changed answer; other
 * answers keep theirs.
 * @param own language of the form; the standard text in it needs no mark
 */
export function markShown(
  before: FormState,
  next: FormState,
  { language, plain }: ShownHow,
  own: string,
): FormState {
  const changed = Object.keys(next.answers).filter(
    (key) => next.answers[key] !== before.answers[key],
  );
  if (changed.length === 0) return next;
  const shown = { ...next.shown },
    isOther = plain || language !== own;
  if (!isOther && changed.every((key) => shown[key] === undefined)) return next;
  for (const key of changed) {
    if (isOther) shown[key] = { language, plain };
    else delete shown[key];
  }
  return { ...next, shown };
}

/**
 * Returns the displayed text of an answered question in a response, and the mark if the text is not
 * the form's own.
 * @param how the reading of the text; absent if unknown, or if the form's own text was shown
 */
export function shownText(
  item: QuestionnaireItem,
  how: ShownHow | undefined,
  own = 'de',
): { readonly text?: string; readonly extension?: readonly Extension[] } {
  const standard = item.text;
  if (standard === undefined) return {};
  const words = how && wordsOf(item, how.language, { plain: how.plain, own });
  // The standard forbids no-break spaces in a string.
  const text = words?.text.replaceAll('\u00a0', ' ');
  if (!how || !words || text === undefined || text === standard) return { text: standard };
  const mode =
    how.plain && text !== wordsOf(item, how.language, { own }).text.replaceAll('\u00a0', ' ')
      ? 'plain'
      : 'standard';
  return {
    text,
    extension: [
      {
        url: SHOWN,
        extension: [
          { url: 'language', valueCode: words.language },
          { url: 'mode', valueCode: mode },
          { url: 'standard', valueString: standard },
        ],
      },
    ],
  };
}

/**
 * Returns the mark of an answer whose words were shown in another language: `language` and `text`.
 * @param how the reading of the text; absent for the form's own
 */
export function shownOption(
  node: Pick<Node, 'options'>,
  value: FhirValue,
  how: ShownHow | undefined,
  own = 'de',
): readonly Extension[] {
  const option =
      how &&
      (isWithoutValue(node, value)
        ? UNKNOWN_OPTION
        : node.options.find((one) => isOption(one, value))),
    said = option && wordsOfOption(option, how.language, own),
    // The standard forbids no-break spaces in a string.
    text = said?.text.replaceAll('\u00a0', ' ');
  if (!said || text === undefined || !said.isTranslated || text === option?.text) return [];
  return [
    {
      url: SHOWN,
      extension: [
        { url: 'language', valueCode: said.language },
        { url: 'text', valueString: text },
      ],
    },
  ];
}

/** Returns the words of a chosen option as shown, and their language; undefined for the form's own. */
export function shownChoiceIn(
  answer: FhirElement,
): { readonly language: string; readonly text: string } | undefined {
  const mark = extensionOf(answer, SHOWN),
    language = mark && extensionOf(mark, 'language')?.valueCode,
    text = mark && extensionOf(mark, 'text')?.valueString;
  return language === undefined || text === undefined ? undefined : { language, text };
}
/** Returns the words of an answer as shown; undefined for the form's own. */
export const shownAnswerIn = (answer: FhirElement): string | undefined =>
  shownChoiceIn(answer)?.text;

/** Returns which text was shown at an item; undefined for the form's own. */
export function shownIn(item: ResponseItem): ShownWords | undefined {
  const mark = extensionOf(item, SHOWN),
    language = mark && extensionOf(mark, 'language')?.valueCode,
    standard = mark && extensionOf(mark, 'standard')?.valueString;
  if (!mark || language === undefined || standard === undefined || item.text === undefined)
    return undefined;
  return {
    text: item.text,
    language,
    plain: extensionOf(mark, 'mode')?.valueCode === 'plain',
    standard,
  };
}
/** Returns the question in the form's own text, whatever was shown. */
export const standardText = (item: ResponseItem): string =>
  shownIn(item)?.standard ?? item.text ?? item.linkId;
