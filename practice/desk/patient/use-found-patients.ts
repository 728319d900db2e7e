// The patient search of the practice app: board, patients page and command palette.

import { keepPreviousData, useQuery, type UseQueryResult } from '@tanstack/react-query';
import { useEffect, useState } from 'react';
import type { FoundPatient } from '../../../shared/desk/patient.schema.ts';
import { callR4c } from '../../api.ts';

/** Letters from which a search is sent. */
export const SHORTEST = 2;
const SEARCH_LIMIT = 8,
  DEBOUNCE_MS = 100;
const searchPatients = (q: string, limit = SEARCH_LIMIT): Promise<FoundPatient[]> =>
  callR4c(`/patient/search?q=${encodeURIComponent(q)}&limit=${limit}`);

export interface FoundPatients {
  /** The text that was sent. */
  q: string;
  found: UseQueryResult<FoundPatient[]>;
  rows: FoundPatient[];
  /** False while the rows answer an earlier query: Enter must never select one of those. */
  isSettled: boolean;
}
/**
 * Searches at once where the last call has answered, otherwise when it has or typing has paused.
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
  const text = typed.trim(),
    [sent, setSent] = useState(text),
    q = isHurried ? text : sent;
  const found = useQuery({
    queryKey: ['patients', q, limit],
    queryFn: () => searchPatients(q, limit),
    enabled: q.length >= SHORTEST,
    placeholderData: keepPreviousData,
  });
  // One call at a time needs no pause; while one runs, it is the pause in typing that counts.
  const isFree = !found.isFetching;
  if (isFree && sent !== text) setSent(text);
  useEffect(() => {
    if (isFree || sent === text) return undefined;
    const timer = setTimeout(() => setSent(text), DEBOUNCE_MS);
    return () => clearTimeout(timer);
  }, [isFree, sent, text]);
  const rows =
    (q.length >= SHORTEST ? found.data : undefined)?.filter((p) => p.patid !== without) ?? [];
  const isSettled = q === text && found.isSuccess && !found.isPlaceholderData;
  return { q, found, rows, isSettled };
}
