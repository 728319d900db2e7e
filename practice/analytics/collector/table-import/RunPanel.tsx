// Third step: checking and importing, with progress, rejected lines with reasons, unknown words,
// and withdrawal afterwards.

import { Button, Group, NativeSelect, Progress, Table, Text } from '@mantine/core';
import {
  IconAlertTriangle,
  IconArrowBackUp,
  IconCircleCheck,
  IconDownload,
  IconInfoCircle,
} from '@tabler/icons-react';
import { useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import { Link } from 'react-router';
import type { ImportState } from '../../../shared/analytics/deliveries/table-import.schema.ts';
import type { PvsMapping } from '../../../shared/analytics/deliveries/pvs-mapping.ts';
import { PVS_FIELDS, type PvsEntity } from '../../../shared/analytics/deliveries/pvs.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { saveAnswer } from '../../ui/saving/save-answer.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useNow } from '../../ui/wording/now.ts';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { restoreBatch, withdrawBatch } from './data-calls.ts';
import { useDatenTexts } from './data-texts.ts';
import { dropImport, runImport, stopImport, type Chosen } from './table-import-calls.ts';
import { troubleWords, useRefusal } from './refusal.ts';
import { Step } from './Step.tsx';

type Run = NonNullable<ImportState['run']>;
interface Props {
  state: ImportState;
  /** Null: cannot be started at the moment. */
  chosen: Chosen | null;
  fresh: () => Promise<void>;
  mapping?: PvsMapping;
  onWord?: (entity: PvsEntity, field: string, word: string, to: string | null) => void;
}
const SOON_MS = 2000;

export function RunPanel({ state, chosen, fresh, mapping, onWord }: Props) {
  const t = useDatenTexts(),
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

const useNumber = (): ((n: number) => string) => {
  const language = useLanguage();
  return (n) => n.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
};

function Running({
  state,
  run,
  fresh,
}: {
  state: ImportState;
  run: Run;
  fresh: () => Promise<void>;
}) {
  const t = useDatenTexts(),
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

function Outcome({ state, run, isCurrent }: { state: ImportState; run: Run; isCurrent: boolean }) {
  const t = useDatenTexts(),
    number = useNumber(),
    refusal = useRefusal(),
    result = run.result!,
    isGood = result.outcome === 'checked' && run.refused === 0;
  return (
    <>
      {isGood && (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('in.good', { n: number(run.rows) })}
        </StateWord>
      )}
      {result.outcome === 'stopped' && (
        <StateWord tone="off" icon={IconInfoCircle}>
          {t('in.stopped')}
        </StateWord>
      )}
      {result.outcome === 'failed' && (
        <Notice tone="bad" role="alert">
          {t('in.failed')}
        </Notice>
      )}
      {result.bad.map((one) => (
        <StateWord
          key={one.name}
          tone="bad"
          icon={IconAlertTriangle}
        >{`${one.name}: ${troubleWords(t, one)}`}</StateWord>
      ))}
      {run.refused > 0 && (
        <>
          <StateWord tone="warn" icon={IconAlertTriangle}>
            {t(
              result.outcome === 'refused' && run.kind === 'import' ? 'in.someStopped' : 'in.some',
              { good: number(run.rows), n: number(run.refused) },
            )}
          </StateWord>
          <Table.ScrollContainer minWidth={480} className="ei-lines">
            <Table aria-label={t('in.lines')} verticalSpacing={4}>
              <Table.Thead>
                <Table.Tr>
                  <Table.Th>{t('in.file')}</Table.Th>
                  <Table.Th ta="right">{t('in.line')}</Table.Th>
                  <Table.Th>{t('in.why')}</Table.Th>
                </Table.Tr>
              </Table.Thead>
              <Table.Tbody>
                {run.lines.map((one, at) => (
                  <Table.Tr key={at}>
                    <Table.Td>{one.file}</Table.Td>
                    <Table.Td ta="right" className="p-tabular">
                      {number(one.line)}
                    </Table.Td>
                    <Table.Td>{refusal(one)}</Table.Td>
                  </Table.Tr>
                ))}
              </Table.Tbody>
            </Table>
          </Table.ScrollContainer>
          <Group>
            <Button
              size="xs"
              variant="default"
              leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
              onClick={() =>
                void saveAnswer(`/collector/imports/${state.id}/refused`, 'abgelehnt.csv').catch(
                  sayError,
                )
              }
            >
              {t('in.download')}
            </Button>
            {run.refused > run.lines.length && (
              <Text size="sm" c="dimmed">
                {t('in.firstOnly', { n: number(run.lines.length) })}
              </Text>
            )}
          </Group>
        </>
      )}
      {!isCurrent && result.outcome !== 'stopped' && (
        <Text size="sm" c="dimmed">
          {t('in.old')}
        </Text>
      )}
    </>
  );
}

/** Values of fields with a fixed list, to be mapped to known words. */
function Words({
  run,
  mapping,
  onWord,
}: {
  run: Run;
  mapping: PvsMapping;
  onWord: NonNullable<Props['onWord']>;
}) {
  const t = useDatenTexts(),
    number = useNumber();
  if (run.words.length === 0) return null;
  return (
    <Table.ScrollContainer minWidth={480}>
      <Table aria-label={t('in.words')} verticalSpacing={4}>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('in.words')}</Table.Th>
            <Table.Th ta="right">{t('in.words.n')}</Table.Th>
            <Table.Th>{t('in.words.to')}</Table.Th>
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {run.words.map(({ entity, field, word, count }) => {
            const about = PVS_FIELDS[entity].find((one) => one.name === field),
              to = mapping.files[entity]?.words?.[field]?.[word] ?? '';
            return (
              <Table.Tr key={`${entity} ${field} ${word}`}>
                <Table.Td>
                  „{word}“{' '}
                  <span className="p-muted">
                    {t(`entity.${entity}`)}: {about?.meaning}
                  </span>
                </Table.Td>
                <Table.Td ta="right" className="p-tabular">
                  {number(count)}
                </Table.Td>
                <Table.Td>
                  <NativeSelect
                    size="xs"
                    aria-label={t('in.words.of', { word })}
                    value={to}
                    data={[{ value: '', label: '–' }, ...(about?.words ?? [])]}
                    onChange={(event) =>
                      onWord(
                        entity,
                        field,
                        word,
                        event.currentTarget.value === '' ? null : event.currentTarget.value,
                      )
                    }
                  />
                </Table.Td>
              </Table.Tr>
            );
          })}
        </Table.Tbody>
      </Table>
    </Table.ScrollContainer>
  );
}

function Done({ state, run }: { state: ImportState; run: Run }) {
  const t = useDatenTexts(),
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
