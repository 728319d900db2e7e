// Takes a report away as it is shown: CSV, Excel, print, or the link to it. Files name patients only where the screen does.

import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf, IconLink, IconMail, IconPrinter } from '@tabler/icons-react';
import type { BerichtMeta, Spalte, Zelle } from '../../shared/bericht.ts';
import { csvOf, type CsvTable } from '../auswertung/export-csv.ts';
import { useReportWords } from '../auswertung/use-report-words.ts';
import { useSession } from '../session.ts';
import { openFile, saveFile } from '../ui/pdf.ts';
import { say, sayError } from '../ui/toast.tsx';
import { getReportPdf } from './ablage-calls.ts';
import { useBerichteTexts } from './berichte-texts.ts';

/** How long the browser may take to save. */
const KEEP_MS = 60_000;
function save(bytes: Blob, name: string): void {
  const url = URL.createObjectURL(bytes);
  saveFile(url, name);
  setTimeout(() => URL.revokeObjectURL(url), KEEP_MS);
}
/** Name of a file: plain letters, with the days it is about. */
export const fileName = (path: string, { von, bis }: BerichtMeta['filter'], ending: string): string => `${path.replace(/[^a-z0-9]+/gi, '-')}_${von}_${bis}.${ending}`;

/** @param extra what the report was asked beside the filter @param onMail opens what mails the report again and again; without it that is not offered */
export function TakeAway({ path, title, meta, table, extra = '', onMail }: { path: string; title: string; meta: BerichtMeta; table: Omit<CsvTable, 'head'>; extra?: string; onMail?: () => void }) {
  const t = useBerichteTexts(), words = useReportWords(), { user } = useSession();
  const whole: CsvTable = { ...table, head: table.spalten.map((one) => words.column(one)) }, cell = (value: Zelle, spalte: Spalte): string => words.cell(value, spalte);
  const excel = async (): Promise<void> => {
    try {
      const { excelOf } = await import('../auswertung/export-excel.ts');
      save(await excelOf(whole, cell, title), fileName(path, meta.filter, 'xlsx'));
    } catch (error) { sayError(error); }
  };
  const pdf = async (): Promise<void> => {
    try { await openFile(() => getReportPdf(path, meta.filter, extra), fileName(path, meta.filter, 'pdf')); } catch (error) { sayError(error); }
  };
  const link = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      say(t('link.copied'));
    } catch { say(t('link.failed')); }
  };
  return (
    <Menu position="bottom-end" width={240}>
      <Menu.Target><Button variant="default" leftSection={<IconDownload size={18} stroke={1.75} aria-hidden />}>{t('menu.export')}</Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={() => save(new Blob([csvOf(whole, cell)], { type: 'text/csv;charset=utf-8' }), fileName(path, meta.filter, 'csv'))}>{t('menu.csv')}</Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />} onClick={() => void excel()}>{t('menu.excel')}</Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />} onClick={() => void pdf()}>{t('menu.pdf')}</Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />} onClick={() => window.print()}>{t('menu.print')}</Menu.Item>
        <Menu.Divider />
        {user?.role === 'owner' && onMail && <Menu.Item leftSection={<IconMail size={16} stroke={1.75} aria-hidden />} onClick={onMail}>{t('menu.mail')}</Menu.Item>}
        <Menu.Item leftSection={<IconLink size={16} stroke={1.75} aria-hidden />} onClick={() => void link()}>{t('menu.link')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
