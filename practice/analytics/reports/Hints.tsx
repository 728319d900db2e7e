// Limitations of a report's figures, and the days they are compared with, in words.

import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { formatDay } from '../../../shared/analytics/reports/report-format.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useReportsTexts } from './reports-texts.ts';

/** @param without hints that the page says elsewhere */
export function Hints({
  meta,
  kpis,
  without = [],
}: Pick<PracticeReport, 'meta' | 'kpis'> & { without?: readonly string[] }) {
  const { hint } = useReportWords(),
    t = useReportsTexts(),
    language = useLanguage(),
    known = meta.hinweise.flatMap((one) => (without.includes(one) ? [] : (hint(one) ?? []))),
    compared = kpis.some(({ vergleich }) => vergleich !== null) ? meta.verglichenMit : undefined;
  if (compared)
    known.push(
      t('compared', {
        from: formatDay(compared.von, language),
        to: formatDay(compared.bis, language),
      }),
    );
  return known.length === 0 ? null : <Notice tone="info">{known.join(' ')}</Notice>;
}
