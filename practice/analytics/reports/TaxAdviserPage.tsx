// Page for the tax adviser: money received by month of its payment, frozen with a checksum, and
// later differences to current data.

import '../../report-kit/report-kit.css';
import './reports.css';
import { Anchor, Button, Group, TextInput } from '@mantine/core';
import { useQuery, useQueryClient } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconSnowflake,
} from '@tabler/icons-react';
import { useState } from 'react';
import { Link, useSearchParams } from 'react-router';
import { v7 as uuidv7 } from 'uuid';
import type { TaxReport } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import {
  formatDay,
  formatPeriod,
  NOTHING,
} from '../../../shared/analytics/reports/report-format.ts';
import type { Column, CellValue } from '../../../shared/analytics/reports/report.ts';
import { momentText, isDay } from '../../../shared/base/dates.ts';
import { csvOf } from '../../report-kit/export-csv.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { spanOf } from '../../report-kit/periods.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { Empty, Loading, Page } from '../../ui/Page.tsx';
import { openFile, saveBytes } from '../../ui/pdf.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { say, sayError } from '../../ui/toast.tsx';
import { useSubmit } from '../../ui/saving/use-submit.ts';
import { freeze, getFrozen, getFrozenPdf, getOneFrozen } from './saved-calls.ts';
import { useReportsTexts } from './reports-texts.ts';

const SUMS = [
  'privat',
  'kzv',
  'factoring',
  'gesamt',
  'honorar',
  'material',
  'labor',
  'ohneLeistung',
];

export function TaxPage() {
  const t = useReportsTexts(),
    language = useLanguage(),
    today = useToday(),
    queries = useQueryClient(),
    list = useQuery({ queryKey: ['steuerbuero'], queryFn: getFrozen }),
    [search, setSearch] = useSearchParams(),
    open = search.get('stand');
  const last = spanOf('vorquartal', today),
    [from, setFrom] = useState(last.von),
    [to, setTo] = useState(last.bis),
    { isBusy, failed, run } = useSubmit(),
    isRight = isDay(from) && isDay(to) && from <= to;
  const take = (): Promise<unknown> =>
    run(async () => {
      const id = uuidv7();
      await freeze({ id, von: from, bis: to });
      await queries.invalidateQueries({ queryKey: ['steuerbuero'] });
      setSearch({ stand: id });
      say(t('tax.frozen'));
    });
  return (
    <Page title={t('tax.title')}>
      <div className="p-stack">
        <Anchor component={Link} to="/berichte" className="p-noprint be-back">
          {t('back')}
        </Anchor>
        <p className="p-muted be-intro">{t('tax.what')}</p>
        <form
          className="p-card be-tax-new p-noprint"
          onSubmit={(event) => {
            event.preventDefault();
            if (isRight) void take();
          }}
        >
          <TextInput
            type="date"
            label={t('tax.from')}
            value={from}
            onChange={(event) => setFrom(event.currentTarget.value)}
          />
          <TextInput
            type="date"
            label={t('tax.to')}
            value={to}
            error={isRight ? undefined : t('tax.wrong')}
            onChange={(event) => setTo(event.currentTarget.value)}
          />
          <Button
            type="submit"
            loading={isBusy}
            disabled={!isRight}
            leftSection={<IconSnowflake size={18} stroke={1.75} aria-hidden />}
          >
            {t('tax.freeze')}
          </Button>
          {failed !== null && <ErrorNotice error={failed} />}
        </form>
        {list.isPending && <Loading />}
        {list.isError && <ErrorNotice error={list.error} onRetry={() => void list.refetch()} />}
        {list.data?.length === 0 && <Empty>{t('tax.none')}</Empty>}
        {list.data && list.data.length > 0 && (
          <ul className="be-frozen p-noprint" aria-label={t('tax.list')}>
            {list.data.map((one) => (
              <li key={one.id}>
                <button
                  type="button"
                  className="p-card"
                  aria-pressed={one.id === open}
                  onClick={() => setSearch({ stand: one.id })}
                >
                  <strong>
                    {formatDay(one.von, language)} – {formatDay(one.bis, language)}
                  </strong>
                  <span className="p-small p-muted">
                    {t('tax.at', { when: momentText(one.am, language), who: one.wer })}
                  </span>
                </button>
              </li>
            ))}
          </ul>
        )}
        {open !== null && <Frozen key={open} id={open} />}
      </div>
    </Page>
  );
}

