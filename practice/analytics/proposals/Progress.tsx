// Says that the rules are being evaluated anew, and how far that is.

import { Progress } from '@mantine/core';
import type { ProposalProgress } from '../../../shared/analytics/billing/billing.schema.ts';
import { useLanguage } from '../../ui/texts.ts';
import { isLoadingData } from '../../report-kit/use-report.ts';
import { Notice } from '../../ui/Notice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useAbrechnungTexts } from './proposals-texts.ts';
import { percent } from './words.ts';

/** While an evaluation runs its page asks again after so many ms, else this seldom. */
export const askAgain = (fortschritt: ProposalProgress | undefined): number =>
  fortschritt?.laeuft === true ? 1_500 : 120_000;

export function Evaluating({ fortschritt: { laeuft, anteil } }: { fortschritt: ProposalProgress }) {
  const t = useAbrechnungTexts(),
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

/** Before the first answer: loading, or the practice's data are being read in. @param reason what the last try failed with */
export function Waiting({ reason }: { reason: unknown }) {
  const t = useAbrechnungTexts();
  return isLoadingData(reason) ? (
    <Notice tone="info" role="status">
      {t('liest')}
    </Notice>
  ) : (
    <Loading />
  );
}
