// The rows below a figure, in a panel at the side: value and person of each row, and the way to the
// person's papers.

import { Anchor, Button, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { PracticeReportFilter } from '../../shared/analytics/reports/report.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../ui/Page.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { formatDay } from '../../shared/analytics/reports/report-format.ts';
import { getRows } from './report-calls.ts';
import { AGAIN_MS, whileReading } from './use-report.ts';
import { useKpiWords } from './use-kpi-words.ts';
import { useReportWords } from './use-report-words.ts';
import { Drawer } from '../ui/Drawer.tsx';

/** The figure to open. `label` names the part of the figure, empty for all of it. */
export interface Drill {
  readonly figure: string;
  readonly filter: PracticeReportFilter;
  readonly label: string;
  /** Only rows of this weekday (`MO` … `SO`). */
  readonly wochentag?: string;
}

/** Rows per page. */
const PAGE = 200;

export function DrillPanel({
  drill: { figure, filter, label, wochentag },
  onClose,
}: {
  drill: Drill;
  onClose: () => void;
}) {
  const t = useAnalyticsTexts(),
    language = useLanguage(),
    of = useKpiWords(),
    words = useReportWords(),
    { name, typ, zaehlerIn, nennerIn } = of(figure);
  const list = useInfiniteQuery({
    queryKey: ['zeilen', figure, filter, wochentag],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => getRows(figure, filter, pageParam, wochentag),
    getNextPageParam: (last, pages) => (last.zeilen.length < PAGE ? undefined : pages.length + 1),
    refetchOnWindowFocus: false,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const rows = list.data?.pages.flatMap((page) => page.zeilen) ?? [],
    kpis = list.data?.pages[0]?.kpis ?? [],
    value = kpis.find(({ key }) => key === figure)?.wert ?? null,
    count = kpis.find(({ key }) => key === 'anzahl')?.wert ?? rows.length;
  const text = (given: unknown): string => (typeof given === 'string' ? given : '');
  return (
    <Drawer
      opened
      onClose={onClose}
      title={t('drill.title', { name: label === '' ? name : `${name} · ${label}` })}
      closeButtonProps={{ 'aria-label': t('drill.close') }}
    >
      <div className="a-drill">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.isSuccess &&
          (rows.length === 0 ? (
            <Empty>{t('drill.empty')}</Empty>
          ) : (
            <Group justify="space-between">
              <strong>{value === null ? '' : words.number(value, typ)}</strong>
              <span className="p-muted">{t('drill.count', { count })}</span>
            </Group>
          ))}
        <ul className="a-drill-rows">
          {rows.map((row) => (
            <li
              key={`${text(row.teil)} ${text(row.entity)} ${text(row.id)}`}
              className="a-drill-row"
            >
              <span>
                {text(row.worte).split(' · ').map(words.word).join(' · ') ||
                  words.word(text(row.entity))}
              </span>
              <span className="a-value">
                {typeof row.wert === 'number'
                  ? words.number(row.wert, row.teil === 'nenner' ? nennerIn : zaehlerIn)
                  : ''}
              </span>
              <span className="p-small">
                {nennerIn !== zaehlerIn || row.teil === 'nenner'
                  ? `${words.word(text(row.teil))} · `
                  : ''}
                {text(row.tag) !== '' && formatDay(text(row.tag), language)}
                {text(row.patid) !== '' && (
                  <>
                    {' '}
                    ·{' '}
                    <Anchor
                      size="xs"
                      component={Link}
                      to={`/patient/${encodeURIComponent(text(row.patid))}`}
                    >
                      {text(row.name) === '' || row.name === '–'
                        ? t('drill.patient', { patid: text(row.patid) })
                        : text(row.name)}
                    </Anchor>
                  </>
                )}
              </span>
            </li>
          ))}
        </ul>
        {list.hasNextPage && (
          <Button
            variant="default"
            loading={list.isFetchingNextPage}
            onClick={() => void list.fetchNextPage()}
          >
            {t('drill.more')}
          </Button>
        )}
      </div>
    </Drawer>
  );
}
