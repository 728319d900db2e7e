// Condition of an item, as a sentence: question, comparison, answer; all conditions or any of them.

import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { EXTENSION, expressionOf } from '../../../../shared/forms/questionnaire/extensions.ts';
import type { Model, Node } from '../../../../shared/forms/questionnaire/model.ts';
import {
  answerOf,
  everyItem,
  type EnableOperator,
  type EnableWhen,
  type Questionnaire,
  type QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import type { FhirValue } from '../../../../shared/forms/questionnaire/fhir.ts';
import { useMemo } from 'react';
import { useDesignerTexts } from './designer-texts.ts';
import { modelIn } from './form-model.ts';

const ORDERED = ['integer', 'decimal', 'quantity', 'date', 'dateTime', 'time'];
/** `given` and `empty` are the two meanings of the standard's `exists`. */
type Word = Exclude<EnableOperator, 'exists'> | 'given' | 'empty';
const wordOf = (when: EnableWhen): Word =>
  when.operator === 'exists' ? (when.answerBoolean === false ? 'empty' : 'given') : when.operator;
const wordsFor = (node: Node | undefined): readonly Word[] =>
  node && ORDERED.includes(node.type)
    ? ['=', '!=', '>', '<', '>=', '<=', 'given', 'empty']
    : ['=', '!=', 'given', 'empty'];

/** Renames `value…` of an answer to the name used in a condition. */
function whenOf(question: string, operator: EnableOperator, value: FhirValue): EnableWhen {
  const {
    valueBoolean,
    valueInteger,
    valueDecimal,
    valueDate,
    valueDateTime,
    valueTime,
    valueString,
    valueCoding,
    valueQuantity,
    valueReference,
  } = value;
  return {
    question,
    operator,
    ...(valueBoolean !== undefined && { answerBoolean: valueBoolean }),
    ...(valueInteger !== undefined && { answerInteger: valueInteger }),
    ...(valueDecimal !== undefined && { answerDecimal: valueDecimal }),
    ...(valueDate !== undefined && { answerDate: valueDate }),
    ...(valueDateTime !== undefined && { answerDateTime: valueDateTime }),
    ...(valueTime !== undefined && { answerTime: valueTime }),
    ...(valueString !== undefined && { answerString: valueString }),
    ...(valueCoding && { answerCoding: valueCoding }),
    ...(valueQuantity && { answerQuantity: valueQuantity }),
    ...(valueReference && { answerReference: valueReference }),
  };
}
/** Converts a typed text to the value of this kind of question. */
function typed(node: Node, text: string): FhirValue {
  const n = Number(text.replace(',', '.'));
  switch (node.type) {
    case 'integer':
      return { valueInteger: Number.isFinite(n) ? Math.round(n) : 0 };
    case 'decimal':
      return { valueDecimal: Number.isFinite(n) ? n : 0 };
    case 'quantity':
      return { valueQuantity: { value: Number.isFinite(n) ? n : 0 } };
    case 'date':
      return { valueDate: text };
    case 'dateTime':
      return { valueDateTime: text };
    case 'time':
      return { valueTime: text };
    default:
      return { valueString: text };
  }
}
const choicesOf = (
  node: Node,
  t: ReturnType<typeof useDesignerTexts>,
): { value: FhirValue; text: string }[] =>
  node.type === 'boolean'
    ? [
        { value: { valueBoolean: true }, text: t('yes') },
        { value: { valueBoolean: false }, text: t('no') },
      ]
    : node.options.map((one) => ({ value: one.value, text: one.text }));
const plainText = (when: EnableWhen): string => {
  const v = answerOf(when);
  return String(
    v.valueInteger ??
      v.valueDecimal ??
      v.valueQuantity?.value ??
      v.valueDate ??
      v.valueDateTime ??
      v.valueTime ??
      v.valueString ??
      '',
  );
};

type Words = ReturnType<typeof useDesignerTexts>;

/** A new condition on this question: its first answer, or that there is one. */
function firstWhen(node: Node, t: Words): EnableWhen {
  const [choice] = choicesOf(node, t);
  return choice
    ? whenOf(node.linkId, '=', choice.value)
    : { question: node.linkId, operator: 'exists', answerBoolean: true };
}

/** The value that a comparison starts with where there is no answer to choose. */
function startValue(node: Node): FhirValue {
  return typed(node, node.type === 'date' ? '2000-01-01' : node.type === 'time' ? '12:00:00' : '');
}

/** The condition with another comparison; its answer is kept where it has one. */
function reworded(when: EnableWhen, node: Node | undefined, word: Word, t: Words): EnableWhen {
  if (word === 'given' || word === 'empty')
    return {
      question: when.question,
      operator: 'exists',
      answerBoolean: word === 'given',
    };
  const before = when.operator === 'exists' ? undefined : answerOf(when),
    [choice] = node ? choicesOf(node, t) : [];
  return whenOf(when.question, word, before ?? choice?.value ?? (node ? startValue(node) : {}));
}

interface Props {
  form: Questionnaire;
  item: QuestionnaireItem;
  onChange: (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string) => void;
}
/** The conditions under which an item is asked. */
export function ConditionsEditor({ form, item, onChange }: Props) {
  const t = useDesignerTexts(),
    model = modelIn(form),
    whens = item.enableWhen ?? [];
  const asked = useMemo(() => {
    const own = new Set([...everyItem([item])].map((one) => one.item.linkId));
    return model.nodes.filter((one) => one.isQuestion && !own.has(one.linkId));
  }, [model, item]);
  const put = (list: readonly EnableWhen[], tag?: string): void =>
    onChange((one) => {
      const { enableWhen: _old, enableBehavior, ...rest } = one;
      return list.length === 0
        ? rest
        : {
            ...rest,
            enableWhen: list,
            ...(list.length > 1 && { enableBehavior: enableBehavior ?? 'all' }),
          };
    }, tag);
  const at = (index: number, when: EnableWhen, tag?: string): void =>
    put(
      whens.map((one, n) => (n === index ? when : one)),
      tag,
    );
  const before =
    asked.findLast((one) => one.order < (model.byLinkId.get(item.linkId)?.order ?? 0)) ?? asked[0];
  return (
    <fieldset className="f-group">
      <legend>{t('when')}</legend>
      {whens.length === 0 && <p className="p-small p-muted">{t('when.always')}</p>}
      {whens.length > 1 && (
        <NativeSelect
          aria-label={t('when.behavior')}
          value={item.enableBehavior ?? 'any'}
          data={[
            { value: 'all', label: t('when.all') },
            { value: 'any', label: t('when.any') },
          ]}
          onChange={(event) => {
            const isAny = event.currentTarget.value === 'any';
            onChange((one) => ({ ...one, enableBehavior: isAny ? 'any' : 'all' }));
          }}
        />
      )}
      <ul className="f-plain">
        {whens.map((when, index) => (
          <ConditionRow
            key={index}
            when={when}
            index={index}
            model={model}
            asked={asked}
            onChange={(next, tag) => at(index, next, tag)}
            onRemove={() => put(whens.filter((_, n) => n !== index))}
          />
        ))}
      </ul>
      {expressionOf(item, EXTENSION.enableWhenExpression) && (
        <p className="p-small p-muted">{t('when.expression')}</p>
      )}
      {before ? (
        <Button
          size="xs"
          variant="default"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => put([...whens, firstWhen(before, t)])}
        >
          {t('when.add')}
        </Button>
      ) : (
        <p className="p-small p-muted">{t('when.nobody')}</p>
      )}
    </fieldset>
  );
}

