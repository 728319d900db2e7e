// One item of a form: question, kind of answer, condition, and its meaning to the practice.

import { Checkbox, NativeSelect, Textarea, TextInput } from '@mantine/core';
import { useDeferredValue, type RefObject } from 'react';
import { designerFields, MASTER_FIELDS } from '../../../../shared/desk/master-fields.ts';
import { CRITICAL_KINDS } from '../../../../shared/forms/answers/critical.ts';
import { extensionOf, type Extension } from '../../../../shared/forms/questionnaire/fhir.ts';
import {
  EXTENSION,
  integerOf,
  isFlagged,
} from '../../../../shared/forms/questionnaire/extensions.ts';
import type {
  ItemType,
  Questionnaire,
  QuestionnaireItem,
} from '../../../../shared/forms/questionnaire/questionnaire.ts';
import { ConditionsEditor } from './ConditionsEditor.tsx';
import { changeItem, setExtension, setText, setWordy } from './edit.ts';
import { useDesignerTexts } from './designer-texts.ts';
import { FormulasEditor } from './FormulasEditor.tsx';
import { OptionsEditor } from './OptionsEditor.tsx';
import { UnitsEditor } from './UnitsEditor.tsx';
import { useFieldNames } from '../../../ui/wording/field-names.ts';

const TYPES: readonly ItemType[] = [
  'boolean',
  'choice',
  'open-choice',
  'string',
  'text',
  'integer',
  'decimal',
  'quantity',
  'date',
  'dateTime',
  'time',
  'attachment',
  'url',
  'display',
  'group',
  'reference',
];
const FIELDS = designerFields(MASTER_FIELDS);
const HAS_OPTIONS: readonly ItemType[] = ['choice', 'open-choice'],
  HAS_LENGTH: readonly ItemType[] = ['string', 'text', 'url', 'open-choice'],
  HAS_RANGE: readonly ItemType[] = ['integer', 'decimal', 'quantity'];

/** A type without answers, limits or initial values removes them. */
function withType(item: QuestionnaireItem, type: ItemType): QuestionnaireItem {
  const { answerOption, answerValueSet, initial: _initial, maxLength, ...rest } = item;
  let next: QuestionnaireItem = {
    ...rest,
    type,
    ...(HAS_OPTIONS.includes(type) && {
      ...(answerOption && { answerOption }),
      ...(answerValueSet !== undefined && { answerValueSet }),
    }),
    ...(HAS_LENGTH.includes(type) && maxLength !== undefined && { maxLength }),
  };
  for (const url of [EXTENSION.minValue, EXTENSION.maxValue])
    if (type !== item.type) next = setExtension(next, url, undefined);
  if (type === 'display' || type === 'group') {
    const { required: _required, ...bare } = next;
    next = bare;
  }
  return next;
}
const flag = (
  item: QuestionnaireItem,
  name: 'required' | 'repeats' | 'readOnly',
  isOn: boolean,
): QuestionnaireItem => {
  const { [name]: _old, ...rest } = item;
  return isOn ? { ...rest, [name]: true } : rest;
};
const wholeOf = (text: string): number | undefined =>
  /^-?\d{1,9}$/.test(text.trim()) ? Number(text) : undefined;

