// Consents: of one person everything by purpose; without a person a search, signers of an older
// version, and the billing companies.

import './consent.css';
import { Button, TextInput } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Page } from '../../ui/Page.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { ConsentsOf } from './ConsentsOf.tsx';
import { OldVersionsList } from './OldVersionsList.tsx';
import { useConsentTexts } from './consent-texts.ts';
import { useLanguage } from '../../ui/texts.ts';

export function ConsentPage() {
  const {
    values: { patid = '' },
  } = useQueryParams(['patid']);
  return patid === '' ? <Everybody /> : <OnePerson key={patid} patid={patid} />;
}

function OnePerson({ patid }: { patid: string }) {
  const t = useConsentTexts();
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
      <ConsentsOf patid={patid} isNamed />
    </Page>
  );
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
