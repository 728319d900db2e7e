// The morning page: conditions to check before the first patient comes, then the day.

import './today.css';
import { useQuery } from '@tanstack/react-query';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useSession } from '../../session.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Page } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { TodayParts } from './TodayParts.tsx';
import { useTodayTexts } from './today-texts.ts';
import { SituationLine } from './MorningLine.tsx';
import { Takings } from './Takings.tsx';

/** Refetched every minute: the page stays open on a screen. */
const EVERY_MS = 60_000;

export function TodayPage() {
  const t = useTodayTexts(),
    language = useLanguage(),
    today = useToday(),
    { user } = useSession();
  const situation = useQuery({
    queryKey: ['lage'],
    queryFn: () => call<Situation>('/api/heute/lage', { timeout: TIMEOUT }),
    refetchInterval: EVERY_MS,
  });
  const day = new Intl.DateTimeFormat(language === 'de' ? 'de-DE' : 'en-GB', {
    timeZone: 'UTC',
    weekday: 'long',
    day: 'numeric',
    month: 'long',
  }).format(Date.parse(`${today}T12:00:00Z`));
  return (
    <Page title={t('title', { day })}>
      <div className="p-stack">
        {situation.isError && (
          <ErrorNotice error={situation.error} onRetry={() => void situation.refetch()} />
        )}
        {situation.isPending && !situation.isError && (
          <div className="h-line" role="status" aria-label={t('loading')}>
            {[0, 1, 2, 3, 4].map((at) => (
              <div key={at} className="h-fact h-wait" />
            ))}
          </div>
        )}
        {situation.data && <SituationLine situation={situation.data} />}
        {situation.data && situation.data.pvs.stand !== null && user && (
          <TodayParts
            day={today}
            role={user.role}
            takings={user.figures === undefined ? null : <Takings day={today} />}
          />
        )}
      </div>
    </Page>
  );
}
