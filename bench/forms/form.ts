/**
 * Generates one health form as FHIR R4: choices, texts, numbers, dates and conditional follow-ups,
 * in chapters or on one sheet.
 */
import type {
  EnableWhen,
  Questionnaire,
  QuestionnaireItem,
} from '../../shared/forms/questionnaire/questionnaire.ts';

/**
 * `chapters`: one group for every ten questions, which engines with pages show as one page each;
 * `sheet`: a single group, shown at once.
 */
export type Layout = 'chapters' | 'sheet';

const PER_CHAPTER = 10;
const SYSTEM = 'urn:molar:bench';
const CONTROL = 'http://hl7.org/fhir/StructureDefinition/questionnaire-itemControl';
const coding = (code: string, display: string) => ({
  valueCoding: { system: SYSTEM, code, display },
});
/**
 * Passed to every engine that would otherwise render a searchable list: the same tiles everywhere.
 */
const drawnAs = (code: string) => [
  {
    url: CONTROL,
    valueCodeableConcept: {
      coding: [{ system: 'http://hl7.org/fhir/questionnaire-item-control', code }],
    },
  },
];
const YES_NO = [coding('ja', 'Ja'), coding('nein', 'Nein'), coding('unbekannt', 'Weiß ich nicht')];
const OFTEN = [
  coding('nie', 'Nie'),
  coding('selten', 'Selten'),
  coding('oft', 'Oft'),
  coding('immer', 'Fast immer'),
];
const SEVERAL = [
  coding('herz', 'Herz'),
  coding('lunge', 'Lunge'),
  coding('niere', 'Niere'),
  coding('leber', 'Leber'),
  coding('haut', 'Haut'),
];

/** Returns the prefix of the text of question `n`; no other text of the form starts with it. */
export const titleOf = (n: number): string => `Frage ${n}:`;
const linkOf = (n: number): string => `q${n}`;
const yesTo = (n: number): EnableWhen => ({
  question: linkOf(n),
  operator: '=',
  answerCoding: { system: SYSTEM, code: 'ja', display: 'Ja' },
});

/**
 * Ten kinds in rotation; the same position of each chapter has the same kind, and the first is a
 * text line.
 */
function question(n: number): QuestionnaireItem {
  const first = n - ((n - 1) % PER_CHAPTER),
    base = { linkId: linkOf(n) };
  switch (n - first) {
    case 0:
      return {
        ...base,
        type: 'string',
        text: `${titleOf(n)} Wie heißt das Mittel, das Sie dafür einnehmen?`,
        maxLength: 200,
      };
    case 1:
      return {
        ...base,
        type: 'choice',
        text: `${titleOf(n)} Hatten Sie damit schon einmal Beschwerden?`,
        answerOption: YES_NO,
        extension: drawnAs('radio-button'),
      };
    case 2:
      return {
        ...base,
        type: 'text',
        text: `${titleOf(n)} Welche Beschwerden waren das?`,
        enableWhen: [yesTo(n - 1)],
      };
    case 3:
      return { ...base, type: 'date', text: `${titleOf(n)} Seit wann ist das so?` };
    case 4:
      return {
        ...base,
        type: 'choice',
        text: `${titleOf(n)} Wie oft kommt es vor?`,
        answerOption: OFTEN,
        extension: drawnAs('radio-button'),
      };
    case 5:
      return {
        ...base,
        type: 'string',
        text: `${titleOf(n)} Was hilft Ihnen dann?`,
        enableWhen: [
          { ...yesTo(n - 4) },
          {
            question: linkOf(n - 1),
            operator: '=',
            answerCoding: { system: SYSTEM, code: 'oft', display: 'Oft' },
          },
        ],
        enableBehavior: 'any',
      };
    case 6:
      return {
        ...base,
        type: 'integer',
        text: `${titleOf(n)} Wie viele Tage im Monat sind es ungefähr?`,
      };
    case 7:
      return {
        ...base,
        type: 'choice',
        repeats: true,
        text: `${titleOf(n)} Was ist davon betroffen?`,
        answerOption: SEVERAL,
        extension: drawnAs('check-box'),
      };
    case 8:
      return {
        ...base,
        type: 'text',
        text: `${titleOf(n)} Wer behandelt Sie deshalb?`,
        enableWhen: [{ question: linkOf(n - 2), operator: '>', answerInteger: 3 }, yesTo(n - 7)],
        enableBehavior: 'all',
      };
    default:
      return {
        ...base,
        type: 'string',
        text: `${titleOf(n)} Möchten Sie uns dazu noch etwas sagen?`,
      };
  }
}

/**
 * Generates the form.
 * @param count number of questions, including follow-ups
 */
export function benchForm(count: number, layout: Layout): Questionnaire {
  const questions = Array.from({ length: count }, (_, index) => question(index + 1));
  const group = (
    linkId: string,
    text: string,
    item: readonly QuestionnaireItem[],
  ): QuestionnaireItem => ({ linkId, type: 'group', text, item });
  const chapters = Array.from({ length: Math.ceil(count / PER_CHAPTER) }, (_, at) =>
    group(
      `g${at + 1}`,
      `Kapitel ${at + 1}`,
      questions.slice(at * PER_CHAPTER, (at + 1) * PER_CHAPTER),
    ),
  );
  return {
    resourceType: 'Questionnaire',
    status: 'active',
    url: `${SYSTEM}:${layout}-${count}`,
    version: '1',
    language: 'de',
    title: 'Fragen zu Ihrer Gesundheit',
    item: layout === 'chapters' ? chapters : [group('g', 'Fragen zu Ihrer Gesundheit', questions)],
  };
}
