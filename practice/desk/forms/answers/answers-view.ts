// A response as the practice reads it: sections of questions with their answers, in German and in
// the wording the person read. Pure.

import { isUntranslated } from '../../../../shared/forms/answers/untranslated.ts';
import type { Answers } from '../../../../shared/forms/answers/answers.schema.ts';
import { berlinDay } from '../../../../shared/base/dates.ts';
import { attachmentOf } from '../../../../shared/exchange/attachment.ts';
import type { Attachment, FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import {
  isOption,
  isUnknown,
  modelOf,
  type Model,
  type Node,
} from '../../../../shared/forms/questionnaire/model.ts';
import {
  originOf,
  sinceOf,
  sourceIn,
  takenFromIn,
  unconfirmedSince,
  type OriginHow,
} from '../../../../shared/forms/answers/origin.ts';
import type { Source } from '../../../../shared/forms/questionnaire/expressions/inputs.ts';
import { bareValue, occurrencesOf } from '../../../../shared/forms/questionnaire/pairs.ts';
import { byRow, rowOf, type InRow } from '../../../../shared/forms/answers/row-order.ts';
import { shownAnswerIn, type ShownWords } from '../../../../shared/forms/questionnaire/shown.ts';
import { stateOfResponse } from '../../../../shared/forms/questionnaire/response.ts';
import { type ResponseAnswer } from '../../../../shared/forms/questionnaire/response-types.ts';
import { diffOf, germanText, type Difference } from '../../../../shared/forms/answers/revisit.ts';
import { mergeVisits } from '../../../../shared/forms/answers/untouched.ts';
import { viewOf } from '../../../../shared/forms/questionnaire/view.ts';
import { wordsOf, wordsOfOption } from '../../../../shared/forms/questionnaire/words.ts';

export interface ShownAnswer {
  text: string;
  /** The same text in the person's language, where it differs and has a translation. */
  foreign?: string;
  /** Typed by the person in a language other than German: not translated. */
  isOwnWords: boolean;
  isUnknown: boolean;
  photo?: { src: string; title: string };
  /** Name of a file that is not shown. */
  file?: string;
  /** A photo that has not arrived from the tablet yet. */
  isPhotoComing?: boolean;
  how?: OriginHow;
  at?: string;
  since?: string;
  /** Day of the last confirmation, where the person left an earlier answer untouched. */
  unconfirmed?: string;
  /** Name of the person whose answer this one repeats. */
  from?: string;
  /** Where the form took it from; the person left it as it was. */
  source?: Source;
}
export interface ShownQuestion {
  key: string;
  text: string;
  foreign?: string;
  /** The wording shown instead of the form's own, as recorded in the response. */
  shown?: ShownWords;
  /** Row of a repeating group, from 1. */
  row?: number;
  answers: ShownAnswer[];
  /** The form gives the answer: without one it was not calculated. */
  isGiven?: boolean;
}
export interface ShownSection {
  title: string;
  questions: ShownQuestion[];
}

const PICTURES: readonly string[] = ['image/jpeg', 'image/png', 'image/webp'];

/**
 * Returns a photo for display: only images embedded in the answers are rendered, never a URL that
 * was written into them (U1).
 */
export function photoOf({
  contentType,
  data,
  title,
}: Attachment): { src: string; title: string } | undefined {
  return contentType !== undefined &&
    PICTURES.includes(contentType) &&
    data !== undefined &&
    /^[A-Za-z0-9+/]+={0,2}$/.test(data)
    ? { src: `data:${contentType};base64,${data}`, title: title ?? '' }
    : undefined;
}

function shownAnswer(
  answer: ResponseAnswer,
  node: Node | undefined,
  language: string,
): ShownAnswer {
  const value: FhirValue = bareValue(answer),
    option = node?.options.find((one) => isOption(one, value)),
    file = value.valueAttachment;
  const said = language !== 'de' && option ? wordsOfOption(option, language) : undefined,
    shown = shownAnswerIn(answer),
    photo = file && photoOf(file),
    isComing = !photo && attachmentOf(file?.url) !== undefined,
    origin = originOf(answer),
    from = takenFromIn(answer),
    source = sourceIn(answer);
  const at = origin?.at,
    since = sinceOf(answer),
    unconfirmed = unconfirmedSince(answer);
  return {
    text: file ? '' : germanText(value),
    isUnknown: isUnknown(value),
    isOwnWords: isUntranslated(value, node, language),
    ...(shown !== undefined
      ? { foreign: shown }
      : said?.isTranslated === true && { foreign: said.text }),
    ...(photo && { photo }),
    ...(file && !photo && !isComing && { file: file.title ?? file.contentType ?? '–' }),
    ...(isComing && { isPhotoComing: true }),
    ...(unconfirmed !== undefined && { unconfirmed }),
    // An answer that the form gave again was confirmed by no person.
    ...(origin && !(source && origin.how === 'bestaetigt') && { how: origin.how }),
    ...(from !== undefined && { from }),
    ...(source && { source }),
    ...(at !== undefined && { at }),
    ...(since !== undefined && since !== at && { since }),
  };
}

/**
 * Returns the differences from the previous answers; answers this visit omitted still apply and
 * wait for a confirmation.
 */
export function differencesOf(
  { before, response, answeredAt }: Pick<Answers, 'before' | 'response' | 'answeredAt'>,
  model: Model | undefined,
): readonly Difference[] {
  if (!before) return [];
  const visits = [
    { response, day: berlinDay(answeredAt) },
    { response: before.response, day: berlinDay(before.answeredAt) },
  ] as const;
  return diffOf(before.response, model ? mergeVisits(model, [...visits]) : response);
}

/**
 * Returns every section with its answers and its open questions; answers without a place in the
 * form come last, under an empty title.
 */
export function sectionsOf({
  questionnaire,
  response,
  language,
}: Pick<Answers, 'questionnaire' | 'response' | 'language'>): {
  model: Model | undefined;
  sections: ShownSection[];
} {
  const occurrences = occurrencesOf(response),
    model = questionnaire ? modelOf(questionnaire) : undefined;
  const questionOf = (one: (typeof occurrences)[number], at: number): ShownQuestion => {
    const node = model?.byLinkId.get(one.linkId),
      words = node && language !== 'de' ? wordsOf(node.item, language) : undefined;
    const row = rowOf(node, one);
    return {
      key: `${one.linkId} ${at}`,
      text: node?.item.text ?? one.text,
      ...(one.shown
        ? { shown: one.shown }
        : words?.isTranslated === true && { foreign: words.text }),
      ...(row !== undefined && { row }),
      answers: one.answers.map((answer) => shownAnswer(answer, node, language)),
    };
  };
  if (!model) return { model, sections: [{ title: '', questions: occurrences.map(questionOf) }] };
  const asked = new Set(
    viewOf(model, stateOfResponse(model, response).state)
      .places()
      .map((place) => place.node.linkId),
  );
  const rootOf = (node: Node): Node => (node.parent ? rootOf(node.parent) : node);
  const sections = model.roots.map((root): ShownSection => {
    const nodes = model.nodes.filter((node) => node.isQuestion && rootOf(node) === root);
    const questions = nodes.flatMap((node): (InRow & { question: ShownQuestion })[] => {
      const own = occurrences.filter((one) => one.linkId === node.linkId);
      if (own.length > 0)
        return own.map((one, at) => ({
          node,
          row: rowOf(node, one),
          question: questionOf(one, at),
        }));
      return asked.has(node.linkId) && !node.isHidden
        ? [
            {
              node,
              row: undefined,
              question: {
                key: node.linkId,
                text: node.item.text ?? node.linkId,
                answers: [],
                ...(node.isReadOnly && { isGiven: true }),
              },
            },
          ]
        : [];
    });
    return {
      title: root.item.text ?? '',
      questions: questions.sort(byRow).map((one) => one.question),
    };
  });
  const lost = occurrences.filter((one) => !model.byLinkId.has(one.linkId)).map(questionOf);
  return {
    model,
    sections: [...sections, { title: '', questions: lost }].filter(
      (one) => one.questions.length > 0,
    ),
  };
}

/** Returns the linkId in the key of a place, which may name repetitions after it. */
export function linkIdOfKey(key: string): string {
  const [, name = '', tildes = ''] = /^(.*[^~])(~+)[\d.]+$/.exec(key) ?? [];
  // A tilde of the linkId itself is doubled.
  const bare = tildes.length % 2 === 1 ? `${name}${tildes.slice(1)}` : key;
  return bare
    .replace(/^~(?!~)/, '')
    .split('~~')
    .join('~');
}
