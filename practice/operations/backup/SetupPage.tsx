// First set-up of a practice: the backup target, then the recovery sheet; either may be postponed,
// the red line stays until then.

import './backup.css';
import './sheet.css';
import { Button, Group, Text, Title } from '@mantine/core';
import { useState } from 'react';
import { Navigate, useNavigate } from 'react-router';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { useBackupTexts } from './backup-texts.ts';
import { SheetSteps } from './SheetSteps.tsx';
import { TargetForm } from './TargetForm.tsx';
import { useBackup } from './use-backup.ts';

type Part = 'target' | 'sheet';

export function SetupPage() {
  const t = useBackupTexts();
  const navigate = useNavigate();
  const backup = useBackup();
  const { user } = useSession();
  const [chosen, setChosen] = useState<Part | null>(null);
  const status = backup.data;
  const details = status?.details;
  // Where several practices share a server, its operator takes care of the backup: a new owner goes
  // on with the first steps.
  if (status && !details)
    return <Navigate to={user?.role === 'owner' ? '/erste-schritte' : '/empfang'} replace />;
  const part: Part = chosen ?? (details?.target ? 'sheet' : 'target');
  const leave = (): void => void navigate('/erste-schritte', { replace: true });

  return (
    <Page title={t('setup.title')}>
      <div className="p-narrow p-stack">
        {backup.isPending && <Loading />}
        {backup.isError && (
          <ErrorNotice error={backup.error} onRetry={() => void backup.refetch()} />
        )}
        {details && <Text>{t('setup.lead')}</Text>}
        {details && part === 'target' && (
          <section className="p-card p-stack" aria-labelledby="setup-part">
            <Title order={2} id="setup-part">
              {t('setup.part', { n: 1, what: t('target.title') })}
            </Title>
            <Text>{t('target.why')}</Text>
            <TargetForm
              path={details.target?.path ?? ''}
              cancelLabel={t('later')}
              onCancel={() => setChosen('sheet')}
              onSaved={() => (details.sheet === null ? setChosen('sheet') : leave())}
            />
          </section>
        )}
        {details && part === 'sheet' && (
          <section className="p-card p-stack" aria-labelledby="setup-part">
            <Title order={2} id="setup-part">
              {t('setup.part', { n: 2, what: t('sheet.title') })}
            </Title>
            {details.target?.isSameDisk === true && (
              <Notice tone="warn">{t('target.sameDisk')}</Notice>
            )}
            <SheetSteps
              isRenewal={details.sheet !== null}
              cancelLabel={t('later')}
              onCancel={leave}
              onDone={leave}
            />
          </section>
        )}
        {backup.isError && (
          <Group justify="flex-end">
            <Button variant="default" onClick={leave}>
              {t('later')}
            </Button>
          </Group>
        )}
      </div>
    </Page>
  );
}
