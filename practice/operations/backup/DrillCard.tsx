// Result of the last restore drill, as a checklist.

import { Text, Title } from '@mantine/core';
import { IconCircleCheck } from '@tabler/icons-react';
import { BACKUP_TROUBLES } from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { whenWords } from './backup-words.ts';
import { useBackupTexts } from './backup-texts.ts';

type Drill = NonNullable<BackupStatus['details']>['drill'];

export function DrillCard({ drill, now }: { drill: Drill; now: number }) {
  const t = useBackupTexts();
  return (
    <section className="p-card p-stack" aria-labelledby="drill-title">
      <Title order={2} id="drill-title">
        {t('drill.title')}
      </Title>
      <Text>{t('drill.what')}</Text>
      {drill === null ? (
        <Notice tone="off">{t('drill.none')}</Notice>
      ) : (
        <Result drill={drill} now={now} />
      )}
    </section>
  );
}

function Result({ drill, now }: { drill: NonNullable<Drill>; now: number }) {
  const t = useBackupTexts();
  const language = useLanguage();
  const when = whenWords(drill.endedAt, now, t, language);
  if (!drill.ok) {
    const { de, en } = BACKUP_TROUBLES[drill.code ?? 'internal'];
    return (
      <Notice tone="bad">
        {t('drill.failed', { when })} {language.startsWith('de') ? de : en}{' '}
        {drill.missing > 0 && t('drill.missing', { count: drill.missing })}
      </Notice>
    );
  }
  const ticks = [
    t('drill.counts', {
      patients: t('patients', { count: drill.patients }),
      documents: t('documents', { count: drill.documents }),
    }),
    t('drill.audit', { count: drill.auditRows }),
    ...(drill.files > 0 ? [t('drill.files', { count: drill.files })] : []),
    ...(drill.opened > 0 ? [t('drill.opened', { count: drill.opened })] : []),
  ];
  return (
    <div className="p-stack">
      <Text fw={600}>
        {t('drill.good', { when })}{' '}
        {drill.takenAt !== null &&
          t('drill.of', { when: whenWords(drill.takenAt, now, t, language) })}
      </Text>
      <ul className="b-ticks">
        {ticks.map((text) => (
          <li key={text}>
            <IconCircleCheck size={18} stroke={1.75} aria-hidden />
            <span>{text}</span>
          </li>
        ))}
      </ul>
    </div>
  );
}
