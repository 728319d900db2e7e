// The blocks of a questionnaire in words, for two people who changed one. Pure.

import { languageName } from '../../../../../shared/base/language-names.ts';
import {
  extensionOf,
  extensionsOf,
  TRANSLATION,
  type Extension,
  type FhirElement,
} from '../../../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION } from '../../../../../shared/forms/questionnaire/extensions.ts';
import type {
  AnswerOption,
  EnableWhen,
  QuestionnaireItem,
} from '../../../../../shared/forms/questionnaire/questionnaire.ts';
import type { BlockWords, Describe } from '../../../../ui/saving/clash/clash-words.ts';
import type { Block } from '../../../../ui/saving/merge/merge-trees.ts';
import type { DesignerKey, DesignerTexts } from '../designer-texts.ts';
import { blockOfItem } from './form-shape.ts';

type Own = Omit<QuestionnaireItem, 'item'>;
/** Extensions with a field of their own in the editor. */
const NAMED: Readonly<Record<string, DesignerKey>> = {
  [EXTENSION.why]: 'item.why',
  [EXTENSION.plain]: 'item.plain',
  [EXTENSION.volatile]: 'item.volatile',
  [EXTENSION.critical]: 'item.critical',
  [EXTENSION.minValue]: 'item.minValue',
  [EXTENSION.maxValue]: 'item.maxValue',
  [EXTENSION.minOccurs]: 'item.minOccurs',
  [EXTENSION.maxOccurs]: 'item.maxOccurs',
  [EXTENSION.calculatedExpression]: 'formula.calculated',
  [EXTENSION.initialExpression]: 'formula.initial',
  [EXTENSION.populationContext]: 'formula.population',
  [EXTENSION.enableWhenExpression]: 'formula.when',
};

/** Returns all values of a part without their names. */
function valuesOf(value: unknown): string[] {
  if (value === undefined || value === null) return [];
  if (typeof value === 'object') return Object.values(value).flatMap(valuesOf);
  return [typeof value === 'string' ? value : JSON.stringify(value)];
}
const isHead = (block: Block): boolean => block.id.startsWith(blockOfItem(''));
const itemsIn = (block: Block): Block[] => [
  ...(isHead(block) ? [block] : []),
  ...block.kids.flatMap(itemsIn),
];

/** Returns the translations of a text, each after the name of its language. */
const translated = (element: FhirElement | undefined, screen: string): string[] =>
  extensionsOf(element, TRANSLATION).map((one) => {
    const content = extensionOf(one, 'content'),
      language = languageName(extensionOf(one, 'lang')?.valueCode ?? '', screen);
    return `${language}: ${content?.valueString ?? content?.valueMarkdown ?? ''}`;
  });
/** Says a condition. @param textOf texts of items by their names */
const whenWords = (
  t: DesignerTexts,
  { question, operator, ...answer }: EnableWhen,
  textOf: ReadonlyMap<string, string>,
): string => {
  const isEmpty = operator === 'exists' && answer.answerBoolean === false,
    value =
      operator === 'exists'
        ? ''
        : (answer.answerCoding?.display ??
          (answer.answerBoolean === undefined
            ? valuesOf(answer).join(' ')
            : t(answer.answerBoolean ? 'yes' : 'no')));
  return `${t('diff.when')}: „${textOf.get(question) ?? question}“ ${t(operator === 'exists' ? (isEmpty ? 'op.empty' : 'op.given') : `op.${operator}`)} ${value}`.trim();
};

/** Returns a function that describes the blocks of `FORM_SHAPE`. */
export function describeForm(t: DesignerTexts, screen: string): Describe {
  const translations = (element: FhirElement | undefined): string[] => translated(element, screen);
  const optionWords = ({
    valueCoding,
    valueString,
    _valueString,
    ...rest
  }: AnswerOption): string[] => [
    `• ${[valueCoding?.display ?? valueString ?? '', ...extensionWords(rest.extension), ...valuesOf({ ...rest, extension: undefined })].filter((one) => one !== '').join(', ')}`,
    ...translations(valueCoding?._display ?? _valueString),
  ];
  const extensionWords = (list: readonly Extension[] | undefined): string[] =>
    (list ?? []).map(({ url, _valueString, ...rest }) => {
      const name = NAMED[url],
        word = name === undefined ? (/[^/:]+$/.exec(url)?.[0] ?? url) : t(name);
      return [`${word}: ${valuesOf(rest).join(' ')}`, ...translations(_valueString)].join('\n');
    });
  const itemWords = (own: Own, textOf: ReadonlyMap<string, string>): string => {
    const {
      linkId: _linkId,
      type,
      text,
      _text,
      required,
      repeats,
      maxLength,
      answerOption,
      enableWhen,
      enableBehavior,
      extension,
      ...rest
    } = own;
    return [
      text ?? '',
      ...translations(_text),
      ...(type === 'group' || type === 'display'
        ? []
        : [`${t('item.type')}: ${t(`type.${type}`)}`]),
      ...(required === true ? [t('item.required')] : []),
      ...(repeats === true ? [t('item.repeats')] : []),
      ...(maxLength === undefined ? [] : [`${t('item.maxLength')}: ${maxLength}`]),
      ...(answerOption ?? []).flatMap(optionWords),
      ...(enableWhen ?? []).map((one) => whenWords(t, one, textOf)),
      ...((enableWhen?.length ?? 0) > 1
        ? [t(enableBehavior === 'any' ? 'when.any' : 'when.all')]
        : []),
      ...extensionWords(extension),
      ...Object.entries(rest).map(([key, value]) => `${key}: ${valuesOf(value).join(' ')}`),
    ]
      .filter((one) => one !== '')
      .join('\n');
  };
  return (root) => {
    const items = itemsIn(root),
      textOf = new Map(
        items.map(({ own }) => [(own as Own).linkId, (own as Own).text ?? (own as Own).linkId]),
      ),
      words = new Map<string, BlockWords>();
    for (const { id, own, kids } of root.kids) {
      if (id === 'title') {
        const { title, _title } = own as { title: string; _title?: FhirElement };
        words.set(id, {
          title: t('col.title'),
          words: [title, ...translations(_title)].join('\n'),
        });
      } else if (id === 'extension')
        for (const one of kids)
          words.set(one.id, {
            title: t('diff.marks'),
            words: extensionWords([one.own as Extension]).join(''),
          });
      else if (own !== null)
        words.set(id, {
          title: `${t('diff.other')} (${id})`,
          words: valuesOf(own).join('\n'),
        });
    }
    for (const { id, own } of items) {
      const one = own as Own,
        kind =
          one.type === 'group' ? 'add.group' : one.type === 'display' ? 'add.display' : 'item.text',
        name = (one.text ?? '').trim();
      words.set(id, {
        title: `${t(kind)} „${name === '' ? t('noText') : name.slice(0, 80)}“`,
        words: itemWords(one, textOf),
      });
    }
    return words;
  };
}
