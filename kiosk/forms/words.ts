/**
 * Texts of a form in the person's language, falling back to its own language, marked. Text only:
 * markup of a form is never rendered.
 */
import {
  answerWords,
  booleanWords,
  dayText,
  numberText,
  unitWords,
} from '../../shared/forms/answers/answer-words.ts';
import {
  extensionOf,
  translationOf,
  type Extension,
  type FhirElement,
  type FhirValue,
} from '../../shared/forms/questionnaire/fhir.ts';
import { findLanguage } from '../../shared/base/languages.ts';
import { EXTENSION } from '../../shared/forms/questionnaire/extensions.ts';
import type { Source } from '../../shared/forms/questionnaire/expressions/inputs.ts';
import type { Model, Node, Option } from '../../shared/forms/questionnaire/model.ts';
import { wordsOf, wordsOfOption, type Words } from '../../shared/forms/questionnaire/words.ts';
import type { QuestionnaireItem } from '../../shared/forms/questionnaire/questionnaire.ts';
import { softHyphens } from '../ui/hyphens.ts';
import { stepsOf } from './answers/scale.ts';

export { dayText, numberText };

/** A text with its actual language. */
export interface Said {
  readonly text: string;
  /** BCP 47; for `lang`. */
  readonly language: string;
  readonly dir: 'ltr' | 'rtl';
  /** False where the form has no text in the requested language. */
  readonly isTranslated: boolean;
}

/** Reading preferences of a person. */
export interface Reading {
  readonly language: string;
  /** The form's own language. */
  readonly own: string;
  readonly plain: boolean;
}

export function readingOf(model: Model, language: string, plain: boolean): Reading {
  return { language, own: model.questionnaire.language ?? 'de', plain };
}

export function said(text: string, language: string, isTranslated = true): Said {
  return {
    text: softHyphens(text, language),
    language,
    dir: findLanguage(language)?.dir ?? 'ltr',
    isTranslated,
  };
}

/** Keys of the words that name the source of an answer. */
export const SOURCE_WORDS = {
  record: 'source.record',
  calculated: 'source.calculated',
  filled: 'source.filled',
  proposed: 'source.proposed',
} as const satisfies Record<Source, string>;

/** Texts of the engine, ready to render. */
const shown = ({ text, language, isTranslated }: Omit<Said, 'dir'>): Said =>
  said(text, language, isTranslated);
const sayings = (item: QuestionnaireItem, { language, own, plain }: Reading): Words =>
  wordsOf(item, language, { plain, own });

/** Returns the question or heading; in plain language where requested and available. */
export function textOf(item: QuestionnaireItem, reading: Reading): Said | undefined {
  const words = sayings(item, reading);
  return words.text === '' ? undefined : shown(words);
}

/** Returns the text for a label that is only heard: without visual line breaks. */
export const heard = (one: Said | undefined): string => (one?.text ?? '').replaceAll('\u00AD', '');

/** A text of the form outside the engine's model: label of free text, entry format. */
function ofExtension(item: FhirElement, url: string, { language, own }: Reading): Said | undefined {
  const one: (Extension & { readonly _valueString?: FhirElement }) | undefined = extensionOf(
    item,
    url,
  );
  const text = one?.valueString;
  if (text === undefined || text === '') return undefined;
  const other = language === own ? undefined : translationOf(one?._valueString, language);
  return other === undefined ? said(text, own, language === own) : said(other, language);
}
/** Returns the prefix before a question: „5.“ or „a)“. */
export const prefixOf = (item: QuestionnaireItem, { language }: Reading): string | undefined =>
  translationOf(item._prefix, language) ?? item.prefix;
/** Returns the label of the free-text field. */
export const openLabelOf = (item: QuestionnaireItem, reading: Reading): Said | undefined =>
  ofExtension(item, EXTENSION.openLabel, reading);
/** Returns the entry format, in the form's words. */
export const formatOf = (item: QuestionnaireItem, reading: Reading): Said | undefined =>
  ofExtension(item, EXTENSION.entryFormat, reading);

