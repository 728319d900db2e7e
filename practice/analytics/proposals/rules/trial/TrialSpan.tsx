// Days on which a rule is tried, the button that tries it, its progress and its failure.

import { Button, Group, Progress } from '@mantine/core';
import { addDays, quarterStart } from '../../../../../shared/base/day-math.ts';
import { DayField } from '../../../../ui/DayField.tsx';
import { ErrorNotice } from '../../../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../../../ui/texts.ts';
import { useToday } from '../../../../ui/wording/now.ts';
import { useBillingTexts } from '../../proposals-texts.ts';
import { percent } from '../../words.ts';
import type { Trial } from './use-trial.ts';

/**
 * @param asked what has to be done first; null: nothing
 * @param onAsk runs the trial, or says what is missing
 */
export function TrialSpan({
  trial,
  asked,
  onAsk,
}: {
  trial: Trial;
  asked: string | null;
  onAsk: () => void;
}) {
  const t = useBillingTexts(),
    language = useLanguage(),
    { from, to, setSpan, share } = trial;
  return (
    <>
      <Group gap={8} align="end">
        <DayField label={t('filter.von')} value={from} onChange={(day) => setSpan(day, to)} />
        <DayField label={t('filter.bis')} value={to} onChange={(day) => setSpan(from, day)} />
        <LastQuarter onChoose={setSpan} />
        <Button variant="default" loading={trial.isRunning} onClick={onAsk}>
          {t('rueck.tun')}
        </Button>
      </Group>
      {asked !== null && (
        <p role="alert" className="ab-asked">
          {asked}
        </p>
      )}
      {share !== null && (
        <div className="p-notice ab-running" data-tone="info">
          <span role="status">{t('rueck.laeuft')}</span>
          <Progress value={share * 100} aria-label={t('rueck.laeuft')} />
          <span className="p-tabular p-small">{percent(share, language)}</span>
        </div>
      )}
      {trial.failed !== null && <ErrorNotice error={trial.failed} onRetry={onAsk} />}
    </>
  );
}

/** Chooses the quarter before the present one. */
function LastQuarter({ onChoose }: { onChoose: (first: string, last: string) => unknown }) {
  const t = useBillingTexts(),
    today = useToday();
  return (
    <Button
      variant="default"
      onClick={() => onChoose(quarterStart(today, -1), addDays(quarterStart(today), -1))}
    >
      {t('rueck.quartal')}
    </Button>
  );
}
