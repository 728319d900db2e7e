/**
 * The answers to a questionnaire as a document to be signed: built on the device from the response,
 * shown there, and sealed as it was shown. Pure.
 */

import { isUntranslated } from '../forms/answers/untranslated.ts';
import { canonicalText } from '../base/canonical-json.ts';
import { findLanguage } from '../base/languages.ts';
import { answeredSections, type AnsweredSection } from '../forms/answers/answer-sections.ts';
import { answerWords, dayText } from '../forms/answers/answer-words.ts';
import { recordersIn, takenFromIn, unconfirmedSince } from '../forms/answers/origin.ts';
import { isOption, isUnknown, type Model, type Node } from '../forms/questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../forms/questionnaire/pairs.ts';
import type {
  QuestionnaireResponse,
  ResponseAnswer,
} from '../forms/questionnaire/response-types.ts';
import { shownChoiceIn } from '../forms/questionnaire/shown.ts';
import { wordsOf, wordsOfOption } from '../forms/questionnaire/words.ts';
import type { AnswersPayload, FormData } from '../forms/task/form-task.ts';
import type { Block, DocumentData, DocumentSection, LocalText } from '../desk/document.ts';
import type { Reading } from './reading.ts';
import { sheetLanguageName, sheetWords } from '../forms/answers/sheet-words.ts';
import type { SignedBy, SubmitPayload } from './signature.ts';

/** The answers as a document, as shown and signed; `data` is its canonical JSON (RFC 8785). */
export interface SignedAnswers {
  data: string;
  dataSha256: string;
  /** ms UTC. */
  signedAt: number;
  signers: SignedBy[];
  reading: Reading;
}
/** Payload (schema 1) of `task.answers` of a task whose answers may be signed. */
export interface AnswersSubmission extends AnswersPayload {
  /** Absent where the task asks for no signature, or the person gave none. */
  signed?: SignedAnswers;
}

/** A form task whose answers are signed keeps nothing of earlier visits in the signed document. */
export type AnswersDocument = Omit<FormData, 'previous' | 'record' | 'ruledOut'>;

/**
 * Id of the last section about the answers; it names the layout. A tablet of an earlier version signs another layout,
 * which cannot be compared: a changed layout, or changed words around the answers, needs another id.
 */
const LAYOUT = 'fragebogen-2';

interface Sheet {
  readonly model: Model;
  /** Of the reading; German alone where it is German. */
  readonly language: string;
}

/**
 * Returns a document of the same task with these sections above its declaration.
 * @param languages German, and the one that was read
 */
function answersDocument(
  own: FormData,
  languages: readonly string[],
  sections: readonly DocumentSection[],
): AnswersDocument {
  const { previous: _before, record: _record, ruledOut: _reasons, ...data } = own;
  return { ...data, languages, available: languages, sections: [...sections, ...own.sections] };
}

/** Languages of the document: the one on the screen, if the form has it. */
export const sheetLanguages = (own: Pick<FormData, 'available'>, language: string): string[] =>
  language !== 'de' && own.available.includes(language) ? ['de', language] : ['de'];

const both = (sheet: Sheet, say: (language: string) => string): LocalText => ({
  de: say('de'),
  ...(sheet.language !== 'de' && { [sheet.language]: say(sheet.language) }),
});

/** Arabic and Persian have a comma of their own. */
const listed = (words: readonly string[], language: string): string =>
  words.join(findLanguage(language)?.dir === 'rtl' ? '، ' : ', ');

/**
 * Checks whether words that were read in a language belong on the sheet in another one: next to
 * their own language, else next to German, since the sheet has two languages at most.
 */
const isShownOn = (sheet: Sheet, read: string, language: string): boolean =>
  read === language || (language === 'de' && read !== sheet.language);

/** A question in a language; the words that were read instead, where they differ. */
function questionIn(
  sheet: Sheet,
  { node, row, shown }: Pick<AnsweredSection['lines'][number], 'node' | 'row' | 'shown'>,
  language: string,
): string {
  const own = sheet.model.questionnaire.language ?? 'de',
    standard = wordsOf(node.item, language, { own }).text || node.linkId,
    said = row === undefined ? standard : `${row}. ${standard}`;
  if (!shown || !isShownOn(sheet, shown.language, language) || isSameText(shown.text, standard))
    return said;
  return `${said} (${sheetWords(language).shown(shown.text)})`;
}
/** A response contains no no-break spaces. */
const isSameText = (shown: string, standard: string): boolean =>
  shown === standard.replaceAll('\u00a0', ' ');
