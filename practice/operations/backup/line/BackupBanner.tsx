// Watches the backup on every page: the line is loaded when there is something to report.

import { Suspense } from 'react';
import { useLocation } from 'react-router';
import { lazyPart } from '../../../ui/lazy-part.ts';
import { useBackup } from '../use-backup.ts';

const BackupLine = lazyPart(async () => (await import('./BackupLine.tsx')).BackupLine);

export function BackupBanner() {
  const status = useBackup().data,
    { pathname } = useLocation();
  if (status === undefined || status.level === 'ok' || pathname === '/einrichten') return null;
  return (
    <Suspense>
      <BackupLine status={status} />
    </Suspense>
  );
}
