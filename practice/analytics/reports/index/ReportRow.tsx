// A row of the list of reports: star, short name, question, and a stored figure that opens itself.

import { ActionIcon } from '@mantine/core';
import { IconStar, IconStarFilled } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { ReportPreview } from '../../../../shared/analytics/reports/report-preview.schema.ts';
import { useKpiWords } from '../../../report-kit/use-kpi-words.ts';
import { useReportWords } from '../../../report-kit/use-report-words.ts';
import { useReportsTexts } from '../reports-texts.ts';
import { Sparkline } from './Sparkline.tsx';
import type { Favourites } from './use-favourites.ts';

export interface RowReport {
  /** Path below /berichte. */
  readonly path: string;
  readonly name: string;
  readonly question: string;
}

export function ReportRow({
  report: { path, name, question },
  favourites,
  preview,
}: {
  report: RowReport;
  favourites: Favourites;
  preview: ReportPreview | undefined;
}) {
  const t = useReportsTexts(),
    isFavourite = favourites.paths.includes(path);
  return (
    <li className="be-entry" data-row tabIndex={-1}>
      <ActionIcon
        variant="subtle"
        size={36}
        className="be-star"
        aria-pressed={isFavourite}
        aria-label={t('index.star', { name })}
        onClick={() => favourites.toggle(path)}
      >
        {isFavourite ? (
          <IconStarFilled size={16} aria-hidden />
        ) : (
          <IconStar size={16} stroke={1.75} aria-hidden />
        )}
      </ActionIcon>
      <Link to={`/berichte/${path}`} data-default className="be-entry-name">
        <span>{name}</span>
        {question !== '' && <span className="p-small p-muted">{question}</span>}
      </Link>
      {preview && <Preview preview={preview} />}
    </li>
  );
}

/** The stored figure of the month; it leads to the report over the same days. */
function Preview({ preview: { report, kennzahl, wert, verlauf } }: { preview: ReportPreview }) {
  const t = useReportsTexts(),
    words = useReportWords(),
    { name, typ } = useKpiWords()(kennzahl);
  return (
    <Link to={`/berichte/${report}?zeit=monat`} className="be-preview">
      <Sparkline values={verlauf} />
      <span className="be-preview-value">{words.number(wert, typ)}</span>
      <span className="p-small p-muted">
        {name}
        <span className="a-sr">{t('index.preview')}</span>
      </span>
    </Link>
  );
}
