// Detects that the board shows a last known state: then all actions are disabled, and leaving the
// page would lose it.

import { createContext, useContext } from 'react';
import { useLeaving } from '../../ui/saving/leaving.ts';

export const StaleContext = createContext(false);
/** Returns true while the server is unreachable. */
export const useStale = (): boolean => useContext(StaleContext);

/**
 * Keeps the page open: the last state is in memory only, because names of patients are never
 * written to this computer's disk; a reload asks for confirmation.
 */
export function useKeepOpen(isStale: boolean): void {
  useLeaving(isStale);
}
