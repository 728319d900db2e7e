// Third step: checking and importing, with progress; the findings and the result.

import { Button, Group, Progress, Text } from '@mantine/core';
import { useState } from 'react';
import type { ImportState } from '../../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../../shared/analytics/deliveries/pvs-mapping.ts';
import { ConfirmButton } from '../../../ui/ConfirmButton.tsx';
import { useNow } from '../../../ui/wording/now.ts';
import { sayError } from '../../../ui/toast.tsx';
import { useSubmit } from '../../../ui/saving/use-submit.ts';
import { useDataTexts } from '../collector-texts.ts';
import { runImport, stopImport, type Chosen, type ImportRun } from './table-import-calls.ts';
import { Step } from './Step.tsx';
import { useNumber } from './use-number.ts';
import { Outcome, Words, type OnWord } from './RunOutcome.tsx';
import { Done } from './RunDone.tsx';

interface Props {
  state: ImportState;
  /** Null: cannot be started at the moment. */
  chosen: Chosen | null;
  fresh: () => Promise<void>;
  mapping?: PvsMapping;
  onWord?: OnWord;
}
const SOON_MS = 2000;

export function RunPanel({ state, chosen, fresh, mapping, onWord }: Props) {
  const t = useDataTexts(),
    busy = useSubmit(),
    { run } = state,
    [last, setLast] = useState<string | null>(null),
    number = useNumber();
  const start = (kind: 'check' | 'import', goesOn: boolean): void => {
    if (chosen)
      void busy.run(async () => {
        await runImport(state.id, chosen, kind, goesOn);
        setLast(JSON.stringify(chosen));
        await fresh();
      }, sayError);
  };
  // A check with other columns does not apply to these.
  const isCurrent = chosen !== null && last === JSON.stringify(chosen),
    result = run?.result,
    isClean = isCurrent && result?.outcome === 'checked' && run?.refused === 0;
  if (
    run?.kind === 'import' &&
    result &&
    (result.outcome === 'closed' || result.outcome === 'known')
  )
    return (
      <Step n={3} title={t('in.run')}>
        <Done state={state} run={run} />
      </Step>
    );
  return (
    <Step n={3} title={t('in.run')}>
      {run?.isRunning ? (
        <Running state={state} run={run} fresh={fresh} />
      ) : (
        <>
          {run && result && (
            <Outcome state={state} run={run} isCurrent={isCurrent || chosen === null} />
          )}
          {run && onWord && mapping && <Words run={run} mapping={mapping} onWord={onWord} />}
          {!chosen && (
            <Text size="sm" c="dimmed">
              {t('in.notYet')}
            </Text>
          )}
          <Group gap={8}>
            <Button
              variant={isClean ? 'default' : 'filled'}
              disabled={!chosen || busy.isBusy}
              onClick={() => start('check', false)}
            >
              {t('in.check')}
            </Button>
            <Button
              variant={isClean ? 'filled' : 'default'}
              disabled={!chosen || busy.isBusy}
              onClick={() => start('import', false)}
            >
              {t('in.import')}
            </Button>
            {isCurrent &&
              run &&
              run.refused > 0 &&
              run.rows > 0 &&
              result &&
              result.bad.length === 0 && (
                <ConfirmButton
                  variant="default"
                  disabled={busy.isBusy}
                  question={t(run.refused === 1 ? 'in.goOn.questionOne' : 'in.goOn.question', {
                    n: number(run.refused),
                  })}
                  yes={t('in.goOn.yes')}
                  onYes={() => start('import', true)}
                >
                  {t('in.goOn')}
                </ConfirmButton>
              )}
          </Group>
          <Text size="sm" c="dimmed">
            {t('in.check.text')}
          </Text>
        </>
      )}
    </Step>
  );
}

function Running({
  state,
  run,
  fresh,
}: {
  state: ImportState;
  run: ImportRun;
  fresh: () => Promise<void>;
}) {
  const t = useDataTexts(),
    number = useNumber(),
    now = useNow(500),
    busy = useSubmit(),
    spent = Math.max(1, now - run.startedAt),
    share = run.of === 0 ? 0 : run.done / run.of;
  const left = share > 0 && spent > SOON_MS ? Math.ceil((spent / share - spent) / 1000) : null,
    speed = Math.round(run.rows / (spent / 1000));
  const stop = (): void =>
    void busy.run(async () => {
      await stopImport(state.id);
      await fresh();
    }, sayError);
  return (
    <div className="p-stack" role="status">
      <Progress value={share * 100} size="lg" aria-label={t(`in.running.${run.kind}`)} />
      <Group justify="space-between" gap={8}>
        <Text size="sm" className="p-tabular">
          {[
            t(`in.running.${run.kind}`),
            `${Math.floor(share * 100)} %`,
            t('in.rows', { n: number(run.rows) }),
            ...(spent > SOON_MS ? [t('in.speed', { n: number(speed) })] : []),
            ...(left === null
              ? []
              : [
                  left < 60
                    ? t('in.seconds', { n: left })
                    : t('in.minutes', { n: Math.ceil(left / 60) }),
                ]),
          ].join(' · ')}
        </Text>
        <Button size="xs" variant="default" disabled={busy.isBusy} onClick={stop}>
          {t('in.stop')}
        </Button>
      </Group>
      {run.refused > 0 && (
        <Text size="sm" className="dt-refused p-tabular">
          {t('in.refused', { n: number(run.refused) })}
        </Text>
      )}
    </div>
  );
}