interface Props {
  form: Questionnaire;
  item: QuestionnaireItem;
  isReadOnly: boolean;
  first: RefObject<HTMLTextAreaElement | null>;
  onChange: (form: Questionnaire, tag?: string) => void;
}
/** The fields of the selected item. */
export function ItemForm({ form, item, isReadOnly, first, onChange }: Props) {
  const t = useDesignerTexts(),
    { linkId, type } = item,
    isQuestion = type !== 'group' && type !== 'display',
    // The other questions of a large form are read after the letter that was typed.
    whole = useDeferredValue(form);
  const put = (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string): void =>
    onChange(changeItem(form, linkId, change), tag === undefined ? undefined : `${tag} ${linkId}`);
  return (
    <fieldset className="p-card f-item" disabled={isReadOnly}>
      <legend className="f-hidden">{t('item')}</legend>
      <Textarea
        ref={first}
        label={
          type === 'group'
            ? t('item.heading')
            : type === 'display'
              ? t('item.words')
              : t('item.text')
        }
        description={item._text ? t('item.textWhat') : undefined}
        autosize
        minRows={2}
        maxLength={2000}
        value={item.text ?? ''}
        onChange={(event) => {
          const text = event.currentTarget.value;
          put((one) => setText(one, text), 'text');
        }}
      />
      <TypeAndFlags item={item} put={put} />
      {HAS_OPTIONS.includes(type) && <OptionsEditor item={item} onChange={put} />}
      <Limits item={item} put={put} />
      {type === 'quantity' && <UnitsEditor item={item} onChange={put} />}
      {(type === 'decimal' || type === 'quantity') && (
        <TextInput
          label={t('item.decimals')}
          inputMode="numeric"
          value={integerOf(item, EXTENSION.maxDecimalPlaces) ?? ''}
          onChange={(event) => putCount(put, EXTENSION.maxDecimalPlaces, event.currentTarget.value)}
        />
      )}
      <ConditionsEditor form={whole} item={item} onChange={put} />
      <FormulasEditor form={whole} item={item} onChange={put} />
      {isQuestion && (
        <>
          <Explanations item={item} put={put} />
          <Meaning item={item} put={put} />
        </>
      )}
      <p className="p-small p-muted">
        {t('item.code')} <bdi className="f-code">{linkId}</bdi>
      </p>
    </fieldset>
  );
}

type Put = (change: (one: QuestionnaireItem) => QuestionnaireItem, tag?: string) => void;
interface PartProps {
  item: QuestionnaireItem;
  put: Put;
}

/** Stores a typed count; anything but a whole number from zero removes it. */
function putCount(put: Put, url: string, text: string): void {
  const count = wholeOf(text);
  put(
    (one) =>
      setExtension(
        one,
        url,
        count === undefined || count < 0 ? undefined : { valueInteger: count },
      ),
    url,
  );
}

function TypeAndFlags({ item, put }: PartProps) {
  const t = useDesignerTexts(),
    { type } = item,
    isQuestion = type !== 'group' && type !== 'display';
  return (
    <div className="f-two">
      <NativeSelect
        label={t('item.type')}
        value={type}
        data={TYPES.map((one) => ({ value: one, label: t(`type.${one}`) }))}
        onChange={(event) => {
          const chosen = TYPES.find((one) => one === event.currentTarget.value);
          if (chosen) put((one) => withType(one, chosen));
        }}
      />
      <div className="f-checks">
        {type !== 'display' && (
          <Checkbox
            label={t('item.required')}
            checked={item.required === true}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              put((one) => flag(one, 'required', isOn));
            }}
          />
        )}
        {isQuestion && (
          <Checkbox
            label={t('item.readOnly')}
            checked={item.readOnly === true}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              put((one) => flag(one, 'readOnly', isOn));
            }}
          />
        )}
        {type !== 'display' && type !== 'boolean' && (
          <Checkbox
            label={type === 'group' ? t('item.repeatsGroup') : t('item.repeats')}
            checked={item.repeats === true}
            onChange={(event) => {
              const isOn = event.currentTarget.checked;
              put((one) => flag(one, 'repeats', isOn));
            }}
          />
        )}
      </div>
    </div>
  );
}

