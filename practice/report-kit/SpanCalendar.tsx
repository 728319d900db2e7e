// Free period: two text fields and a calendar, kept in sync.

import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import { Button, Group } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { DayFilter } from '../ui/DayFilter.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import type { Span } from './periods.ts';

export function SpanCalendar({
  span,
  onChange,
  onBack,
}: {
  span: Span;
  onChange: (span: Span) => void;
  onBack: () => void;
}) {
  const t = useAnalyticsTexts(),
    language = useLanguage();
  const [von, setVon] = useState<string>(span.von),
    [bis, setBis] = useState<string>(span.bis);
  const isWrong = von !== '' && bis !== '' && von > bis;
  return (
    <div className="a-calendar">
      <div className="p-stack">
        <DayFilter label={t('filter.from')} value={von} onChange={setVon} />
        <DayFilter label={t('filter.to')} value={bis} onChange={setBis} />
        {isWrong && (
          <span role="alert" className="a-wrong p-small">
            {t('filter.order')}
          </span>
        )}
        <Group gap={8}>
          <Button
            size="xs"
            disabled={von === '' || bis === '' || isWrong}
            onClick={() => onChange({ von, bis })}
          >
            {t('filter.take')}
          </Button>
          <Button size="xs" variant="default" onClick={onBack}>
            {t('filter.back')}
          </Button>
        </Group>
      </div>
      <DatePicker
        type="range"
        allowSingleDateInRange
        locale={language === 'de' ? 'de' : 'en-gb'}
        defaultDate={span.bis}
        value={[von === '' ? null : von, bis === '' ? null : bis]}
        onChange={([from, to]) => {
          setVon(from ?? '');
          setBis(to ?? '');
        }}
        ariaLabels={{
          previousMonth: t('calendar.previousMonth'),
          nextMonth: t('calendar.nextMonth'),
          monthLevelControl: t('calendar.level'),
          yearLevelControl: t('calendar.level'),
          previousYear: t('calendar.previousYear'),
          nextYear: t('calendar.nextYear'),
          previousDecade: t('calendar.previousYear'),
          nextDecade: t('calendar.nextYear'),
        }}
      />
    </div>
  );
}
