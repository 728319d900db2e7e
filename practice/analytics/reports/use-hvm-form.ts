// The HVM limit of a quarter while it is typed, and its saving.

import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { HvmConfig, HvmModel } from '../../../shared/analytics/reports/hvm.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { say } from '../../ui/toast.tsx';
import { useToday } from '../../ui/wording/now.ts';
import {
  amountTyped,
  countTyped,
  isAmount,
  shown,
  wrongWith,
  type Pot,
  type Step,
} from './hvm-typed.ts';
import { useReportsTexts } from './reports-texts.ts';

/** Ways in which cases are counted. */
export const CASES = ['KCH', 'IPFU_OHNE_KCH', 'UPTC_OHNE_KCH'] as const;
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
/** Typed values in addition to the config itself. */
interface TypedLimits {
  readonly pots: readonly Pot[];
  readonly steps: readonly Step[];
  /** Percent. */
  readonly quote: string;
  /** Excluded positions, separated by commas. */
  readonly out: string;
}
/** Returns the config with everything that was typed. */
function configOf(config: HvmConfig, { pots, steps, quote, out }: TypedLimits): HvmConfig {
  const limits = pots.map(({ insurerKind, perCase, fixed }) => {
      const amountPerCase = amountTyped(perCase),
        budget = amountTyped(fixed);
      return {
        kassenart: insurerKind,
        ...(amountPerCase !== undefined && { grenzeJeFall: amountPerCase }),
        ...(budget !== undefined && { festbudget: budget }),
      };
    }),
    share = amountTyped(quote);
  const { staffel: _before, ...rest } = config,
    tiers = steps
      .map((one) => ({ bisFaelle: countTyped(one.until)!, faktor: amountTyped(one.factor)! }))
      .toSorted((x, y) => x.bisFaelle - y.bisFaelle);
  return {
    ...rest,
    ...(tiers.length > 0 && { staffel: tiers }),
    toepfe: limits,
    ueberschreitung: {
      art: config.ueberschreitung.art,
      ...(share !== undefined && { quote: share / 100 }),
    },
    ausgenommen: out.split(/[,;\s]+/).filter((one) => one !== ''),
  };
}

/** Holds the form of the HVM limit. @param last the limit saved last; the form starts with it */
export function useHvmForm(region: string, last: HvmModel | undefined) {
  const t = useReportsTexts(),
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
    isRight =
      isYear &&
      pots.every((one) => isAmount(one.perCase) && isAmount(one.fixed)) &&
      isAmount(quote) &&
      (amountTyped(quote) ?? 0) <= 100 &&
      steps.every((_, at) => Object.keys(wrongWith(steps, at)).length === 0);
  const changePot = (at: number, some: Partial<Pot>): void =>
    setPots(pots.map((one, place) => (place === at ? { ...one, ...some } : one)));
  const save = (): Promise<unknown> =>
    run(async () => {
      await call(`/api/hvm/${region}/modell`, {
        method: 'PUT',
        json: {
          jahr: Number(year),
          quartal: Number(quarter),
          config: configOf(config, { pots, steps, quote, out }),
        },
        answer: 'none',
        timeout: TIMEOUT,
      });
      await queries.invalidateQueries({ queryKey: ['hvm', region] });
      await queries.invalidateQueries({ queryKey: ['bericht'] });
      say(t('hvm.saved'));
    });
  return {
    config,
    put,
    year,
    setYear,
    isYear,
    quarter,
    setQuarter,
    pots,
    setPots,
    changePot,
    steps,
    setSteps,
    changeStep,
    quote,
    setQuote,
    out,
    setOut,
    isRight,
    isBusy,
    failed,
    save,
  };
}
export type HvmFormState = ReturnType<typeof useHvmForm>;
