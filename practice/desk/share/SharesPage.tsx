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
    { values, set, put } = useQueryParams(['patid', 'datei', 'papier', 'bogen', 'neu']),
    { patid = '', datei: fileId = '', papier: taskId = '', bogen: form = '', neu = '' } = values,
    [isMaking, setMaking] = useState(neu !== '');
  const who = useQuery({
    queryKey: ['patient', patid],
    queryFn: () => getPatient(patid),
    enabled: patid !== '',
    refetchOnWindowFocus: false,
  });
  return (
    <Page title={t('title')} actions={<SharesActs patid={patid} onGive={() => setMaking(true)} />}>
      <div className="p-stack fg-page">
        {who.data ? (
          <ChosenPerson patient={who.data} onAll={() => set('patid', '')} />
        ) : (
          <Text c="dimmed">{t('text')}</Text>
        )}
        {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
        <SharesList
          patid={patid}
          patient={who.data ?? null}
          isReady={patid === '' || who.data !== undefined || who.isError}
          first={{ fileId, taskId, form }}
          isMaking={isMaking}
          onClose={() => {
            setMaking(false);
            put({ patid });
          }}
        />
      </div>
    </Page>
  );
}

/** The shares of one patient on the patient's page. */
export function SharesOf({ patid }: { patid: string }) {
  const t = useShareTexts(),
    [isMaking, setMaking] = useState(false),
    who = useQuery({
      queryKey: ['patient', patid],
      queryFn: () => getPatient(patid),
      refetchOnWindowFocus: false,
    });
  return (
    <div className="p-stack fg-page">
      <Group justify="flex-end" className="p-noprint">
        <Button
          leftSection={<IconHomeShare size={18} stroke={1.75} aria-hidden />}
          disabled={who.data === undefined}
          onClick={() => setMaking(true)}
        >
          {t('give')}
        </Button>
      </Group>
      {who.isError && <ErrorNotice error={who.error} onRetry={() => void who.refetch()} />}
      <SharesList
        patid={patid}
        patient={who.data ?? null}
        isReady={who.data !== undefined}
        first={NOTHING_FIRST}
        isMaking={isMaking}
        onClose={() => setMaking(false)}
      />
    </div>
  );
}

const NOTHING_FIRST = { fileId: '', taskId: '', form: '' };

/**
 * The list with its wishes, and the dialog that gives something home.
 * @param first what the dialog starts with
 */
function SharesList({
  patid,
  patient,
  isReady,
  first,
  isMaking,
  onClose,
}: {
  /** Empty for the shares of everybody. */
  patid: string;
  patient: Patient | null;
  isReady: boolean;
  first: typeof NOTHING_FIRST;
  isMaking: boolean;
  onClose: () => void;
}) {
  const t = useShareTexts(),
    queries = useQueryClient();
  const shares = useQuery({ queryKey: [...SHARES_KEY, patid], queryFn: () => getShares(patid) });
  const [shown, setShown] = useState<{ link: ShareLink; without: readonly string[] } | null>(null);
  const showLink = (link: ShareLink, without: readonly string[] = []): void =>
    setShown({ link, without });
  const fresh = (): Promise<void> => queries.invalidateQueries({ queryKey: SHARES_KEY });
  const close = (): void => {
    setShown(null);
    onClose();
    void fresh();
  };
  const wishes =
    shares.data?.filter(
      (one) => one.wishedAt !== null && one.state !== 'renewed' && one.state !== 'ended',
    ) ?? [];
  return (
    <>
      {wishes.length > 0 && (
        <Notice tone="warn">
          {t(wishes.length === 1 ? 'wishes.one' : 'wishes', { n: wishes.length })}
        </Notice>
      )}
      {shares.isPending && <Loading />}
      {shares.isError && <ErrorNotice error={shares.error} onRetry={() => void shares.refetch()} />}
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
      {isReady && (
        <GiveHomeDialog
          isOpen={isMaking || shown !== null}
          made={shown?.link ?? null}
          without={shown?.without ?? []}
          patient={patient}
          {...first}
          onClose={close}
          onMade={showLink}
        />
      )}
    </>
  );
}

function SharesActs({ patid, onGive }: { patid: string; onGive: () => void }) {
  const t = useShareTexts();
  return (
    <Group gap={8}>
      {/* Of one patient; the line above the page has all documents. */}
      {patid !== '' && (
        <Button
          variant="default"
          component={Link}
          to={`/dokumente?patid=${encodeURIComponent(patid)}`}
        >
          {t('documents')}
        </Button>
      )}
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
