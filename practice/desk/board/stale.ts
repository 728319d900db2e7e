// Whether the board shows a last known state: then nothing can be done from it, and leaving the page would lose what is seen.

import { createContext, useContext } from 'react';
import { useLeaving } from '../../ui/saving/use-leaving.ts';

export const StaleContext = createContext(false);
/** True while the server cannot be reached. */
export const useStale = (): boolean => useContext(StaleContext);

/** The last state lies in memory only, as names of patients are never written to this computer's disk: a reload is asked about first. */
export function useKeepOpen(isStale: boolean): void {
  useLeaving(isStale);
}
