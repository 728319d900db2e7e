// The line above every page while the practice could lose data: names the missing part and who can
// fix it; it cannot be dismissed.

import '../backup.css';
import { Button } from '@mantine/core';
import { IconAlertTriangle } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { BackupStatus } from '../../../../shared/operations/backup.schema.ts';
import { useSession } from '../../../session.ts';
import { headlineOf, TONES, wayOut } from './headline.ts';
import { useLineTexts } from './line-texts.ts';

export function BackupLine({ status }: { status: BackupStatus }) {
  const t = useLineTexts(),
    { user } = useSession();
  const headline = headlineOf(status),
    out = wayOut(headline),
    mayMend = status.details !== null;
  // An incomplete set-up is not urgent for screen readers; a failure is.
  const isNews =
    headline !== 'nothing_yet' &&
    headline !== 'no_target' &&
    headline !== 'no_sheet' &&
    status.level === 'alarm';
  return (
    <section className="b-banner" data-tone={TONES[status.level]} aria-label={t('banner')}>
      <IconAlertTriangle size={20} stroke={1.75} aria-hidden />
      <p role={isNews ? 'alert' : 'status'}>
        {t(`state.${headline}`)} {!mayMend && t(user?.role === 'owner' ? 'shared' : 'tellOwner')}
      </p>
      {mayMend && (
        <Button component={Link} to={out.to} size="xs" color={TONES[status.level]}>
          {t(out.text)}
        </Button>
      )}
    </section>
  );
}
