// A questionnaire for filling in with a pen: generated from the form itself, a layout for every
// kind of question, conditions in words. Pure.

import { findLanguage } from '../../../shared/base/languages.ts';
import {
  isOption,
  modelOf,
  textOfValue,
  type Model,
  type Node,
  type Option,
} from '../../../shared/forms/questionnaire/model.ts';
import { titleOf, wordsOf, wordsOfOption } from '../../../shared/forms/questionnaire/words.ts';
import {
  answerOf,
  type EnableWhen,
  type Questionnaire,
} from '../../../shared/forms/questionnaire/questionnaire.ts';
import type {
  BlankItem,
  BlankSection,
  BlankShape,
  BlankSheet,
  BlankWords,
} from '../../paper/pdf/blank.ts';

/** Rows of a repeating group on paper. */
const ROWS = 3;
/** A scale with at most this many steps is drawn step by step. */
const STEPS = 11;

const one = (text: string, lang: string): BlankWords => ({
  text,
  lang,
  isRtl: findLanguage(lang)?.dir === 'rtl',
});
const german = (text: string): BlankWords => one(text, 'de');
type Reading = { readonly language: string };

function beside(node: Node, { language }: Reading): { words: BlankWords[]; help: BlankWords[] } {
  const own = wordsOf(node.item, 'de'),
    other = language === 'de' ? undefined : wordsOf(node.item, language),
    isOther = other?.isTranslated === true;
  return {
    words:
      own.text === ''
        ? []
        : [
            german(own.text),
            ...(isOther && other.text !== own.text ? [one(other.text, language)] : []),
          ],
    help:
      own.help === undefined
        ? []
        : [
            german(own.help),
            ...(isOther && other.help !== undefined ? [one(other.help, language)] : []),
          ],
  };
}
function optionWords(option: Option, { language }: Reading): BlankWords[] {
  const own = wordsOfOption(option, 'de').text,
    other = language === 'de' ? undefined : wordsOfOption(option, language);
  return [
    german(own),
    ...(other?.isTranslated === true && other.text !== own ? [one(other.text, language)] : []),
  ];
}

const integer = (
  value: { valueInteger?: number; valueDecimal?: number } | undefined,
): number | undefined => value?.valueInteger ?? value?.valueDecimal;
/** Questions to fill in with a pen. */
function shapeOf(node: Node, reading: Reading): BlankShape {
  if (node.options.length > 0)
    return {
      kind: 'boxes',
      isMany: node.isMultiple,
      options: node.options.map((option) => optionWords(option, reading)),
      isOpen: node.isOpen,
    };
  const from = integer(node.limits.minValue),
    to = integer(node.limits.maxValue);
  switch (node.type) {
    case 'group':
    case 'display':
      return { kind: 'none' };
    case 'boolean':
      return {
        kind: 'boxes',
        isMany: false,
        options: [[german('Ja')], [german('Nein')]],
        isOpen: false,
      };
    case 'date':
      return { kind: 'date', isTime: false };
    case 'dateTime':
      return { kind: 'date', isTime: true };
    case 'time':
      return { kind: 'amount', unit: 'Uhr' };
    case 'integer':
      return from !== undefined && to !== undefined && to > from && to - from < STEPS
        ? { kind: 'scale', from, to }
        : { kind: 'amount', unit: '' };
    case 'decimal':
      return { kind: 'amount', unit: '' };
    case 'quantity':
      return {
        kind: 'amount',
        unit: node.units
          .map((unit) => unit.display ?? unit.code ?? '')
          .filter((text) => text !== '')
          .join(' / '),
      };
    case 'attachment':
      return { kind: 'attach' };
    case 'text':
      return { kind: 'lines', count: node.isMultiple ? 4 : 3 };
    default:
      return { kind: 'lines', count: node.isMultiple ? 3 : 1 };
  }
}

