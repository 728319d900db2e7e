// Link to the rights of one person.

import { Text, Title } from '@mantine/core';
import type { ComponentType } from 'react';
import { useNavigate } from 'react-router';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { useRetentionTexts } from './retention-texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

export function PersonCard({
  PatientSearch,
}: {
  PatientSearch: ComponentType<{ label: string; onPick: (patient: FoundPatient) => void }>;
}) {
  const t = useRetentionTexts(),
    navigate = useNavigate();
  return (
    <section className="p-card p-stack" aria-labelledby="af-person">
      <Title order={2} id="af-person" className="af-h2">
        {t('person.title')}
      </Title>
      <Text size="sm">{t('person.what')}</Text>
      <div className="af-search">
        <PatientSearch
          label={t('person.search')}
          onPick={(patient) =>
            void navigate(`/einstellungen/aufbewahrung/${numberInPath(patient.patid)}`)
          }
        />
      </div>
    </section>
  );
}
