// The move to another server, step by step: what is ready is read from the backup, what a person does
// at the two machines is written with its commands. Printable, since the old server is off meanwhile.

import './backup.css';
import { Button, Code, CopyButton, Text } from '@mantine/core';
import { IconCircle, IconCircleCheck, IconPrinter } from '@tabler/icons-react';
import type { ReactNode } from 'react';
import { Link } from 'react-router';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { useNow } from '../../ui/wording/now.ts';
import { whenWords } from './backup-words.ts';
import { useBackupTexts } from './backup-texts.ts';
import { useLineTexts } from './line/line-texts.ts';
import { isReadyToMove, restoreCommands } from './move-steps.ts';
import { useBackup, useStartRun } from './use-backup.ts';

type Details = NonNullable<BackupStatus['details']>;

export function MovePage() {
  const t = useBackupTexts(),
    line = useLineTexts(),
    backup = useBackup(),
    status = backup.data,
    now = useNow(15_000, status ? status.at - backup.dataUpdatedAt : 0);
  return (
    <Page
      title={t('move.title')}
      actions={
        <Button
          variant="default"
          className="p-noprint"
          leftSection={<IconPrinter size={18} stroke={1.75} aria-hidden />}
          onClick={() => window.print()}
        >
          {t('move.print')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        <Text>{t('move.lead')}</Text>
        {backup.isPending && <Loading />}
        {backup.isError && (
          <ErrorNotice error={backup.error} onRetry={() => void backup.refetch()} />
        )}
        {status && !status.details && <Notice tone="info">{line('shared')}</Notice>}
        {status?.details && <Steps status={status} details={status.details} now={now} />}
      </div>
    </Page>
  );
}

function Steps({ status, details, now }: { status: BackupStatus; details: Details; now: number }) {
  const t = useBackupTexts(),
    language = useLanguage(),
    { start, failed } = useStartRun(details.run !== null),
    ready = isReadyToMove(status, details, now),
    folder = details.target?.path ?? '…';
  return (
    <ol className="b-move">
      <Step title={t('move.ready')} isDone={ready.isPlace && ready.isSheet}>
        <Text>{t('move.ready.what')}</Text>
        <Fact isGood={ready.isPlace}>
          {t(ready.isPlace ? 'move.place' : 'move.noPlace', { path: folder })}
        </Fact>
        <Fact isGood={ready.isSheet}>{t(ready.isSheet ? 'move.sheet' : 'move.noSheet')}</Fact>
        {!(ready.isPlace && ready.isSheet) && (
          <Button
            component={Link}
            to="/einstellungen/sicherung"
            variant="default"
            className="p-noprint b-move-act"
          >
            {t('move.toBackup')}
          </Button>
        )}
      </Step>
      <Step title={t('move.tell')}>
        <Text>{t('move.tell.what')}</Text>
      </Step>
      <Step title={t('move.last')} isDone={ready.isFresh}>
        <Text>{t('move.last.what')}</Text>
        <Fact isGood={ready.isFresh}>
          {status.lastGood === null
            ? t('move.never')
            : t('move.lastAt', { when: whenWords(status.lastGood.at, now, t, language) })}
        </Fact>
        <Button
          variant="default"
          className="p-noprint b-move-act"
          disabled={details.target === null}
          loading={details.run !== null}
          onClick={() => void start('run')}
        >
          {t('move.now')}
        </Button>
        {failed !== null && <ErrorNotice error={failed} />}
      </Step>
      <Step title={t('move.stop')}>
        <Text>{t('move.stop.what')}</Text>
        <Commands lines={['sudo systemctl stop molar']} />
      </Step>
      <Step title={t('move.restore')}>
        <Text>{t('move.restore.what')}</Text>
        <Commands lines={restoreCommands(folder)} />
      </Step>
      <Step title={t('move.address')}>
        <Text>{t('move.address.what', { address: window.location.origin })}</Text>
      </Step>
      <Step title={t('move.check')}>
        <Text>{t('move.check.what')}</Text>
        <ul>
          <li>
            <Link to="/empfang">{t('move.check.board')}</Link>
          </li>
          <li>
            <Link to="/einstellungen/sicherung">{t('move.check.backup')}</Link>
          </li>
          <li>
            <Link to="/protokoll">{t('move.check.audit')}</Link>
          </li>
          <li>
            <Link to="/praxissoftware">{t('move.check.software')}</Link>
          </li>
        </ul>
      </Step>
      <Step title={t('move.old')}>
        <Text>{t('move.old.what')}</Text>
      </Step>
    </ol>
  );
}

/** A step; without a state where only a person at the machine knows it. */
function Step({
  title,
  isDone,
  children,
}: {
  title: string;
  isDone?: boolean;
  children: ReactNode;
}) {
  const t = useBackupTexts();
  return (
    <li className="p-card p-stack b-move-step">
      <h2>{title}</h2>
      {isDone !== undefined && (
        <div>
          <StateWord tone={isDone ? 'ok' : 'off'} icon={isDone ? IconCircleCheck : IconCircle}>
            {t(isDone ? 'move.done' : 'move.open')}
          </StateWord>
        </div>
      )}
      {children}
    </li>
  );
}

function Fact({ isGood, children }: { isGood: boolean; children: ReactNode }) {
  return (
    <p className="b-move-fact" data-good={isGood}>
      {isGood ? (
        <IconCircleCheck size={18} stroke={1.75} aria-hidden />
      ) : (
        <IconCircle size={18} stroke={1.75} aria-hidden />
      )}
      <span>{children}</span>
    </p>
  );
}

function Commands({ lines }: { lines: readonly string[] }) {
  const t = useBackupTexts(),
    text = lines.join('\n');
  return (
    <div className="b-move-commands">
      <Code block>{text}</Code>
      <CopyButton value={text}>
        {({ copied, copy }) => (
          <Button size="xs" variant="default" className="p-noprint" onClick={copy}>
            {t(copied ? 'move.copied' : 'move.copy')}
          </Button>
        )}
      </CopyButton>
    </div>
  );
}
