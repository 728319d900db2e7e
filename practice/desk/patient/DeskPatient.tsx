// A patient's page at reception: master data, papers and questionnaires; neither money nor answers.

import { Button, Tabs } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useEffect } from 'react';
import { Link, useSearchParams } from 'react-router';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { listName } from '../../../shared/desk/patient.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { PapersFacts } from './PapersFacts.tsx';
import { PapersPart } from './PapersPart.tsx';
import { SHEETS } from './papers.ts';
import { usePatientTexts } from './patient-texts.ts';
import { noteRecent } from './recent.ts';

export function DeskPatient({ patid }: { patid: string }) {
  const t = usePatientTexts(),
    language = useLanguage(),
    [search, setSearch] = useSearchParams(),
    part = SHEETS.find((one) => one === search.get('teil')) ?? 'papiere',
    who = useQuery({
      queryKey: ['patient', patid],
      queryFn: () => callR4c<Patient>(`/patient/patients/${encodeURIComponent(patid)}`),
    }),
    person = who.data,
    name = person === undefined ? t('title') : listName(person),
    birth = person === undefined ? '' : dayText(person.geburtsdatum, language),
    id = encodeURIComponent(patid);
  useEffect(() => {
    if (person) noteRecent({ patid, name: listName(person), geburtsdatum: person.geburtsdatum });
  }, [patid, person]);
  return (
    <Page
      title={name}
      actions={
        <span className="p-muted p-tabular">
          {[birth, t('number', { patid })].filter((word) => word !== '').join(' · ')}
        </span>
      }
    >
      <div className="p-stack">
        <nav className="pt-ways p-noprint" aria-label={t('ways')}>
          <Button
            component={Link}
            to="/empfang"
            state={{ send: patid }}
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          >
            {t('send')}
          </Button>
          <Link to={`/dokumente?patid=${id}`}>{t('papers')}</Link>
          <Link to={`/anamnese?patid=${id}`}>{t('answers')}</Link>
          <Link to={`/einwilligungen?patid=${id}`}>{t('consents')}</Link>
        </nav>
        {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
        {who.isPending && <Loading />}
        {person && (
          <>
            <DeskFacts person={person} patid={patid} />
            <Tabs
              value={part}
              onChange={(next) => setSearch(next === null ? {} : { teil: next }, { replace: true })}
              keepMounted={false}
            >
              <Tabs.List>
                {SHEETS.map((one) => (
                  <Tabs.Tab key={one} value={one}>
                    {t(`part.${one}`)}
                  </Tabs.Tab>
                ))}
              </Tabs.List>
              <Tabs.Panel value={part} pt={12}>
                <PapersPart
                  patid={patid}
                  sheet={part}
                  title={`${t(`part.${part}`)}: ${name}`}
                  fileName={(ending) =>
                    `${t('file')}_${patid.replace(/[^\w-]+/g, '-')}_${t(`part.${part}`)}_${berlinDay(Date.now())}.${ending}`
                  }
                />
              </Tabs.Panel>
            </Tabs>
          </>
        )}
      </div>
    </Page>
  );
}

/** Telephone numbers and address, as far as the record has them, and the numbers of papers. */
function DeskFacts({ person, patid }: { person: Patient; patid: string }) {
  const t = usePatientTexts(),
    numbers = [...new Set([person.mobile, person.phone, person.landline])].filter(
      (number) => number !== '',
    ),
    address = [person.street, [person.plz, person.city].filter(Boolean).join(' ')]
      .filter((line) => line !== '')
      .join(', ');
  return (
    <dl className="p-card pt-facts">
      <div>
        <dt>{t('phone')}</dt>
        <dd className="p-tabular">
          {numbers.length === 0
            ? t('phone.none')
            : numbers.map((number) => (
                <a key={number} className="pt-call" href={`tel:${number.replace(/[^\d+]/g, '')}`}>
                  {number}
                </a>
              ))}
        </dd>
      </div>
      {address !== '' && (
        <div>
          <dt>{t('address')}</dt>
          <dd>{address}</dd>
        </div>
      )}
      <PapersFacts patid={patid} />
    </dl>
  );
}
