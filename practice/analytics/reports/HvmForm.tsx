// Form for the HVM limit of a quarter: the areas counted, euros or points, the limit of each kind
// of insurer, tiers by their number, how cases are counted, exclusions.

import { ActionIcon, Button, Checkbox, Group, NativeSelect, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { IconPlus, IconTrash } from '@tabler/icons-react';
import { useState } from 'react';
import { momentText } from '../../../shared/base/dates.ts';
import type { HvmConfig, HvmModel } from '../../../shared/analytics/reports/hvm.schema.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Loading } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { useReportsTexts } from './reports-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

const MODELS = ['FALLWERT', 'HISTORIE', 'GLEICH', 'OHNE'] as const,
  SERVICE_AREAS = ['KCH', 'PAR', 'KB', 'KFO'] as const,
  POTS = ['ALLE', 'PRIMAER', 'AOK', 'BKK', 'IKK', 'VDEK', 'KNAPP', 'LKK'] as const,
  CASES = ['KCH', 'IPFU_OHNE_KCH', 'UPTC_OHNE_KCH'] as const,
  KIND_NAMES = ['KUERZUNG', 'QUOTE', 'LINEAR'] as const;
const FIRST: HvmConfig = {
  modell: 'FALLWERT',
  bereiche: ['KCH', 'PAR', 'KB'],
  einheit: 'EUR',
  toepfe: [{ kassenart: 'ALLE' }],
  fallzaehlung: [...CASES],
  nurWohnortKzv: false,
  ohneStatus4: false,
  ueberschreitung: { art: 'KUERZUNG' },
  ausgenommen: [],
  quelle: '',
};
/** Parses a typed amount; undefined if empty or invalid. */
export const amountTyped = (text: string): number | undefined => {
  const bare = text
    .trim()
    .replace(/\.(?=\d{3}(\D|$))/g, '')
    .replace(',', '.');
  return /^\d+(\.\d{1,4})?$/.test(bare) ? Number(bare) : undefined;
};
const shown = (value: number | undefined): string =>
  value === undefined ? '' : String(value).replace('.', ',');

export function HvmForm({ region }: { region: string }) {
  const language = useLanguage();
  const t = useReportsTexts(),
    list = useQuery({
      queryKey: ['hvm', region],
      queryFn: async () =>
        (await call<{ items: HvmModel[] }>(`/api/hvm/${region}/modell`, { timeout: TIMEOUT }))
          .items,
    });
  return (
    <section className="p-card be-notes p-noprint" aria-labelledby="be-hvm">
      <h2 id="be-hvm">{t('hvm.set')}</h2>
      <p className="p-muted be-note">{t('hvm.what')}</p>
      {list.isPending && <Loading />}
      {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
      {list.data && list.data.length > 0 && (
        <ul className="be-note-list">
          {list.data.map((one) => (
            <li key={`${one.jahr} ${one.quartal}`}>
              <span className="be-note-when">
                {one.quartal === 0 ? one.jahr : `Q${one.quartal} ${one.jahr}`}
              </span>
              <span>
                {t(`hvm.modell.${one.config.modell}`)}
                {one.config.quelle !== '' && ` · ${one.config.quelle}`}{' '}
                <span className="p-small p-muted">
                  {[one.wer, momentText(one.am, language)].filter((word) => word !== '').join(', ')}
                </span>
              </span>
            </li>
          ))}
        </ul>
      )}
      {list.data && <Form key={list.data.length} region={region} last={list.data[0]} />}
    </section>
  );
}

interface Step {
  until: string;
  factor: string;
}
/** Parses a typed positive integer. */
const countTyped = (text: string): number | undefined => {
  const n = amountTyped(text);
  return n !== undefined && Number.isInteger(n) && n > 0 && n <= 1_000_000 ? n : undefined;
};
/** Validates a tier: each ends at a distinct number, its factor is above 0 and at most 10. */
const wrongWith = (
  steps: readonly Step[],
  at: number,
): { until?: 'hvm.count' | 'hvm.twice'; factor?: 'hvm.amount' } => {
  const { until, factor } = steps[at]!,
    n = countTyped(until),
    f = amountTyped(factor);
  return {
    ...(n === undefined
      ? { until: 'hvm.count' }
      : steps.some((one, place) => place < at && countTyped(one.until) === n)
        ? { until: 'hvm.twice' }
        : {}),
    ...(f === undefined || f <= 0 || f > 10 ? { factor: 'hvm.amount' } : {}),
  };
};
interface Pot {
  insurerKind: HvmConfig['toepfe'][number]['kassenart'];
  perCase: string;
  fixed: string;
}
function Form({ region, last }: { region: string; last: HvmModel | undefined }) {
  const t = useReportsTexts(),
    words = useReportWords(),
    today = useToday(),
    queries = useQueryClient(),
    [config, setConfig] = useState<HvmConfig>(last?.config ?? FIRST),
    put = (some: Partial<HvmConfig>): void => setConfig({ ...config, ...some });
  const [year, setYear] = useState(today.slice(0, 4)),
    [quarter, setQuarter] = useState(String(Math.ceil(Number(today.slice(5, 7)) / 3))),
    [pots, setPots] = useState<Pot[]>(
      config.toepfe.map((one) => ({
        insurerKind: one.kassenart,
        perCase: shown(one.grenzeJeFall),
        fixed: shown(one.festbudget),
      })),
    );
  const [steps, setSteps] = useState<Step[]>(
      (config.staffel ?? []).map((one) => ({
        until: shown(one.bisFaelle),
        factor: shown(one.faktor),
      })),
    ),
    changeStep = (at: number, some: Partial<Step>): void =>
      setSteps(steps.map((one, place) => (place === at ? { ...one, ...some } : one)));
  const [quote, setQuote] = useState(
      shown(
        config.ueberschreitung.quote === undefined ? undefined : config.ueberschreitung.quote * 100,
      ),
    ),
    [out, setOut] = useState(config.ausgenommen.join(', ')),
    { isBusy, failed, run } = useSubmit();
  const isYear = /^20\d\d$/.test(year),
    isAmount = (text: string): boolean => text.trim() === '' || amountTyped(text) !== undefined,
    isRight =
      isYear &&
      pots.every((one) => isAmount(one.perCase) && isAmount(one.fixed)) &&
      isAmount(quote) &&
      (amountTyped(quote) ?? 0) <= 100 &&
      steps.every((_, at) => Object.keys(wrongWith(steps, at)).length === 0);
  const change = (at: number, some: Partial<Pot>): void =>
    setPots(pots.map((one, place) => (place === at ? { ...one, ...some } : one)));
  const save = (): Promise<unknown> =>
    run(async () => {
      const toepfe = pots.map(({ insurerKind: kassenart, perCase: jeFall, fixed: fest }) => {
          const perCase = amountTyped(jeFall),
            fixed = amountTyped(fest);
          return {
            kassenart,
            ...(perCase !== undefined && { grenzeJeFall: perCase }),
            ...(fixed !== undefined && { festbudget: fixed }),
          };
        }),
        share = amountTyped(quote);
      const { staffel: _before, ...rest } = config,
        staffel = steps
          .map((one) => ({ bisFaelle: countTyped(one.until)!, faktor: amountTyped(one.factor)! }))
          .toSorted((x, y) => x.bisFaelle - y.bisFaelle);
      const json = {
        jahr: Number(year),
        quartal: Number(quarter),
        config: {
          ...rest,
          ...(staffel.length > 0 && { staffel }),
          toepfe,
          ueberschreitung: {
            art: config.ueberschreitung.art,
            ...(share !== undefined && { quote: share / 100 }),
          },
          ausgenommen: out.split(/[,;\s]+/).filter((one) => one !== ''),
        },
      };
      await call(`/api/hvm/${region}/modell`, {
        method: 'PUT',
        json,
        answer: 'none',
        timeout: TIMEOUT,
      });
      await queries.invalidateQueries({ queryKey: ['hvm', region] });
      await queries.invalidateQueries({ queryKey: ['bericht'] });
      say(t('hvm.saved'));
    });
  return (
    <form
      className="p-stack"
      onSubmit={(event) => {
        event.preventDefault();
        if (isRight) void save();
      }}
    >
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
      <Checkbox.Group
        label={t('hvm.bereiche')}
        value={config.bereiche}
        onChange={(next) => put({ bereiche: SERVICE_AREAS.filter((one) => next.includes(one)) })}
      >
        <Group gap={16}>
          {SERVICE_AREAS.map((one) => (
            <Checkbox key={one} value={one} label={words.word(one)} />
          ))}
        </Group>
      </Checkbox.Group>
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
                change(at, { insurerKind: event.currentTarget.value as Pot['insurerKind'] })
              }
            />
            <TextInput
              label={t('hvm.jeFall')}
              inputMode="decimal"
              value={pot.perCase}
              error={isAmount(pot.perCase) ? undefined : t('hvm.amount')}
              onChange={(event) => change(at, { perCase: event.currentTarget.value })}
            />
            <TextInput
              label={t('hvm.fest')}
              inputMode="decimal"
              value={pot.fixed}
              error={isAmount(pot.fixed) ? undefined : t('hvm.amount')}
              onChange={(event) => change(at, { fixed: event.currentTarget.value })}
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
      <Checkbox.Group
        label={t('hvm.faelle')}
        value={config.fallzaehlung}
        onChange={(next) => put({ fallzaehlung: CASES.filter((one) => next.includes(one)) })}
      >
        <div className="a-ticks">
          {CASES.map((one) => (
            <Checkbox key={one} value={one} label={t(`hvm.fall.${one}`)} />
          ))}
        </div>
      </Checkbox.Group>
      <Checkbox
        label={t('hvm.wohnort')}
        checked={config.nurWohnortKzv}
        onChange={(event) => put({ nurWohnortKzv: event.currentTarget.checked })}
      />
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
      <TextInput
        label={t('hvm.quelle')}
        maxLength={250}
        value={config.quelle}
        onChange={(event) => put({ quelle: event.currentTarget.value })}
      />
      {failed !== null && <ErrorNotice error={failed} />}
      <div>
        <Button type="submit" loading={isBusy} disabled={!isRight}>
          {t('hvm.save')}
        </Button>
      </div>
    </form>
  );
}
