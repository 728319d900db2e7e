// Whether the board shows a last known state: then all actions are disabled, and leaving the page
// would lose it.

import { createContext, useContext } from 'react';
import { useLeaving } from '../../ui/saving/use-leaving.ts';

export const StaleContext = createContext(false);
/** True while the server is unreachable. */
export const useStale = (): boolean => useContext(StaleContext);

/**
 * The last state is kept in memory only, as names of patients are never written to this computer's
 * disk: a reload asks for confirmation.
 */
export function useKeepOpen(isStale: boolean): void {
  useLeaving(isStale);
}
