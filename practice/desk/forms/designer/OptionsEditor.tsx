// The selectable answers: the standard three, or custom ones with order, danger mark and „nothing
// of it“.

import { ActionIcon, Button, Checkbox, NativeSelect, TextInput } from '@mantine/core';
import { IconArrowDown, IconArrowUp, IconPlus, IconTrash } from '@tabler/icons-react';
import { CRITICAL_KINDS } from '../../../../shared/forms/answers/critical.ts';
import { extensionOf } from '../../../../shared/forms/questionnaire/fhir.ts';
import { EXTENSION, isFlagged } from '../../../../shared/forms/questionnaire/extensions.ts';
import type {
  AnswerOption,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { newOption, setExtension, setOptionText } from './edit.ts';
import { useDesignerTexts } from './designer-texts.ts';

const YES_NO_UNKNOWN = 'http://hl7.org/fhir/ValueSet/yesnodontknow';
const textOf = ({
  valueCoding,
  valueString,
  valueInteger,
  valueDate,
  valueTime,
}: AnswerOption): string =>
  valueCoding?.display ?? valueString ?? String(valueInteger ?? valueDate ?? valueTime ?? '');

/** The answers of one item. */
export function OptionsEditor({
  item,
  onChange,
}: {
  item: QuestionnaireItem;
  onChange: (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string) => void;
}) {
  const t = useDesignerTexts(),
    options = item.answerOption ?? [];
  const put = (
    change: (list: readonly AnswerOption[]) => readonly AnswerOption[],
    tag?: string,
  ): void =>
    onChange((one) => {
      const { answerOption, ...rest } = one,
        list = change(answerOption ?? []);
      return list.length > 0 ? { ...rest, answerOption: list } : rest;
    }, tag);
  const at = (index: number, change: (one: AnswerOption) => AnswerOption, tag?: string): void =>
    put((list) => list.map((one, n) => (n === index ? change(one) : one)), tag);
  const swap = (a: number, b: number): void =>
    put((list) =>
      list.map((one, n) => (n === a ? (list[b] ?? one) : n === b ? (list[a] ?? one) : one)),
    );
  const setStandard = (isOn: boolean): void =>
    onChange((one) => {
      const { answerOption: _own, answerValueSet: _set, ...rest } = one;
      return isOn ? { ...rest, answerValueSet: YES_NO_UNKNOWN } : rest;
    });
  return (
    <fieldset className="f-group">
      <legend>{t('options')}</legend>
      <Checkbox
        label={t('options.standard')}
        checked={item.answerValueSet === YES_NO_UNKNOWN}
        onChange={(event) => setStandard(event.currentTarget.checked)}
      />
      {item.answerValueSet === undefined ? (
        <>
          <ul className="f-plain">
            {options.map((option, index) => (
              <OptionRow
                key={option.valueCoding?.code ?? index}
                option={option}
                index={index}
                isLast={index === options.length - 1}
                isMultiple={item.repeats === true}
                onChange={(change, tag) => at(index, change, tag)}
                onSwap={(other) => swap(index, other)}
                onRemove={() => put((list) => list.filter((_, n) => n !== index))}
              />
            ))}
          </ul>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconPlus size={16} aria-hidden />}
            onClick={() => put((list) => [...list, newOption(item, '')])}
          >
            {t('options.add')}
          </Button>
        </>
      ) : (
        item.answerValueSet !== YES_NO_UNKNOWN && (
          <p className="p-small p-muted">
            {t('options.set')} <bdi className="f-code">{item.answerValueSet}</bdi>
          </p>
        )
      )}
    </fieldset>
  );
}

interface ToolProps {
  index: number;
  isLast: boolean;
  onSwap: (other: number) => void;
  onRemove: () => void;
}

function OptionRow({
  option,
  index,
  isLast,
  isMultiple,
  onChange,
  onSwap,
  onRemove,
}: ToolProps & {
  option: AnswerOption;
  isMultiple: boolean;
  onChange: (change: (one: AnswerOption) => AnswerOption, tag?: string) => void;
}) {
  const t = useDesignerTexts();
  return (
    <li className="f-option">
      <TextInput
        aria-label={t('options.text', { n: index + 1 })}
        value={textOf(option)}
        maxLength={500}
        readOnly={option.valueCoding === undefined && option.valueString === undefined}
        onChange={(event) => {
          const text = event.currentTarget.value;
          onChange((one) => setOptionText(one, text), `option ${index}`);
        }}
      />
      <NativeSelect
        aria-label={t('options.critical', { n: index + 1 })}
        value={extensionOf(option, EXTENSION.critical)?.valueCode ?? ''}
        data={[
          { value: '', label: t('options.harmless') },
          ...CRITICAL_KINDS.map((kind) => ({
            value: kind,
            label: t(`critical.${kind}`),
          })),
        ]}
        onChange={(event) => {
          const kind = event.currentTarget.value;
          onChange((one) =>
            setExtension(one, EXTENSION.critical, kind === '' ? undefined : { valueCode: kind }),
          );
        }}
      />
      <TextInput
        className="f-points"
        aria-label={t('options.points', { n: index + 1 })}
        placeholder={t('options.pointsShort')}
        inputMode="decimal"
        value={extensionOf(option, EXTENSION.ordinalValue)?.valueDecimal ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value.replace(',', '.'),
            n = Number(text);
          onChange(
            (one) =>
              setExtension(
                one,
                EXTENSION.ordinalValue,
                text.trim() === '' || !Number.isFinite(n) ? undefined : { valueDecimal: n },
              ),
            `points ${index}`,
          );
        }}
      />
      {isMultiple && (
        <Checkbox
          label={t('options.exclusive')}
          checked={isFlagged(option, EXTENSION.optionExclusive)}
          onChange={(event) => {
            const isOn = event.currentTarget.checked;
            onChange((one) =>
              setExtension(
                one,
                EXTENSION.optionExclusive,
                isOn ? { valueBoolean: true } : undefined,
              ),
            );
          }}
        />
      )}
      <OptionTools index={index} isLast={isLast} onSwap={onSwap} onRemove={onRemove} />
    </li>
  );
}

function OptionTools({ index, isLast, onSwap, onRemove }: ToolProps) {
  const t = useDesignerTexts();
  return (
    <span className="f-optiontools">
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('options.up', { n: index + 1 })}
        disabled={index === 0}
        onClick={() => onSwap(index - 1)}
      >
        <IconArrowUp size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('options.down', { n: index + 1 })}
        disabled={isLast}
        onClick={() => onSwap(index + 1)}
      >
        <IconArrowDown size={16} aria-hidden />
      </ActionIcon>
      <ActionIcon
        variant="subtle"
        size={32}
        aria-label={t('options.remove', { n: index + 1 })}
        onClick={onRemove}
      >
        <IconTrash size={16} aria-hidden />
      </ActionIcon>
    </span>
  );
}
