/**
 * The critical answers of a patient from one or several forms, grouped by kind; a missing answer in
 * one form never hides an answer of another.
 */

import { germanDay } from '../../base/dates.ts';
import { languageName } from '../../base/language-names.ts';
import {
  ASKED_OF_EVERYBODY,
  CRITICAL_KINDS,
  CRITICAL_WORDS,
  type CriticalKind,
} from './critical.ts';
import { criticalOf, questionOf, type Critical, type CriticalState } from './find-critical.ts';
import type { FhirValue } from '../questionnaire/fhir.ts';
import { isUnknown, type Model, type Node } from '../questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../questionnaire/response-types.ts';
import { unconfirmedSince } from './origin.ts';
import { germanText } from './revisit.ts';
import { isUntranslated } from './untranslated.ts';
import { meets } from '../questionnaire/view.ts';

/** One set of answers with its form. */
export interface CardSource {
  readonly answersId: string;
  readonly model: Model;
  readonly response: QuestionnaireResponse;
  /** Language in which the form was filled in. */
  readonly language: string;
  /**
   * linkIds that the same person answered again later, in a form of the same family: the later
   * answers replace these.
   */
  readonly superseded?: ReadonlySet<string>;
  /** `YYYY-MM-DD`: day of the answers, if a later visit did not repeat them. */
  readonly unconfirmed?: string;
}
/** An addendum by staff; `at` in ms. */
export interface Addition {
  readonly id: string;
  readonly answersId: string;
  readonly at: number;
  readonly by: string;
  readonly text: string;
  readonly kind: CriticalKind | null;
}

/** A detail of an answer (a medicine), and the day of its last confirmation, `YYYY-MM-DD`. */
interface Waiting {
  readonly text: string;
  readonly since: string;
}

export interface CardEntry {
  readonly state: CriticalState;
  /** The question; empty for a Nachtrag, and if no form of this patient asks it. */
  readonly question: string;
  /** German text of the answer with its details („Andere: Nickel“); empty with `nicht_gefragt`. */
  readonly answer: string;
  /** The answer contains free text in this language, not German: it is not translated. */
  readonly untranslated?: string;
  readonly missing?: 'unanswered' | 'unticked' | 'unasked';
  /** ISO 8601: when it was last answered or confirmed. */
  readonly at: string | null;
  /** `YYYY-MM-DD`: day of the last confirmation, if it was carried over and not confirmed. */
  readonly unconfirmed?: string;
  /** Details that were carried over and not confirmed, though the answer itself was. */
  readonly waits?: readonly Waiting[];
  /** Form of the answer; absent if no form asks. */
  readonly answersId: string | null;
  /** Author, if it is a Nachtrag. */
  readonly addedBy?: string;
}
/** All entries of one kind in one state. */
export interface CardGroup {
  readonly kind: CriticalKind;
  readonly state: CriticalState;
  readonly entries: readonly CardEntry[];
}

interface Detail {
  readonly text: string;
  /** The person does not know it; the text contains the question. */
  readonly isUnknown: boolean;
  readonly isForeign: boolean;
  readonly unconfirmed: string | undefined;
}

/** Earlier versions of the app stored „Weiß ich nicht“ as words, behind those in other languages. */
const isNotKnown = (value: FhirValue): boolean =>
  isUnknown(value) || /(^|\()Weiß ich nicht\)?$/.test(value.valueString ?? '');
const notKnown = (question: string): string =>
  `${question.endsWith('?') ? question : `${question}:`} weiß nicht`;

