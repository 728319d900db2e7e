// Fields of a value of the practice, by its kind, with its amount and its days.

import { NativeSelect, TextInput } from '@mantine/core';
import {
  PUNKTWERT_AREAS,
  type PracticeValueKind,
  type PunktwertArea,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import { KASSENART } from '../../../shared/analytics/deliveries/pvs-words.ts';
import type { FeeCatalogue } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { useValueTexts } from './static-data-texts.ts';
import type { ValueFormState } from './use-value-form.ts';
import { DayField } from '../../ui/DayField.tsx';

const BONUSES = [60, 70, 75, 100] as const,
  EXAMPLE: Readonly<Record<PracticeValueKind, string>> = {
    PUNKTWERT: '1,2845',
    FESTZUSCHUSS: '239,03',
    PREIS: '129,00',
  };
const areaFrom = (word: string): PunktwertArea =>
  PUNKTWERT_AREAS.find((one) => one === word) ?? 'KCH';

interface Props {
  form: ValueFormState;
  catalogue: FeeCatalogue;
}

/** Area, KZV and kind of insurer of a point value. */
export function PointValueFields({
  form: { area, setArea, region, setRegion, kind, setKind },
  catalogue,
}: Props) {
  const t = useValueTexts(),
    all = { value: '', label: t('all') };
  return (
    <>
      <NativeSelect
        label={t('area')}
        value={area}
        onChange={(event) => {
          setArea(areaFrom(event.currentTarget.value));
        }}
        data={PUNKTWERT_AREAS.map((one) => ({ value: one, label: t(`area.${one}`) }))}
      />
      <NativeSelect
        label={t('kzv')}
        value={region}
        onChange={(event) => {
          setRegion(event.currentTarget.value);
        }}
        data={[all, ...catalogue.regionen.map((one) => ({ value: one.region, label: one.kurz }))]}
      />
      <NativeSelect
        label={t('kind')}
        value={kind}
        onChange={(event) => {
          setKind(event.currentTarget.value);
        }}
        data={[all, ...KASSENART.map((one) => ({ value: one, label: one }))]}
      />
    </>
  );
}

/** Finding and bonus of a subsidy. */
export function SubsidyFields({
  form: { finding, setFinding, bonus, setBonus },
  catalogue,
}: Props) {
  const t = useValueTexts();
  return (
    <>
      <NativeSelect
        label={t('finding')}
        value={finding}
        onChange={(event) => {
          setFinding(event.currentTarget.value);
        }}
        data={catalogue.festzuschuesse.map((one) => ({
          value: one.befund,
          label: `${one.befund} ${one.text}`,
        }))}
      />
      <NativeSelect
        label={t('bonus')}
        value={bonus}
        onChange={(event) => {
          setBonus(event.currentTarget.value);
        }}
        data={BONUSES.map((one) => ({ value: String(one), label: t(`bonus.${one}`) }))}
      />
    </>
  );
}

/** Position of a price; the practice's own ones are suggested. */
export function PriceFields({ form: { name, setName, isNameBad }, catalogue }: Props) {
  const t = useValueTexts();
  return (
    <>
      <TextInput
        label={t('price.of')}
        description={t('price.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={name}
        maxLength={60}
        onChange={(event) => {
          setName(event.currentTarget.value);
        }}
        error={isNameBad ? t('missing') : undefined}
        list="sw-prices"
      />
      <datalist id="sw-prices">
        {catalogue.positionen
          .filter((one) => one.istEigen)
          .map((one) => (
            <option key={one.nr} value={one.nr}>
              {one.text}
            </option>
          ))}
      </datalist>
    </>
  );
}

/** The amount and the days on which it holds. */
export function AmountFields({
  form: { typed, setTyped, from, setFrom, to, setTo, isAmountBad, areDaysBad },
  art,
}: {
  form: ValueFormState;
  art: PracticeValueKind;
}) {
  const t = useValueTexts();
  return (
    <>
      <TextInput
        label={t(art === 'PUNKTWERT' ? 'value.point' : art === 'PREIS' ? 'price' : 'value.subsidy')}
        value={typed}
        inputMode="decimal"
        onChange={(event) => {
          setTyped(event.currentTarget.value);
        }}
        placeholder={EXAMPLE[art]}
        error={isAmountBad ? t('value.bad', { example: EXAMPLE[art] }) : undefined}
      />
      <DayField
        label={t('from')}
        value={from}
        onChange={setFrom}
        error={areDaysBad ? t('days.bad') : undefined}
      />
      <DayField
        label={t('to')}
        description={t('to.open')}
        wrapperProps={{ inputWrapperOrder: ['label', 'input', 'description', 'error'] }}
        value={to}
        onChange={setTo}
      />
    </>
  );
}