const plainQuestion = (sheet: Sheet, node: Node, language: string): string =>
  questionIn(sheet, { node, row: undefined, shown: undefined }, language);

/** The words of a chosen option, where they were read in a language that the sheet lacks. */
function readAs(sheet: Sheet, answer: ResponseAnswer, language: string): string[] {
  const shown = shownChoiceIn(answer);
  return shown &&
    language === 'de' &&
    shown.language !== 'de' &&
    isShownOn(sheet, shown.language, language)
    ? [sheetWords(language).shown(shown.text)]
    : [];
}

/** Options of a list that were not chosen: who signs denies each of them. */
function untickedIn(
  sheet: Sheet,
  node: Node,
  answers: readonly ResponseAnswer[],
  language: string,
): string[] {
  const own = sheet.model.questionnaire.language ?? 'de';
  if (!node.isMultiple) return [];
  return node.options
    .filter(
      (option) =>
        !option.isExclusive &&
        !isUnknown(option.value) &&
        !answers.some((answer) => isOption(option, bareValue(answer))),
    )
    .map((option) => wordsOfOption(option, language, own).text);
}

function answerIn(sheet: Sheet, node: Node, answer: ResponseAnswer, language: string): string {
  const words = sheetWords(language),
    value = bareValue(answer),
    own = sheet.model.questionnaire.language ?? 'de',
    since = unconfirmedSince(answer),
    from = takenFromIn(answer);
  const isForeign = language === 'de' && isUntranslated(value, node, sheet.language);
  const notes = [
    ...(isForeign ? [words.untranslated] : []),
    ...readAs(sheet, answer, language),
    ...(from === undefined ? [] : [words.from(from)]),
    ...(since === undefined ? [] : [words.since(dayText(since))]),
  ];
  const text = answerWords(node, value, { language, own, photo: words.photo }).text || '–';
  return notes.length === 0 ? text : `${text} (${listed(notes, language)})`;
}

/** All answers to a question; of a list also what was not ticked, unless none was known. */
function answersIn(
  sheet: Sheet,
  { node, answers, isUnsure }: AnsweredSection['lines'][number],
  language: string,
): string {
  const said = listed(
      answers.map((answer) => answerIn(sheet, node, answer, language)),
      language,
    ),
    rest = isUnsure ? [] : untickedIn(sheet, node, answers, language);
  return rest.length === 0
    ? said
    : `${said} (${sheetWords(language).unticked}: ${listed(rest, language)})`;
}

function blocksOf(sheet: Sheet, { lines, no, open }: AnsweredSection): Block[] {
  const line = (label: 'no' | 'open', asked: AnsweredSection['no']): LocalText =>
    both(sheet, (language) => {
      const questions = asked.map(({ node, shown }) => {
        const denied = label === 'no' ? untickedIn(sheet, node, [], language) : [],
          question = questionIn(sheet, { node, row: undefined, shown }, language);
        return denied.length === 0 ? question : `${question} (${listed(denied, language)})`;
      });
      return `${sheetWords(language)[label]}: ${questions.join(' · ')}`;
    });
  return [
    ...(lines.length === 0
      ? []
      : [
          {
            type: 'table' as const,
            caption: both(sheet, (language) => sheetWords(language).yours),
            head: [
              both(sheet, (language) => sheetWords(language).question),
              both(sheet, (language) => sheetWords(language).answer),
            ],
            rows: lines.map((line) => [
              both(sheet, (language) => questionIn(sheet, line, language)),
              both(sheet, (language) => answersIn(sheet, line, language)),
            ]),
          },
        ]),
    ...(no.length === 0 ? [] : [{ type: 'p' as const, text: line('no', no) }]),
    ...(open.length === 0
      ? []
      : [
          {
            type: 'note' as const,
            text: line(
              'open',
              open.map((node) => ({ node, shown: undefined })),
            ),
          },
        ]),
  ];
}

/** An answer that was carried on, or taken from a relative, was not read today. */
const isReadToday = (answer: ResponseAnswer): boolean =>
  unconfirmedSince(answer) === undefined && takenFromIn(answer) === undefined;

