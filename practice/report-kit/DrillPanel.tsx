// The rows below a figure, in a panel at the side: a table to sort and export, with the way to each
// person.

import { Button, Group } from '@mantine/core';
import { useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { useMemo, useState } from 'react';
import type { Column, PracticeReport } from '../../shared/analytics/reports/report.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../ui/Page.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { isFigure } from '../../shared/analytics/reports/figures.ts';
import { formatDay } from '../../shared/analytics/reports/report-format.ts';
import { getAllRows, getRows, type AskedRows } from './report-calls.ts';
import { drillFile, drillTable } from './drill-table.ts';
import { ReportTable } from './ReportTable.tsx';
import { TakeMenu } from './TakeMenu.tsx';
import { AGAIN_MS, whileReading } from './use-report.ts';
import { useKpiWords, type KpiWords } from './use-kpi-words.ts';
import { useReportWords } from './use-report-words.ts';
import { Drawer } from '../ui/Drawer.tsx';

/** The figure to open. `label` names the part of the figure, empty for all of it. */
export interface Drill extends AskedRows {
  readonly label: string;
  /** Column of the opened number, where that is another name or unit than the figure's. */
  readonly of?: Column;
}

type Row = PracticeReport['zeilen'][number];

/** Rows per page. */
const PAGE = 200;
const NONE: readonly Column[] = [];
/** Hidden at first: the name leads to the person. */
const HIDDEN = 'patid';

/** Reads the first pages, and all rows once an order is chosen: a part cannot be sorted. */
function useDrillRows({ label: _label, of: _of, ...asked }: Drill, isSorted: boolean) {
  const list = useInfiniteQuery({
    queryKey: ['zeilen', asked],
    initialPageParam: 1,
    queryFn: ({ pageParam }) => getRows(asked, pageParam),
    getNextPageParam: (last, pages) => (last.zeilen.length < PAGE ? undefined : pages.length + 1),
    refetchOnWindowFocus: false,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const all = useQuery({
    queryKey: ['zeilen', asked, 'all'],
    enabled: isSorted && list.hasNextPage,
    queryFn: ({ signal }) => getAllRows(asked, { signal, onRows: () => undefined }),
    refetchOnWindowFocus: false,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const pages = list.data?.pages,
    loaded = useMemo(() => pages?.flatMap((page) => page.zeilen) ?? [], [pages]);
  return { list, all, rows: all.data ?? loaded };
}

/** Returns the table of the rows that are loaded. */
function useDrillTable(columns: readonly Column[], rows: readonly Row[], kpi: KpiWords) {
  const words = useReportWords();
  return useMemo(() => drillTable(columns, rows, kpi, words.word), [columns, rows, kpi, words]);
}

/** Returns name and units of the opened number: its column's, its side's, or the figure's. */
function useOpenedWords({ figure, teil, of }: Drill, columns: readonly Column[]): KpiWords {
  const words = useReportWords(),
    own = useKpiWords()(figure),
    unit = columns.find(({ key }) => key === 'wert')?.typ,
    numeratorIn = isFigure(figure) || unit === undefined ? own.zaehlerIn : unit,
    // One side of a share is a count.
    typ = teil === undefined ? own.typ : teil === 'zaehler' ? numeratorIn : own.nennerIn;
  return {
    ...own,
    zaehlerIn: numeratorIn,
    typ: of?.typ ?? typ,
    name: of ? words.column(of) : own.name,
  };
}

export function DrillPanel({ drill, onClose }: { drill: Drill; onClose: () => void }) {
  const { figure, filter, label } = drill,
    t = useAnalyticsTexts(),
    language = useLanguage(),
    words = useReportWords(),
    [order, setOrder] = useState(''),
    [without, setWithout] = useState(HIDDEN),
    { list, all, rows } = useDrillRows(drill, order !== ''),
    first = list.data?.pages[0],
    value = first?.kpis.find(({ key }) => key === figure)?.wert ?? null,
    count = first?.kpis.find(({ key }) => key === 'anzahl')?.wert ?? rows.length,
    given = first?.spalten ?? NONE,
    kpi = useOpenedWords(drill, given),
    table = useDrillTable(given, rows, kpi),
    title = t('drill.title', { name: label === '' ? kpi.name : `${kpi.name} · ${label}` });
  return (
    <Drawer opened onClose={onClose} size="min(960px, 100vw)" title={title}>
      <div className="a-drill">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {all.isError && <ErrorNotice error={all.error} onRetry={() => void all.refetch()} />}
        {first && rows.length === 0 && <Empty>{t('drill.empty')}</Empty>}
        {first && rows.length > 0 && (
          <>
            <Group justify="space-between">
              <span>
                <strong className="a-kpi-value">
                  {value === null ? '' : words.number(value, kpi.typ)}
                </strong>{' '}
                <span className="p-muted">
                  {formatDay(filter.von, language)} – {formatDay(filter.bis, language)}
                </span>
              </span>
              <TakeMenu
                title={title}
                fileName={(ending) => `zeilen-${figure}_${filter.von}_${filter.bis}.${ending}`}
                table={async (taking) =>
                  drillFile(
                    count > rows.length
                      ? drillTable(given, await getAllRows(drill, taking), kpi, words.word)
                      : table,
                  )
                }
              />
            </Group>
            <ReportTable
              label={title}
              columns={table.spalten}
              rows={table.zeilen}
              whole={count > rows.length ? { anzahl: count, jeSeite: PAGE, summen: {} } : undefined}
              kept={{ order, without, onOrder: setOrder, onWithout: setWithout }}
            />
            {all.isFetching && <Loading />}
            {list.hasNextPage && !all.data && (
              <Button
                variant="default"
                loading={list.isFetchingNextPage}
                onClick={() => void list.fetchNextPage()}
              >
                {t('drill.more')}
              </Button>
            )}
          </>
        )}
      </div>
    </Drawer>
  );
}
