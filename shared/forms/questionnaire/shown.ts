/**
 * The words that a person read when answering: plain language or a translation asks in other words
 * than the form's own. With the draft lies how each answer was read; the response says `item.text`
 * as it was shown, and beside it language, mode and the form's own words.
 */

import { extensionOf, type Extension } from './fhir.ts';
import type { ResponseItem } from './response-types.ts';
import type { FormState, ShownHow } from './state.ts';
import { wordsOf } from './words.ts';
import type { QuestionnaireItem } from './questionnaire.ts';

/**
 * Extension on an item of a response whose `text` is not the form's own: `language` (BCP 47),
 * `mode` (`plain` or `standard`), `standard` (the form's own words).
 */
export const SHOWN = 'urn:molar:fhir:shown';

/** A question as it was shown. */
export interface ShownWords extends ShownHow {
  readonly text: string;
  /** In the form's own words. */
  readonly standard: string;
}

/**
 * The state after an act, with the words on the screen kept at every answer that the act changed;
 * other answers keep theirs.
 * @param own language of the form; what is read in it and in no plain words needs no mark
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
 * What stands at an answered question in a response: the text as it was shown, and the mark where
 * that is not the form's own.
 * @param how as it was read; absent where nobody knows, or where the form's own words were shown
 */
export function shownText(
  item: QuestionnaireItem,
  how: ShownHow | undefined,
  own = 'de',
): { readonly text?: string; readonly extension?: readonly Extension[] } {
  const standard = item.text;
  if (standard === undefined) return {};
  const words = how && wordsOf(item, how.language, { plain: how.plain, own });
  // The standard allows no blank in a string that does not break.
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

/** Which words were shown at an item; nothing where they were the form's own. */
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
/** The question in the form's own words, whatever was shown. */
export const standardText = (item: ResponseItem): string =>
  shownIn(item)?.standard ?? item.text ?? item.linkId;
