// The rows behind a figure, with their sum or number as the tile shows it.

import { CloseButton, Group, Table, Text, Title } from '@mantine/core';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router';
import { berlinDay } from '../../../shared/base/dates.ts';
import { isMoney, isOfMonth, type Figure } from '../../../shared/vendor/dashboard.ts';
import type { FigureRows } from '../../../shared/vendor/dashboard.schema.ts';
import { PLAN_IDS } from '../../../shared/vendor/payment.ts';
import type { CsvTable } from '../../report-kit/export-csv.ts';
import type { Taking } from '../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Empty, Loading } from '../../ui/Page.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { showDay } from '../../ui/wording/moments.ts';
import { money } from '../../ui/wording/worth.ts';
import { useFigureRows, wholeRows } from './dashboard-calls.ts';
import { useDashboardTexts } from './dashboard-texts.ts';
import { monthText } from './month-text.ts';

/** Names a plan; a number stays as it is. */
function useLabelOf(): (label: string) => string {
  const t = useDashboardTexts();
  return (label) => {
    const plan = PLAN_IDS.find((one) => one === label);
    return plan === undefined ? label : t(`plan.${plan}`);
  };
}
const CENTS = 100;
/** All rows as a table for a file, in the columns of the screen. */
function useTable(figure: Figure, month: string) {
  const t = useDashboardTexts(),
    labelOf = useLabelOf();
  return async (taking: Taking): Promise<Omit<CsvTable, 'head'>> => ({
    spalten: [
      { key: 'practice', titel: t('col.practice'), typ: 'text' },
      { key: 'label', titel: t('col.label'), typ: 'text' },
      { key: 'day', titel: t('col.at'), typ: 'tag' },
      ...(isMoney(figure) ? [{ key: 'euro', titel: t('col.cents'), typ: 'eur' } as const] : []),
    ],
    zeilen: (await wholeRows(figure, month, taking)).map(({ practice, label, at, cents }) => ({
      practice,
      label: labelOf(label),
      day: at === null ? null : berlinDay(at),
      euro: cents === null ? null : cents / CENTS,
    })),
  });
}

function Rows({ figure, data }: { figure: Figure; data: FigureRows }) {
  const t = useDashboardTexts(),
    language = useLanguage(),
    labelOf = useLabelOf(),
    hasMoney = isMoney(figure);
  return (
    <div className="vd-table">
      <Table>
        <Table.Thead>
          <Table.Tr>
            <Table.Th>{t('col.practice')}</Table.Th>
            <Table.Th>{t('col.at')}</Table.Th>
            {hasMoney && <Table.Th className="vd-money">{t('col.cents')}</Table.Th>}
          </Table.Tr>
        </Table.Thead>
        <Table.Tbody>
          {data.items.map(({ cid, practice, label, at, cents, to }) => (
            <Table.Tr key={`${cid} ${label}`}>
              <Table.Td>
                {to === '' ? practice : <Link to={to}>{practice}</Link>}
                {label !== '' && <span className="vd-label">{labelOf(label)}</span>}
              </Table.Td>
              <Table.Td className="vd-day">{showDay(at, language)}</Table.Td>
              {hasMoney && <Table.Td className="vd-money">{money(cents ?? 0, language)}</Table.Td>}
            </Table.Tr>
          ))}
        </Table.Tbody>
      </Table>
    </div>
  );
}

export function FigureRowsPanel({
  figure,
  month,
  shownMonth,
  onClose,
}: {
  figure: Figure;
  /** As asked for; empty for the present one. */
  month: string;
  shownMonth: string;
  onClose: () => void;
}) {
  const t = useDashboardTexts(),
    language = useLanguage(),
    ofMonth = isOfMonth(figure) ? month : '',
    rows = useFigureRows(figure, ofMonth),
    table = useTable(figure, ofMonth),
    head = useRef<HTMLHeadingElement>(null),
    name = t(`figure.${figure}`);
  // Below the tiles on small screens: opening leads to the rows.
  useEffect(() => {
    head.current?.focus({ preventScroll: true });
    head.current?.scrollIntoView({ block: 'nearest' });
  }, []);
  const { data } = rows;
  return (
    <section className="p-card p-stack vd-rows" aria-labelledby="vd-rows">
      <header>
        <div>
          <Title order={2} id="vd-rows" ref={head} tabIndex={-1}>
            {isOfMonth(figure)
              ? t('rows.of', { figure: name, month: monthText(shownMonth, language) })
              : name}
          </Title>
          <Text size="sm" c="dimmed">
            {t(`what.${figure}`)}
          </Text>
        </div>
        <CloseButton aria-label={t('close')} onClick={onClose} />
      </header>
      {rows.isPending && <Loading />}
      {rows.isError && <ErrorNotice error={rows.error} onRetry={() => void rows.refetch()} />}
      {data?.count === 0 && <Empty>{t('none')}</Empty>}
      {data && data.count > 0 && (
        <>
          <Text fw={600} role="status">
            {isMoney(figure)
              ? t(data.count === 1 ? 'sum_one' : 'sum', {
                  count: data.count,
                  money: money(data.value, language),
                })
              : t(data.count === 1 ? 'count_one' : 'count', { count: data.count })}
          </Text>
          <Group>
            <TakeMenu
              title={name}
              fileName={(ending) =>
                `${t('file')}-${figure}_${isOfMonth(figure) ? shownMonth : berlinDay(Date.now())}.${ending}`
              }
              table={table}
            />
          </Group>
          <Rows figure={figure} data={data} />
          {data.items.length < data.count && (
            <Text size="sm" c="dimmed">
              {t('cut', { shown: data.items.length, count: data.count })}
            </Text>
          )}
        </>
      )}
    </section>
  );
}
