// Value of billing proposals of the selected days: open, noted and implemented, each with a link to
// its list.

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BillingKpis } from '../../../shared/analytics/billing/billing-kpis.schema.ts';
import type { PracticeReportFilter } from '../../../shared/analytics/reports/report.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { call, LONG_TIMEOUT } from '../../api.ts';
import { useWorth } from '../../ui/wording/worth.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { PROPOSALS, proposalQuery, proposalWay } from './ways.ts';

export function Proposals({ filter }: { filter: PracticeReportFilter }) {
  const t = useOverviewTexts(),
    worth = useWorth(),
    query = proposalQuery(filter);
  const kpis = useQuery({
    queryKey: ['abrechnung', 'kpis', query],
    queryFn: () => call<BillingKpis>(`/api/abrechnung/kpis?${query}`, { timeout: LONG_TIMEOUT }),
    staleTime: 60_000,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  return (
    <section className="p-card u-card">
      <h2>
        <Link to={proposalWay('/abrechnung', query)}>{t('proposals')}</Link>
      </h2>
      {kpis.isError ? (
        <p className="p-muted">{t('proposals.failed')}</p>
      ) : (
        <ul className="u-proposals">
          {PROPOSALS.map(({ key, word, to }) => (
            <li key={key}>
              <Link to={proposalWay(to, query)}>
                <span className="a-kpi-name">{t(word)}</span>
                <span className="a-kpi-value">{kpis.data ? worth.known(kpis.data[key]) : '–'}</span>
                <span className="p-small p-muted">
                  {kpis.data
                    ? [
                        t('proposals.count', { count: kpis.data[key].anzahl }),
                        worth.doubt(kpis.data[key]),
                      ]
                        .filter((part) => part !== '')
                        .join(' · ')
                    : ''}
                </span>
              </Link>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
