// Card of the backup target: where backups go, how often, how much is stored there; editable by the
// owner.

import { Button, NativeSelect, Text, Title } from '@mantine/core';
import { useState } from 'react';
import type { BackupStatus } from '../../../shared/operations/backup.schema.ts';
import { berlinDay, dayText } from '../../../shared/base/dates.ts';
import { useUiTexts } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { dayWords, sizeWords } from './backup-words.ts';
import { useBackupTexts } from './backup-texts.ts';
import { TargetForm } from './TargetForm.tsx';
import { setEvery, useBackupNews } from './use-backup.ts';

const CHOICES = [15, 30, 60, 240, 1440];

type Details = NonNullable<BackupStatus['details']>;

/** Shows the target with its interval; without a target it asks for one. */
export function TargetCard({ details, now }: { details: Details; now: number }) {
  const t = useBackupTexts();
  const ui = useUiTexts();
  const news = useBackupNews();
  const [isChanging, setChanging] = useState(false);
  const { target, everyMinutes } = details;

  const change = async (minutes: number): Promise<void> => {
    try {
      await news(await setEvery(minutes));
      say(t('every.saved'));
    } catch (error) {
      sayError(error);
    }
  };
  const everyWords = (minutes: number): string =>
    minutes === 1440
      ? t('every.day')
      : minutes % 60 === 0
        ? t('every.hours', { count: minutes / 60 })
        : t('every.minutes', { count: minutes });
  const choices = [...new Set([...CHOICES, everyMinutes])].sort((a, b) => a - b);
  const form = (
    <TargetForm
      path={target?.path ?? ''}
      cancelLabel={ui('cancel')}
      onCancel={target === null ? undefined : () => setChanging(false)}
      onSaved={() => setChanging(false)}
    />
  );

  return (
    <section
      className="p-card p-stack b-anchor"
      id="ziel"
      tabIndex={-1}
      aria-labelledby="target-title"
    >
      <Title order={2} id="target-title">
        {t('target.title')}
      </Title>
      {target === null && (
        <>
          <Text>{t('target.why')}</Text>
          {form}
        </>
      )}
      {target !== null && (
        <>
          <div className="b-head">
            <span className="b-mono b-path">{target.path}</span>
            {!isChanging && (
              <Button variant="default" onClick={() => setChanging(true)}>
                {t('target.change')}
              </Button>
            )}
          </div>
          {!target.isThere && (
            <Notice tone="bad" role="alert">
              {t('target.away')}
            </Notice>
          )}
          {target.isSameDisk && <Notice tone="warn">{t('target.sameDisk')}</Notice>}
          {isChanging && form}
          <NativeSelect
            label={t('every.label')}
            w={240}
            value={String(everyMinutes)}
            onChange={(event) => void change(Number(event.currentTarget.value))}
            data={choices.map((minutes) => ({
              value: String(minutes),
              label: everyWords(minutes),
            }))}
          />
          <StoredFacts details={details} freeBytes={target.freeBytes} now={now} />
          <Text className="p-small p-muted">{t('kept.rule')}</Text>
        </>
      )}
    </section>
  );
}

/** The next backup, the stored backups, and the free space. */
function StoredFacts({
  details,
  freeBytes,
  now,
}: {
  details: Details;
  freeBytes: number | null;
  now: number;
}) {
  const t = useBackupTexts();
  const language = useLanguage();
  const { kept, nextAt } = details;
  return (
    <dl className="b-facts">
      {nextAt !== null && (
        <div>
          <dt>{t('next.label')}</dt>
          <dd>{nextAt <= now ? t('next.now') : dayWords(nextAt, now, t, language)}</dd>
        </div>
      )}
      <div>
        <dt>{t('kept.label')}</dt>
        <dd>
          {kept.count === 0 || kept.oldestAt === null
            ? t('kept.none')
            : t('kept.count', {
                count: kept.count,
                day: dayText(berlinDay(kept.oldestAt), language),
                size: sizeWords(kept.bytes, language),
              })}
        </dd>
      </div>
      {freeBytes !== null && (
        <div>
          <dt>{t('free.label')}</dt>
          <dd>{sizeWords(freeBytes, language)}</dd>
        </div>
      )}
    </dl>
  );
}
