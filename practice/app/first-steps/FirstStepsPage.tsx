// The first steps of a practice, up to the first signed paper: what is done is read from facts, so
// that one may leave and come back at any time. The vendor's staff see the same list.

import './first-steps.css';
import { Button, Progress } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconCircle,
  IconCircleCheck,
  IconCircleDashed,
  IconPlayerTrackNext,
  type Icon,
} from '@tabler/icons-react';
import { Link } from 'react-router';
import type { OnboardingStep, OnboardingStepState } from '../../../shared/vendor/onboarding.ts';
import type { OnboardingView } from '../../../shared/vendor/onboarding.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Loading, Page } from '../../ui/Page.tsx';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useFirstStepsTexts } from './first-steps-texts.ts';

/** The page that settles each step. */
const PLACES: Readonly<Record<OnboardingStep, string>> = {
  terms: '/agb',
  processing: '/agb#avv',
  contract: '/einstellungen/vertrag',
  licence: '/einstellungen/vertrag',
  praxis: '/einstellungen#street',
  target: '/einrichten',
  sheet: '/einrichten',
  tablet: '/empfang',
  paper: '/empfang',
  import: '/daten/einlesen',
};
const ICONS: Readonly<Record<OnboardingStepState, Icon>> = {
  done: IconCircleCheck,
  skipped: IconPlayerTrackNext,
  next: IconCircle,
  open: IconCircle,
  optional: IconCircleDashed,
};

export function FirstStepsPage() {
  const t = useFirstStepsTexts(),
    language = useLanguage(),
    list = useQuery({
      queryKey: ['first-steps'],
      queryFn: () => call<OnboardingView>('/api/onboarding', { timeout: TIMEOUT }),
      // Every step is taken on another page.
      refetchOnMount: 'always',
    }),
    { data } = list;
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
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isPending && <Loading />}
        {data && (
          <>
            <div role="status">
              <strong>
                {data.next === null
                  ? t('all')
                  : t('progress', { n: data.settled, of: data.needed })}
              </strong>
              <Progress
                value={(data.settled / data.needed) * 100}
                mt={8}
                aria-label={t('progress', { n: data.settled, of: data.needed })}
              />
            </div>
            <ol className="p-card fs-steps">
              {data.steps.map(({ step, state, side, at, skip }) => (
                <li key={step} aria-current={state === 'next' ? 'step' : undefined}>
                  <StateWord tone={state === 'done' ? 'ok' : 'off'} icon={ICONS[state]}>
                    {t(state)}
                  </StateWord>
                  <div>
                    <strong>{t(`step.${step}`)}</strong>
                    <p className="p-muted p-small">
                      {t(`side.${side}`)}
                      {state === 'done' &&
                        at !== null &&
                        ` · ${t('doneAt', { at: showInstant(at, language) })}`}
                      {state === 'next' &&
                        ` · ${t('since', { at: showInstant(data.since, language) })}`}
                    </p>
                    {(skip !== null || state !== 'done') && (
                      <p className="p-muted p-small">
                        {skip ? t('skippedBy', skip) : t(`what.${step}`)}
                      </p>
                    )}
                  </div>
                  {state !== 'done' && (
                    <Button
                      component={Link}
                      to={PLACES[step]}
                      size="xs"
                      variant={state === 'next' ? 'filled' : 'default'}
                    >
                      {t(`go.${step}`)}
                    </Button>
                  )}
                </li>
              ))}
            </ol>
            <p className="p-muted p-small fs-lead">
              {t('stuck')} <Link to="/hilfe">{t('help')}</Link>
            </p>
          </>
        )}
      </div>
    </Page>
  );
}
