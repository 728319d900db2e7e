// Retention and deletion for the owner: due items with the reason, released runs, people under a
// hold, and the periods.

import './retention.css';
import { Text } from '@mantine/core';
import type { ComponentType } from 'react';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { Page } from '../../ui/Page.tsx';
import { useRetentionTexts } from './retention-texts.ts';
import { DueCard } from './DueCard.tsx';
import { ClosedCard } from './ClosedCard.tsx';
import { HoldsCard } from './HoldsCard.tsx';
import { PersonCard } from './PersonCard.tsx';
import { PeriodsCard } from './PeriodsCard.tsx';
import { RunsCard } from './RunsCard.tsx';

export interface SearchProps {
  label: string;
  onPick: (patient: FoundPatient) => void;
}
/** @param PatientSearch search component of another area */
export function RetentionPage({ PatientSearch }: { PatientSearch: ComponentType<SearchProps> }) {
  const t = useRetentionTexts();
  return (
    <Page title={t('title')}>
      <div className="p-stack">
        <Text className="af-lead">{t('what')}</Text>
        <DueCard />
        <RunsCard />
        <PersonCard PatientSearch={PatientSearch} />
        <ClosedCard />
        <HoldsCard PatientSearch={PatientSearch} />
        <PeriodsCard />
      </div>
    </Page>
  );
}
