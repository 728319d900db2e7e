// After an import: its result, the link to the rows, and the button that withdraws it.

import { Button, Group, Text } from '@mantine/core';
import { IconArrowBackUp, IconCircleCheck } from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsEntity } from '../../../../shared/analytics/deliveries/pvs.ts';
import { Notice } from '../../../ui/Notice.tsx';
import { StateWord } from '../../../ui/StateWord.tsx';
import { say, sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { restoreBatch, withdrawBatch } from '../collector-calls.ts';
import { useDataTexts } from '../collector-texts.ts';
import { RestoredZeros } from './RunOutcome.tsx';
import { dropImport, type ImportRun } from './table-import-calls.ts';
import { useNumber } from './use-number.ts';

/** The end of an import, with what can be done next. */
export function Done({ state, run }: { state: ImportState; run: ImportRun }) {
  const t = useDataTexts(),
    number = useNumber(),
    queries = useQueryClient(),
    busy = useSubmit(),
    [isBack, setBack] = useState(false),
    batch = run.result!.batch,
    seconds = Math.max(1, ((run.endedAt ?? run.startedAt) - run.startedAt) / 1000);
  const counts = Object.entries(run.result!.counts).map(([entity, n]) =>
    t('count', { what: t(`entity.${entity as PvsEntity}`), n: number(n) }),
  );
  const act = (work: () => Promise<void>, then: () => void): void =>
    void busy.run(async () => {
      await work();
      await queries.invalidateQueries();
      then();
    }, sayError);
  return (
    <>
      {run.result!.outcome === 'known' ? (
        <Notice tone="info">{t('in.known', { n: number(batch ?? 0) })}</Notice>
      ) : isBack ? (
        <StateWord tone="off" icon={IconArrowBackUp}>
          {t('in.back.done')}
        </StateWord>
      ) : (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t(seconds > 2 ? 'in.doneFast' : 'in.done', {
            n: number(batch ?? 0),
            rows: number(run.rows),
            speed: number(Math.round(run.rows / seconds)),
          })}
        </StateWord>
      )}
      <RestoredZeros zeros={run.result!.zeros} />
      {counts.length > 0 && (
        <Text size="sm" className="p-tabular">
          {counts.join(' · ')}
        </Text>
      )}
      {run.refused > 0 && (
        <Text size="sm" className="dt-refused p-tabular">
          {t('in.refused', { n: number(run.refused) })}
        </Text>
      )}
      <Group gap={8}>
        <Button
          disabled={busy.isBusy}
          onClick={() =>
            act(
              () => dropImport(state.id),
              () => undefined,
            )
          }
        >
          {t('in.more')}
        </Button>
        <Button variant="default" component={Link} to="/daten">
          {t('in.toList')}
        </Button>
        {batch !== null && run.result!.outcome === 'closed' && !isBack && (
          <Button
            variant="default"
            disabled={busy.isBusy}
            leftSection={<IconArrowBackUp size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              act(
                () => withdrawBatch(batch),
                () => {
                  setBack(true);
                },
              )
            }
          >
            {t('in.undo')}
          </Button>
        )}
        {batch !== null && isBack && (
          <Button
            variant="default"
            disabled={busy.isBusy}
            onClick={() =>
              act(
                () => restoreBatch(batch),
                () => {
                  setBack(false);
                  say(t('restored'));
                },
              )
            }
          >
            {t('restore')}
          </Button>
        )}
      </Group>
    </>
  );
}
