// Overview card: whether all is safe, since when, the last weeks, and the two buttons.

import { Button, Group, Progress, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDeviceFloppy,
  IconHistory,
} from '@tabler/icons-react';
import { BACKUP_TROUBLES } from '../../../shared/operations/backup.ts';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { dayWords, lastGoodWords } from './backup-words.ts';
import { headlineOf, TONES } from './line/headline.ts';
import { useLineTexts } from './line/line-texts.ts';
import { useBackupTexts } from './backup-texts.ts';
import { DayStrip } from './DayStrip.tsx';
import { useStartRun } from './use-backup.ts';

type Details = NonNullable<BackupStatus['details']>;

/** Icon, sentence and the data that is safe; visible to all roles. */
export function StateSentence({ status, now }: { status: BackupStatus; now: number }) {
  const t = useBackupTexts(),
    line = useLineTexts();
  const language = useLanguage();
  const tone = TONES[status.level],
    headline = headlineOf(status);
  const safe = lastGoodWords(status, now, t, language);
  const last = status.details?.last;
  const trouble =
    last && !last.ok && last.code !== null && headline !== 'nothing_yet'
      ? BACKUP_TROUBLES[last.code]
      : undefined;
  const Icon = tone === 'ok' ? IconCircleCheck : IconAlertTriangle;
  return (
    <div className="b-state" data-tone={tone}>
      <Icon size={28} stroke={1.75} aria-hidden />
      <div>
        <p className="b-state-word">{headline === 'ok' ? safe : line(`state.${headline}`)}</p>
        {headline !== 'ok' && safe !== undefined && <Text>{safe}</Text>}
        {trouble !== undefined && last && (
          <Text>
            {t('trouble', { when: dayWords(last.endedAt, now, t, language) })}{' '}
            {language.startsWith('de') ? trouble.de : trouble.en}
          </Text>
        )}
      </div>
    </div>
  );
}

export function StateCard({
  status,
  details,
  now,
}: {
  status: BackupStatus;
  details: Details;
  now: number;
}) {
  const t = useBackupTexts();
  const isRunning = details.run !== null;
  const { start, failed } = useStartRun(isRunning);
  // A button that is removed or disabled would drop the user's focus.
  const resting = isRunning ? { 'data-disabled': true, 'aria-disabled': true } : {};
  const hasTarget = details.target !== null;
  return (
    <section className="p-card p-stack" aria-label={t('title')}>
      <StateSentence status={status} now={now} />
      {hasTarget && <DayStrip days={details.days} />}
      {failed !== null && <ErrorNotice error={failed} />}
      {details.run !== null && <RunProgress run={details.run} />}
      {hasTarget && (
        <Group>
          <Button
            {...resting}
            leftSection={<IconDeviceFloppy size={18} stroke={1.75} aria-hidden />}
            onClick={() => void start('run')}
          >
            {t('run.backup')}
          </Button>
          {status.lastGood !== null && (
            <Button
              {...resting}
              variant="default"
              leftSection={<IconHistory size={18} stroke={1.75} aria-hidden />}
              onClick={() => void start('drill')}
            >
              {t('run.drill')}
            </Button>
          )}
        </Group>
      )}
    </section>
  );
}

function RunProgress({ run }: { run: NonNullable<Details['run']> }) {
  const t = useBackupTexts();
  const words = `${t(`running.${run.kind}`)} ${t(`phase.${run.phase}`)}`;
  const percent = run.of > 0 ? Math.min(100, Math.round((run.done / run.of) * 100)) : undefined;
  return (
    <div className="p-stack" role="status">
      <Text size="sm">{words}</Text>
      <Progress.Root size={8}>
        <Progress.Section
          value={percent ?? 100}
          animated={percent === undefined}
          aria-label={words}
          {...(percent === undefined && { 'aria-valuetext': words })}
        />
      </Progress.Root>
    </div>
  );
}
