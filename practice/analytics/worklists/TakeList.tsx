// Exports a work list as filtered: all of its lines, not only those loaded; names for ids and words
// for states, as the list shows them.

import { Menu } from '@mantine/core';
import { IconFileTypePdf } from '@tabler/icons-react';
import {
  WORKLIST_PAGE_MAX,
  type Label,
  type WorklistKind,
} from '../../../shared/analytics/reports/worklist.schema.ts';
import type { CellValue } from '../../../shared/analytics/reports/report.ts';
import type { CsvTable } from '../../report-kit/export-csv.ts';
import type { Taking } from '../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { openFile } from '../../ui/pdf.ts';
import { sayError } from '../../ui/toast.tsx';
import { getListPdf, getWholeList } from './worklists-calls.ts';
import { useListTexts } from './worklists-texts.ts';
import { lineWord, reasonsOf } from './line-words.ts';

interface Props {
  kind: WorklistKind;
  /** Number of lines. */
  all: number;
  query: Record<string, string>;
  labels: readonly Label[];
  team: ReadonlyMap<string, string>;
}
export function TakeList({ kind, all, query, labels, team }: Props) {
  const t = useListTexts(),
    today = useToday();
  const said = (value: CellValue | undefined, key: string): CellValue => {
    if (typeof value !== 'string' || value === '') return value ?? null;
    if (key === 'wer') return team.get(value) ?? null;
    if (key === 'labels')
      return value
        .split('|')
        .flatMap((id) => labels.find((one) => one.id === id)?.name ?? [])
        .join(', ');
    return lineWord(t, kind, key, value);
  };
  const whole = async (taking: Taking): Promise<Omit<CsvTable, 'head'>> => {
    const { spalten, zeilen } = await getWholeList(kind, query, taking);
    return {
      spalten,
      zeilen: zeilen.map((row) => ({
        ...row,
        ...Object.fromEntries(spalten.map(({ key }) => [key, said(row[key], key)])),
        ...(typeof row.grund === 'string' && {
          grund: reasonsOf(row)
            .map((one) => lineWord(t, kind, 'grund', one))
            .join(', '),
        }),
      })),
    };
  };
  // The name of a PDF states if lines are missing.
  const fileName = (ending: string, from = 0): string => {
    const end = Math.min(all, from + WORKLIST_PAGE_MAX),
      part =
        ending === 'pdf' && all > WORKLIST_PAGE_MAX
          ? `_Zeilen-${from + 1}-bis-${end}-von-${all}`
          : '';
    return `${t(`file.${kind}`)}_${today}${part}.${ending}`;
  };
  // Lines beyond the limit of one PDF go into further ones.
  const further = Array.from(
    { length: Math.max(0, Math.ceil(all / WORKLIST_PAGE_MAX) - 1) },
    (_, at) => (at + 1) * WORKLIST_PAGE_MAX,
  );
  return (
    <TakeMenu
      title={t(`title.${kind}`)}
      fileName={(ending) => fileName(ending)}
      table={whole}
      pdf={() => getListPdf(kind, query)}
    >
      {further.length === 0
        ? undefined
        : further.map((from) => (
            <Menu.Item
              key={from}
              leftSection={<IconFileTypePdf size={16} stroke={1.75} aria-hidden />}
              onClick={() =>
                void openFile(() => getListPdf(kind, query, from), fileName('pdf', from)).catch(
                  sayError,
                )
              }
            >
              {t('take.further', { from: from + 1, to: Math.min(all, from + WORKLIST_PAGE_MAX) })}
            </Menu.Item>
          ))}
    </TakeMenu>
  );
}
