// The practice's documents, newest first: filters kept in the address, a preview next to the list
// where there is room, and an upload for paper and mail.

import { listName } from '../../../shared/desk/patient.ts';
import './documents.css';
import { Button, CloseButton, Group, Text } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconFilePlus } from '@tabler/icons-react';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { DocumentRow } from '../../../shared/papers/documents.schema.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import { isVendor } from '../../../shared/base/roles.ts';
import { callR4c } from '../../api.ts';
import { useSession } from '../../session.ts';
import { Page } from '../../ui/Page.tsx';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { AddDialog, type Whose } from './AddDialog.tsx';
import { DocumentFilters, FILTERS, knownFilters } from './DocumentFilters.tsx';
import { DocumentsList, useDocumentRows, type DocumentRows } from './list/DocumentsList.tsx';
import { TakeDocuments } from './list/TakeDocuments.tsx';
import { useDocumentsTexts } from './documents-texts.ts';
import { useFileDrop } from './use-file-drop.ts';
import { useLanguage } from '../../ui/texts.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';

/** The patient, from their newest document or from the record. */
function whoseOf(
  patid: string,
  row: DocumentRow | undefined,
  record: Patient | undefined,
): Whose | null {
  if (row) return { patid, name: row.patientName, geburtsdatum: row.geburtsdatum };
  if (!record) return null;
  return {
    patid,
    name: listName(record),
    geburtsdatum: record.geburtsdatum,
  };
}

/** The patient of the list. A patient without any document is found only via the record. */
function useWhose(patid: string | null, { list, rows }: DocumentRows): Whose | null {
  const first = rows.find((row) => row.patid === patid);
  const record = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => callR4c<Patient>(`/patient/patients/${numberInPath(patid ?? '')}`),
    enabled: patid !== null && list.isSuccess && first === undefined,
    refetchOnWindowFocus: false,
  });
  return patid === null ? null : whoseOf(patid, first, record.data);
}

/** Lists the documents with their filters, a preview and the upload. */
export function DocumentsPage() {
  const t = useDocumentsTexts(),
    { user } = useSession();
  const filter = useQueryParams(FILTERS),
    patid = filter.values.patid ?? null,
    query = knownFilters(filter.values);
  const [adding, setAdding] = useState<{ patient: Whose | null; files: readonly File[] } | null>(
      null,
    ),
    mayAdd = user !== null && !isVendor(user.role);
  const list = useDocumentRows(query),
    whose = useWhose(patid, list);
  const isOver = useFileDrop((files) => {
    if (mayAdd && adding === null) setAdding({ patient: whose, files });
  });

  return (
    <Page
      title={t('list.title')}
      actions={
        mayAdd && (
          <PageActions
            patid={patid}
            query={list.rows.length > 0 ? query : undefined}
            onAdd={() => setAdding({ patient: whose, files: [] })}
          />
        )
      }
    >
      <div className="p-stack">
        {patid !== null && (
          <PatientHead
            patid={patid}
            whose={whose}
            isOwner={user?.role === 'owner'}
            onAll={() => filter.set('patid', '')}
          />
        )}
        <DocumentFilters filter={filter} />
        {isOver && mayAdd && adding === null && (
          <div className="d-drop" data-over="true">
            {t('add.drop')}
          </div>
        )}
        <DocumentsList
          {...list}
          isFiltered={Object.keys(query).some((name) => name !== 'patid')}
          patid={patid}
          onAdd={mayAdd ? () => setAdding({ patient: whose, files: [] }) : undefined}
        />
      </div>
      {adding && (
        <AddDialog patient={adding.patient} first={adding.files} onClose={() => setAdding(null)} />
      )}
    </Page>
  );
}

/** The patient whose documents are shown, with the ways to their other pages. */
function PatientHead({
  patid,
  whose,
  isOwner,
  onAll,
}: {
  patid: string;
  whose: Whose | null;
  isOwner: boolean;
  onAll: () => void;
}) {
  const t = useDocumentsTexts();
  const language = useLanguage();
  return (
    <Group gap={4}>
      <Text fw={600}>
        {whose ? t('list.of', { name: whose.name }) : patid}{' '}
        {whose && whose.geburtsdatum !== '' && (
          <span className="p-tabular">*{dayText(whose.geburtsdatum, language)}</span>
        )}
      </Text>
      <CloseButton aria-label={t('list.all')} title={t('list.all')} onClick={onAll} />
      <Button
        size="xs"
        variant="default"
        component={Link}
        to={`/anamnese?patid=${encodeURIComponent(patid)}`}
      >
        {t('list.answers')}
      </Button>
      {isOwner && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/protokoll/akte/${numberInPath(patid)}`}
        >
          {t('list.access')}
        </Button>
      )}
      {isOwner && (
        <Button
          size="xs"
          variant="default"
          component={Link}
          to={`/einstellungen/aufbewahrung/${numberInPath(patid)}`}
        >
          {t('list.rights')}
        </Button>
      )}
    </Group>
  );
}

function PageActions({
  patid,
  query,
  onAdd,
}: {
  patid: string | null;
  /** Of the list to export; undefined while it is empty. */
  query: Record<string, string> | undefined;
  onAdd: () => void;
}) {
  const t = useDocumentsTexts();
  return (
    <Group gap={8}>
      {query && <TakeDocuments query={query} />}
      {/* Of one patient; the line above the page has all shares. */}
      {patid !== null && (
        <Button
          variant="default"
          component={Link}
          to={`/dokumente/freigaben?patid=${encodeURIComponent(patid)}`}
        >
          {t('shares')}
        </Button>
      )}
      <Button leftSection={<IconFilePlus size={18} stroke={1.75} aria-hidden />} onClick={onAdd}>
        {t('add.title')}
      </Button>
    </Group>
  );
}
