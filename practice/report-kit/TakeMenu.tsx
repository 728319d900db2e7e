// Export menu of a table as displayed: CSV, Excel, PDF, print. Files contain patient names only
// where the screen does.

import { Button, Group, Loader, Menu } from '@mantine/core';
import {
  IconDownload,
  IconFileSpreadsheet,
  IconFileTypePdf,
  IconPrinter,
} from '@tabler/icons-react';
import { useRef, type ReactNode } from 'react';
import type { Column, CellValue } from '../../shared/analytics/reports/report.ts';
import { pressForKey, useHotkeys } from '../ui/hotkeys.ts';
import { openFile, saveBytes } from '../ui/pdf.ts';
import { sayError } from '../ui/toast.tsx';
import { useAnalyticsTexts } from './report-kit-texts.ts';
import { csvFile, type CsvTable } from './export-csv.ts';
import type { Taking } from './fetch-whole.ts';
import { useReportWords } from './use-report-words.ts';
import { useTaking, type TakingState } from './use-taking.ts';

interface Props {
  /** Title of the sheet. */
  title: string;
  /** Builds the name of the file with this ending. */
  fileName: (ending: 'csv' | 'xlsx' | 'pdf') => string;
  /** All rows, in words where a cell is an id; the heads are added here. */
  table: (taking: Taking) => Promise<Omit<CsvTable, 'head'>> | Omit<CsvTable, 'head'>;
  /** If absent no PDF is offered. */
  pdf?: () => Promise<Blob>;
  /** Further entries, below a separator. */
  children?: ReactNode;
}
/** How far a file is, and the way to cancel it. */
function Progress({ taking: { progress, cancel } }: { taking: TakingState }) {
  const t = useAnalyticsTexts();
  return (
    <Group gap={8} wrap="nowrap">
      <Loader size={18} />
      <span role="status" className="p-small">
        {progress === null || progress.all === 0
          ? t('take.begins')
          : t('take.progress', { done: progress.done, all: progress.all })}
      </span>
      <Button size="compact-sm" variant="default" onClick={cancel}>
        {t('take.cancel')}
      </Button>
    </Group>
  );
}
export function TakeMenu({ title, fileName, table, pdf, children }: Props) {
  const t = useAnalyticsTexts(),
    words = useReportWords(),
    taking = useTaking(),
    button = useRef<HTMLButtonElement>(null),
    icon = { size: 16, stroke: 1.75, 'aria-hidden': true } as const;
  const cell = (value: CellValue, column: Column): string => words.cell(value, column),
    whole = async (own: Taking): Promise<CsvTable> => {
      const found = await table(own);
      return { ...found, head: found.spalten.map((one) => words.column(one)) };
    };
  const csv = async (own: Taking): Promise<void> =>
    saveBytes(await csvFile(await whole(own), cell, own), fileName('csv'));
  const excel = async (own: Taking): Promise<void> => {
    const { excelOf } = await import('./excel/export-excel.ts');
    saveBytes(await excelOf(await whole(own), cell, title, own), fileName('xlsx'));
  };
  // A window opens only within the press itself.
  const openPdf = async (read: () => Promise<Blob>): Promise<void> => {
    try {
      await openFile(read, fileName('pdf'));
    } catch (error) {
      sayError(error);
    }
  };
  useHotkeys({ e: () => button.current && pressForKey(button.current) });
  if (taking.progress !== null) return <Progress taking={taking} />;
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target>
        <Button
          ref={button}
          variant="default"
          leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}
          aria-keyshortcuts="E"
        >
          {t('take.export')}
        </Button>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload {...icon} />} onClick={() => void taking.run(csv)}>
          {t('take.csv')}
        </Menu.Item>
        <Menu.Item
          leftSection={<IconFileSpreadsheet {...icon} />}
          onClick={() => void taking.run(excel)}
        >
          {t('take.excel')}
        </Menu.Item>
        {pdf && (
          <Menu.Item leftSection={<IconFileTypePdf {...icon} />} onClick={() => void openPdf(pdf)}>
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
