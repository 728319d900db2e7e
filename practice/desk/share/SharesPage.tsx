// Shares by link: to whom, until when, whether opened; showing it again, a new link, unlocking,
// ending.

import { listName } from '../../../shared/desk/patient.ts';
import './share.css';
import { Button, Group, Text } from '@mantine/core';
import { IconHomeShare } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { dayText } from '../../../shared/base/dates.ts';
import type { Patient } from '../../../shared/desk/patient.schema.ts';
import type { ShareLink } from '../../../shared/exchange/share.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { getPatient, getShares, SHARES_KEY } from './share-calls.ts';
import { useShareTexts } from './share-texts.ts';
import { GiveHomeDialog } from './GiveHomeDialog.tsx';
import { ShareRow } from './ShareRow.tsx';

/** The page of all shares, or of those of one patient. */
export function SharesPage() {
  const t = useShareTexts(),
    queries = useQueryClient(),
    {
      values: {
        patid = '',
        datei: fileId = '',
        papier: taskId = '',
        bogen: form = '',
        neu: newLink = '',
      },
      set,
    } = useQueryParams(['patid', 'datei', 'papier', 'bogen', 'neu']);
  const who = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => getPatient(patid),
    enabled: patid !== '',
    refetchOnWindowFocus: false,
  });
  const shares = useQuery({ queryKey: [...SHARES_KEY, patid], queryFn: () => getShares(patid) });
  const [shown, setShown] = useState<{ link: ShareLink; without: readonly string[] } | null>(null),
    [isMaking, setMaking] = useState(newLink !== '');
  const showLink = (link: ShareLink, without: readonly string[] = []): void =>
    setShown({ link, without });
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: SHARES_KEY });
  const close = (): void => {
    setMaking(false);
    setShown(null);
    if (newLink !== '') set('neu', '');
    if (fileId !== '') set('datei', '');
    if (taskId !== '') set('papier', '');
    if (form !== '') set('bogen', '');
    void fresh();
  };
  const isReady = patid === '' || who.data !== undefined || who.isError,
    wishes =
      shares.data?.filter(
        (one) => one.wishedAt !== null && one.state !== 'renewed' && one.state !== 'ended',
      ) ?? [];
  return (
    <Page title={t('title')} actions={<SharesActs patid={patid} onGive={() => setMaking(true)} />}>
      <div className="p-stack fg-page">
        {who.data ? (
          <ChosenPerson patient={who.data} onAll={() => set('patid', '')} />
        ) : (
          <Text c="dimmed">{t('text')}</Text>
        )}
        {wishes.length > 0 && (
          <Notice tone="warn">
            {t(wishes.length === 1 ? 'wishes.one' : 'wishes', { n: wishes.length })}
          </Notice>
        )}
        {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
        {shares.isPending && <Loading />}
        {shares.isError && (
          <ErrorNotice error={shares.error} onRetry={() => void shares.refetch()} />
        )}
        {shares.data?.length === 0 && (
          <div className="p-card">
            <Empty>{t('empty')}</Empty>
          </div>
        )}
        {shares.data && shares.data.length > 0 && (
          <ul className="fg-rows p-card">
            {shares.data.map((one) => (
              <ShareRow key={one.id} one={one} onShow={showLink} fresh={fresh} />
            ))}
          </ul>
        )}
      </div>
      {isReady && (
        <GiveHomeDialog
          isOpen={isMaking || shown !== null}
          made={shown?.link ?? null}
          without={shown?.without ?? []}
          patient={who.data ?? null}
          fileId={fileId}
          taskId={taskId}
          form={form}
          onClose={close}
          onMade={showLink}
        />
      )}
    </Page>
  );
}

function SharesActs({ patid, onGive }: { patid: string; onGive: () => void }) {
  const t = useShareTexts();
  return (
    <Group gap={8}>
      <Button
        variant="default"
        component={Link}
        to={`/dokumente${patid === '' ? '' : `?patid=${encodeURIComponent(patid)}`}`}
      >
        {t('documents')}
      </Button>
      <Button leftSection={<IconHomeShare size={18} stroke={1.75} aria-hidden />} onClick={onGive}>
        {t('give')}
      </Button>
    </Group>
  );
}

/** The patient whose shares the page is narrowed to. */
function ChosenPerson({ patient, onAll }: { patient: Patient; onAll: () => void }) {
  const t = useShareTexts(),
    language = useLanguage();
  return (
    <Group gap={12}>
      <Text className="fg-who">
        <strong>{listName(patient)}</strong>{' '}
        <span className="p-tabular">*{dayText(patient.geburtsdatum, language)}</span>
      </Text>
      <Button size="xs" variant="default" onClick={onAll}>
        {t('all')}
      </Button>
    </Group>
  );
}
