// Revenue of the day and its month: planned, so far, the target; for users who may read figures.

import { Link } from 'react-router';
import { useReport } from '../../report-kit/use-report.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { takingsWay } from './takings-ways.ts';
import { useTodayTexts } from './today-texts.ts';

/** An amount, with the way to its rows where it has some. */
function Amount({ to, said }: { to: string | undefined; said: string }) {
  return to === undefined ? (
    said
  ) : (
    <Link className="a-open" to={to}>
      {said}
    </Link>
  );
}

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
                  <Amount
                    to={row[one.key] ? takingsWay(one.key, day) : undefined}
                    said={
                      typeof row[one.key] === 'number'
                        ? words.number(Number(row[one.key]), 'eur', true)
                        : words.cell(row[one.key], one)
                    }
                  />
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
