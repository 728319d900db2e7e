// Frame of a patient's page for every role: who it is, what to do, alerts, open points, and tabs.

import { Button, Tabs } from '@mantine/core';
import { IconSend } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link, Navigate } from 'react-router';
import { ageOn, dayText } from '../../../shared/base/dates.ts';
import { Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useToday } from '../../ui/wording/now.ts';
import { usePatientTexts } from './patient-texts.ts';
import type { PatientTab, Tabs as TabState } from './patient-tabs.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function PatientFrame({
  patid,
  name,
  birth,
  children,
}: {
  patid: string;
  name: string;
  /** Empty while unknown. */
  birth: string;
  children: ReactNode;
}) {
  const t = usePatientTexts(),
    language = useLanguage(),
    today = useToday(),
    id = encodeURIComponent(patid),
    born = birth === '' ? '' : `*${dayText(birth, language)} (${ageOn(birth, today)})`;
  return (
    <Page
      title={name}
      actions={
        <span className="p-muted p-tabular pt-born">
          {[born, t('number', { patid })].filter((word) => word !== '').join(' · ')}
        </span>
      }
    >
      <div className="p-stack pt-page">
        <nav className="pt-ways p-noprint" aria-label={t('ways')}>
          <Button
            component={Link}
            to="/empfang"
            state={{ send: patid }}
            leftSection={<IconSend size={16} stroke={1.75} aria-hidden />}
          >
            {t('send')}
          </Button>
          <Link to={`/stammdaten?patid=${id}`}>{t('record')}</Link>
        </nav>
        {children}
      </div>
    </Page>
  );
}

export function PatientTabs({
  patid,
  tabs,
  state: { tab, go },
  children,
}: {
  patid: string;
  tabs: readonly PatientTab[];
  state: TabState;
  children: (tab: PatientTab) => ReactNode;
}) {
  const t = usePatientTexts();
  // A tab that the role may not see leaves no hole: the address leads to the page itself.
  if (tab === undefined) return <Navigate to={`/patient/${numberInPath(patid)}`} replace />;
  return (
    <Tabs value={tab} onChange={(next) => go(next as PatientTab)} keepMounted={false}>
      <Tabs.List>
        {tabs.map((one) => (
          <Tabs.Tab key={one} value={one}>
            {t(`part.${one}`)}
          </Tabs.Tab>
        ))}
      </Tabs.List>
      <Tabs.Panel value={tab} pt={12}>
        {children(tab)}
      </Tabs.Panel>
    </Tabs>
  );
}
