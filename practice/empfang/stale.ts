// Whether the board shows a last known state: then nothing can be done from it, and leaving the page would lose what is seen.

import { createContext, useContext, useEffect } from 'react';

export const StaleContext = createContext(false);
/** True while the server cannot be reached. */
export const useStale = (): boolean => useContext(StaleContext);

/** The last state lies in memory only, as names of patients are never written to this computer's disk: a reload is asked about first. */
export function useKeepOpen(isStale: boolean): void {
  useEffect(() => {
    if (!isStale) return undefined;
    const ask = (event: BeforeUnloadEvent): void => event.preventDefault();
    addEventListener('beforeunload', ask);
    return () => removeEventListener('beforeunload', ask);
  }, [isStale]);
}
