// The backup page: state first, then drill, target and recovery sheet.

import './backup.css';
import './sheet.css';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useNow } from '../../ui/wording/now.ts';
import { Loading, Page } from '../../ui/Page.tsx';
import { useBackupTexts } from './backup-texts.ts';
import { useLineTexts } from './line/line-texts.ts';
import { DamagedCard } from './DamagedCard.tsx';
import { DrillCard } from './DrillCard.tsx';
import { SheetCard } from './SheetCard.tsx';
import { StateCard, StateSentence } from './StateCard.tsx';
import { TargetCard } from './TargetCard.tsx';
import { useBackup } from './use-backup.ts';

export function BackupPage() {
  const t = useBackupTexts(),
    line = useLineTexts();
  const { user } = useSession();
  const backup = useBackup();
  const status = backup.data;
  const now = useNow(15_000, status ? status.at - backup.dataUpdatedAt : 0);

  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        {backup.isPending && <Loading />}
        {backup.isError && (
          <ErrorNotice error={backup.error} onRetry={() => void backup.refetch()} />
        )}
        <DamagedCard />
        {status && !status.details && (
          <>
            <section className="p-card" aria-label={t('title')}>
              <StateSentence status={status} now={now} />
            </section>
            <Notice tone="info">{user?.role === 'owner' ? line('shared') : t('ownerOnly')}</Notice>
          </>
        )}
        {status?.details && (
          <>
            <StateCard status={status} details={status.details} now={now} />
            {status.details.target !== null && <DrillCard drill={status.details.drill} now={now} />}
            <TargetCard details={status.details} now={now} />
            <SheetCard sheet={status.details.sheet} />
          </>
        )}
      </div>
    </Page>
  );
}
