// The patient search of the practice app: board, patients page and command palette.

import { useDebouncedValue } from '@mantine/hooks';
import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';

/** Letters from which a search is sent. */
export const SHORTEST = 2;
const SEARCH_LIMIT = 8,
  DEBOUNCE_MS = 100;
const searchPatients = (q: string, limit = SEARCH_LIMIT): Promise<FoundPatient[]> =>
  callR4c(`/patient/search?q=${encodeURIComponent(q)}&limit=${limit}`);

export interface FoundPatients {
  /** The debounced query. */
  q: string;
  found: UseQueryResult<FoundPatient[]>;
  rows: FoundPatient[];
  /** False while the rows answer an earlier query: Enter must never select one of those. */
  isSettled: boolean;
}
/**
 * Searches once typing has paused.
 * @param without number of a person to leave out
 * @param isHurried searches now: an Enter waits for the answer
 */
export function useFoundPatients(
  typed: string,
  {
    without,
    limit,
    isHurried = false,
  }: { without?: string | undefined; limit?: number; isHurried?: boolean },
): FoundPatients {
  const [paused] = useDebouncedValue(typed.trim(), DEBOUNCE_MS),
    q = isHurried ? typed.trim() : paused;
  const found = useQuery({
    queryKey: ['patients', q, limit],
    queryFn: () => searchPatients(q, limit),
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  const rows =
    (q.length >= SHORTEST ? found.data : undefined)?.filter((p) => p.patid !== without) ?? [];
  const isSettled = q === typed.trim() && found.isSuccess && !found.isPlaceholderData;
  return { q, found, rows, isSettled };
}
