// Back-test of a custom rule on the practice's own history: how often it would have fired, its
// value and the days; required before the rule goes live.

import { Button, Group } from '@mantine/core';
import { useState } from 'react';
import type {
  OwnRule,
  BacktestResult,
} from '../../../../shared/analytics/billing/own-rules.schema.ts';
import { backtest } from '../proposals-calls.ts';
import { useBillingTexts } from '../proposals-texts.ts';
import { TrialFound } from './trial/TrialFound.tsx';
import { TrialSpan } from './trial/TrialSpan.tsx';
import { useTrial } from './trial/use-trial.ts';

interface Props {
  saved: OwnRule | undefined;
  isChanged: boolean;
  isBusy: boolean;
  onTried: (result: BacktestResult) => void;
  onLive: () => void;
  onWithdraw: () => void;
}
export function Backtest({ saved, isChanged, isBusy, onTried, onLive, onWithdraw }: Props) {
  const t = useBillingTexts(),
    [found, setFound] = useState<BacktestResult | null>(null),
    [asked, setAsked] = useState<'speichern' | 'rechnen' | 'zeit' | null>(null),
    trial = useTrial(saved?.regelId, async (from, to, name) => {
      if (saved === undefined) return;
      const answer = await backtest(saved.regelId, saved.rev, from, to, name);
      setFound(answer);
      onTried(answer);
    });
  // Typing changes the rule, so the last result is for a different rule.
  const tried = saved !== undefined && !isChanged ? (saved.rueckrechnung ?? null) : null,
    isFresh = found !== null && tried !== null && found.am === tried.am;
  const ask = (): void => {
    const missing = saved === undefined || isChanged ? 'speichern' : trial.isSpan ? null : 'zeit';
    setAsked(missing);
    if (missing === null) trial.run();
  };
  const live = (): void => {
    if (saved === undefined || isChanged) setAsked('speichern');
    else if (tried === null) setAsked('rechnen');
    else {
      setAsked(null);
      onLive();
    }
  };
  return (
    <section className="p-card p-stack ab-backtest" aria-labelledby="ab-backtest">
      <h2 id="ab-backtest" className="ab-h2">
        {t('rueck.titel')}
      </h2>
      <p className="p-muted">{t('rueck.wie')}</p>
      <TrialSpan
        trial={trial}
        asked={asked === null ? null : t(`rueck.erst.${asked}`)}
        onAsk={ask}
      />
      {tried !== null && <TrialFound sums={tried} found={isFresh ? found : null} />}
      <Group gap={8}>
        {saved?.state !== 'LIVE' && (
          <Button loading={isBusy} onClick={live}>
            {t('rueck.live')}
          </Button>
        )}
        {saved?.state === 'LIVE' && (
          <Button variant="default" loading={isBusy} onClick={onWithdraw}>
            {t('rueck.zurueckziehen')}
          </Button>
        )}
      </Group>
    </section>
  );
}
