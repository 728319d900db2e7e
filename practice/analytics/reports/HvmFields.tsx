// Groups of fields of the HVM limit: quarter and model, limits by kind of insurer, tiers, and what
// happens above the limit.

import { ActionIcon, Button, NativeSelect, TextInput } from '@mantine/core';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import type { HvmConfig } from '../../../shared/analytics/reports/hvm.schema.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { amountTyped, isAmount, wrongWith, type Pot } from './hvm-typed.ts';
import { useReportsTexts } from './reports-texts.ts';
import type { HvmFormState } from './use-hvm-form.ts';

const MODELS = ['FALLWERT', 'HISTORIE', 'GLEICH', 'OHNE'] as const,
  POTS = ['ALLE', 'PRIMAER', 'AOK', 'BKK', 'IKK', 'VDEK', 'KNAPP', 'LKK'] as const,
  KIND_NAMES = ['KUERZUNG', 'QUOTE', 'LINEAR'] as const;
interface Props {
  form: HvmFormState;
}

/** Quarter and year, the model, and its unit. */
export function ModelFields({
  form: { config, put, year, setYear, isYear, quarter, setQuarter },
}: Props) {
  const t = useReportsTexts();
  return (
    <div className="be-note-form">
      <NativeSelect
        label={t('quarter')}
        value={quarter}
        data={[
          ...['1', '2', '3', '4'].map((value) => ({ value, label: `Q${value}` })),
          { value: '0', label: t('hvm.wholeYear') },
        ]}
        onChange={(event) => setQuarter(event.currentTarget.value)}
      />
      <TextInput
        label={t('year')}
        inputMode="numeric"
        value={year}
        error={isYear ? undefined : t('year.wrong')}
        onChange={(event) => setYear(event.currentTarget.value)}
      />
      <NativeSelect
        label={t('hvm.modell')}
        value={config.modell}
        data={MODELS.map((value) => ({ value, label: t(`hvm.modell.${value}`) }))}
        onChange={(event) => put({ modell: event.currentTarget.value as HvmConfig['modell'] })}
      />
      <NativeSelect
        label={t('hvm.einheit')}
        value={config.einheit}
        data={(['EUR', 'PUNKTE'] as const).map((value) => ({
          value,
          label: t(`hvm.einheit.${value}`),
        }))}
        onChange={(event) =>
          put({ einheit: event.currentTarget.value === 'PUNKTE' ? 'PUNKTE' : 'EUR' })
        }
      />
    </div>
  );
}

/** The limit of each kind of insurer. */
export function Pots({ form: { pots, setPots, changePot } }: Props) {
  const t = useReportsTexts(),
    words = useReportWords();
  return (
    <fieldset className="be-pots">
      <legend>{t('hvm.toepfe')}</legend>
      {pots.map((pot, at) => (
        <div key={at} className="be-note-form">
          <NativeSelect
            label={t('hvm.kassenart')}
            value={pot.insurerKind}
            data={POTS.map((value) => ({
              value,
              label:
                value === 'ALLE' || value === 'PRIMAER'
                  ? t(`hvm.kasse.${value}`)
                  : words.word(value),
            }))}
            onChange={(event) =>
              changePot(at, { insurerKind: event.currentTarget.value as Pot['insurerKind'] })
            }
          />
          <TextInput
            label={t('hvm.jeFall')}
            inputMode="decimal"
            value={pot.perCase}
            error={isAmount(pot.perCase) ? undefined : t('hvm.amount')}
            onChange={(event) => changePot(at, { perCase: event.currentTarget.value })}
          />
          <TextInput
            label={t('hvm.fest')}
            inputMode="decimal"
            value={pot.fixed}
            error={isAmount(pot.fixed) ? undefined : t('hvm.amount')}
            onChange={(event) => changePot(at, { fixed: event.currentTarget.value })}
          />
          {pots.length > 1 && (
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('hvm.removePot', { n: at + 1 })}
              onClick={() => setPots(pots.filter((_, place) => place !== at))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          )}
        </div>
      ))}
      {pots.length < POTS.length && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() =>
            setPots([
              ...pots,
              {
                insurerKind:
                  POTS.find((one) => !pots.some((pot) => pot.insurerKind === one)) ?? 'ALLE',
                perCase: '',
                fixed: '',
              },
            ])
          }
        >
          {t('hvm.addPot')}
        </Button>
      )}
    </fieldset>
  );
}

/** Tiers by number of cases. */
export function Steps({ form: { steps, setSteps, changeStep } }: Props) {
  const t = useReportsTexts();
  return (
    <fieldset className="be-pots">
      <legend>{t('hvm.staffel')}</legend>
      <p className="p-small p-muted be-note">{t('hvm.staffelHow')}</p>
      {steps.map((step, at) => {
        const wrong = wrongWith(steps, at);
        return (
          <div key={at} className="be-note-form">
            <TextInput
              label={t('hvm.bisFaelle')}
              inputMode="numeric"
              value={step.until}
              error={wrong.until && step.until !== '' ? t(wrong.until) : undefined}
              onChange={(event) => changeStep(at, { until: event.currentTarget.value })}
            />
            <TextInput
              label={t('hvm.faktor')}
              inputMode="decimal"
              value={step.factor}
              error={wrong.factor && step.factor !== '' ? t(wrong.factor) : undefined}
              onChange={(event) => changeStep(at, { factor: event.currentTarget.value })}
            />
            <ActionIcon
              variant="subtle"
              size={36}
              aria-label={t('hvm.removeStep', { n: at + 1 })}
              onClick={() => setSteps(steps.filter((_, place) => place !== at))}
            >
              <IconTrash size={16} stroke={1.75} aria-hidden />
            </ActionIcon>
          </div>
        );
      })}
      {steps.length < 20 && (
        <Button
          size="xs"
          variant="subtle"
          leftSection={<IconPlus size={16} aria-hidden />}
          onClick={() => setSteps([...steps, { until: '', factor: '' }])}
        >
          {t('hvm.addStep')}
        </Button>
      )}
    </fieldset>
  );
}

/** The rule for amounts above the limit, and the services that are not counted. */
export function OverFields({ form: { config, put, quote, setQuote, out, setOut } }: Props) {
  const t = useReportsTexts();
  return (
    <div className="be-note-form">
      <NativeSelect
        label={t('hvm.ueber')}
        value={config.ueberschreitung.art}
        data={KIND_NAMES.map((value) => ({ value, label: t(`hvm.ueber.${value}`) }))}
        onChange={(event) =>
          put({
            ueberschreitung: {
              ...config.ueberschreitung,
              art: event.currentTarget.value as HvmConfig['ueberschreitung']['art'],
            },
          })
        }
      />
      <TextInput
        label={t('hvm.quote')}
        inputMode="decimal"
        rightSection="%"
        value={quote}
        error={isAmount(quote) && (amountTyped(quote) ?? 0) <= 100 ? undefined : t('hvm.amount')}
        onChange={(event) => setQuote(event.currentTarget.value)}
      />
      <TextInput
        className="be-note-words"
        label={t('hvm.aus')}
        description={t('hvm.ausHow')}
        value={out}
        onChange={(event) => setOut(event.currentTarget.value)}
      />
    </div>
  );
}
