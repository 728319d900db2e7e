// Changes against the compared span: the largest differences, each a plain sentence that opens the
// rows behind it. Causes are not guessed here.

import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { formatDay, formatDelta } from '../../../shared/analytics/reports/report-format.ts';
import { DrillPanel } from '../../report-kit/DrillPanel.tsx';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useLanguage } from '../../ui/texts.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useOverviewTexts } from './overview-texts.ts';
import { drillOf } from './ways.ts';

/** Rows shown here; the report has all of them. */
const MOST = 5;
/** Names a change in the address. */
const keyOf = (row: PracticeReport['zeilen'][number]): string =>
  `${String(row.art)}:${String(row.id)}`;

/** @param address the page's filter, for the link to the report with all changes */
/**
 * Reason for an empty panel: no comparison is selected, the data begins too late for one, or
 * nothing changed.
 */
function NoChanges({ report }: { report: PracticeReport }) {
  const t = useOverviewTexts();
  const language = useLanguage();
  const beginsAt = report.kpis.find((kpi) => kpi.vergleichAb !== undefined)?.vergleichAb;
  if (report.meta.filter.vergleich === 'KEIN')
    return <p className="p-muted u-none">{t('changes.noComparison')}</p>;
  if (beginsAt !== undefined)
    return (
      <p className="p-muted u-none">
        {t('changes.uncovered', { day: formatDay(beginsAt, language) })}
      </p>
    );
  return <p className="p-muted u-none">{t('changes.none')}</p>;
}

export function Changes({ report, address }: { report: PracticeReport; address: string }) {
  const t = useOverviewTexts(),
    language = useLanguage(),
    words = useReportWords(),
    { values, set, visit } = useQueryParams(['zeilen']),
    rows = report.zeilen.slice(0, MOST),
    opened = rows.find((row) => keyOf(row) === values.zeilen),
    drill = opened && drillOf(opened, report.meta.filter, words.word(String(opened.name)));
  return (
    <section className="p-card u-card">
      <h2>
        <Link to={`/berichte/dashboard/aenderungen?${address}`}>{t('changes')}</Link>
      </h2>
      {rows.length === 0 && <NoChanges report={report} />}
      <ol className="u-changes">
        {rows.map((row) => {
          const name = words.word(String(row.name)),
            difference = Number(row.differenz ?? 0),
            opens = drillOf(row, report.meta.filter, name),
            delta = typeof row.delta === 'number' ? formatDelta(row.delta, language) : '';
          const sentence = t(difference < 0 ? 'changes.less' : 'changes.more', {
            name,
            sum: words.number(Math.abs(difference), 'eur', true),
            now: words.number(Number(row.jetzt ?? 0), 'eur', true),
            before: words.number(Number(row.vorher ?? 0), 'eur', true),
          });
          return (
            <li key={keyOf(row)} data-tone={difference < 0 ? 'bad' : 'ok'}>
              <span className="u-change-kind">
                {t(`teil.${String(row.art)}` as 'teil.BEHANDLER')}
              </span>
              {opens ? (
                <button
                  type="button"
                  className="a-open"
                  onClick={() => visit('zeilen', keyOf(row))}
                >
                  {sentence}
                </button>
              ) : (
                <span>{sentence}</span>
              )}
              <span className="p-small p-muted p-tabular">
                {[delta, row.auffaellig === true ? t('changes.unusual') : '']
                  .filter((word) => word !== '')
                  .join(' · ')}
              </span>
            </li>
          );
        })}
      </ol>
      {drill && <DrillPanel drill={drill} onClose={() => set('zeilen', '')} />}
    </section>
  );
}
