// Revenue of the day and its month: planned, so far, the target; for users who may read figures.

import { useReport } from '../../report-kit/use-report.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { useTodayTexts } from './today-texts.ts';

export function Takings({ day }: { day: string }) {
  const t = useTodayTexts(),
    words = useReportWords(),
    { filter } = readFilter(
      { von: day, bis: day, vergleich: 'KEIN', gruppierung: 'TAG' },
      day,
      'heute',
    ),
    report = useReport('heute/umsatz', { filter, query: queryOf(filter) }),
    row = report.data?.zeilen[0];
  if (report.isError || (report.data && !row)) return null;
  return (
    <section className="p-card h-part" aria-label={t('takings')}>
      <h2>{t('takings')}</h2>
      {row ? (
        <dl className="h-takings">
          {report.data?.spalten
            .filter(({ key }) => row[key] !== null)
            .map((one) => (
              <div key={one.key}>
                <dt>{words.column(one)}</dt>
                <dd className="p-tabular">
                  {typeof row[one.key] === 'number'
                    ? words.number(Number(row[one.key]), 'eur', true)
                    : words.cell(row[one.key], one)}
                </dd>
              </div>
            ))}
        </dl>
      ) : (
        <div className="h-wait h-takings-wait" role="status" aria-label={t('loading')} />
      )}
    </section>
  );
}
