// Consents: of one person everything by purpose; without a person the signers of an older version,
// and a search for a person.

import './consent.css';
import { Button, TextInput, Title } from '@mantine/core';
import { useDebouncedValue } from '@mantine/hooks';
import { useQuery } from '@tanstack/react-query';
import { IconSearch } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';
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
          <Button variant="default" component={Link} to={`/patient/${numberInPath(patid)}`}>
            {t('person')}
          </Button>
        </div>
      }
    >
      <ConsentsOf patid={patid} isNamed />
    </Page>
  );
}

function Everybody() {
  const t = useConsentTexts(),
    { user } = useSession(),
    mayRead = user?.role === 'owner' || user?.mayDesign === true;
  return (
    <Page
      title={t('old.title')}
      actions={
        <Button variant="default" component={Link} to="/einwilligungen/abrechnung">
          {t('partners.title')}
        </Button>
      }
    >
      <div className="p-stack ew-page">
        <p className="ew-lead">
          {t('old.lead')}
          {mayRead && (
            <>
              {' '}
              <Link to="/texte">{t('old.texts')}</Link>
            </>
          )}
        </p>
        <OldVersionsList />
        <FindPerson />
      </div>
    </Page>
  );
}

/** The way to the consents of any person. */
function FindPerson() {
  const language = useLanguage(),
    t = useConsentTexts(),
    [typed, setTyped] = useState(''),
    [q] = useDebouncedValue(typed.trim(), 150);
  const found = useQuery({
    queryKey: ['patients', q],
    queryFn: () => callR4c<FoundPatient[]>(`/patient/search?q=${encodeURIComponent(q)}&limit=8`),
    enabled: q.length >= 2,
  });
  return (
    <section className="p-card p-stack" aria-labelledby="ew-find">
      <Title order={2} id="ew-find" className="ew-h2">
        {t('search.title')}
      </Title>
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
      {found.isError && <ErrorNotice error={found.error} onRetry={() => void found.refetch()} />}
      {found.data?.length === 0 && <p className="p-muted">{t('search.none')}</p>}
      {found.data && found.data.length > 0 && (
        <ul className="ew-found">
          {found.data.map((one) => (
            <li key={one.patid}>
              <Link to={`/patient/${numberInPath(one.patid)}/einwilligungen`}>{one.name}</Link>{' '}
              <span className="p-muted p-tabular">*{dayText(one.geburtsdatum, language)}</span>
            </li>
          ))}
        </ul>
      )}
    </section>
  );
}