/** Details of an answer from its follow-up questions: which drug, which other illness. */
function detailsOf(
  { model, response, language }: CardSource,
  linkId: string,
  value: FhirValue,
): Detail[] {
  const answered = occurrencesOf(response);
  const saidAt = (node: Node, row?: number): Detail[] =>
    answered
      .filter(
        (one) =>
          one.linkId === node.linkId &&
          (row === undefined || one.path.some((step) => isRow(node, step, row))),
      )
      .flatMap((one) =>
        one.answers.map((answer) => {
          const said = bareValue(answer),
            isOpen = isNotKnown(said);
          return {
            text: isOpen ? notKnown(questionOf(node)) : germanText(said),
            isUnknown: isOpen,
            isForeign: !isOpen && isUntranslated(said, node, language),
            unconfirmed: unconfirmedSince(answer),
          };
        }),
      );
  return model.nodes
    .filter(
      (node) =>
        node.type !== 'attachment' &&
        node.options.length === 0 &&
        node.enableWhen.some(
          (when) => when.question === linkId && when.operator === '=' && meets(when, [value]),
        ),
    )
    .flatMap((node) => {
      if (node.type !== 'group') return saidAt(node);
      // A list of medicines: one detail per line, with name, strength and time.
      const inside = model.nodes.filter((one) => one.isQuestion && one.frames.includes(node)),
        rows = answered
          .filter((one) => inside.some((other) => other.linkId === one.linkId))
          .flatMap((one) => one.path.filter((step) => step.linkId === node.linkId));
      return [...new Set(rows.map((step) => step.at))]
        .sort((a, b) => a - b)
        .map((row) => {
          const parts = inside.flatMap((one) => saidAt(one, row));
          return {
            text: parts.map((one) => one.text).join(' '),
            isUnknown: parts.every((one) => one.isUnknown),
            isForeign: parts.some((one) => one.isForeign),
            unconfirmed: parts.flatMap((one) => one.unconfirmed ?? []).sort()[0],
          };
        });
    });
}
const isRow = ({ frames }: Node, step: { linkId: string; at: number }, row: number): boolean =>
  step.at === row && frames.some((frame) => frame.linkId === step.linkId);

/** „Eliquis“ rather than „Ja“, if the drug was named; free text is the patient's own. */
function answerOf(
  source: CardSource,
  { linkId, value }: Critical,
  unconfirmed: string | undefined,
): Pick<CardEntry, 'answer' | 'untranslated' | 'waits'> {
  if (!value) return { answer: '' };
  const said = germanText(value),
    found = detailsOf(source, linkId, value),
    textOf = (isOpen: boolean): string =>
      found
        .filter((one) => one.isUnknown === isOpen)
        .map((one) => one.text)
        .join(', ');
  const details = textOf(false),
    open = textOf(true),
    known = details === '' ? said : said === 'Ja' ? details : `${said}: ${details}`,
    isForeign =
      found.some((one) => one.isForeign) ||
      isUntranslated(value, source.model.byLinkId.get(linkId), source.language);
  const waits = found.flatMap(({ text, unconfirmed: since }): Waiting[] =>
    since === undefined || since === unconfirmed ? [] : [{ text, since }],
  );
  return {
    answer: open === '' ? known : `${known} (${open})`,
    ...(isForeign && { untranslated: source.language }),
    ...(waits.length > 0 && { waits }),
  };
}

function entryOf(source: CardSource, one: Critical): CardEntry {
  const unconfirmed = one.value && (one.unconfirmed ?? source.unconfirmed);
  return {
    state: one.state,
    question: one.question,
    ...answerOf(source, one, unconfirmed),
    ...(one.missing && { missing: one.missing }),
    at: one.at ?? null,
    ...(unconfirmed !== undefined && { unconfirmed }),
    answersId: source.answersId,
  };
}
const dayOf = (at: string | null): string => (at ?? '').slice(0, 10);

/**
 * Builds the chair card.
 * @param sources newest first: the last answers to each form, and of a family of forms the answers
 * that the newest does not contain
 * @param isWhole true if the card covers the whole patient: kinds that no form asked for are listed
 * as not asked
 * @returns groups in the order of the kinds; of one kind `ja` first. `nein` only if nothing else is
 * known of the kind
 */
