// Consents of one person by purpose, whether reminders may be sent, and consent to billing companies.

import './consent.css';
import { Title } from '@mantine/core';
import { dayText } from '../../../shared/base/dates.ts';
import { PURPOSES } from '../../../shared/papers/consent.ts';
import type { Consents } from '../../../shared/papers/consent.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { ConsentPaper } from './ConsentPaper.tsx';
import { Factoring } from './Factoring.tsx';
import { useConsentTexts, WAY_KEY } from './consent-texts.ts';
import { useConsents } from './use-consents.ts';

/** @param isNamed shows whose they are, where the page does not */
export function ConsentsOf({ patid, isNamed = false }: { patid: string; isNamed?: boolean }) {
  const language = useLanguage(),
    t = useConsentTexts(),
    query = useConsents(patid);
  if (query.isPending) return <Loading />;
  if (query.isError)
    return <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />;
  return (
    <div className="p-stack ew-page">
      {isNamed && (
        <p className="ew-who">
          <strong>{query.data.name}</strong>{' '}
          <span className="p-tabular">*{dayText(query.data.geburtsdatum, language)}</span>
        </p>
      )}
      <Recall recall={query.data.recall} />
      {query.data.rows.length === 0 && (
        <div className="p-card">
          <Empty>{t('empty')}</Empty>
        </div>
      )}
      {PURPOSES.map((purpose) => {
        const rows = query.data.rows.filter((row) => row.purpose === purpose);
        return rows.length === 0 ? null : (
          <section key={purpose} className="p-card" aria-labelledby={`ew-${purpose}`}>
            <Title order={2} id={`ew-${purpose}`} className="ew-h2">
              {t(`purpose.${purpose}`)}
            </Title>
            <ul className="ew-list">
              {rows.map((row) => (
                <ConsentPaper key={row.taskId} row={row} />
              ))}
            </ul>
          </section>
        );
      })}
      <Factoring person={query.data} />
    </div>
  );
}

/** Whether reminders may be sent, and how: the most frequent question of the desk. */
function Recall({ recall }: Pick<Consents, 'recall'>) {
  const t = useConsentTexts();
  const words = !recall.may
    ? t('recall.no')
    : recall.ways === null
      ? t('recall.paper')
      : t('recall.yes', { ways: recall.ways.map((way) => t(WAY_KEY[way])).join(', ') });
  return <Notice tone={recall.may ? 'ok' : 'info'}>{words}</Notice>;
}
