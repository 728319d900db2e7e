// A trial of a rule on past days: its span, whether it runs and how far it is, and its failure.

import { useQuery } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import { v7 as uuidv7 } from 'uuid';
import { isDay } from '../../../../../shared/base/dates.ts';
import { addDays } from '../../../../../shared/base/day-math.ts';
import { useSubmit } from '../../../../ui/saving/use-submit.ts';
import { useToday } from '../../../../ui/wording/now.ts';
import { getTrialProgress, KEY } from '../../proposals-calls.ts';

const YEAR_DAYS = 365;
/** A trial that lasts this long shows its progress, which is read again after as long, in ms. */
const PROGRESS_MS = 1_000;

export interface Trial {
  readonly from: string;
  readonly to: string;
  readonly setSpan: (from: string, to: string) => void;
  /** Whether both days exist and are in order. */
  readonly isSpan: boolean;
  readonly isRunning: boolean;
  /** 0 to 1; null before the trial has lasted a second. */
  readonly share: number | null;
  readonly failed: unknown;
  /** Runs the trial, unless it already runs. */
  readonly run: () => void;
}

/**
 * Holds the span and the run of a trial.
 * @param work asks the server; `name` is the one of this trial
 */
export function useTrial(
  ruleId: string | undefined,
  work: (from: string, to: string, name: string) => Promise<unknown>,
): Trial {
  const today = useToday(),
    { isBusy: isRunning, failed, run } = useSubmit(),
    [[from, to], setDays] = useState(() => [addDays(today, -YEAR_DAYS), today] as const);
  const [isSlow, setSlow] = useState(false),
    [name, setName] = useState('');
  useEffect(() => {
    if (!isRunning) return undefined;
    const timer = setTimeout(() => setSlow(true), PROGRESS_MS);
    return () => {
      clearTimeout(timer);
      setSlow(false);
    };
  }, [isRunning]);
  const progress = useQuery({
    queryKey: [KEY, 'probelauf', ruleId, name],
    queryFn: () => getTrialProgress(ruleId!, name),
    enabled: isSlow && ruleId !== undefined,
    refetchInterval: PROGRESS_MS,
    // The progress of an earlier trial says nothing about this one.
    gcTime: 0,
    retry: false,
  });
  return {
    from,
    to,
    setSpan: (first, last) => setDays([first, last]),
    isSpan: isDay(from) && isDay(to) && from <= to,
    isRunning,
    share: isSlow ? (progress.data?.anteil ?? null) : null,
    failed,
    run: () => {
      const own = uuidv7();
      setName(own);
      void run(() => work(from, to, own));
    },
  };
}
