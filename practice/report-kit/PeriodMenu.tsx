// Period menu: named periods in a list, free ones in a lazily loaded calendar.

import { Button, Loader, Popover } from '@mantine/core';
import { IconCalendar, IconCheck, IconChevronDown } from '@tabler/icons-react';
import { Suspense, useState } from 'react';
import { useToday } from '../ui/wording/now.ts';
import { lazyPart } from '../ui/lazy-part.ts';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { formatDay } from '../../shared/analytics/reports/report-format.ts';
import { PERIODS, spanOf, type Period, type Span } from './periods.ts';

const SpanCalendar = lazyPart(async () => (await import('./SpanCalendar.tsx')).SpanCalendar);
/** Formats both ends, one where they are the same day. */
const days = ({ von, bis }: Span, language: string): string =>
  von === bis
    ? formatDay(von, language)
    : `${formatDay(von, language)} – ${formatDay(bis, language)}`;

export function PeriodMenu({
  period,
  span,
  onChange,
}: {
  period: Period | 'frei';
  span: Span;
  onChange: (time: Period | Span) => void;
}) {
  const t = useAnalyticsTexts(),
    language = useLanguage(),
    today = useToday(),
    [isOpen, setOpen] = useState(false),
    [isFree, setFree] = useState(false);
  const close = (): void => {
    setOpen(false);
    setFree(false);
  };
  return (
    <Popover
      opened={isOpen}
      onChange={(next) => {
        if (!next) close();
      }}
      position="bottom-start"
      trapFocus
      returnFocus
    >
      <Popover.Target>
        <Button
          variant="default"
          size="xs"
          className="a-pick a-period"
          leftSection={<IconCalendar size={16} stroke={1.75} aria-hidden />}
          rightSection={<IconChevronDown size={14} aria-hidden />}
          onClick={() => setOpen(!isOpen)}
        >
          <span>{t(`period.${period}`)}</span>
          <span className="a-days">{days(span, language)}</span>
        </Button>
      </Popover.Target>
      <Popover.Dropdown aria-label={t('filter.period')}>
        {isFree ? (
          <Suspense fallback={<Loader size={20} />}>
            <SpanCalendar
              span={span}
              onChange={(next) => {
                onChange(next);
                close();
              }}
              onBack={() => setFree(false)}
            />
          </Suspense>
        ) : (
          <div className="a-periods">
            {PERIODS.map((one) => (
              <button
                key={one}
                type="button"
                className="a-option"
                aria-pressed={one === period}
                {...(one === period && { 'data-autofocus': true })}
                onClick={() => {
                  onChange(one);
                  close();
                }}
              >
                <IconCheck
                  size={16}
                  stroke={2}
                  aria-hidden
                  style={{ visibility: one === period ? 'visible' : 'hidden' }}
                />
                <span>{t(`period.${one}`)}</span>
                <span className="a-days">{days(spanOf(one, today), language)}</span>
              </button>
            ))}
            <button
              type="button"
              className="a-option"
              aria-pressed={period === 'frei'}
              {...(period === 'frei' && { 'data-autofocus': true })}
              onClick={() => setFree(true)}
            >
              <IconCheck
                size={16}
                stroke={2}
                aria-hidden
                style={{ visibility: period === 'frei' ? 'visible' : 'hidden' }}
              />
              <span>{t('period.choose')}</span>
              <span className="a-days">{period === 'frei' ? days(span, language) : ''}</span>
            </button>
          </div>
        )}
      </Popover.Dropdown>
    </Popover>
  );
}
