// Age of the figures: every report shows it, and warns where it is older than a day.

import { IconAlertTriangle, IconClock } from '@tabler/icons-react';
import type { ReportMeta } from '../../shared/analytics/reports/report.ts';
import { useNow } from '../ui/wording/now.ts';
import { showInstant } from '../ui/wording/moments.ts';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { formatDay } from '../../shared/analytics/reports/report-format.ts';
import { DAY_MS } from '../../shared/base/day-math.ts';

/** Checks whether the data is old enough for a warning. @param stand ms, null without any */
const isStale = (stand: number | null, now: number): boolean =>
  stand !== null && now - stand > DAY_MS;

export function State({ meta }: { meta: Pick<ReportMeta, 'stand' | 'datenBis' | 'quelle'> }) {
  const t = useAnalyticsTexts(),
    language = useLanguage(),
    now = useNow(60_000),
    { stand, datenBis, quelle } = meta;
  if (stand === null)
    return (
      <span className="a-stand" data-tone="off">
        <IconClock size={14} stroke={2} aria-hidden /> {t('stand.none')}
      </span>
    );
  const isOld = isStale(stand, now),
    Icon = isOld ? IconAlertTriangle : IconClock;
  return (
    <span
      className="a-stand"
      data-tone={isOld ? 'warn' : 'off'}
      title={quelle === '' ? undefined : t('stand.source', { source: quelle })}
    >
      <Icon size={14} stroke={2} aria-hidden />
      <span>
        {t('stand.at', { when: showInstant(stand, language) })}
        {isOld && (
          <>
            , <strong>{t('stand.old')}</strong>
          </>
        )}
        {datenBis !== null && <> · {t('stand.until', { day: formatDay(datenBis, language) })}</>}
      </span>
    </span>
  );
}
