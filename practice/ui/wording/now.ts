// The running clock of the screens: one shared tick, corrected by the server's clock where it is
// known.

import { useEffect, useState } from 'react';
import { berlinDay } from '../../../shared/base/dates.ts';

/**
 * Returns the current instant in ms, updated every `everyMs`; `offset` = server clock minus this
 * computer's.
 */
export function useNow(everyMs: number, offset = 0): number {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), everyMs);
    return () => clearInterval(timer);
  }, [everyMs]);
  return now + offset;
}

/** Returns today in Berlin, `YYYY-MM-DD`; changes at midnight. */
export const useToday = (): string => berlinDay(useNow(60_000));
