/** What stands first about a patient: critical answers of one or several forms, put together by kind; nothing that was said is ever hidden by silence elsewhere. */

import {
  ASKED_OF_EVERYBODY,
  CRITICAL_KINDS,
  CRITICAL_WORDS,
  type CriticalKind,
} from './critical.ts';
import { criticalOf, type Critical, type CriticalState } from './find-critical.ts';
import type { FhirValue } from '../questionnaire/fhir.ts';
import type { Model } from '../questionnaire/model.ts';
import { bareValue, occurrencesOf } from '../questionnaire/pairs.ts';
import type { QuestionnaireResponse } from '../questionnaire/response.ts';
import { germanText } from './revisit.ts';
import { meets } from '../questionnaire/view.ts';

/** One set of answers with its form. */
export interface CardSource {
  readonly answersId: string;
  readonly model: Model;
  readonly response: QuestionnaireResponse;
  /** linkIds that the same person answered anew since, in a form of the same family: those answers count, these do not. */
  readonly superseded?: ReadonlySet<string>;
}
/** What somebody of the practice added afterwards; `at` in ms. */
export interface Addition {
  readonly id: string;
  readonly answersId: string;
  readonly at: number;
  readonly by: string;
  readonly text: string;
  readonly kind: CriticalKind | null;
}

export interface CardEntry {
  readonly state: CriticalState;
  /** The question; empty for a Nachtrag, and where no form of this patient asks at all. */
  readonly question: string;
  /** German words of the answer with what was told about it („Andere: Nickel“); empty with `nicht_gefragt`. */
  readonly answer: string;
  readonly missing?: 'unanswered' | 'unticked' | 'unasked';
  /** ISO 8601: when it was said or confirmed last. */
  readonly at: string | null;
  /** Where it was said; nothing where no form asks. */
  readonly answersId: string | null;
  /** Who added it, where it is a Nachtrag. */
  readonly addedBy?: string;
}
/** All that is known of one kind in one state. */
export interface CardGroup {
  readonly kind: CriticalKind;
  readonly state: CriticalState;
  readonly entries: readonly CardEntry[];
}

/** What was told about an answer in the questions that it opened: which drug, which other illness. */
function detailsOf({ model, response }: CardSource, linkId: string, value: FhirValue): string[] {
  const answered = occurrencesOf(response);
  return model.nodes
    .filter(
      (node) =>
        node.type !== 'attachment' &&
        node.options.length === 0 &&
        node.enableWhen.some(
          (when) => when.question === linkId && when.operator === '=' && meets(when, [value]),
        ),
    )
    .flatMap((node) =>
      answered
        .filter((one) => one.linkId === node.linkId)
        .flatMap((one) => one.answers.map((answer) => germanText(bareValue(answer)))),
    );
}

/** „Eliquis“ rather than „Ja“, where the drug was named; free words are the person's own. */
function answerOf(source: CardSource, { linkId, value }: Critical): string {
  if (!value) return '';
  const said = germanText(value),
    details = detailsOf(source, linkId, value).join(', ');
  return details === '' ? said : said === 'Ja' ? details : `${said}: ${details}`;
}

function entryOf(source: CardSource, one: Critical): CardEntry {
  return {
    state: one.state,
    question: one.question,
    answer: answerOf(source, one),
    ...(one.missing && { missing: one.missing }),
    at: one.at ?? null,
    answersId: source.answersId,
  };
}
const dayOf = (at: string | null): string => (at ?? '').slice(0, 10);

/**
 * @param sources newest first: the last answers to each form, and of a family of forms what the newest does not answer
 * @param isWhole true where the card speaks for the whole patient: kinds that no form asked for stand there as not asked
 * @returns groups in the order of the kinds; of one kind `ja` first. `nein` only where nothing else is known of the kind
 */
export function cardOf(
  sources: readonly CardSource[],
  additions: readonly Addition[] = [],
  isWhole = false,
): readonly CardGroup[] {
  const found = sources.flatMap((source) =>
    criticalOf(source.model, source.response)
      .filter((one) => source.superseded?.has(one.linkId) !== true)
      .map((one) => ({ ...entryOf(source, one), kind: one.kind, linkId: one.linkId })),
  );
  return CRITICAL_KINDS.flatMap((kind): CardGroup[] => {
    const own = found.filter((one) => one.kind === kind);
    const isSaid = (linkId?: string): boolean =>
      own.some(
        (one) => one.state !== 'nicht_gefragt' && (linkId === undefined || one.linkId === linkId),
      );
    const plain = (list: readonly (typeof own)[number][]): CardEntry[] => {
      const seen = new Set<string>();
      return list.flatMap(({ kind: _kind, linkId: _linkId, ...entry }) => {
        // The same words from two forms are one line: the newest says when.
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
    return isWhole && ASKED_OF_EVERYBODY.includes(kind)
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

/** What was said to one question: a list has several answers, and its question stands once. */
export interface Told<Entry> {
  readonly question: string;
  readonly entries: readonly Entry[];
}
/** @returns the entries under their questions, in their order; a Nachtrag has none, and stands under the empty one */
export function byQuestion<Entry extends { readonly question: string }>(
  entries: readonly Entry[],
): readonly Told<Entry>[] {
  const questions = [...new Set(entries.map((one) => one.question))];
  return questions.map((question) => ({
    question,
    entries: entries.filter((one) => one.question === question),
  }));
}

/** The question stands before its answers: „Ja“ alone says nothing of what was asked. */
function lineOf(group: CardGroup, said: (entry: CardEntry) => string): string {
  const told = byQuestion(group.entries).map(({ question, entries }) =>
    [question, [...new Set(entries.map(said))].join(', ')].filter((part) => part !== '').join(' '),
  );
  return `${CRITICAL_WORDS[group.kind].de}: ${told.join('; ')}`;
}

/** @returns German, a line for each kind: every yes, then what the person did not know, then what was left open, each with its question; „Nein“ is not among them */
export function criticalLines(groups: readonly CardGroup[]): string[] {
  const of = (state: CriticalState, said: (entry: CardEntry) => string): string[] =>
    groups.filter((one) => one.state === state).map((one) => lineOf(one, said));
  return [
    ...of('ja', (entry) => entry.answer),
    ...of('weiss_nicht', () => 'weiß nicht'),
    ...of('nicht_gefragt', () => 'nicht beantwortet'),
  ];
}