/** Limits of length, value and count. */
function Limits({ item, put }: PartProps) {
  const t = useDesignerTexts(),
    { type } = item;
  const numberAt = (url: string): string => {
    const one = extensionOf(item, url),
      n = one?.valueInteger ?? one?.valueDecimal ?? one?.valueQuantity?.value;
    return n === undefined ? '' : String(n);
  };
  const limit = (url: string, text: string): void => {
    const n = Number(text.replace(',', '.'));
    const value: Omit<Extension, 'url'> | undefined =
      text.trim() === '' || !Number.isFinite(n)
        ? undefined
        : type === 'integer'
          ? { valueInteger: Math.round(n) }
          : { valueDecimal: n };
    put((one) => setExtension(one, url, value), url);
  };
  return (
    <>
      {HAS_LENGTH.includes(type) && (
        <TextInput
          label={t('item.maxLength')}
          inputMode="numeric"
          value={item.maxLength ?? ''}
          onChange={(event) => {
            const n = wholeOf(event.currentTarget.value);
            put((one) => {
              const { maxLength: _old, ...rest } = one;
              return n === undefined || n < 1 ? rest : { ...rest, maxLength: n };
            }, 'maxLength');
          }}
        />
      )}
      {HAS_RANGE.includes(type) && (
        <div className="f-two">
          <TextInput
            label={t('item.minValue')}
            inputMode="decimal"
            value={numberAt(EXTENSION.minValue)}
            onChange={(event) => limit(EXTENSION.minValue, event.currentTarget.value)}
          />
          <TextInput
            label={t('item.maxValue')}
            inputMode="decimal"
            value={numberAt(EXTENSION.maxValue)}
            onChange={(event) => limit(EXTENSION.maxValue, event.currentTarget.value)}
          />
        </div>
      )}
      {item.repeats === true && (
        <div className="f-two">
          <TextInput
            label={t('item.minOccurs')}
            inputMode="numeric"
            value={integerOf(item, EXTENSION.minOccurs) ?? ''}
            onChange={(event) => putCount(put, EXTENSION.minOccurs, event.currentTarget.value)}
          />
          <TextInput
            label={t('item.maxOccurs')}
            inputMode="numeric"
            value={integerOf(item, EXTENSION.maxOccurs) ?? ''}
            onChange={(event) => putCount(put, EXTENSION.maxOccurs, event.currentTarget.value)}
          />
        </div>
      )}
    </>
  );
}

function Explanations({ item, put }: PartProps) {
  const t = useDesignerTexts();
  const wordy = (url: string): string => extensionOf(item, url)?.valueString ?? '';
  return (
    <>
      <Textarea
        label={t('item.why')}
        description={t('item.whyWhat')}
        autosize
        value={wordy(EXTENSION.why)}
        maxLength={1000}
        onChange={(event) => {
          const text = event.currentTarget.value;
          put((one) => setWordy(one, EXTENSION.why, text), 'why');
        }}
      />
      <Textarea
        label={t('item.plain')}
        description={t('item.plainWhat')}
        autosize
        value={wordy(EXTENSION.plain)}
        maxLength={1000}
        onChange={(event) => {
          const text = event.currentTarget.value;
          put((one) => setWordy(one, EXTENSION.plain, text), 'plain');
        }}
      />
    </>
  );
}

/** Meaning of the answer for the practice: lasting or not, critical, a field of the record. */
function Meaning({ item, put }: PartProps) {
  const t = useDesignerTexts(),
    nameOf = useFieldNames();
  const critical = extensionOf(item, EXTENSION.critical)?.valueCode ?? '',
    field = extensionOf(item, EXTENSION.field)?.valueCode ?? '';
  return (
    <>
      <Checkbox
        label={t('item.volatile')}
        description={t('item.volatileWhat')}
        checked={isFlagged(item, EXTENSION.volatile)}
        onChange={(event) => {
          const isOn = event.currentTarget.checked;
          put((one) =>
            setExtension(one, EXTENSION.volatile, isOn ? { valueBoolean: true } : undefined),
          );
        }}
      />
      <div className="f-two">
        <NativeSelect
          label={t('item.critical')}
          description={t('item.criticalWhat')}
          value={critical}
          data={[
            { value: '', label: t('none') },
            ...CRITICAL_KINDS.map((one) => ({ value: one, label: t(`critical.${one}`) })),
          ]}
          onChange={(event) => {
            const kind = event.currentTarget.value;
            put((one) =>
              setExtension(one, EXTENSION.critical, kind === '' ? undefined : { valueCode: kind }),
            );
          }}
        />
        <NativeSelect
          label={t('item.field')}
          description={t('item.fieldWhat')}
          value={field}
          data={[
            { value: '', label: t('none') },
            ...FIELDS.map((one) => ({ value: one, label: nameOf(one) })),
          ]}
          onChange={(event) => {
            const name = event.currentTarget.value;
            put((one) =>
              setExtension(one, EXTENSION.field, name === '' ? undefined : { valueCode: name }),
            );
          }}
        />
      </div>
    </>
  );
}
