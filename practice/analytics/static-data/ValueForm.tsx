// The form for one value of the practice: purpose, amount, period of validity, and source.

import { Button, NativeSelect, TextInput } from '@mantine/core';
import { useState } from 'react';
import {
  amountOf,
  ownValueProblem,
  punktwertKey,
  PUNKTWERT_AREAS,
  subsidyKey,
  type PracticeValueKind,
  type PunktwertArea,
} from '../../../shared/analytics/deliveries/practice-value.ts';
import { KASSENART } from '../../../shared/analytics/deliveries/pvs.ts';
import type { FeeCatalogue } from '../../../shared/analytics/deliveries/static-data.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useValueTexts } from './static-data-texts.ts';
import { enterValue } from './use-values.ts';

const BONUSES = [60, 70, 75, 100] as const,
  EXAMPLE: Readonly<Record<PracticeValueKind, string>> = {
    PUNKTWERT: '1,2845',
    FESTZUSCHUSS: '239,03',
    PREIS: '129,00',
  };
const areaFrom = (word: string): PunktwertArea =>
  PUNKTWERT_AREAS.find((one) => one === word) ?? 'KCH';

export function ValueForm({
  catalogue,
  art,
  changed,
}: {
  catalogue: FeeCatalogue;
  art: PracticeValueKind;
  changed: () => Promise<void>;
}) {
  const t = useValueTexts(),
    { isBusy, failed, run, clear } = useSubmit();
  const [area, setArea] = useState<PunktwertArea>('KCH'),
    [region, setRegion] = useState(catalogue.region ?? ''),
    [kind, setKind] = useState('');
  const [finding, setFinding] = useState(catalogue.festzuschuesse[0]?.befund ?? ''),
    [bonus, setBonus] = useState('60'),
    [name, setName] = useState('');
  const [typed, setTyped] = useState(''),
    [from, setFrom] = useState(''),
    [to, setTo] = useState(''),
    [note, setNote] = useState(''),
    [isTried, setTried] = useState(false);
  // Created once per value, so that a double press enters one.
  const [id, setId] = useState<string>(() => crypto.randomUUID());
  const amount = amountOf(typed, art === 'PUNKTWERT' ? 4 : 2) ?? -1,
    key =
      art === 'PUNKTWERT'
        ? punktwertKey(region || null, kind || null, area)
        : art === 'FESTZUSCHUSS'
          ? subsidyKey(finding, Number(bonus))
          : name.trim();
  const value = {
      art,
      schluessel: key,
      wert: amount,
      validFrom: from,
      validTo: to === '' ? null : to,
    },
    problem = from === '' ? 'days' : ownValueProblem(value);
  const isAmountBad =
      isTried && ownValueProblem({ ...value, validFrom: '2026-01-01', validTo: null }) === 'value',
    isNameBad = isTried && art === 'PREIS' && key === '',
    areDaysBad = isTried && problem === 'days';
  const save = async (): Promise<void> => {
    setTried(true);
    if (problem !== undefined) return;
    const isDone = await run(async () => {
      await enterValue({ ...value, id, note: note.trim() });
      await changed();
    });
    if (!isDone) return;
    say(t('saved'));
    setId(crypto.randomUUID());
    setTyped('');
    setTried(false);
  };
  const all = { value: '', label: t('all') };
  return (
    <form
      className="p-stack sw-form"
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        void save();
      }}
      onChange={clear}
      aria-label={t('add')}
    >
      <div className="sw-fields">
        {art === 'PUNKTWERT' && (
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
              data={[
                all,
                ...catalogue.regionen.map((one) => ({ value: one.region, label: one.kurz })),
              ]}
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
        )}
        {art === 'FESTZUSCHUSS' && (
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
        )}
        {art === 'PREIS' && (
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
        )}
        {art === 'PREIS' && (
          <datalist id="sw-prices">
            {catalogue.positionen
              .filter((one) => one.istEigen)
              .map((one) => (
                <option key={one.nr} value={one.nr}>
                  {one.text}
                </option>
              ))}
          </datalist>
        )}
        <TextInput
          label={t(
            art === 'PUNKTWERT' ? 'value.point' : art === 'PREIS' ? 'price' : 'value.subsidy',
          )}
          value={typed}
          inputMode="decimal"
          onChange={(event) => {
            setTyped(event.currentTarget.value);
          }}
          placeholder={EXAMPLE[art]}
          error={isAmountBad ? t('value.bad', { example: EXAMPLE[art] }) : undefined}
        />
        <TextInput
          type="date"
          label={t('from')}
          value={from}
          onChange={(event) => {
            setFrom(event.currentTarget.value);
          }}
          error={areDaysBad ? t('days.bad') : undefined}
        />
        <TextInput
          type="date"
          label={t('to')}
          description={t('to.open')}
          inputWrapperOrder={['label', 'input', 'description', 'error']}
          value={to}
          onChange={(event) => {
            setTo(event.currentTarget.value);
          }}
        />
      </div>
      <TextInput
        label={t('note')}
        description={t('note.hint')}
        inputWrapperOrder={['label', 'input', 'description', 'error']}
        value={note}
        maxLength={250}
        onChange={(event) => {
          setNote(event.currentTarget.value);
        }}
      />
      {failed !== null && <ErrorNotice error={failed} isSave />}
      <div>
        <Button type="submit" loading={isBusy}>
          {t('save')}
        </Button>
      </div>
    </form>
  );
}
