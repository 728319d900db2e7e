// The page of the practice software: stuck transfers first, then waiting and finished ones; the
// owner sets up the folders here.

import './transfer.css';
import { Button, FileButton, Switch, Text, Title } from '@mantine/core';
import { useQueryClient } from '@tanstack/react-query';
import { IconCalendarPlus, IconSettings } from '@tabler/icons-react';
import { useState } from 'react';
import type { Transfer } from '../../../shared/records/transfer.schema.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { say } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { STATE_KEY, TRANSFER_KEY, uploadTermine, useTransfer } from './transfer-calls.ts';
import { useTransferTexts, type TransferKey } from './transfer-texts.ts';
import { ExportRow, ImportRow } from './Rows.tsx';
import { mayFollow, setFollow } from './follow.ts';
import { OnlineAppointments } from './OnlineAppointments.tsx';
import { Section } from './Section.tsx';
import { SetupForm } from './SetupForm.tsx';

export function PracticeSoftwarePage() {
  const t = useTransferTexts(),
    query = useTransfer(),
    isOwner = useSession().user?.role === 'owner';
  const [isSetting, setSetting] = useState(false),
    queries = useQueryClient();
  const fresh = (): void => {
    for (const queryKey of [TRANSFER_KEY, STATE_KEY]) void queries.invalidateQueries({ queryKey });
  };
  const data = query.data;
  return (
    <Page
      title={t('title')}
      actions={
        isOwner &&
        data &&
        !isSetting && (
          <Button
            variant="default"
            leftSection={<IconSettings size={18} stroke={1.75} aria-hidden />}
            onClick={() => setSetting(true)}
          >
            {t('set.open')}
          </Button>
        )
      }
    >
      <div className="p-stack ds-page">
        <Text c="dimmed">{t('lead')}</Text>
        {query.isPending && <Loading />}
        {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
        {data?.settings && isSetting && (
          <SetupForm
            key={data.version}
            version={data.version}
            settings={data.settings}
            onClose={() => setSetting(false)}
            onSaved={() => {
              setSetting(false);
              fresh();
            }}
          />
        )}
        {data && <Lists data={data} fresh={fresh} isOwner={isOwner} />}
      </div>
    </Page>
  );
}

interface ListsProps {
  data: Transfer;
  fresh: () => void;
  isOwner: boolean;
}

function Lists({ data, fresh, isOwner }: ListsProps) {
  const t = useTransferTexts(),
    { isBusy, failed, run } = useSubmit(),
    [isFollowing, setFollowing] = useState(mayFollow);
  const upload = (file: File | null): void => {
    if (file)
      void run(async () => {
        const sum = await uploadTermine(file);
        say(t(sum.left > 0 ? 'upload.done.left' : 'upload.done', { ...sum }));
        fresh();
      });
  };
  const follow = (isOn: boolean): void => {
    setFollow(isOn);
    setFollowing(isOn);
  };
  return (
    <>
      <Written data={data} fresh={fresh} isOwner={isOwner} />
      <FolderNotice
        isOn={data.isOn.in}
        isThere={data.in.isThere || data.in.lookedAt === null}
        texts={['off.in', 'in.ok', 'in.away']}
        title="in.title"
        isOwner={isOwner}
      />
      {data.in.waiting.length > 0 && (
        <Notice tone="info">
          {t('in.waiting')}
          <ul className="ds-waiting">
            {data.in.waiting.map((one) => (
              <li key={one.name}>
                <span className="ds-file">{one.name}</span>: {t(`why.${one.why}`)}
              </li>
            ))}
          </ul>
        </Notice>
      )}
      {data.unread.length > 0 && (
        <Section
          id="ds-unread"
          title={t('unread.title')}
          count={data.counts.unread}
          lead={t('unread.lead')}
        >
          {data.unread.map((one) => (
            <ImportRow key={one.id} one={one} fresh={fresh} />
          ))}
        </Section>
      )}
      {data.online.length > 0 && (
        <OnlineAppointments termine={data.online} count={data.counts.online} fresh={fresh} />
      )}
      {(data.isOn.in || data.taken.length > 0) && (
        <Section id="ds-taken" title={t('taken.title')}>
          {data.taken.length === 0 ? (
            <Empty>{t('taken.empty')}</Empty>
          ) : (
            data.taken.map((one) => <ImportRow key={one.id} one={one} fresh={fresh} />)
          )}
        </Section>
      )}
      {failed !== null && <ErrorNotice error={failed} />}
      <div className="p-row">
        <FileButton accept=".ics,.csv,text/calendar,text/csv" onChange={upload}>
          {(props) => (
            <Button
              {...props}
              variant="default"
              loading={isBusy}
              leftSection={<IconCalendarPlus size={18} stroke={1.75} aria-hidden />}
            >
              {t('upload')}
            </Button>
          )}
        </FileButton>
      </div>
      {data.isOn.in && (
        <Switch
          label={t('follow')}
          checked={isFollowing}
          onChange={(event) => follow(event.currentTarget.checked)}
        />
      )}
    </>
  );
}

function FolderNotice({
  isOn,
  isThere,
  texts: [off, ok, away],
  title,
  isOwner,
}: {
  isOn: boolean;
  isThere: boolean;
  texts: readonly [TransferKey, TransferKey, TransferKey];
  title: TransferKey;
  isOwner: boolean;
}) {
  const t = useTransferTexts();
  return (
    <>
      <Title order={2} className="ds-h2">
        {t(title)}
      </Title>
      <Notice tone={!isOn ? 'off' : isThere ? 'ok' : 'warn'} role="status">
        {t(!isOn ? off : isThere ? ok : away)}
        {!isOn && !isOwner && ` ${t('off.ask')}`}
      </Notice>
    </>
  );
}

/** Files written for the practice software: failed, open and done. */
function Written({ data, fresh, isOwner }: ListsProps) {
  const t = useTransferTexts();
  return (
    <>
      <FolderNotice
        isOn={data.isOn.out}
        isThere={data.out.isThere}
        texts={['off.out', 'out.ok', 'out.away']}
        title="out.title"
        isOwner={isOwner}
      />
      {data.failed.length > 0 && (
        <Section
          id="ds-failed"
          title={t('failed.title')}
          count={data.counts.failed}
          lead={t('failed.lead')}
        >
          {data.failed.map((one) => (
            <ExportRow key={one.taskId + one.target} one={one} fresh={fresh} />
          ))}
        </Section>
      )}
      {data.isOn.out && (
        <Section id="ds-open" title={t('open.title')} count={data.counts.open}>
          {data.open.length === 0 ? (
            <Empty>{t('open.empty')}</Empty>
          ) : (
            data.open.map((one) => (
              <ExportRow key={one.taskId + one.target} one={one} fresh={fresh} />
            ))
          )}
        </Section>
      )}
      {(data.isOn.out || data.done.length > 0) && (
        <Section id="ds-done" title={t('done.title')}>
          {data.done.length === 0 ? (
            <Empty>{t('done.empty')}</Empty>
          ) : (
            data.done.map((one) => (
              <ExportRow key={one.taskId + one.target} one={one} fresh={fresh} />
            ))
          )}
        </Section>
      )}
    </>
  );
}
