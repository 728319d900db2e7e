// Parts of the pages on the quality of the data: the chosen subject, the link below a report, and
// the share of rows that each key figure can use.

import { Anchor, Button } from '@mantine/core';
import { Link, useLocation, useNavigate } from 'react-router';
import { isFigure } from '../../../shared/analytics/reports/figures.ts';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { isInList } from '../../../shared/analytics/reports/read-right.ts';
import { REPORT_PATHS } from '../../../shared/analytics/reports/report-pages.ts';
import { ReportTable } from '../../report-kit/ReportTable.tsx';
import { useReport } from '../../report-kit/use-report.ts';
import type { ReportFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useSession } from '../../session.ts';
import { useReportsTexts } from './reports-texts.ts';

/** Report of the faults in the data, and that of the rows that figures can use. */
export const QUALITY = 'datenqualitaet';
const BY_FIGURE = 'datenqualitaet/kennzahlen';

/** What the page of checks is narrowed to: a figure or a report; neither for unknown ones. */
export interface QualitySubject {
  readonly messwert?: string | undefined;
  readonly bericht?: string | undefined;
}
/** Keeps a subject only if it exists, the figure first. */
export function qualitySubject({ messwert, bericht }: QualitySubject): QualitySubject {
  if (messwert !== undefined && isFigure(messwert)) return { messwert };
  return REPORT_PATHS.some((path) => path === bericht) ? { bericht } : {};
}
export const qualityQuery = ({ messwert, bericht }: QualitySubject): string =>
  messwert !== undefined
    ? `&messwert=${messwert}`
    : bericht !== undefined
      ? `&bericht=${encodeURIComponent(bericht)}`
      : '';

/** States the chosen subject, with the way back to all checks. */
export function ChosenSubject({
  subject: { messwert, bericht },
  onAll,
}: {
  subject: QualitySubject;
  onAll: () => void;
}) {
  const t = useReportsTexts(),
    words = useReportWords();
  if (messwert === undefined && bericht === undefined) return null;
  const name = messwert === undefined ? words.question(bericht!) : words.word(messwert);
  return (
    <div className="be-asks p-noprint">
      <p className="be-note">{t('quality.of', { name })}</p>
      <Button variant="default" size="xs" onClick={onAll}>
        {t('quality.all')}
      </Button>
    </div>
  );
}

/** Link below a report to the checks of its subjects, for the same days. */
export function QualityLink({ path, meta }: { path: string; meta: PracticeReport['meta'] }) {
  const t = useReportsTexts(),
    { user } = useSession(),
    { von, bis } = meta.filter;
  if (path.startsWith(QUALITY) || !isInList(user?.figures ?? 'alle', QUALITY)) return null;
  return (
    <Anchor
      component={Link}
      to={`/berichte/${QUALITY}?${new URLSearchParams({ bericht: path, von, bis }).toString()}`}
      size="sm"
      className="p-noprint be-quality"
    >
      {t('quality')}
    </Anchor>
  );
}

/** Share of the rows that each key figure can use; a row opens the checks of its figure. */
export function UsableFigures({ filter }: { filter: ReportFilter }) {
  const words = useReportWords(),
    report = useReport(BY_FIGURE, filter),
    navigate = useNavigate(),
    { search } = useLocation();
  if (!report.data || report.data.zeilen.length === 0) return null;
  const title = words.question(BY_FIGURE);
  return (
    <section className="p-stack">
      <h2>{title}</h2>
      <div className="p-card be-table">
        <ReportTable
          columns={report.data.spalten}
          rows={report.data.zeilen}
          label={title}
          onOpen={(row) => {
            const address = new URLSearchParams(search);
            address.delete('bericht');
            address.set('messwert', String(row['id']));
            void navigate(`/berichte/${QUALITY}?${address.toString()}`);
          }}
        />
      </div>
    </section>
  );
}
