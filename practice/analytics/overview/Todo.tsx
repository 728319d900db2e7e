// Waiting tasks, each with its number, its value and a link to the page that handles it.

import { IconChevronRight } from '@tabler/icons-react';
import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useToday } from '../../ui/wording/now.ts';
import { useOverviewTexts, type OverviewKey } from './overview-texts.ts';
import { WAYS } from './ways.ts';

interface Task {
  was: string;
  anzahl: number;
  wert: number | null;
}
/**
 * Tasks with a number above zero: from the data of the practice software, then today's papers and
 * waiting questionnaires.
 */
function tasksOf(
  report: Pick<PracticeReport, 'zeilen'> | undefined,
  situation: Pick<Situation, 'missing' | 'tray'> | undefined,
): Task[] {
  return [
    ...(report?.zeilen ?? []).map((row) => ({
      was: String(row.was),
      anzahl: Number(row.anzahl ?? 0),
      wert: typeof row.wert === 'number' ? row.wert : null,
    })),
    ...(situation
      ? [
          {
            was: 'PAPIERE',
            anzahl: situation.missing.papers,
            wert: situation.missing.riskCents > 0 ? situation.missing.riskCents / 100 : null,
          },
          { was: 'FRAGEBOGEN', anzahl: situation.tray.count, wert: null },
        ]
      : []),
  ].filter(({ was, anzahl }) => anzahl > 0 && was in WAYS);
}

export function Todo({
  report,
  situation,
}: {
  report: PracticeReport | undefined;
  situation: Situation | undefined;
}) {
  const t = useOverviewTexts(),
    words = useReportWords(),
    today = useToday(),
    tasks = tasksOf(report, situation);
  return (
    <section className="p-card u-card">
      <h2>{t('todo')}</h2>
      <p className="p-small p-muted u-none">{t('todo.whole')}</p>
      {tasks.length === 0 && <p className="p-muted u-none">{t('todo.none')}</p>}
      <ul className="u-todo">
        {tasks.map(({ was, anzahl, wert }) => (
          <li key={was}>
            <Link to={WAYS[was]?.(today) ?? '/'}>
              <strong className="p-tabular">{words.number(anzahl, 'zahl')}</strong>
              <span>{t(`todo.${was}` as OverviewKey)}</span>
              <span className="p-tabular p-muted">
                {wert === null || wert === 0 ? '' : words.number(wert, 'eur', true)}
              </span>
              <IconChevronRight size={16} stroke={1.75} aria-hidden />
            </Link>
          </li>
        ))}
      </ul>
    </section>
  );
}
