// The parts of the day: the appointments, and next to them what the role acts on first as short
// blocks, further ones folded; empty ones share one line.

import { Anchor, Button } from '@mantine/core';
import { useQueries, type UseQueryResult } from '@tanstack/react-query';
import { useState, type ReactNode } from 'react';
import { Link } from 'react-router';
import type { PracticeReport } from '../../../shared/analytics/reports/report.ts';
import type { UserRole } from '../../../shared/base/roles.ts';
import { queryOf, readFilter } from '../../report-kit/use-report-filter.ts';
import { isLoadingData, reportQuery, useReport } from '../../report-kit/use-report.ts';
import { ErrorNotice } from '../../ui/ErrorNotice.tsx';
import { gapsOf, GapRows } from './GapRows.tsx';
import { DayRows, DayTable } from './DayRows.tsx';
import { useTodayTexts } from './today-texts.ts';

const PATHS = {
  termine: 'heute',
  luecken: 'heute/luecken',
  hkp: 'heute/hkp',
  recall: 'heute/recall',
  neupatienten: 'heute/neupatienten',
  ausfaelle: 'heute/ausfaelle',
  unabgerechnet: 'heute/unabgerechnet',
  vorschlaege: 'heute/vorschlaege',
  team: 'heute/team',
} as const;
type PartName = keyof typeof PATHS;
/** Parts next to the appointments. */
type SideName = Exclude<PartName, 'termine'>;
/** In the order in which a role acts on them; billing is not shown at reception. */
const BY_ROLE: Readonly<Record<'owner' | 'staff' | 'reception', readonly SideName[]>> = {
  reception: ['luecken', 'ausfaelle', 'recall', 'neupatienten', 'hkp', 'unabgerechnet', 'team'],
  staff: [
    'vorschlaege',
    'hkp',
    'unabgerechnet',
    'recall',
    'luecken',
    'ausfaelle',
    'neupatienten',
    'team',
  ],
  owner: [
    'luecken',
    'hkp',
    'vorschlaege',
    'recall',
    'ausfaelle',
    'unabgerechnet',
    'neupatienten',
    'team',
  ],
};
/** A line of a proposal says which service and what it is worth. */
const NOT_IN_A_LINE = ['grund', 'art', 'position', 'zahn', 'konfidenz'] as const;
/** Rows of a block, rows of the appointments, and blocks that are open at first. */
const FEW = 3,
  FEW_APPOINTMENTS = 10,
  OPEN = 3;

export function TodayParts({
  day,
  role,
  takings,
}: {
  day: string;
  role: UserRole;
  /** Figures of the day, for users who may read them. */
  takings: ReactNode;
}) {
  const t = useTodayTexts(),
    names = BY_ROLE[role === 'owner' || role === 'staff' ? role : 'reception'],
    { filter } = readFilter(
      { von: day, bis: day, vergleich: 'KEIN', gruppierung: 'TAG' },
      day,
      'heute',
    ),
    asked = { filter, query: queryOf(filter) },
    appointments = useReport(PATHS.termine, asked),
    reports = useQueries({ queries: names.map((name) => reportQuery(PATHS[name], asked)) });
  const parts = names.map((name, at) => ({ name, report: reports[at]! })),
    isEmpty = ({ report }: (typeof parts)[number]): boolean => report.data?.zeilen.length === 0,
    full = parts.filter((part) => !isEmpty(part)),
    empty = parts.filter(isEmpty);
  return (
    <div className="h-parts">
      <div className="h-side">
        <Part name="termine" report={appointments} />
        {takings}
      </div>
      <div className="h-side">
        {full.slice(0, OPEN).map((part) => (
          <Part key={part.name} {...part} />
        ))}
        {full.slice(OPEN).map((part) => (
          <FoldedPart key={part.name} {...part} />
        ))}
        {empty.length > 0 && (
          <p className="p-muted h-none">
            {t('nothing', { parts: empty.map(({ name }) => t(`short.${name}`)).join(' · ') })}
          </p>
        )}
      </div>
    </div>
  );
}

interface PartProps {
  name: PartName;
  report: UseQueryResult<PracticeReport>;
}
/** Number of what the part lists: gaps have a row for each person who fits. */
const countOf = ({ name, report }: PartProps): number => {
  const rows = report.data?.zeilen ?? [];
  return name === 'luecken' ? gapsOf(rows).length : rows.length;
};

function Part({ name, report }: PartProps) {
  const t = useTodayTexts(),
    count = countOf({ name, report });
  return (
    <section className="p-card h-part" aria-label={t(`part.${name}`)}>
      <h2>
        {t(`part.${name}`)}
        {count > 0 && <span className="h-count">{count}</span>}
      </h2>
      <Content name={name} report={report} />
    </section>
  );
}

/** A block behind its heading; the rows are one press away. */
function FoldedPart({ name, report }: PartProps) {
  const t = useTodayTexts();
  return (
    <details className="p-card h-part h-folded">
      <summary>
        <h2>
          {t(`part.${name}`)}
          <span className="h-count">{countOf({ name, report })}</span>
        </h2>
      </summary>
      <Content name={name} report={report} />
    </details>
  );
}

function Content({ name, report }: PartProps) {
  const t = useTodayTexts(),
    [isAll, setAll] = useState(false),
    rows = report.data?.zeilen ?? [],
    count = countOf({ name, report }),
    few = name === 'termine' ? FEW_APPOINTMENTS : FEW;
  if (report.isError)
    return <ErrorNotice error={report.error} onRetry={() => void report.refetch()} />;
  if (!report.data)
    return (
      <div
        className="h-wait h-part-wait"
        role="status"
        aria-label={t(isLoadingData(report.failureReason) ? 'reading' : 'loading')}
      />
    );
  if (rows.length === 0) return <p className="p-muted h-none">{t(`none.${name}`)}</p>;
  return (
    <>
      {isAll ? (
        <DayTable report={report.data} />
      ) : name === 'luecken' ? (
        <GapRows report={report.data} most={few} label={t('part.luecken')} />
      ) : (
        <DayRows
          report={report.data}
          most={few}
          label={t(`part.${name}`)}
          without={name === 'vorschlaege' ? NOT_IN_A_LINE : []}
        />
      )}
      <p className="h-more-line">
        {count > few && (
          <Button variant="subtle" size="compact-sm" onClick={() => setAll(!isAll)}>
            {isAll ? t('less') : t('more', { n: count - few })}
          </Button>
        )}
        {name === 'vorschlaege' && (
          <Anchor component={Link} to="/abrechnung">
            {t('proposals.all')}
          </Anchor>
        )}
      </p>
    </>
  );
}
