// What billing proposals of the shown days are worth: open, noted and implemented, each with the way to its list.

import { useQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { AbrechnungKpis } from '../../shared/abrechnung.schema.ts';
import { AGAIN_MS, whileReading } from '../auswertung/use-report.ts';
import { useReportWords } from '../auswertung/use-report-words.ts';
import { call, LONG_TIMEOUT } from '../api.ts';
import { useUeberblickTexts } from './ueberblick-texts.ts';

const FIGURES = [{ key: 'offen', word: 'proposals.open', to: '/abrechnung' }, { key: 'vorgemerkt', word: 'proposals.noted', to: '/abrechnung/nachtragen' }, { key: 'umgesetzt', word: 'proposals.done', to: '/abrechnung/kennzahlen' }] as const;

export function Proposals({ von, bis }: { von: string; bis: string }) {
  const t = useUeberblickTexts(), words = useReportWords();
  const kpis = useQuery({ queryKey: ['abrechnung', 'kpis', von, bis], queryFn: () => call<AbrechnungKpis>(`/api/abrechnung/kpis?von=${von}&bis=${bis}`, { timeout: LONG_TIMEOUT }), staleTime: 60_000, retry: whileReading, retryDelay: AGAIN_MS });
  return (
    <section className="p-card u-card">
      <h2><Link to="/abrechnung">{t('proposals')}</Link></h2>
      {kpis.isError ? <p className="p-muted">{t('proposals.failed')}</p> : (
        <ul className="u-proposals">{FIGURES.map(({ key, word, to }) => (
          <li key={key}><Link to={to}><span className="a-kpi-name">{t(word)}</span><span className="a-kpi-value">{kpis.data ? words.number(kpis.data[key].cents / 100, 'eur') : '–'}</span><span className="p-small p-muted">{kpis.data ? t('proposals.count', { count: kpis.data[key].anzahl }) : ''}</span></Link></li>
        ))}</ul>
      )}
    </section>
  );
}
