// Selects what a patient is given home, and shows the created link.

import { listName } from '../../../shared/desk/patient.ts';
import { Button, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import type { FoundPatient, Patient } from '../../../shared/desk/patient.schema.ts';
import type { ShareLink } from '../../../shared/exchange/share.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { getDocuments, getForms, getPapers, getWays } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';
import { useParts } from './parts.ts';
import { ShownShare } from './ShownShare.tsx';
import { ThingsForm } from './ThingsForm.tsx';
import { Modal } from '../../ui/Modal.tsx';

type Person = Pick<Patient, 'patid' | 'firstName' | 'lastName' | 'geburtsdatum'>;
interface Props {
  isOpen: boolean;
  made: ShareLink | null;
  /** Contents of the previous link that are missing in this one. */
  without: readonly string[];
  patient: Patient | null;
  fileId: string;
  /**
   * Papers to be signed, separated by commas, with the role of the intended signer after a space:
   * preselected.
   */ taskId: string;
  /** A preselected questionnaire. */
  form: string;
  onClose: () => void;
  onMade: (link: ShareLink) => void;
}

export function GiveHomeDialog({
  isOpen,
  made,
  without,
  patient,
  fileId,
  taskId,
  form,
  onClose,
  onMade,
}: Props) {
  const t = useShareTexts();
  return (
    <Modal opened={isOpen} onClose={onClose} title={t('give')} size={made ? 880 : 640}>
      {made ? (
        <ShownShare link={made} without={without} onClose={onClose} />
      ) : (
        <ChoosePerson
          patient={patient}
          fileId={fileId}
          taskId={taskId}
          form={form}
          onClose={onClose}
          onMade={onMade}
        />
      )}
    </Modal>
  );
}

function ChoosePerson({
  patient,
  fileId,
  taskId,
  form,
  onClose,
  onMade,
}: Omit<Props, 'isOpen' | 'made' | 'without'>) {
  const language = useLanguage();
  const t = useShareTexts(),
    { PatientSearch } = useParts(),
    [person, setPerson] = useState<Person | null>(patient);
  const pick = (found: FoundPatient): void =>
    setPerson({
      patid: found.patid,
      firstName: found.firstName,
      lastName: found.lastName,
      geburtsdatum: found.geburtsdatum,
    });
  if (!person)
    return (
      <div className="p-stack">
        <Text size="sm" c="dimmed">
          {t('choose.who')}
        </Text>
        <PatientSearch label={t('choose.search')} onPick={pick} />
      </div>
    );
  return (
    <div className="p-stack">
      <Group gap={12}>
        <Text>
          <strong>{listName(person)}</strong>{' '}
          <span className="p-tabular">*{dayText(person.geburtsdatum, language)}</span>
        </Text>
        <Button size="xs" variant="default" onClick={() => setPerson(null)}>
          {t('choose.other')}
        </Button>
      </Group>
      <ChooseThings
        key={person.patid}
        person={person}
        fileId={person.patid === patient?.patid ? fileId : ''}
        taskId={person.patid === patient?.patid ? taskId : ''}
        wanted={person.patid === patient?.patid ? form : ''}
        onClose={onClose}
        onMade={onMade}
      />
    </div>
  );
}

function ChooseThings({
  person,
  ...rest
}: {
  person: Person;
  fileId: string;
  taskId: string;
  wanted: string;
  onClose: () => void;
  onMade: (link: ShareLink) => void;
}) {
  const documents = useQuery({
      queryKey: ['documents-to-share', person.patid],
      queryFn: () => getDocuments(person.patid),
    }),
    forms = useQuery({ queryKey: ['forms-in-use'], queryFn: getForms }),
    papers = useQuery({
      queryKey: ['papers-to-share', person.patid],
      queryFn: () => getPapers(person.patid),
    }),
    ways = useQuery({
      queryKey: ['share-ways', person.patid],
      queryFn: () => getWays(person.patid),
    });
  if (documents.isPending || forms.isPending || papers.isPending || ways.isPending)
    return <Loading />;
  if (documents.isError)
    return <ErrorNotice error={documents.error} onRetry={() => void documents.refetch()} />;
  if (forms.isError)
    return <ErrorNotice error={forms.error} onRetry={() => void forms.refetch()} />;
  if (papers.isError)
    return <ErrorNotice error={papers.error} onRetry={() => void papers.refetch()} />;
  if (ways.isError) return <ErrorNotice error={ways.error} onRetry={() => void ways.refetch()} />;
  return (
    <ThingsForm
      ways={ways.data}
      person={person}
      documents={documents.data.filter((one) => one.voidedAt === null)}
      forms={forms.data}
      papers={papers.data}
      {...rest}
    />
  );
}
