// A report for the tax adviser as frozen: its table, its checksum, its files, and what current data
// say otherwise.

import { Button, Group } from '@mantine/core';
import { useQuery } from '@tanstack/react-query';
import {
  IconAlertTriangle,
  IconCircleCheck,
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
} from '@tabler/icons-react';
import type { TaxReport } from '../../../shared/analytics/reports/saved-reports.schema.ts';
import {
  formatDay,
  formatPeriod,
  NOTHING,
} from '../../../shared/analytics/reports/report-format.ts';
import type { CellValue, Column } from '../../../shared/analytics/reports/report.ts';
import { csvOf } from '../../report-kit/export-csv.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { AGAIN_MS, whileReading } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { Notice } from '../../ui/Notice.tsx';
import { openFile, saveBytes } from '../../ui/pdf.ts';
import { StateWord } from '../../ui/StateWord.tsx';
import { useLanguage } from '../../ui/texts.ts';
import { sayError } from '../../ui/toast.tsx';
import { useReportsTexts } from './reports-texts.ts';
import { getFrozenPdf, getOneFrozen } from './saved-calls.ts';

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

/** A frozen report, with its checksum and later differences. */
export function Frozen({ id }: { id: string }) {
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
    { spalten, zeilen } = frozen;
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
        <Exports frozen={frozen} />
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
      <Since frozen={frozen} />
    </section>
  );
}

/** The frozen table as CSV, Excel or PDF. */
function Exports({ frozen }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    words = useReportWords(),
    { spalten, zeilen } = frozen,
    cell = (value: CellValue, column: Column): string => words.cell(value, column);
  const table = { spalten, zeilen, head: spalten.map((column) => words.column(column)) },
    name = `Steuerbuero_${frozen.von}_${frozen.bis}`;
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
  );
}

/** Differences to the current data. */
function Since({ frozen: { spalten, seither } }: { frozen: TaxReport }) {
  const t = useReportsTexts(),
    language = useLanguage(),
    words = useReportWords();
  const columnOf = (key: string): string => {
    const found = spalten.find((column) => column.key === key);
    return found ? words.column(found) : key;
  };
  const euro = (value: number | null): string =>
    value === null ? NOTHING : words.number(value, 'eur');
  return (
    <>
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
    </>
  );
}
