// Usage and forecast of this quarter's HVM limit; only where the practice's KZV is known.

import { useQuery } from '@tanstack/react-query';
import { IconAlertTriangle, IconCircleCheck, IconCircleX } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type { PracticeProfile } from '../../../shared/analytics/deliveries/practice-profile.schema.ts';
import { addressOf, readFilter, queryOf } from '../../report-kit/use-report-filter.ts';
import { useReport } from '../../report-kit/use-report.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useToday } from '../../ui/wording/now.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useOverviewTexts } from './overview-texts.ts';

/** Thresholds for close to and above the limit. */
const CLOSE = 0.9,
  FULL = 1;
/**
 * Expected usage of the quarter, and the limit for the expected number of cases: sums of the pots;
 * null where a pot has no limit.
 */
function expectedOf(rows: PracticeReport['zeilen']): { prognose: number; grenze: number } | null {
  const sum = { prognose: 0, grenze: 0 };
  for (const { art, prognose, ueberhang, reserve } of rows) {
    if (art !== 'TOPF') continue;
    if (
      typeof prognose !== 'number' ||
      typeof ueberhang !== 'number' ||
      typeof reserve !== 'number'
    )
      return null;
    sum.prognose += prognose;
    sum.grenze += prognose - ueberhang + reserve;
  }
  return sum.grenze > 0 ? sum : null;
}
const lightOf = (use: number): 'ok' | 'warn' | 'bad' =>
  use < CLOSE ? 'ok' : use <= FULL ? 'warn' : 'bad';
const ICONS = { ok: IconCircleCheck, warn: IconAlertTriangle, bad: IconCircleX } as const;

export function FeeLimit() {
  const profile = useQuery({
    queryKey: ['praxisprofil'],
    queryFn: () => call<PracticeProfile>('/api/profile', { timeout: TIMEOUT }),
    staleTime: 600_000,
  });
  return profile.data?.region ? (
    <Limit region={profile.data.region} name={profile.data.regionName ?? ''} />
  ) : null;
}
function Limit({ region, name }: { region: string; name: string }) {
  const t = useOverviewTexts(),
    today = useToday(),
    words = useReportWords(),
    quarter = readFilter({ zeit: 'quartal', vergleich: 'KEIN' }, today, 'quartal'),
    { filter } = quarter,
    to = `/berichte/hvm/${region}?${addressOf(quarter)}`,
    report = useReport(`hvm/${region}`, { filter, query: queryOf(filter) });
  if (!report.data) return null;
  const used = report.data.kpis.find((one) => one.key === 'hvmVerbrauch')?.wert ?? null,
    expected = expectedOf(report.data.zeilen),
    use = expected && expected.prognose / expected.grenze;
  const kind = report.data.spalten.find((one) => one.key === 'verbrauch')?.typ ?? 'eur',
    say = (value: number | null): string =>
      value === null ? '–' : words.number(value, kind, true),
    tone = use === null ? 'ok' : lightOf(use),
    Icon = ICONS[tone];
  return (
    <section className="p-card u-card u-limit">
      <h2>
        <Link to={to}>{t('limit')}</Link>
      </h2>
      {use === null ? (
        <p className="u-none">
          {t('limit.unset', { name, used: say(used) })} <Link to={to}>{t('limit.set')}</Link>
        </p>
      ) : (
        <p className="u-none u-limit-line">
          <StateWord tone={tone} icon={Icon}>
            {t(`limit.${tone}`)}
          </StateWord>
          <span className="p-tabular">
            {t('limit.line', {
              used: say(used),
              limit: say(expected?.grenze ?? null),
              expected: say(expected?.prognose ?? null),
              share: words.number(use, 'anteil'),
            })}
          </span>
        </p>
      )}
    </section>
  );
}
