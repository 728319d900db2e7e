// Free period: two text fields and a calendar, kept in sync.

import '@mantine/dates/styles.css';
import 'dayjs/locale/de';
import 'dayjs/locale/en-gb';
import { Button, Group } from '@mantine/core';
import { DatePicker } from '@mantine/dates';
import { useState } from 'react';
import { DayFilter } from '../ui/DayField.tsx';
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
  const [first, setFirst] = useState<string>(span.von),
    [last, setLast] = useState<string>(span.bis);
  const isWrong = first !== '' && last !== '' && first > last;
  return (
    <div className="a-calendar">
      <div className="p-stack">
        <DayFilter label={t('filter.from')} value={first} onChange={setFirst} />
        <DayFilter label={t('filter.to')} value={last} onChange={setLast} />
        {isWrong && (
          <span role="alert" className="a-wrong p-small">
            {t('filter.order')}
          </span>
        )}
        <Group gap={8}>
          <Button
            size="xs"
            disabled={first === '' || last === '' || isWrong}
            onClick={() => onChange({ von: first, bis: last })}
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
        value={[first === '' ? null : first, last === '' ? null : last]}
        onChange={([from, to]) => {
          setFirst(from ?? '');
          setLast(to ?? '');
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
