// Access log of one patient's record: for the owner, to be printed or saved when the patient asks.

import './audit.css';
import { Button, Group, Text } from '@mantine/core';
import { IconDownload, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { Link, useParams } from 'react-router';
import type { AccessReport } from '../../../shared/operations/audit.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { saveAnswer } from '../../ui/saving/save-answer.ts';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { EntryTable } from './EntryTable.tsx';
import { useAuditTexts } from './audit-texts.ts';
import { numberFromPath, numberInPath } from '../../../shared/desk/patient-number.ts';

export function RecordAuditPage() {
  const t = useAuditTexts(),
    language = useLanguage(),
    patid = numberFromPath(useParams().patid ?? ''),
    [isMaking, setMaking] = useState(false);
  const report = useQuery({
    queryKey: ['audit', 'akte', patid],
    queryFn: () =>
      call<AccessReport>(`/api/audit/patient/${numberInPath(patid)}`, { timeout: TIMEOUT }),
    refetchOnWindowFocus: false,
    staleTime: Infinity,
  });
  const save = (): void => {
    saveAnswer(
      `/api/audit/export?patid=${encodeURIComponent(patid)}&format=csv`,
      'zugriffe.csv',
    ).catch(sayError);
  };
  const pdf = async (): Promise<void> => {
    setMaking(true);
    try {
      await saveAnswer(`/api/audit/patient/${numberInPath(patid)}/pdf`, 'zugriffe.pdf');
    } catch (error) {
      sayError(error);
    } finally {
      setMaking(false);
    }
  };
  const actions = (
    <Group gap={8} className="a-noprint">
      <Button
        leftSection={<IconFileTypePdf size={18} stroke={1.75} aria-hidden />}
        loading={isMaking}
        onClick={() => void pdf()}
      >
        {t('akte.pdf')}
      </Button>
      <Button
        variant="default"
        component={Link}
        to={`/einstellungen/aufbewahrung/${numberInPath(patid)}`}
      >
        {t('akte.rights')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
        onClick={() => window.print()}
      >
        {t('akte.print')}
      </Button>
      <Button
        variant="default"
        leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        onClick={save}
      >
        {t('csv')}
      </Button>
    </Group>
  );
  return (
    <Page title={t('akte.title')} actions={report.data && actions}>
      <div className="p-stack">
        {report.isPending && <Loading />}
        {report.isError && (
          <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />
        )}
        {report.data && (
          <>
            <div>
              <Text fw={600}>{t('akte.of', { name: report.data.patient || '–', patid })}</Text>
              <Text size="sm" c="dimmed">
                {t('akte.at', { at: showInstant(report.data.at, language) })}
              </Text>
            </div>
            <Text>{t('akte.what')}</Text>
            {report.data.items.length === 0 ? (
              <Empty>{t('akte.empty')}</Empty>
            ) : (
              <div className="p-card">
                <EntryTable items={report.data.items} hasPatient={false} />
              </div>
            )}
          </>
        )}
      </div>
    </Page>
  );
}
