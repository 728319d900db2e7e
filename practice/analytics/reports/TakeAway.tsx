// Export of a report as displayed: as a file, on paper, as a recurring mail, or as a link.

import { Menu } from '@mantine/core';
import { IconLink, IconMail } from '@tabler/icons-react';
import type { ReportMeta } from '../../../shared/analytics/reports/report.ts';
import type { CsvTable } from '../../report-kit/export-csv.ts';
import { getReport, getReportPdf } from '../../report-kit/report-calls.ts';
import { TakeMenu } from '../../report-kit/TakeMenu.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { say } from '../../ui/toast.tsx';
import { useReportsTexts } from './reports-texts.ts';

/** Builds a file name: plain letters, with the days of the report. */
export const fileName = (
  path: string,
  { von, bis }: ReportMeta['filter'],
  ending: string,
): string => `${path.replace(/[^a-z0-9]+/gi, '-')}_${von}_${bis}.${ending}`;

/** Checks whether the report has more rows than its answer contains. */
export const isCut = ({ hinweise }: ReportMeta): boolean => hinweise.includes('gekuerzt');

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
  const whole = async (): Promise<Omit<CsvTable, 'head'>> => {
    const notes = FILE_HINTS.flatMap((one) =>
      meta.hinweise.includes(one) ? (words.hint(one) ?? []) : [],
    );
    if (!isCut(meta)) return { ...table, notes };
    say(t('take.fetching'));
    const { zeilen } = await getReport(path, meta.filter, `${extra}&alles=ja`);
    return { ...table, zeilen, notes };
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
      fileName={(ending) => fileName(path, meta.filter, ending)}
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
