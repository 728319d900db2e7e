// Sections below the tiles, loaded after them: changes, waiting tasks, the HVM limit, the year, the
// practitioners.

import { useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { Situation } from '../../../shared/analytics/reports/today.schema.ts';
import { addressOf, type ReportFilter } from '../../report-kit/use-report-filter.ts';
import { useReport } from '../../report-kit/use-report.ts';
import { call, TIMEOUT } from '../../api.ts';
import { useToday } from '../../ui/wording/now.ts';
import { Changes } from './Changes.tsx';
import { FeeLimit } from './FeeLimit.tsx';
import { Practitioners } from './Practitioners.tsx';
import { Todo } from './Todo.tsx';
import { yearOf } from './ways.ts';
import { Year } from './Year.tsx';

export function Below({ filter }: { filter: ReportFilter }) {
  const today = useToday(),
    { values } = filter,
    year = useMemo(() => yearOf(values, today), [values, today]),
    address = addressOf(filter);
  const changes = useReport('dashboard/aenderungen', filter),
    tasks = useReport('dashboard/aufgaben', filter),
    people = useReport('umsatz/behandler', filter);
  const situation = useQuery({
    queryKey: ['lage'],
    queryFn: () => call<Situation>('/api/heute/lage', { timeout: TIMEOUT }),
    staleTime: 60_000,
  });
  return (
    <>
      <div className="u-split">
        {changes.data ? (
          <Changes report={changes.data} address={address} />
        ) : (
          <div className="p-card u-card u-wait a-skeleton" />
        )}
        {(tasks.data ?? situation.data) ? (
          <Todo report={tasks.data} situation={situation.data} />
        ) : (
          <div className="p-card u-card u-wait a-skeleton" />
        )}
      </div>
      <FeeLimit />
      <div className="u-split">
        <Year year={year} />
        {people.data && people.data.zeilen.length > 0 && (
          <Practitioners report={people.data} address={address} />
        )}
      </div>
    </>
  );
}
