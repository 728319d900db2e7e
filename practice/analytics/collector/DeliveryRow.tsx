// One delivery: source, time, contents, and whether it is in effect; withdrawing with ten seconds
// for undo, restoring later.

import { Button, Group, Text } from '@mantine/core';
import { IconCircleCheck, IconLoader2, IconPlayerStop } from '@tabler/icons-react';
import { useQuery } from '@tanstack/react-query';
import {
  REFUSED_DAYS,
  type BatchAnswer,
} from '../../../shared/analytics/deliveries/collector.schema.ts';
import { DAY_MS } from '../../../shared/base/day-math.ts';
import { PVS_ENTITIES } from '../../../shared/analytics/deliveries/pvs.ts';
import { ConfirmButton } from '../../ui/ConfirmButton.tsx';
import { showInstant } from '../../ui/wording/moments.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError, sayWithUndo } from '../../ui/toast.tsx';
import { saveAnswer } from '../../ui/saving/save-answer.ts';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { BATCHES_KEY, getBatch, restoreBatch, withdrawBatch } from './collector-calls.ts';
import { useDataTexts } from './collector-texts.ts';

interface Props {
  one: BatchAnswer;
  fresh: () => Promise<void>;
}
const STATE = {
  open: { tone: 'info', icon: IconLoader2 },
  closed: { tone: 'ok', icon: IconCircleCheck },
  withdrawn: { tone: 'off', icon: IconPlayerStop },
} as const;
/** Maximum kinds of rows shown in the line itself. */
const FEW = 4;

/** An aborted delivery never took effect and has nothing to restore. */
const wasDropped = ({ state, closedAt }: BatchAnswer): boolean =>
  state === 'withdrawn' && closedAt === null;

/** Whether the rejected lines of a delivery can still be saved. */
const areRefusedKept = ({ openedAt }: BatchAnswer): boolean =>
  openedAt > Date.now() - REFUSED_DAYS * DAY_MS;

/** Shows a delivery with the acts that its state allows. */
export function DeliveryRow({ one, fresh }: Props) {
  const t = useDataTexts(),
    { isBusy, run } = useSubmit();
  const { batch, state, source } = one,
    { tone, icon } = STATE[state],
    name = t('name', { n: batch });
  const act = (work: () => Promise<void>): void => {
    void run(
      async () => {
        await work();
        await fresh();
      },
      (error) => {
        sayError(error);
        void fresh();
      },
    );
  };
  const withdraw = (): void =>
    act(async () => {
      await withdrawBatch(batch);
      sayWithUndo(t('withdrawn', { name }), async () => {
        await restoreBatch(batch);
        await fresh();
      });
    });
  const isDropped = wasDropped(one);
  return (
    <li className="dt-row">
      <div className="dt-what">
        <Text>
          <strong>{source}</strong> <span className="p-muted">· {name}</span>
        </Text>
        <Text size="sm" c="dimmed" className="p-tabular">
          <Facts one={one} />
        </Text>
        {state === 'open' ? <Arrived batch={batch} /> : !isDropped && <Counts one={one} />}
      </div>
      <div className="dt-state">
        <StateWord tone={tone} icon={icon}>
          {t(isDropped ? 'state.dropped' : `state.${state}`)}
        </StateWord>
      </div>
      <Group gap={8} className="dt-acts">
        {state === 'open' && (
          <ConfirmButton
            size="xs"
            variant="default"
            disabled={isBusy}
            question={t('drop.question')}
            yes={t('drop.yes')}
            onYes={() =>
              act(async () => {
                await withdrawBatch(batch);
                say(t('dropped'));
              })
            }
            aria-label={t('dropOne', { name })}
          >
            {t('drop')}
          </ConfirmButton>
        )}
        {state === 'closed' && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={withdraw}
            aria-label={t('withdrawOne', { name })}
          >
            {t('withdraw')}
          </Button>
        )}
        {state === 'withdrawn' && !isDropped && (
          <Button
            size="xs"
            variant="default"
            disabled={isBusy}
            onClick={() =>
              act(async () => {
                await restoreBatch(batch);
                say(t('restored'));
              })
            }
            aria-label={t('restoreOne', { name })}
          >
            {t('restore')}
          </Button>
        )}
      </Group>
    </li>
  );
}

/** Source and times of a delivery, in one line. */
function Facts({ one }: { one: BatchAnswer }) {
  const t = useDataTexts(),
    language = useLanguage();
  const at =
    one.closedAt === null
      ? t('begun', { at: showInstant(one.openedAt, language) })
      : t('came', { at: showInstant(one.closedAt, language) });
  const facts = [
    t(`way.${one.way}`),
    at,
    one.withdrawnAt === null
      ? ''
      : t(wasDropped(one) ? 'dropped.at' : 'withdrawn.at', {
          at: showInstant(one.withdrawnAt, language),
        }),
  ].filter((part) => part !== '');
  return <>{facts.join(' · ')}</>;
}

const useNumber = (): ((n: number) => string) => {
  const language = useLanguage();
  return (n) => n.toLocaleString(language === 'de' ? 'de-DE' : 'en-GB');
};

/** Contents of a closed delivery: the largest in the line, all when expanded. */
function Counts({ one }: { one: BatchAnswer }) {
  const t = useDataTexts(),
    number = useNumber(),
    { counts, rows, refused } = one;
  const all = PVS_ENTITIES.flatMap((entity) => {
    const n = counts[entity] ?? 0;
    return n > 0 ? [{ entity, n }] : [];
  });
  const most = [...all]
    .sort((a, b) => b.n - a.n)
    .slice(0, FEW)
    .map(({ entity, n }) => t('count', { what: t(`entity.${entity}`), n: number(n) }));
  return (
    <>
      <Text size="sm" className="p-tabular">
        {[t('rows', { n: number(rows) }), ...most].join(' · ')}
      </Text>
      {refused > 0 && (
        <Group gap={8}>
          <Text size="sm" className="p-tabular dt-refused">
            {t('refused', { n: number(refused) })}
          </Text>
          {areRefusedKept(one) && (
            <Button
              size="compact-xs"
              variant="subtle"
              onClick={() =>
                void saveAnswer(
                  `/collector/batches/${one.batch}/refused`,
                  `abgelehnt-${one.batch}.csv`,
                ).catch(sayError)
              }
            >
              {t('refused.save', { days: REFUSED_DAYS })}
            </Button>
          )}
        </Group>
      )}
      {all.length > FEW && (
        <details className="dt-all">
          <summary>{t('all', { n: all.length })}</summary>
          <ul className="p-tabular">
            {all.map(({ entity, n }) => (
              <li key={entity}>{t('count', { what: t(`entity.${entity}`), n: number(n) })}</li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

/** Received parts of an open delivery. */
function Arrived({ batch }: { batch: number }) {
  const t = useDataTexts(),
    number = useNumber(),
    detail = useQuery({
      queryKey: [BATCHES_KEY, batch],
      queryFn: () => getBatch(batch),
      refetchInterval: 10_000,
    });
  const parts = detail.data?.parts.filter((one) => one.isDone) ?? [];
  return (
    <Text size="sm" className="p-tabular">
      {detail.data
        ? t('arrived', {
            parts: number(parts.length),
            n: number(parts.reduce((sum, one) => sum + one.rows, 0)),
          })
        : t('open.text')}
    </Text>
  );
}
