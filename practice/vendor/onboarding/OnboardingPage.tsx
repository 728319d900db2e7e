// Guided starts of all practices: who stands still since when, at which step, and the person to call.

import './onboarding.css';
import { SegmentedControl, Text, TextInput } from '@mantine/core';
import {
  IconAlertTriangle,
  IconChevronRight,
  IconCircleCheck,
  IconProgress,
  IconSearch,
  type Icon,
} from '@tabler/icons-react';
import { useId, useState } from 'react';
import { DAY_MS, HOUR_MS } from '../../../shared/base/day-math.ts';
import type { OnboardingState } from '../../../shared/vendor/onboarding.ts';
import { ONBOARDING_VIEWS, type OnboardingItem } from '../../../shared/vendor/onboarding.schema.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { StateWord, type Tone } from '../../ui/StateWord.tsx';
import { useLanguage, type TextsOf } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { showInstant } from '../../ui/wording/moments.ts';
import { useStarts } from './onboarding-calls.ts';
import { useOnboardingTexts, type OnboardingText } from './onboarding-texts.ts';
import { StartSteps } from './StartSteps.tsx';

const SHOWN: Readonly<Record<OnboardingState, { tone: Tone; icon: Icon }>> = {
  stuck: { tone: 'bad', icon: IconAlertTriangle },
  running: { tone: 'info', icon: IconProgress },
  done: { tone: 'ok', icon: IconCircleCheck },
};
const MANY = 8;

/** Says a duration in hours, from two days on in days. */
function spanText(t: TextsOf<OnboardingText>, ms: number): string {
  const unit = ms < 2 * DAY_MS ? 'hours' : 'days',
    count = Math.max(1, Math.round(ms / (unit === 'hours' ? HOUR_MS : DAY_MS)));
  return t(count === 1 ? `${unit}_one` : `${unit}_other`, { count });
}

function Line({ one }: { one: OnboardingItem }) {
  const t = useOnboardingTexts(),
    language = useLanguage(),
    at = showInstant(one.since, language);
  const words =
    one.next === null
      ? [
          t('finished', { at }),
          one.firstPaperMs !== null && t('firstPaper', { time: spanText(t, one.firstPaperMs) }),
        ]
      : [
          t('nextIs', { step: t(`step.${one.next}`) }),
          t('since', { at }),
          one.codeAt !== null && t('codeWaits', { at: showInstant(one.codeAt, language) }),
          one.calledAt === null
            ? t('calledNever')
            : t('called', { at: showInstant(one.calledAt, language) }),
        ];
  return <span className="os-line">{words.filter(Boolean).join(' · ')}</span>;
}

function Row({
  one,
  isOpen,
  onToggle,
}: {
  one: OnboardingItem;
  isOpen: boolean;
  onToggle: () => void;
}) {
  const t = useOnboardingTexts(),
    id = useId();
  return (
    <li>
      <button
        type="button"
        className="os-head"
        aria-expanded={isOpen}
        aria-controls={isOpen ? id : undefined}
        onClick={onToggle}
      >
        <IconChevronRight size={18} aria-hidden />
        <span className="os-name">{one.name}</span>
        <span className="os-end">
          <span className="p-tabular p-small p-muted">
            {t('progress', { settled: one.settled, needed: one.needed })}
          </span>
          <StateWord {...SHOWN[one.state]}>{t(`state.${one.state}`)}</StateWord>
        </span>
        <Line one={one} />
      </button>
      {isOpen && (
        <div id={id}>
          <StartSteps one={one} />
        </div>
      )}
    </li>
  );
}

export function OnboardingPage() {
  const t = useOnboardingTexts(),
    language = useLanguage(),
    { values, set } = useQueryParams(['sicht', 'zeile']),
    view = ONBOARDING_VIEWS.find((one) => one === values.sicht) ?? 'open',
    list = useStarts(view),
    [wanted, setWanted] = useState('');
  const all = list.data?.items ?? [],
    fold = (text: string): string => text.trim().toLocaleLowerCase(language),
    shown = all.filter(({ name }) => fold(name).includes(fold(wanted)));
  return (
    <Page title={t('title')}>
      <div className="p-narrow p-stack">
        <SegmentedControl
          className="os-view"
          aria-label={t('view')}
          value={view}
          data={ONBOARDING_VIEWS.map((value) => ({ value, label: t(`view.${value}`) }))}
          onChange={(value) => set('sicht', value === 'open' ? '' : value)}
        />
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data && (
          <Text size="sm" c="dimmed" role="status">
            {t('counts', {
              stuck: list.data.stuck,
              running: list.data.running,
              done: list.data.done,
            })}
            {list.data.medianMs !== null &&
              ` · ${t('counts.median', { time: spanText(t, list.data.medianMs) })}`}
          </Text>
        )}
        <Text size="sm" c="dimmed">
          {t('elsewhere')}
        </Text>
        {all.length > MANY && (
          <TextInput
            type="search"
            aria-label={t('find')}
            placeholder={t('find')}
            leftSection={<IconSearch size={16} aria-hidden />}
            value={wanted}
            onChange={(event) => setWanted(event.currentTarget.value)}
          />
        )}
        {list.data && all.length === 0 && <Empty>{t(`none.${view}`)}</Empty>}
        {all.length > 0 && shown.length === 0 && <Empty>{t('noMatch')}</Empty>}
        {shown.length > 0 && (
          <section className="p-card" aria-label={t('title')}>
            <ul className="os-rows">
              {shown.map((one) => (
                <Row
                  key={one.cid}
                  one={one}
                  isOpen={values.zeile === one.cid}
                  onToggle={() => set('zeile', values.zeile === one.cid ? '' : one.cid)}
                />
              ))}
            </ul>
          </section>
        )}
      </div>
    </Page>
  );
}
