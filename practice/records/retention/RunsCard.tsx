// Released deletions: waiting runs that can be stopped, finished ones, and the report of each.

import { Button, Group, Text, Title } from '@mantine/core';
import { IconDownload } from '@tabler/icons-react';
import type { ErasureRun } from '../../../shared/records/retention.schema.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { Empty, Loading } from '../../ui/Page.tsx';
import { download } from '../../ui/pdf.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useRetentionTexts } from './retention-texts.ts';
import { useRetentionActs, useRuns } from './retention-calls.ts';

export function RunsCard() {
  const t = useRetentionTexts(),
    query = useRuns();
  return (
    <section className="p-card p-stack" aria-labelledby="af-runs">
      <Title order={2} id="af-runs" className="af-h2">
        {t('runs.title')}
      </Title>
      {query.isPending && <Loading />}
      {query.isError && <ErrorNotice error={query.error} onRetry={() => void query.refetch()} />}
      {query.data?.items.length === 0 && <Empty>{t('runs.empty')}</Empty>}
      {query.data && query.data.items.length > 0 && (
        <ul className="af-rows">
          {query.data.items.map((run) => (
            <Run key={run.id} run={run} />
          ))}
        </ul>
      )}
    </section>
  );
}

function Run({ run }: { run: ErasureRun }) {
  const t = useRetentionTexts(),
    language = useLanguage(),
    acts = useRetentionActs();
  const stop = (): void => void acts.stop(run.id).then(() => say(t('runs.stopped')), sayError);
  return (
    <li className="af-row">
      <div>
        <Text fw={600}>
          {t(`runs.state.${run.state}`, {
            at: showInstant(
              run.state === 'waiting'
                ? run.runAfter
                : (run.endedAt ?? run.startedAt ?? run.runAfter),
              language,
            ),
            count: run.state === 'done' ? run.counts.people : run.people,
            by: run.stoppedByName ?? '',
          })}
        </Text>
        <Text size="sm" className="p-muted">
          {t('runs.released', {
            by: run.releasedByName,
            at: showInstant(run.releasedAt, language),
          })}
        </Text>
        {run.state === 'done' && run.origin === 'demand' && run.counts.people === 0 && (
          <Text size="sm">{t('runs.demand')}</Text>
        )}
        {run.state === 'done' && <Text size="sm">{t('runs.counts', { ...run.counts })}</Text>}
        {run.skipped.map((one) => (
          <Text key={one.why} size="sm">
            {t(`runs.skipped.${one.why}`, { count: one.count })}
          </Text>
        ))}
      </div>
      <Group gap={8}>
        {run.state === 'waiting' && (
          <ConfirmButton
            size="xs"
            variant="default"
            question={t('runs.stop.sure')}
            yes={t('runs.stop')}
            onYes={stop}
          >
            {t('runs.stop')}
          </ConfirmButton>
        )}
        {run.state === 'done' && (
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              void download(`/retention/runs/${run.id}/report`, 'Loeschbericht.pdf').catch(sayError)
            }
          >
            {t('runs.report')}
          </Button>
        )}
      </Group>
    </li>
  );
}