function Frozen({ id }: { id: string }) {
  const t = useReportsTexts(),
    one = useQuery({
      queryKey: ['steuerbuero', id],
      queryFn: () => getOneFrozen(id),
      retry: whileReading,
      retryDelay: AGAIN_MS,
    });
  if (one.isError) return <ErrorNotice error={one.error} onRetry={() => void one.refetch()} />;
  return one.data ? (
    <Shown frozen={one.data} />
  ) : (
    <div className="a-skeleton be-skeleton-body" role="status" aria-label={t('loading')} />
  );
}

function Shown({ frozen }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    words = useReportWords(),
    { spalten, zeilen, seither } = frozen,
    cell = (value: CellValue, column: Column): string => words.cell(value, column);
  const table = { spalten, zeilen, head: spalten.map((column) => words.column(column)) },
    name = `Steuerbuero_${frozen.von}_${frozen.bis}`,
    columnOf = (key: string): string => {
      const found = spalten.find((column) => column.key === key);
      return found ? words.column(found) : key;
    };
  const euro = (value: number | null): string =>
    value === null ? NOTHING : words.number(value, 'eur');
  const excel = async (): Promise<void> => {
    try {
      const { excelOf } = await import('../../report-kit/export-excel.ts');
      saveBytes(await excelOf(table, cell, t('tax.title')), `${name}.xlsx`);
    } catch (error) {
      sayError(error);
    }
  };
  const pdf = async (): Promise<void> => {
    try {
      await openFile(() => getFrozenPdf(frozen.id), `${name}.pdf`);
    } catch (error) {
      sayError(error);
    }
  };
  return (
    <section
      className="p-card be-tax"
      aria-label={t('tax.one', {
        from: formatDay(frozen.von, language),
        to: formatDay(frozen.bis, language),
      })}
    >
      <div className="be-tax-head">
        <h2>
          {formatDay(frozen.von, language)} – {formatDay(frozen.bis, language)}
        </h2>
        <Group gap={8} className="p-noprint">
          <Button
            size="xs"
            variant="default"
            leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}
            onClick={() =>
              saveBytes(
                new Blob([csvOf(table, cell)], { type: 'text/csv;charset=utf-8' }),
                `${name}.csv`,
              )
            }
          >
            CSV
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />}
            onClick={() => void excel()}
          >
            Excel
          </Button>
          <Button
            size="xs"
            variant="default"
            leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
            onClick={() => void pdf()}
          >
            PDF
          </Button>
        </Group>
      </div>
      <p className="p-small p-muted be-sum">
        {t('tax.sum')} <code>{frozen.sha256}</code>
      </p>
      {frozen.istUnversehrt ? (
        <StateWord tone="ok" icon={IconCircleCheck}>
          {t('tax.whole')}
        </StateWord>
      ) : (
        <StateWord tone="bad" icon={IconAlertTriangle}>
          {t('tax.broken')}
        </StateWord>
      )}
      <ReportTable columns={spalten} rows={zeilen} label={t('tax.title')} sums={SUMS} />
      <h3>{t('tax.since')}</h3>
      {seither.length === 0 ? (
        <Notice tone="ok">{t('tax.same')}</Notice>
      ) : (
        <>
          <Notice tone="warn">{t('tax.changed', { count: seither.length })}</Notice>
          <ul className="be-since">
            {seither.map(({ periode, spalte, damals, heute }) => (
              <li key={`${periode} ${spalte}`}>
                <span>
                  {formatPeriod(periode, language)} · {columnOf(spalte)}
                </span>
                <span className="p-tabular">
                  {t('tax.diff', { before: euro(damals), now: euro(heute) })}
                </span>
              </li>
            ))}
          </ul>
        </>
      )}
    </section>
  );
}