const HELP: ReadonlySet<string> = new Set(['help', 'flyover']);
/**
 * Labels of the ends of a scale (SDC `lower`, `upper`); on any other item they are ordinary texts
 * of the page.
 */
const isEnd = (node: Node): boolean =>
  node.type === 'display' &&
  (node.control === 'lower' || node.control === 'upper') &&
  node.parent !== undefined &&
  stepsOf(node.parent) !== undefined;
export function endOf(node: Node, end: 'lower' | 'upper', reading: Reading): Said | undefined {
  const found = node.children.find(
    (one) => one.type === 'display' && one.control === end && !one.isHidden,
  );
  return found && textOf(found.item, reading);
}
const isHelp = (node: Node): boolean =>
  node.type === 'display' &&
  (HELP.has(node.control ?? '') || (node.control === 'inline' && node.parent?.isQuestion === true));
/** Checks for display items that belong to the item above, not to the page. */
export const isBeside = (node: Node): boolean =>
  isHelp(node) || isEnd(node) || (node.type === 'display' && node.control === 'unit');

const besideOf = (
  node: Node,
  reading: Reading,
  isWanted: (control: string | undefined) => boolean,
): readonly Said[] =>
  node.children
    .filter((one) => isHelp(one) && !one.isHidden && isWanted(one.control))
    .map((one) => textOf(one.item, reading))
    .filter((one) => one !== undefined);
/**
 * Returns examples and scale labels: always visible below the question, because those who need them
 * do not unfold help.
 */
export const helpsOf = (node: Node, reading: Reading): readonly Said[] =>
  besideOf(node, reading, (control) => control !== 'flyover');
/** Returns the reason of a question and folded remarks of the form; empty where there are none. */
export function reasonsOf(node: Node, reading: Reading): readonly Said[] {
  const words = sayings(node.item, reading);
  return [
    ...(words.why === undefined ? [] : [shown({ ...words, text: words.why })]),
    ...besideOf(node, reading, (control) => control === 'flyover'),
  ];
}
/** Returns the unit shown behind a field. */
export const unitWordOf = (node: Node, { language, own }: Reading): string | undefined =>
  unitWords(node, language, own);

/** Returns the label of an option's tile. */
export const labelOf = (
  option: Pick<Option, 'value' | 'words' | 'text'>,
  { language, own }: Reading,
): Said => shown(wordsOfOption(option, language, own));
/** Returns „Ja“ or „Nein“ in the person's language. */
export const booleanWord = (value: boolean, language: string): Said =>
  shown(booleanWords(value, language));

/** Checks for „Ja“, „Nein“, „Weiß ich nicht“ and the like: short enough for one row. */
export const isShortAnswer = (node: Node): boolean =>
  node.options.length <= 3 && node.options.every((one) => one.text.length <= 16);

/**
 * Returns a picture embedded in the form; only as bytes, never by URL (no requests out of the
 * tablet).
 */
export function pictureOf(
  element: FhirElement | undefined,
  url: string,
): { readonly src: string; readonly title: string } | undefined {
  const file = extensionOf(element, url)?.valueAttachment;
  if (
    file?.data === undefined ||
    file.contentType === undefined ||
    !/^image\/(png|jpeg|gif|webp)$/.test(file.contentType)
  )
    return undefined;
  return /^[A-Za-z0-9+/=\s]+$/.test(file.data)
    ? {
        src: `data:${file.contentType};base64,${file.data.replace(/\s/g, '')}`,
        title: file.title ?? '',
      }
    : undefined;
}

/** Formats one answer. `photo` names a file that has no title. */
export function answerText(
  node: Node,
  value: FhirValue,
  { language, own }: Reading,
  photo: string,
): Said {
  const words = answerWords(node, value, { language, own, photo });
  return words.language === '' ? { ...words, dir: 'ltr' } : shown(words);
}
