// One work list as the address filters it, with its labels and the team.

import { keepPreviousData, useQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import type { WorklistKind } from '../../../shared/analytics/reports/worklist.schema.ts';
import { AGAIN_MS, isLoadingData, whileReading } from '../../report-kit/use-report.ts';
import { useQueryParams } from '../../ui/use-query-params.ts';
import { useTeamNames } from '../../ui/wording/team-names.ts';
import { getLabels, getList, LABELS_KEY, lineOf, LIST_KEY } from './worklists-calls.ts';

/** Reads a work list; it is refetched every two minutes. */
export function useWorklist(kind: WorklistKind) {
  const params = useQueryParams(['grund', 'label', 'wer', 'q', 'alle', 'sort', 'n', 'zeile']),
    { values } = params;
  const query = Object.fromEntries(
    Object.entries(values).filter(([name, value]) => name !== 'zeile' && value !== ''),
  );
  const list = useQuery({
    queryKey: [LIST_KEY, kind, query],
    queryFn: () => getList(kind, query),
    placeholderData: keepPreviousData,
    refetchInterval: 120_000,
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const labels = useQuery({ queryKey: LABELS_KEY, queryFn: getLabels }),
    own = useMemo(
      () => (labels.data ?? []).filter((one) => one.kind === kind),
      [labels.data, kind],
    ),
    team = useTeamNames();
  const lines = useMemo(() => list.data?.zeilen.map(lineOf) ?? [], [list.data]),
    isReading =
      (list.isPending || list.isPlaceholderData) &&
      !list.isError &&
      isLoadingData(list.failureReason);
  const figure = (key: string): number | undefined =>
    list.data?.kpis.find((one) => one.key === key)?.wert ?? undefined;
  return {
    params,
    query,
    list,
    labels: own,
    team,
    lines,
    isReading,
    isFiltered: Object.keys(query).some((name) => name !== 'n' && name !== 'sort'),
    /** The line that is open next to the list. */
    open: lines.find((one) => one.id === values.zeile),
    /** Number of lines with this filter. */
    all: figure('treffer') ?? lines.length,
    /** Number of lines that rest: due for more than a year, untouched. */
    resting: figure('ruhend') ?? 0,
  };
}
export type WorklistState = ReturnType<typeof useWorklist>;