export function cardOf(
  sources: readonly CardSource[],
  additions: readonly Addition[] = [],
  isWhole = false,
): readonly CardGroup[] {
  const found = sources.flatMap((source) =>
    criticalOf(source.model, source.response)
      .filter((one) => source.superseded?.has(one.linkId) !== true)
      .map((one) => ({
        ...entryOf(source, one),
        kind: one.kind,
        linkId: one.linkId,
        isOut: one.isRuledOut === true,
      })),
  );
  return CRITICAL_KINDS.flatMap((kind): CardGroup[] => {
    const all = found.filter((one) => one.kind === kind),
      own = all.filter((one) => !one.isOut),
      isOut = all.length > own.length;
    const isSaid = (linkId?: string): boolean =>
      own.some(
        (one) => one.state !== 'nicht_gefragt' && (linkId === undefined || one.linkId === linkId),
      );
    const plain = (list: readonly (typeof own)[number][]): CardEntry[] => {
      const seen = new Set<string>();
      return list.flatMap(({ kind: _kind, linkId: _linkId, isOut: _isOut, ...entry }) => {
        // The same text from two forms is one line with the newest date.
        const key = `${entry.question} ${entry.answer}`;
        if (seen.has(key)) return [];
        seen.add(key);
        return [entry];
      });
    };
    const added = additions
      .filter((one) => one.kind === kind)
      .map((one): CardEntry => ({
        state: 'ja',
        question: '',
        answer: one.text,
        at: new Date(one.at).toISOString(),
        answersId: one.answersId,
        addedBy: one.by,
      }));
    const yes = [...added, ...plain(own.filter((one) => one.state === 'ja'))],
      unknown = plain(own.filter((one) => one.state === 'weiss_nicht'));
    const open = plain(
      own.filter(
        (one) =>
          one.state === 'nicht_gefragt' &&
          (one.missing === 'unanswered' ? !isSaid(one.linkId) : !isSaid() && added.length === 0),
      ),
    );
    const no = plain(
      own
        .filter((one) => one.state === 'nein')
        .sort((a, b) => dayOf(b.at).localeCompare(dayOf(a.at))),
    );
    const groups: CardGroup[] = [
      { kind, state: 'ja' as const, entries: yes },
      { kind, state: 'weiss_nicht' as const, entries: unknown },
      { kind, state: 'nicht_gefragt' as const, entries: open },
    ].filter((one) => one.entries.length > 0);
    if (groups.length > 0) return groups;
    if (no.length > 0) return [{ kind, state: 'nein', entries: no }];
    return isWhole && !isOut && ASKED_OF_EVERYBODY.includes(kind)
      ? [
          {
            kind,
            state: 'nicht_gefragt',
            entries: [
              {
                state: 'nicht_gefragt',
                question: '',
                answer: '',
                missing: 'unasked',
                at: null,
                answersId: null,
              },
            ],
          },
        ]
      : [];
  });
}

/** The answers to one question: a list has several, and the question is shown once. */
export interface Told<Entry> {
  readonly question: string;
  readonly entries: readonly Entry[];
}
/**
 * Groups entries by question.
 * @returns the entries under their questions, in their order; a Nachtrag has none and is listed
 * under the empty one
 */
export function byQuestion<Entry extends { readonly question: string }>(
  entries: readonly Entry[],
): readonly Told<Entry>[] {
  const questions = [...new Set(entries.map((one) => one.question))];
  return questions.map((question) => ({
    question,
    entries: entries.filter((one) => one.question === question),
  }));
}

const waitsSince = (day: string): string => `nicht bestätigt seit ${germanDay(day)}`;
/**
 * Returns the answer in German papers, with marks if it contains free text in another language, or
 * was not confirmed.
 */
export function markedAnswer({ answer, untranslated, unconfirmed, waits = [] }: CardEntry): string {
  const notes = [
    ...(untranslated === undefined
      ? []
      : [`auf ${languageName(untranslated, 'de')} geschrieben, nicht übersetzt`]),
    ...(unconfirmed === undefined ? [] : [waitsSince(unconfirmed)]),
    ...waits.map((one) => `${one.text}: ${waitsSince(one.since)}`),
  ];
  return notes.length === 0 ? answer : `${answer} (${notes.join(', ')})`;
}

/** The question precedes its answers: „Ja“ alone does not show the question. */
function lineOf(group: CardGroup, said: (entry: CardEntry) => string): string {
  const told = byQuestion(group.entries).map(({ question, entries }) =>
    [question, [...new Set(entries.map(said))].join(', ')].filter((part) => part !== '').join(' '),
  );
  return `${CRITICAL_WORDS[group.kind].de}: ${told.join('; ')}`;
}

/**
 * Formats the critical answers.
 * @returns German, a line for each kind: every yes, then unknown, then unanswered, each with its
 * question; „Nein“ is left out
 */
export function criticalLines(groups: readonly CardGroup[]): string[] {
  const of = (state: CriticalState, said: (entry: CardEntry) => string): string[] =>
    groups.filter((one) => one.state === state).map((one) => lineOf(one, said));
  return [
    ...of('ja', markedAnswer),
    ...of('weiss_nicht', () => 'weiß nicht'),
    ...of('nicht_gefragt', () => 'nicht beantwortet'),
  ];
}
