// The rows below a figure, in a panel at the side: what each is worth, whose it is, and the way to the person's papers.

import { Anchor, Button, Drawer, Group } from '@mantine/core';
import { useInfiniteQuery } from '@tanstack/react-query';
import { Link } from 'react-router';
import type { BerichtFilter } from '../../shared/bericht.ts';
import { ErrorNotice } from '../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../ui/Page.tsx';
import { useLanguage } from '../ui/texts.ts';
import { useAuswertungTexts } from './auswertung-texts.ts';
import { formatDay } from './format.ts';
import { getRows } from './report-calls.ts';
import { useKpiWords } from './use-kpi-words.ts';
import { useReportWords } from './use-report-words.ts';

/** What is to be opened. `label` says which part of the figure, empty for all of it. */
export interface Drill { readonly kennzahl: string; readonly filter: BerichtFilter; readonly label: string }

export function DrillPanel({ drill: { kennzahl, filter, label }, onClose }: { drill: Drill; onClose: () => void }) {
  const t = useAuswertungTexts(), language = useLanguage(), of = useKpiWords(), words = useReportWords(), { name, typ } = of(kennzahl);
  const list = useInfiniteQuery({ queryKey: ['zeilen', kennzahl, filter], initialPageParam: 0, queryFn: ({ pageParam }) => getRows(kennzahl, filter, pageParam), getNextPageParam: (last) => last.weiter ?? undefined, refetchOnWindowFocus: false });
  const rows = list.data?.pages.flatMap((page) => page.zeilen) ?? [], first = list.data?.pages[0];
  return (
    <Drawer opened onClose={onClose} title={t('drill.title', { name: label === '' ? name : `${name} · ${label}` })}>
      <div className="a-drill">
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {first && (rows.length === 0 ? <Empty>{t('drill.empty')}</Empty> : <Group justify="space-between"><strong>{first.wert === null ? '' : words.number(first.wert, typ)}</strong><span className="p-muted">{t('drill.count', { count: first.anzahl })}</span></Group>)}
        <ul className="a-drill-rows">
          {rows.map((row) => (
            <li key={`${row.entity} ${row.id} ${row.teil}`} className="a-drill-row">
              <span>{row.worte.map(words.word).join(' · ')}</span>
              <span className="a-value">{row.wert === null ? '' : words.number(row.wert, row.einheit)}</span>
              <span className="p-small">
                {row.tag !== null && formatDay(row.tag, language)}{row.patid !== null && <>{row.tag !== null && ' · '}<Anchor size="xs" component={Link} to={`/dokumente?patid=${encodeURIComponent(row.patid)}`}>{t('drill.patient', { patid: row.patid })}</Anchor></>}
              </span>
            </li>
          ))}
        </ul>
        {list.hasNextPage && <Button variant="default" loading={list.isFetchingNextPage} onClick={() => void list.fetchNextPage()}>{t('drill.more')}</Button>}
      </div>
    </Drawer>
  );
}
