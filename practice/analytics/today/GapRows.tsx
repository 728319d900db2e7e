// The gaps of today and tomorrow: each with up to three people who fit, their telephone and why.

import { Anchor } from '@mantine/core';
import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import { numberInPath } from '../../../shared/desk/patient-number.ts';
import { useReportWords } from '../../report-kit/use-report-words.ts';
import { PhoneLink } from '../../ui/lists/PhoneLink.tsx';
import { useToday } from '../../ui/wording/now.ts';
import { useTodayTexts } from './today-texts.ts';

type Row = PracticeReport['zeilen'][number];
/** What makes two rows candidates for the same gap. */
const OF_A_GAP = ['tag', 'von', 'bis', 'behandler', 'zimmer'] as const;
const word = (row: Row, key: string): string => {
  const value = row[key];
  return typeof value === 'string' ? value : '';
};

/** Groups the rows of candidates by their gap, in order. Pure. */
export function gapsOf(rows: readonly Row[]): (readonly [Row, ...Row[]])[] {
  const gaps = new Map<string, [Row, ...Row[]]>();
  for (const row of rows) {
    const key = OF_A_GAP.map((name) => word(row, name)).join('\n'),
      gap = gaps.get(key);
    if (gap) gap.push(row);
    else gaps.set(key, [row]);
  }
  return [...gaps.values()];
}

export function GapRows({
  report: { zeilen },
  most,
  label,
}: {
  report: PracticeReport;
  /** Gaps shown. */
  most: number;
  label: string;
}) {
  const t = useTodayTexts(),
    today = useToday();
  return (
    <ul className="h-rows h-gaps" aria-label={label}>
      {gapsOf(zeilen)
        .slice(0, most)
        .map((gap) => {
          const [first] = gap,
            people = gap.filter((row) => typeof row.patid === 'string');
          return (
            <li key={OF_A_GAP.map((name) => word(first, name)).join(' ')}>
              <span className="h-gap p-tabular">
                <strong>
                  {t(first.tag === today ? 'gap.today' : 'gap.tomorrow', {
                    from: word(first, 'von'),
                    to: word(first, 'bis'),
                  })}
                </strong>{' '}
                <span className="p-muted">
                  {[
                    t('gap.minutes', { n: Number(first.minuten) }),
                    word(first, 'behandler'),
                    word(first, 'zimmer'),
                  ]
                    .filter((one) => one !== '')
                    .join(' · ')}
                </span>
              </span>
              {people.length === 0 ? (
                <span className="p-muted p-small">{t('gap.none')}</span>
              ) : (
                <ul className="h-fitting" aria-label={t('gap.fitting')}>
                  {people.map((row) => (
                    <Fitting key={word(row, 'patid')} row={row} />
                  ))}
                </ul>
              )}
            </li>
          );
        })}
    </ul>
  );
}

function Fitting({ row }: { row: Row }) {
  const words = useReportWords(),
    telephone = word(row, 'telefon');
  return (
    <li>
      <Anchor component={Link} to={`/patient/${numberInPath(word(row, 'patid'))}`}>
        {word(row, 'name')}
      </Anchor>
      <PhoneLink number={telephone === '' ? null : telephone} />
      <span className="p-muted p-small">{words.word(word(row, 'grund'))}</span>
    </li>
  );
}
