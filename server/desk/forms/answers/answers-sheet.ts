// One set of answers as a sheet for the record: important answers and every „Ja“ first, everything
// answered „Nein“ in short by section. Pure.

import { isUntranslated } from '../../../../shared/forms/answers/untranslated.ts';
import { answeredSections } from '../../../../shared/forms/answers/answer-sections.ts';
import {
  byQuestion,
  cardOf,
  markedAnswer,
  type Addition,
} from '../../../../shared/forms/answers/chair-card.ts';
import { CRITICAL_WORDS } from '../../../../shared/forms/answers/critical.ts';
import { berlinDay, germanDay, germanMoment } from '../../../../shared/base/dates.ts';
import { languageName } from '../../../../shared/base/language-names.ts';
import { modelOf, type Model, type Node } from '../../../../shared/forms/questionnaire/model.ts';
import {
  sourceIn,
  takenFromIn,
  unconfirmedSince,
} from '../../../../shared/forms/answers/origin.ts';
import { bareValue, occurrencesOf } from '../../../../shared/forms/questionnaire/pairs.ts';
import {
  type QuestionnaireResponse,
  type ResponseAnswer,
} from '../../../../shared/forms/questionnaire/response-types.ts';
import { germanText } from '../../../../shared/forms/answers/revisit.ts';
import { stoppedIn } from '../../../../shared/forms/answers/stopped.ts';
import type { Questionnaire } from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { AnswersPage, AnswersPageText } from '../../../paper/pdf/answers.ts';
import { isolateName } from '../../../paper/pdf/rtl-numbers.ts';

export interface SheetInput {
  readonly id: string;
  readonly title: string;
  /** `anamnese-erwachsene@1`. */
  readonly form: string;
  readonly language: string;
  readonly languageName: string;
  /** ms UTC. */
  readonly answeredAt: number;
  readonly printedAt: number;
  readonly praxis: {
    readonly name: string;
    readonly anschrift: string;
    readonly telefon: string;
    readonly mail: string;
    readonly logo?: string;
  };
  readonly patient: {
    readonly name: string;
    readonly geburtsdatum: string;
    readonly patid: string;
  };
  /** Member of staff who wrote down the answers; null if the patient did. */
  readonly recordedBy: string | null;
  readonly tablet: string | null;
  readonly questionnaire: Questionnaire | null;
  readonly response: QuestionnaireResponse;
  readonly additions: readonly Addition[];
  readonly problems: number;
}

const SOURCES = {
  record: 'aus der Akte',
  calculated: 'berechnet aus den Antworten',
  filled: 'vom Fragebogen eingetragen',
  proposed: 'vorgeschlagen, nicht geändert',
};

function wordsOf(
  answer: ResponseAnswer,
  node: Node | undefined,
  language: string,
): AnswersPageText {
  const value = bareValue(answer),
    file = value.valueAttachment,
    from = takenFromIn(answer),
    source = sourceIn(answer);
  const isOwn = isUntranslated(value, node, language);
  const text = file
    ? file.contentType?.startsWith('image/') === true
      ? 'Foto liegt bei den Antworten'
      : 'Datei liegt bei den Antworten'
    : germanText(value);
  const since = unconfirmedSince(answer),
    notes = [
      ...(from === undefined ? [] : [`wie ${from}`]),
      ...(source ? [SOURCES[source]] : []),
      ...(since === undefined ? [] : [`nicht bestätigt seit ${germanDay(since)}`]),
    ];
  return { text: notes.length === 0 ? text : `${text} (${notes.join(', ')})`, isOwn };
}

const MOST_NAMED = 10;
/** Paths whose formula gave no result, by their questions. */
function notComputed({ response }: SheetInput, model: Model | undefined): string[] {
  const names = stoppedIn(response).map((linkId) =>
    linkId === ''
      ? 'eine Formel des Fragebogens'
      : (model?.byLinkId.get(linkId)?.item.text ?? linkId),
  );
  if (names.length === 0) return [];
  return [
    `konnte nicht berechnet werden: ${names.slice(0, MOST_NAMED).join('; ')}${names.length > MOST_NAMED ? ` und ${names.length - MOST_NAMED} weitere` : ''}`,
  ];
}

/** Date and time in Berlin, with the author and the device. */
const factsOf = (s: SheetInput, model: Model | undefined): string[] => [
  ...(s.response.status === 'stopped' ? ['NICHT ZU ENDE AUSGEFÜLLT'] : []),
  ...notComputed(s, model),
  `Ausgefüllt am ${germanMoment(s.answeredAt)} Uhr${s.tablet === null ? '' : ` an ${s.tablet}`}`,
  s.recordedBy === null
    ? 'von der Person selbst oder wer sie begleitet'
    : `aufgenommen durch ${s.recordedBy === '' ? 'jemanden aus der Praxis' : s.recordedBy}`,
  s.language === 'de' ? 'auf Deutsch' : `gelesen auf ${s.languageName}`,
  `Fragebogen ${s.form.replace('@', ', Fassung ')}`,
];

