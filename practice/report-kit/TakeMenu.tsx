// Export menu of a table as displayed: CSV, Excel, PDF, print. Files contain patient names only
// where the screen does.

import { Button, Menu } from '@mantine/core';
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react';
import type { ReactNode } from 'react';
import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { openFile, saveBytes } from '../ui/pdf.ts';
import { sayError } from '../ui/toast.tsx';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { csvOf, type CsvTable } from './export-csv.ts';
import { useReportWords } from './use-report-words.ts';

interface Props {
  /** Title of the sheet. */
  title: string;
  /** Builds the name of the file with this ending. */
  fileName: (ending: 'csv' | 'xlsx' | 'pdf') => string;
  /** All rows, in words where a cell is an id; the heads are added here. */
  table: () => Promise<Omit<CsvTable, 'head'>> | Omit<CsvTable, 'head'>;
  /** If absent no PDF is offered. */
  pdf?: () => Promise<Blob>;
  /** Further entries, below a separator. */
  children?: ReactNode;
}
export function TakeMenu({ title, fileName, table, pdf, children }: Props) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  const cell = (value: CellValue, column: Column): string => words.cell(value, column),
    whole = async (): Promise<CsvTable> => {
      const found = await table();
      return { ...found, head: found.spalten.map((one) => words.column(one)) };
    };
  const take = async (make: () => Promise<void>): Promise<void> => {
    try {
      await make();
    } catch (error) {
      sayError(error);
    }
  };
  const csv = async (): Promise<void> =>
    saveBytes(
      new Blob([csvOf(await whole(), cell)], { type: 'text/csv;charset=utf-8' }),
      fileName('csv'),
    );
  const excel = async (): Promise<void> => {
    const { excelOf } = await import('./export-excel.ts');
    saveBytes(await excelOf(await whole(), cell, title), fileName('xlsx'));
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
        >
          {t('take.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void take(csv)}>
          {t('take.csv')}
        </Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet {...icon} />} onClick={() => void take(excel)}>
          {t('take.excel')}
        </Menu.Item>
        {pdf && (
          <Menu.Item
            leftSection={<IconFileTypePdf {...icon} />}
            onClick={() =>
              void take(async () => {
                await openFile(pdf, fileName('pdf'));
              })
            }
          >
            {t('take.pdf')}
          </Menu.Item>
        )}
        <Menu.Item leftSection={<IconPrinter {...icon} />} onClick={() => window.print()}>
          {t('take.print')}
        </Menu.Item>
        {children !== undefined && <Menu.Divider />}
        {children}
      </Menu.Dropdown>
    </Menu>
  );
}