/** Returns the languages in which the questions were read, and that of the sheet. */
function languagesRead({ model, language }: Sheet, response: QuestionnaireResponse): string[] {
  const own = model.questionnaire.language ?? 'de';
  const read = occurrencesOf(response).flatMap(({ linkId, shown, answers }) => {
    const node = model.byLinkId.get(linkId);
    if (!node || node.isHidden || node.isReadOnly || !answers.some(isReadToday)) return [];
    if (shown) return [shown.language];
    const hasOther = !isSameText(node.item.text ?? '', wordsOf(node.item, language, { own }).text);
    return hasOther ? [own] : [];
  });
  return [...new Set([...read, language])];
}

/** Which form it was, and how it was read. */
function aboutOf(sheet: Sheet, own: FormData, response: QuestionnaireResponse): Block[] {
  const isPlain = occurrencesOf(response).some(({ shown }) => shown?.plain === true),
    recorders = recordersIn(response),
    read = languagesRead(sheet, response);
  const line = (say: (language: string) => string): Block => ({
    type: 'p',
    text: both(sheet, say),
  });
  return [
    line((language) =>
      sheetWords(language).form(own.title[language] ?? own.title.de, own.form.version),
    ),
    line((language) =>
      sheetWords(language).readIn(
        listed(
          read.map((one) => sheetLanguageName(one, language)),
          language,
        ),
      ),
    ),
    ...(isPlain ? [line((language) => sheetWords(language).plain)] : []),
    ...(recorders.length === 0
      ? []
      : [line((language) => sheetWords(language).recorded(recorders.join(', ')))]),
  ];
}

/** Returns the document that is shown before the signature, and signed. */
export function signedDocument(input: {
  readonly own: FormData;
  readonly model: Model;
  readonly response: QuestionnaireResponse;
  /** Language on the screen. */
  readonly language: string;
}): AnswersDocument {
  const { own, model, response } = input,
    languages = sheetLanguages(own, input.language),
    sheet: Sheet = { model, language: languages[1] ?? 'de' },
    answered = answeredSections(model, response);
  const sections = answered.flatMap((section, at): DocumentSection[] => {
    const body = blocksOf(sheet, section),
      { root } = section;
    if (body.length === 0) return [];
    const heading = both(sheet, (language) =>
      root.isQuestion || (root.item.text ?? '') === ''
        ? sheetWords(language).yours
        : plainQuestion(sheet, root, language),
    );
    return [{ id: `antworten-${at + 1}`, heading, body }];
  });
  return answersDocument(own, languages, [
    ...sections,
    {
      id: LAYOUT,
      heading: both(sheet, (language) => sheetWords(language).about),
      body: aboutOf(sheet, own, response),
    },
  ]);
}

/** The signature of answers, as the sealing expects it; nothing but the data was presented. */
export const submissionOf = (
  { taskId, language, device }: AnswersSubmission,
  { dataSha256, signedAt, signers, reading }: SignedAnswers,
): SubmitPayload => ({
  taskId,
  dataSha256,
  presentedPdfSha256: dataSha256,
  language,
  signedAt,
  signers,
  declarations: [],
  reading,
  wantsPaperCopy: false,
  device,
});

/**
 * Returns what a device must have signed for this task if these are its answers: everything else is
 * the task's own. Undefined where it cannot be.
 */
export const expectedDocument = (
  given: Pick<DocumentData, 'languages' | 'sections'>,
  own: FormData,
): AnswersDocument | undefined => {
  const [german, further, ...more] = given.languages,
    answers = given.sections.slice(0, given.sections.length - own.sections.length);
  if (german !== 'de' || more.length > 0 || answers.length === 0) return undefined;
  if (further !== undefined && !own.available.includes(further)) return undefined;
  return answersDocument(own, given.languages, answers);
};

/**
 * Checks whether a signed document states exactly what the response states: questions, answers,
 * wording, mode and languages.
 * @param own the task as it was sent
 * @returns true also for a document of another layout, which cannot be compared
 */
export const statesAnswers = (
  signed: Pick<DocumentData, 'sections'>,
  input: Parameters<typeof signedDocument>[0],
): boolean =>
  !signed.sections.some(({ id }) => id === LAYOUT) ||
  canonicalText(signed.sections) === canonicalText(signedDocument(input).sections);