/** Questions that the person read in a different wording, each once per wording. */
function shownWords(answered: ReturnType<typeof occurrencesOf>): AnswersPage['shown'] {
  const lines = answered.flatMap(({ text, shown }) =>
    shown
      ? [
          {
            question: text,
            how: [
              ...(shown.plain ? ['Einfache Sprache'] : []),
              ...(shown.language === 'de' ? [] : [languageName(shown.language, 'de')]),
            ].join(', '),
            text: shown.text,
            language: shown.language,
          },
        ]
      : [],
  );
  return lines.filter(
    (one, at) =>
      lines.findIndex((other) => other.question === one.question && other.text === one.text) === at,
  );
}

type Groups = ReturnType<typeof cardOf>;
/** Important answers that were „Ja“, by kind. */
const importantOf = (groups: Groups): AnswersPage['important'] =>
  groups
    .filter((one) => one.state === 'ja')
    .map((one) => ({
      kind: CRITICAL_WORDS[one.kind].de,
      said: byQuestion(one.entries).flatMap(({ question, entries }) =>
        question === ''
          ? entries.map((entry) => ({
              text: entry.answer,
              note:
                entry.addedBy === undefined
                  ? ''
                  : `Nachtrag von ${entry.addedBy}, ${germanDay((entry.at ?? '').slice(0, 10))}`,
            }))
          : [{ text: entries.map(markedAnswer).join(', '), note: question }],
      ),
    }));
const unsureOf = (groups: Groups): AnswersPage['unsure'] =>
  groups.flatMap((one) =>
    one.state === 'weiss_nicht' || one.state === 'nicht_gefragt'
      ? [
          {
            kind: CRITICAL_WORDS[one.kind].de,
            state: one.state === 'weiss_nicht' ? 'weiß nicht' : 'nicht beantwortet',
            questions: byQuestion(one.entries).map(({ question }) => question),
          },
        ]
      : [],
  );

/** Answers by the sections of the form: in full, in short („Nein“), and asked without an answer. */
function sectionsOf(s: SheetInput, model: Model): AnswersPage['sections'][number][] {
  const questionOf = (node: Node): string => node.item.text ?? node.linkId;
  return answeredSections(model, s.response).map(({ root, lines, no, open }) => ({
    title: root.item.text ?? '',
    lines: lines.map(({ node, row, isUnsure, answers }) => ({
      question: row === undefined ? questionOf(node) : `${row}. ${questionOf(node)}`,
      isUnsure,
      answers: answers.map((answer) => wordsOf(answer, node, s.language)),
    })),
    no: no.map(({ node }) => questionOf(node)),
    // A value that the form gives is asked of no person.
    open: open.filter((node) => !node.isReadOnly).map(questionOf),
  }));
}

const whoOf = ({ name, geburtsdatum }: SheetInput['patient']): string =>
  geburtsdatum === '' ? isolateName(name) : `${isolateName(name)}, ${germanDay(geburtsdatum)}`;

/**
 * Builds the answers sheet.
 * @returns the content the layout prints; every answer is on it at least once
 */
export function answersSheet(s: SheetInput): AnswersPage {
  const model: Model | undefined = s.questionnaire ? modelOf(s.questionnaire) : undefined,
    answered = occurrencesOf(s.response);
  const groups = model
    ? cardOf([{ answersId: s.id, model, response: s.response, language: s.language }], s.additions)
    : [];
  const lost = answered.filter((one) => !model?.byLinkId.has(one.linkId));
  const rest = lost.map((one) => ({
    question: one.text,
    isUnsure: false,
    answers: one.answers.map((answer) => wordsOf(answer, undefined, s.language)),
  }));
  return {
    title: s.title,
    praxis: s.praxis,
    patient: {
      name: s.patient.name,
      geburtsdatum: s.patient.geburtsdatum === '' ? '' : germanDay(s.patient.geburtsdatum),
      patid: s.patient.patid,
    },
    facts: factsOf(s, model),
    language: s.language,
    languageName: s.languageName,
    important: importantOf(groups),
    unsure: unsureOf(groups),
    notes: s.additions
      .filter((one) => one.kind === null)
      .map((one) => `${germanDay(berlinDay(one.at))}, ${one.by}: ${one.text}`),
    sections: [
      ...(model ? sectionsOf(s, model) : []),
      ...(rest.length > 0
        ? [{ title: 'Ohne Platz im Fragebogen', lines: rest, no: [], open: [] }]
        : []),
    ].filter((one) => one.lines.length + one.no.length + one.open.length > 0),
    shown: shownWords(answered),
    problems: s.problems,
    hasForm: model !== undefined,
    createdAt: s.printedAt,
    footer: `${whoOf(s.patient)} · ${s.form} · gedruckt am ${germanMoment(s.printedAt)} Uhr`,
  };
}