interface RowProps {
  when: EnableWhen;
  index: number;
  onChange: (when: EnableWhen, tag?: string) => void;
}

function ConditionRow({
  when,
  index,
  model,
  asked,
  onChange,
  onRemove,
}: RowProps & {
  model: Model;
  asked: readonly Node[];
  onRemove: () => void;
}) {
  const t = useDesignerTexts();
  const node = model.byLinkId.get(when.question),
    word = wordOf(when);
  return (
    <li className="f-when">
      <NativeSelect
        aria-label={t('when.question', { n: index + 1 })}
        value={when.question}
        data={[
          ...(node ? [] : [{ value: when.question, label: when.question }]),
          ...asked.map((one) => ({
            value: one.linkId,
            label: one.item.text ?? one.linkId,
          })),
        ]}
        onChange={(event) => {
          const target = model.byLinkId.get(event.currentTarget.value);
          if (target) onChange(firstWhen(target, t));
        }}
      />
      <NativeSelect
        aria-label={t('when.word', { n: index + 1 })}
        value={word}
        data={wordsFor(node).map((one) => ({ value: one, label: t(`op.${one}`) }))}
        onChange={(event) => {
          const next = wordsFor(node).find((one) => one === event.currentTarget.value);
          if (next) onChange(reworded(when, node, next, t));
        }}
      />
      {word !== 'given' && word !== 'empty' && (
        <WhenAnswer when={when} index={index} node={node} word={word} onChange={onChange} />
      )}
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('when.remove', { n: index + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </li>
  );
}

function WhenAnswer({
  when,
  index,
  node,
  word,
  onChange,
}: RowProps & { node: Node | undefined; word: Exclude<Word, 'given' | 'empty'> }) {
  const t = useDesignerTexts(),
    choices = node ? choicesOf(node, t) : [],
    value = JSON.stringify(answerOf(when));
  const chosen = choices.findIndex(
    (one) =>
      JSON.stringify(one.value) === value ||
      (one.value.valueCoding !== undefined &&
        one.value.valueCoding.code === when.answerCoding?.code),
  );
  return choices.length > 0 ? (
    <NativeSelect
      aria-label={t('when.answer', { n: index + 1 })}
      value={String(chosen)}
      data={[
        ...(chosen < 0 ? [{ value: '-1', label: plainText(when) || t('none') }] : []),
        ...choices.map((one, n) => ({ value: String(n), label: one.text })),
      ]}
      onChange={(event) => {
        const choice = choices[Number(event.currentTarget.value)];
        if (choice) onChange(whenOf(when.question, word, choice.value));
      }}
    />
  ) : (
    <TextInput
      aria-label={t('when.answer', { n: index + 1 })}
      type={node?.type === 'date' ? 'date' : 'text'}
      value={plainText(when)}
      onChange={(event) => {
        if (node)
          onChange(
            whenOf(when.question, when.operator, typed(node, event.currentTarget.value)),
            `when ${index}`,
          );
      }}
    />
  );
}
