// Consents: of one person everything by purpose; without a person a search, signers of an older
// version, and the billing companies.

import './consent.css';
import { Button, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import { PURPOSES } from '../../../shared/papers/consent.ts';
import type { Consents } from '../../../shared/papers/consent.schema.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { ConsentPaper } from './ConsentPaper.tsx';
import { Factoring } from './Factoring.tsx';
import { OldVersionsList } from './OldVersionsList.tsx';
import { useConsentTexts, WAY_KEY } from './consent-texts.ts';
import { useConsents } from './use-consents.ts';
import { useLanguage } from '../../ui/texts.ts';

export function ConsentPage() {
  const {
    values: { patid = '' },
  } = useQueryParams(['patid']);
  return patid === '' ? <Everybody /> : <OnePerson key={patid} patid={patid} />;
}

function OnePerson({ patid }: { patid: string }) {
  const language = useLanguage();
  const t = useConsentTexts(),
    query = useConsents(patid);
  return (
    <Page
      title={t('title')}
      actions={
        <div className="p-row">
          <Button
            variant="default"
            component={Link}
            to={`/dokumente?patid=${encodeURIComponent(patid)}`}
          >
            {t('documents')}
          </Button>
          <Button variant="default" component={Link} to="/einwilligungen">
            {t('all')}
          </Button>
        </div>
      }
    >
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data && (
        <div className="p-stack ew-page">
          <p className="ew-who">
            <strong>{query.data.name}</strong>{' '}
            <span className="p-tabular">*{dayText(query.data.geburtsdatum, language)}</span>
          </p>
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
      )}
    </Page>
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

function Everybody() {
  const language = useLanguage();
  const t = useConsentTexts(),
    [typed, setTyped] = useState(''),
    [q] = useDebouncedValue(typed.trim(), 150);
  const found = useQuery({
    queryKey: ['patients', q],
    queryFn: () => callR4c<FoundPatient[]>(`/patient/search?q=${encodeURIComponent(q)}&limit=8`),
    enabled: q.length >= 2,
  });
  return (
    <Page
      title={t('title')}
      actions={
        <Button variant="default" component={Link} to="/einwilligungen/abrechnung">
          {t('partners.title')}
        </Button>
      }
    >
      <div className="p-stack ew-page">
        <section className="p-card p-stack" aria-label={t('search')}>
          <TextInput
            type="search"
            label={t('search')}
            autoComplete="off"
            spellCheck={false}
            value={typed}
            onChange={(event) => setTyped(event.currentTarget.value)}
            leftSection={<IconSearch size={16} stroke={1.75} aria-hidden />}
            maw={420}
          />
          {found.isError && (
            <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />
          )}
          {found.data?.length === 0 && <p className="p-muted">{t('search.none')}</p>}
          {found.data && found.data.length > 0 && (
            <ul className="ew-found">
              {found.data.map((one) => (
                <li key={one.patid}>
                  <Link to={`/einwilligungen?patid=${encodeURIComponent(one.patid)}`}>
                    {one.name}
                  </Link>{' '}
                  <span className="p-muted p-tabular">*{dayText(one.geburtsdatum, language)}</span>
                </li>
              ))}
            </ul>
          )}
        </section>
        <OldVersionsList />
      </div>
    </Page>
  );
}
