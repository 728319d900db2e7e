// The list of one proposal page as the address filters it, with its labels.

import { PROPOSAL_SORTS } from '../../../../shared/analytics/billing/proposals.schema.ts';
import { keepPreviousData, useInfiniteQuery, useQuery } from '@tanstack/react-query';
import { AGAIN_MS, whileReading } from '../../../report-kit/use-report.ts';
import { useQueryParams } from '../../../ui/use-query-params.ts';
import { useToday } from '../../../ui/wording/now.ts';
import { askAgain } from '../Progress.tsx';
import { getLabels, getProposals, KEY } from '../proposals-calls.ts';
import { FILTERS, spanFrom } from '../spans.ts';

/** Proposals for services to add to a day's billing, or warnings about booked services. */
export type WorkKind = 'vorschlaege' | 'hinweise';

/** Reads a work list page by page; it is refetched while rules are evaluated. */
export function useProposalList(kind: WorkKind) {
  const today = useToday(),
    params = useQueryParams(FILTERS),
    isWarnings = kind === 'hinweise';
  const { behandler = '', label = '', regel = '', patid = '', q = '', art, sort } = params.values,
    { von = '', bis = '' } = spanFrom(params.values, today);
  const query = {
    von,
    bis,
    behandler,
    label,
    regel,
    patid,
    q,
    sort: PROPOSAL_SORTS.find((one) => one === sort) ?? '',
    art: isWarnings ? 'PRUEFUNG' : art === 'POTENZIAL' ? 'POTENZIAL' : 'VERGESSEN',
  };
  const list = useInfiniteQuery({
    queryKey: [KEY, 'liste', query],
    initialPageParam: '',
    queryFn: ({ pageParam }) => getProposals({ ...query, cursor: pageParam }),
    getNextPageParam: (last) => last.weiter ?? undefined,
    placeholderData: keepPreviousData,
    refetchInterval: ({ state }) => askAgain(state.data?.pages[0]?.fortschritt),
    retry: whileReading,
    retryDelay: AGAIN_MS,
  });
  const labels = useQuery({ queryKey: [KEY, 'labels'], queryFn: getLabels });
  return {
    isWarnings,
    params,
    query,
    list,
    labels,
    ownLabels: labels.data?.items ?? [],
    head: list.data?.pages[0],
    all: list.data?.pages.flatMap(({ items }) => items) ?? [],
    isFiltered: Object.keys(params.values).some((name) => name !== 'sort'),
  };
}
export type ProposalListState = ReturnType<typeof useProposalList>;