const SIGN: Readonly<Record<string, string>> = {
  '>': 'mehr als',
  '<': 'weniger als',
  '>=': 'mindestens',
  '<=': 'höchstens',
};
/** „3.1: Ja“, in German and in parallel in the other language where a translation exists. */
function condition(
  when: EnableWhen,
  model: Model,
  numbers: ReadonlyMap<string, string>,
  reading: Reading,
): BlankWords[] {
  const node = model.byLinkId.get(when.question),
    number =
      numbers.get(when.question) ??
      wordsOf(node?.item ?? { linkId: when.question, type: 'display' }, 'de').text,
    value = answerOf(when);
  if (when.operator === 'exists')
    return [
      german(`${number} ${value.valueBoolean === false ? 'nicht beantwortet' : 'beantwortet'}`),
    ];
  const option = node?.options.find((other) => isOption(other, value)),
    said = option
      ? optionWords(option, reading)
      : [
          german(
            value.valueBoolean === undefined
              ? textOfValue(value)
              : value.valueBoolean
                ? 'Ja'
                : 'Nein',
          ),
        ];
  const how =
    when.operator === '!='
      ? 'nicht '
      : when.operator === '='
        ? ''
        : `${SIGN[when.operator] ?? when.operator} `;
  return said.map((words) => ({
    ...words,
    text: words.lang === 'de' ? `${number}: ${how}„${words.text}“` : words.text,
  }));
}
function whenOf(
  node: Node,
  model: Model,
  numbers: ReadonlyMap<string, string>,
  reading: Reading,
): BlankWords[] {
  if (node.enableWhen.length === 0)
    return node.enableExpression ? [german('Nur wenn es auf Sie zutrifft')] : [];
  const parts = node.enableWhen.map((when) => condition(when, model, numbers, reading)),
    join = node.enableBehavior === 'all' ? ' und ' : ' oder ';
  const foreign = parts.flatMap((part) => part.slice(1, 2)),
    [first] = foreign;
  return [
    german(`Nur wenn ${parts.map((part) => part[0]?.text ?? '').join(join)}`),
    ...(first && foreign.length === parts.length
      ? [{ ...first, text: foreign.map((part) => part.text).join(' / ') }]
      : []),
  ];
}

/** Items that are hidden, computed by the form, or a help text printed at its question. */
const isLeftOut = (node: Node): boolean =>
  node.isHidden ||
  node.calculated !== undefined ||
  (node.type === 'display' && ['help', 'flyover', 'inline', 'unit'].includes(node.control ?? ''));

/** Numbers by linkId: section and question, „3.2“; below it „3.2.1“. */
function numbersOf(model: Model): Map<string, string> {
  const numbers = new Map<string, string>();
  const walk = (nodes: readonly Node[], above: string): void => {
    let at = 0;
    for (const node of nodes.filter((n) => !isLeftOut(n))) {
      if (node.type === 'display') continue;
      at += 1;
      const number = above === '' ? `${at}` : `${above}.${at}`;
      numbers.set(node.linkId, number);
      walk(node.children, number);
    }
  };
  walk(model.roots, '');
  return numbers;
}

/**
 * Builds the blank sheet of a questionnaire.
 * @param language second language, `de` for German alone
 * @param code content of the printed code
 */
export function paperForm(
  questionnaire: Questionnaire,
  { key, language, code }: { key: string; language: string; code: string },
): BlankSheet {
  const model = modelOf(questionnaire),
    reading = { language },
    numbers = numbersOf(model);
  const itemsOf = (nodes: readonly Node[], depth: number): BlankItem[] =>
    nodes
      .filter((node) => !isLeftOut(node))
      .flatMap((node): BlankItem[] => {
        const item: BlankItem = {
          number: node.type === 'display' ? '' : (numbers.get(node.linkId) ?? ''),
          ...beside(node, reading),
          when: whenOf(node, model, numbers, reading),
          isRequired: node.isRequired,
          shape: shapeOf(node, reading),
          depth,
        };
        const below = itemsOf(node.children, depth + 1);
        if (!node.isFrame || node.children.length === 0) return [item, ...below];
        // Each repetition with a letter: 3.2.1 a, 3.2.1 b.
        return [
          item,
          ...Array.from({ length: Math.min(ROWS, node.limits.maxOccurs) }, (_, row) =>
            below.map((other) => ({
              ...other,
              number: other.number === '' ? '' : `${other.number} ${String.fromCharCode(97 + row)}`,
            })),
          ).flat(),
        ];
      });
  const sections = model.roots
    .filter((root) => !isLeftOut(root))
    .map((root): BlankSection => {
      const isGroup = root.type === 'group',
        { words, help } = beside(root, reading),
        when = whenOf(root, model, numbers, reading);
      const said: BlankItem[] =
        isGroup && (when.length > 0 || help.length > 0)
          ? [
              {
                number: '',
                words: [],
                help,
                when,
                isRequired: false,
                shape: { kind: 'none' },
                depth: 0,
              },
            ]
          : [];
      const number = numbers.get(root.linkId),
        title = isGroup
          ? words.map((text, at) =>
              at === 0 && number !== undefined ? { ...text, text: `${number} ${text.text}` } : text,
            )
          : [];
      return {
        title,
        items: isGroup ? [...said, ...itemsOf(root.children, 0)] : itemsOf([root], 0),
        repeat: isGroup && root.isFrame ? Math.min(ROWS, root.limits.maxOccurs) : 1,
      };
    });
  const title = titleOf(questionnaire, 'de').text,
    other = language === 'de' ? undefined : titleOf(questionnaire, language);
  return {
    kind: 'form',
    title: [german(title), ...(other?.isTranslated === true ? [one(other.text, language)] : [])],
    key,
    code,
    sections: sections.filter((s) => s.items.length > 0),
  };
}
