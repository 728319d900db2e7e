// Returned signed paper: scanned by camera or file, filed by its code; incomplete and unreadable
// pages wait here for a decision.

import './papers.css';
import { Button, Text, Title } from '@mantine/core';
import { IconArrowLeft } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Link } from 'react-router';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { usePapersTexts } from './papers-texts.ts';
import { getScans, SCANS_KEY } from './scan-calls.ts';
import { DiscardedList, WaitingList } from './ScanLists.tsx';
import { ScanTray } from './ScanTray.tsx';
import { type ScanParts } from './chosen-page.ts';
import { ScanUpload } from './ScanUpload.tsx';

const POLL_MS = 15_000;

export function ScanPage({ PatientSearch }: ScanParts) {
  const t = usePapersTexts(),
    queries = useQueryClient(),
    scans = useQuery({ queryKey: SCANS_KEY, queryFn: getScans, refetchInterval: POLL_MS }),
    { data } = scans;
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: SCANS_KEY });
  };
  return (
    <Page
      title={t('scan.title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/fehlend"
          leftSection={<IconArrowLeft size={16} stroke={1.75} aria-hidden />}
        >
          {t('scan.back')}
        </Button>
      }
    >
      <div className="p-stack pa-scans">
        <ScanUpload onDone={() => void fresh()} />
        {scans.isPending && <Loading />}
        {scans.isError && <ErrorNotice error={scans.error} onRetry={() => void scans.refetch()} />}
        {data?.folder?.isThere === false && (
          <Notice tone="warn" role="status">
            {t('scan.folderAway')}
          </Notice>
        )}
        {data?.folder && data.folder.waiting > 0 && (
          <Text size="sm" c="dimmed">
            {t('scan.folderBusy')}
          </Text>
        )}
        {data && data.waiting.length > 0 && (
          <section aria-labelledby="pa-waiting">
            <Title order={2} id="pa-waiting" className="pa-h2">
              {t('scan.waitingTitle')}{' '}
              <span className="p-muted p-tabular">{data.waiting.length}</span>
            </Title>
            <WaitingList sheets={data.waiting} onChanged={fresh} />
          </section>
        )}
        {data && (
          <section aria-labelledby="pa-tray">
            <Title order={2} id="pa-tray" className="pa-h2">
              {t('scan.trayTitle')} <span className="p-muted p-tabular">{data.count}</span>
            </Title>
            <ScanTray pages={data.tray} PatientSearch={PatientSearch} onChanged={fresh} />
            {data.count > data.tray.length && (
              <Text size="sm" c="dimmed">
                {t('scan.more', { n: data.count - data.tray.length })}
              </Text>
            )}
          </section>
        )}
        {data && data.discarded.length > 0 && (
          <section aria-labelledby="pa-discarded">
            <Title order={2} id="pa-discarded" className="pa-h2">
              {t('scan.discardedTitle')}
            </Title>
            <DiscardedList pages={data.discarded} onChanged={fresh} />
          </section>
        )}
      </div>
    </Page>
  );
}
