// The tray: questionnaires without a record, oldest first, and recent decisions with their undo.

import './tray.css';
import { Button, Text, Title } from '@mantine/core';
import { IconLink } from '@tabler/icons-react';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import { UNMATCHED_WARN_MS } from '../../../../shared/forms/task/home.ts';
import type { UnmatchedEntry } from '../../../../shared/forms/task/home.schema.ts';
import { ErrorNotice } from '../../../ui/ErrorNotice.tsx';
import { useNow } from '../../../ui/wording/now.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { Loading, Page } from '../../../ui/Page.tsx';
import { say, sayError, sayWithUndo } from '../../../ui/toast.tsx';
import { MatchDialog } from './MatchDialog.tsx';
import { OpenTray } from './OpenTray.tsx';
import { personOf, TrayRow } from './TrayRow.tsx';
import { getTray, reopen, TRAY_KEY, type Tray } from './tray-calls.ts';
import { useTrayTexts } from './tray-texts.ts';

const POLL_MS = 20_000,
  MINUTE = 60_000;

export function TrayPage() {
  const t = useTrayTexts(),
    queries = useQueryClient(),
    now = useNow(MINUTE);
  const tray = useQuery({ queryKey: TRAY_KEY, queryFn: getTray, refetchInterval: POLL_MS });
  const [chosen, setChosen] = useState<string | null>(null);
  const fresh = async (): Promise<void> => {
    await queries.invalidateQueries({ queryKey: TRAY_KEY });
  };
  const back = async (id: string): Promise<void> => {
    await reopen(id);
    await fresh();
  };
  const done = (id: string, text: string): void => {
    setChosen(null);
    void fresh();
    sayWithUndo(text, () => back(id));
  };
  const old = tray.data?.open.filter((one) => now - one.receivedAt > UNMATCHED_WARN_MS).length ?? 0;
  return (
    <Page
      title={t('title')}
      actions={
        <Button
          variant="default"
          component={Link}
          to="/zuordnen/links"
          leftSection={<IconLink size={18} stroke={1.75} aria-hidden />}
        >
          {t('links')}
        </Button>
      }
    >
      <div className="p-stack z-page">
        <Text c="dimmed">{t('text')}</Text>
        {tray.isPending && <Loading />}
        {tray.isError && <ErrorNotice error={tray.error} onRetry={() => void tray.refetch()} />}
        {old > 0 && (
          <Notice tone="warn" role="status">
            {old === 1 ? t('old.one') : t('old', { n: old })}
          </Notice>
        )}
        {tray.data && (
          <OpenTray tray={tray.data} now={now} onOpen={setChosen} fresh={fresh} back={back} />
        )}
        {tray.data && tray.data.decided.length > 0 && (
          <DecidedList tray={tray.data} now={now} back={back} />
        )}
      </div>
      <MatchDialog
        id={chosen}
        onClose={() => {
          setChosen(null);
          void fresh();
        }}
        onDone={done}
      />
    </Page>
  );
}

function DecidedList({
  tray,
  now,
  back,
}: {
  tray: Tray;
  now: number;
  back: (id: string) => Promise<void>;
}) {
  const t = useTrayTexts();
  return (
    <section aria-labelledby="z-decided" className="p-stack">
      <Title order={2} id="z-decided" className="z-h2">
        {t('decided.title')}
      </Title>
      <ul className="z-rows p-card">
        {tray.decided.map((one) => (
          <TrayRow key={one.id} one={one} now={now} action={<BackButton one={one} back={back} />} />
        ))}
      </ul>
    </section>
  );
}

function BackButton({ one, back }: { one: UnmatchedEntry; back: (id: string) => Promise<void> }) {
  const t = useTrayTexts(),
    [isBusy, setBusy] = useState(false);
  const press = async (): Promise<void> => {
    setBusy(true);
    await back(one.id).then(() => say(t('decided.back')), sayError);
    setBusy(false);
  };
  return (
    <Button
      size="xs"
      variant="default"
      loading={isBusy}
      onClick={() => void press()}
      aria-label={t('decided.goOne', { name: personOf(one) })}
    >
      {t('decided.go')}
    </Button>
  );
}
