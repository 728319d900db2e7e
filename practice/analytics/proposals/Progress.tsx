// Shows that the rules are being re-evaluated, and the progress.

import { Progress } from '@mantine/core';
import type { ProposalProgress } from '../../../shared/analytics/billing/proposals.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { isLoadingData } from '../../report-kit/use-report.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useBillingTexts } from './proposals-texts.ts';
import { percent } from './words.ts';

/** Returns the poll interval in ms: while an evaluation runs, and otherwise. */
export const askAgain = (progress: ProposalProgress | undefined): number =>
  progress?.laeuft === true ? 1_500 : 120_000;

export function Evaluating({ progress: { laeuft, anteil } }: { progress: ProposalProgress }) {
  const t = useBillingTexts(),
    language = useLanguage();
  if (!laeuft) return null;
  return (
    <div className="p-notice ab-running" data-tone="info">
      <span role="status">{t('laeuft')}</span>
      <Progress value={anteil * 100} aria-label={t('laeuft')} />
      <span className="p-tabular p-small">{percent(anteil, language)}</span>
    </div>
  );
}

/**
 * Shown before the first answer: loading, or the practice's data is being imported.
 * @param reason error of the last attempt
 */
export function Waiting({ reason }: { reason: unknown }) {
  const t = useBillingTexts();
  return isLoadingData(reason) ? (
    <Notice tone="info" role="status">
      {t('liest')}
    </Notice>
  ) : (
    <Loading />
  );
}
