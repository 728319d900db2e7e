// Recipient of the Mappe: name, birth date, address, the same-name warning, and merging a person
// entered by hand.

import { Button, Group, Text } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { ageOn, dayText } from '../../../../shared/base/dates.ts';
import { listName } from '../../../../shared/desk/patient.ts';
import type { FoundPatient, Patient } from '../../../../shared/desk/patient.schema.ts';
import { useUiTexts } from '../../../ui/ErrorNotice.tsx';
import { useToday } from '../../../ui/wording/now.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { useAct } from '../board-actions.ts';
import { useBoardTexts } from '../board-texts.ts';
import { addressOf, mergePatients } from './patients.ts';
import { PatientSearch } from './PatientSearch.tsx';
import { usePrivacy } from '../privacy.tsx';
import { useLanguage } from '../../../ui/texts.ts';

export function SendPerson({
  patient,
  onMerged,
}: {
  patient: Patient;
  onMerged: (patid: string) => void;
}) {
  const language = useLanguage();
  const t = useBoardTexts();
  const privacy = usePrivacy();
  const today = useToday();
  const name = listName(patient);
  return (
    <section className="e-person">
      <Text fw={650} size="lg">
        {privacy.name(name)}
      </Text>
      {!privacy.isPrivate && (
        <Text className="p-tabular">
          {dayText(patient.geburtsdatum, language)} ({ageOn(patient.geburtsdatum, today)}) ·{' '}
          <span className="p-muted">{addressOf(patient) || t('send.address')}</span>
        </Text>
      )}
      {patient.sameNames.map((other) => (
        <div key={other.patid} className="p-gap">
          <Notice tone="warn">
            {t('board.samename', {
              name: privacy.name(other.name),
              datum: privacy.isPrivate ? '–' : dayText(other.geburtsdatum, language),
            })}
          </Notice>
        </div>
      ))}
      {patient.handedAs !== undefined && (
        <div className="p-gap">
          <Notice tone="warn">
            {t(privacy.isPrivate ? 'send.lossy.private' : 'send.lossy', { name: patient.handedAs })}
          </Notice>
        </div>
      )}
      <Button
        variant="subtle"
        size="xs"
        mt={8}
        component={Link}
        to={`/zuordnen/links?patid=${encodeURIComponent(patient.patid)}&neu=1`}
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
      >
        {t('tray.links')}
      </Button>
      {patient.herkunft === 'hand' && <Merge patient={patient} name={name} onMerged={onMerged} />}
    </section>
  );
}

function Merge({
  patient,
  name,
  onMerged,
}: {
  patient: Patient;
  name: string;
  onMerged: (patid: string) => void;
}) {
  const language = useLanguage();
  const t = useBoardTexts();
  const ui = useUiTexts();
  const { isBusy, run } = useAct();
  const [isOpen, setOpen] = useState(false);
  const [into, setInto] = useState<FoundPatient | null>(null);
  if (!isOpen)
    return (
      <Button variant="subtle" size="xs" mt={8} onClick={() => setOpen(true)}>
        {t('merge')}
      </Button>
    );
  const merge = async (target: FoundPatient): Promise<void> => {
    if (await run(() => mergePatients(patient.patid, target.patid), t('merge.done')))
      onMerged(target.patid);
  };
  return (
    <div className="e-merge p-stack">
      <Text size="sm">
        {into
          ? t('merge.ask', {
              from: name,
              into: into.name,
              datum: dayText(into.geburtsdatum, language),
            })
          : t('merge.text')}
      </Text>
      {!into && <PatientSearch label={t('search')} onPick={setInto} without={patient.patid} />}
      <Group gap={8}>
        {into && (
          <Button size="xs" loading={isBusy} onClick={() => void merge(into)}>
            {t('merge.yes')}
          </Button>
        )}
        <Button
          size="xs"
          variant="default"
          onClick={() => {
            setInto(null);
            setOpen(false);
          }}
        >
          {ui('cancel')}
        </Button>
      </Group>
    </div>
  );
}
