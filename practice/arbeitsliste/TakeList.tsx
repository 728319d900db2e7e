// Takes a work list away as it is narrowed down: CSV, Excel, PDF, print; all of its lines, not only those that are shown.

import { Button, Menu } from '@mantine/core';
import { IconDownload, IconFileSpreadsheet, IconFileTypePdf, IconPrinter } from '@tabler/icons-react';
import type { Label, Liste } from '../../shared/arbeitsliste.schema.ts';
import type { Spalte, Zelle } from '../../shared/bericht.ts';
import { csvOf, type CsvTable } from '../auswertung/export-csv.ts';
import { useReportWords } from '../auswertung/use-report-words.ts';
import { useToday } from '../ui/now.ts';
import { openFile, saveBytes } from '../ui/pdf.ts';
import { sayError } from '../ui/toast.tsx';
import { FILE_LINES, getList, getListPdf } from './arbeitsliste-calls.ts';
import { useListTexts } from './arbeitsliste-texts.ts';
import { lineWord } from './line-words.ts';

interface Props { kind: Liste; query: Record<string, string>; labels: readonly Label[]; team: ReadonlyMap<string, string> }
export function TakeList({ kind, query, labels, team }: Props) {
  const t = useListTexts(), words = useReportWords(), today = useToday(), name = (ending: string): string => `${t(`file.${kind}`)}_${today}.${ending}`;
  /** As the list itself says it: names for ids, words for states. */
  const said = (value: Zelle | undefined, key: string): Zelle => {
    if (typeof value !== 'string' || value === '') return value ?? null;
    if (key === 'wer') return team.get(value) ?? null;
    if (key === 'labels') return value.split('|').flatMap((id) => labels.find((one) => one.id === id)?.name ?? []).join(', ');
    return lineWord(t, kind, key, value);
  };
  const whole = async (): Promise<CsvTable> => {
    const { spalten, zeilen } = await getList(kind, { ...query, n: FILE_LINES });
    return { head: spalten.map((one) => words.column(one)), spalten, zeilen: zeilen.map((row) => ({ ...row, ...Object.fromEntries(spalten.map(({ key }) => [key, said(row[key], key)])) })) };
  };
  const cell = (value: Zelle, spalte: Spalte): string => words.cell(value, spalte);
  const save = async (make: () => Promise<void>): Promise<void> => { try { await make(); } catch (error) { sayError(error); } };
  const csv = async (): Promise<void> => saveBytes(new Blob([csvOf(await whole(), cell)], { type: 'text/csv;charset=utf-8' }), name('csv'));
  const excel = async (): Promise<void> => { const { excelOf } = await import('../auswertung/export-excel.ts'); saveBytes(await excelOf(await whole(), cell, t(`title.${kind}`)), name('xlsx')); };
  const pdf = async (): Promise<void> => { await openFile(() => getListPdf(kind, query), name('pdf')); };
  return (
    <Menu position="bottom-end" width={220}>
      <Menu.Target><Button variant="default" leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />}>{t('take')}</Button></Menu.Target>
      <Menu.Dropdown>
        <Menu.Item leftSection={<IconDownload size={16} stroke={1.75} aria-hidden />} onClick={() => void save(csv)}>{t('take.csv')}</Menu.Item>
        <Menu.Item leftSection={<IconFileSpreadsheet size={16} stroke={1.75} aria-hidden />} onClick={() => void save(excel)}>{t('take.excel')}</Menu.Item>
        <Menu.Item leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />} onClick={() => void save(pdf)}>{t('take.pdf')}</Menu.Item>
        <Menu.Item leftSection={<IconPrinter size={16} stroke={1.75} aria-hidden />} onClick={() => print()}>{t('print')}</Menu.Item>
      </Menu.Dropdown>
    </Menu>
  );
}
