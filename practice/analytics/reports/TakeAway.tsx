// Export of a report as displayed: as a file, on paper, as a recurring mail, or as a link.

import { Menu } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import type { ReportMeta } from '../../../shared/analytics/reports/report.ts';
import { PAPER_ROWS } from '../../../shared/analytics/reports/report-format.ts';
import type { CsvTable } from '../../report-kit/export-csv.ts';
import { getReportPdf, getWholeReport } from '../../report-kit/report-calls.ts';
import type { Taking } from '../../report-kit/fetch-whole.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { say } from '../../ui/toast.tsx';
import { useReportsTexts } from './reports-texts.ts';

/**
 * Builds a file name: plain letters, with the days of the report; a PDF without all rows states this.
 * @param rows number of all rows
 */
export const fileName = (
  path: string,
  { von, bis }: ReportMeta['filter'],
  ending: string,
  rows: number,
): string => {
  const part =
    ending === 'pdf' && rows > PAPER_ROWS ? `_Zeilen-1-bis-${PAPER_ROWS}-von-${rows}` : '';
  return `${path.replace(/[^a-z0-9]+/gi, '-')}_${von}_${bis}${part}.${ending}`;
};

/** Checks whether the report has more rows than its answer contains. */
const isCut = ({ gesamt }: ReportMeta): boolean => gesamt !== undefined;

/** Hints that explain empty cells; a file carries them too. */
const FILE_HINTS = ['wertOhneFilter', 'tabelleOhneFilter'] as const;

/**
 * @param extra query of the report in addition to the filter
 * @param onMail opens the recurring mail dialog; if absent it is not offered
 */
export function TakeAway({
  path,
  title,
  meta,
  table,
  extra = '',
  onMail,
}: {
  path: string;
  title: string;
  meta: ReportMeta;
  table: Omit<CsvTable, 'head'>;
  extra?: string;
  onMail?: () => void;
}) {
  const t = useReportsTexts(),
    words = useReportWords(),
    { user } = useSession();
  /** A file contains every row: those the answer left out are fetched here. */
  const whole = async (taking: Taking): Promise<Omit<CsvTable, 'head'>> => {
    const notes = FILE_HINTS.flatMap((one) =>
      meta.hinweise.includes(one) ? (words.hint(one) ?? []) : [],
    );
    if (!isCut(meta)) return { ...table, notes };
    return { ...table, zeilen: await getWholeReport(path, meta, extra, taking), notes };
  };
  const link = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(window.location.href);
      say(t('link.copied'));
    } catch {
      say(t('link.failed'));
    }
  };
  return (
    <TakeMenu
      title={title}
      fileName={(ending) =>
        fileName(path, meta.filter, ending, meta.gesamt?.anzahl ?? table.zeilen.length)
      }
      table={whole}
      pdf={() => getReportPdf(path, meta.filter, extra)}
    >
      {user?.role === 'owner' && onMail && (
        <Menu.Item leftSection={<IconMail size={16} stroke={1.75} aria-hidden />} onClick={onMail}>
          {t('menu.mail')}
        </Menu.Item>
      )}
      <Menu.Item
        leftSection={<IconLink size={16} stroke={1.75} aria-hidden />}
        onClick={() => void link()}
      >
        {t('menu.link')}
      </Menu.Item>
    </TakeMenu>
  );
}
