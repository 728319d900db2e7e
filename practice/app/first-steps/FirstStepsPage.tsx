// The first steps of a practice, up to the first signed paper: what is done is read from the
// practice itself, so that one may leave and come back at any time.

import './first-steps.css';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import { IconCircle, IconCircleCheck } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { SettingsView } from '../../../shared/accounts/settings.ts';
import type { Board } from '../../../shared/exchange/board.ts';
import { call, callR4c, TIMEOUT } from '../../api.ts';
import { useBackup } from '../../operations/backup/use-backup.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useFirstStepsTexts } from './first-steps-texts.ts';

/** In order; each with the page that settles it. */
const STEPS = [
  { name: 'praxis', to: '/einstellungen#street' },
  { name: 'target', to: '/einrichten' },
  { name: 'sheet', to: '/einrichten' },
  { name: 'tablet', to: '/empfang' },
  { name: 'paper', to: '/empfang' },
] as const;
type StepName = (typeof STEPS)[number]['name'];

/** Reads which steps are done; undefined while unknown. */
function useDone() {
  const settings = useQuery({
      queryKey: ['settings'],
      queryFn: () => call<SettingsView>('/api/settings', { timeout: TIMEOUT }),
    }),
    backup = useBackup(),
    board = useQuery({
      queryKey: ['board', 'first-steps'],
      queryFn: () => callR4c<Board>('/tablet/board'),
    }),
    signed = useQuery({
      queryKey: ['documents', 'first-steps'],
      queryFn: () => callR4c<{ items: unknown[] }>('/documents/list?kind=document&limit=1'),
    }),
    all = [settings, backup, board, signed],
    failed = all.find((one) => one.isError);
  const done: Record<StepName, boolean> | undefined =
    settings.data && backup.data && board.data && signed.data
      ? {
          praxis: settings.data.street !== '' && settings.data.phone !== '',
          // On a server of several practices its operator takes care of the backup.
          target: backup.data.details === null || backup.data.details.target !== null,
          sheet: backup.data.details === null || backup.data.details.sheet !== null,
          tablet: board.data.tablets.some((one) => one.revokedAt === null),
          paper: signed.data.items.length > 0,
        }
      : undefined;
  return { done, failed };
}

export function FirstStepsPage() {
  const t = useFirstStepsTexts(),
    { done, failed } = useDone(),
    next = STEPS.find(({ name }) => done?.[name] === false),
    n = STEPS.filter(({ name }) => done?.[name] === true).length;
  return (
    <Page
      title={t('title')}
      actions={
        <Button component={Link} to="/empfang" variant="default">
          {t('desk')}
        </Button>
      }
    >
      <div className="p-narrow p-stack">
        <p className="fs-lead">{t('lead')}</p>
        {failed && <ErrorNotice error={failed.error} onRetry={() => void failed.refetch()} />}
        {!done && !failed && <Loading />}
        {done && (
          <>
            <div role="status">
              <strong>
                {next === undefined ? t('all') : t('progress', { n, of: STEPS.length })}
              </strong>
              <Progress
                value={(n / STEPS.length) * 100}
                mt={8}
                aria-label={t('progress', { n, of: STEPS.length })}
              />
            </div>
            <ol className="p-card fs-steps">
              {STEPS.map(({ name, to }) => (
                <li key={name} aria-current={next?.name === name ? 'step' : undefined}>
                  <StateWord
                    tone={done[name] ? 'ok' : 'off'}
                    icon={done[name] ? IconCircleCheck : IconCircle}
                  >
                    {t(done[name] ? 'done' : next?.name === name ? 'next' : 'open')}
                  </StateWord>
                  <div>
                    <strong>{t(`step.${name}`)}</strong>
                    <p className="p-muted p-small">{t(`what.${name}`)}</p>
                  </div>
                  {!done[name] && (
                    <Button
                      component={Link}
                      to={to}
                      size="xs"
                      variant={next?.name === name ? 'filled' : 'default'}
                    >
                      {t(`go.${name}`)}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
          </>
        )}
      </div>
    </Page>
  );
}
