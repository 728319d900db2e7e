// Rate limiter of wrong requests per address, in memory, so that the directory cannot be used to
// guess codes.

export interface WrongGuesses {
  /** Returns seconds to wait, or 0. */
  waitOf(ip: string, now: number): number;
  note(ip: string, now: number): void;
}

const WINDOW_MS = 10 * 60_000;
const LIMIT = 30;
const ADDRESSES = 10_000;

export function createWrongGuesses(): WrongGuesses {
  const seen = new Map<string, { n: number; since: number }>();
  const fresh = (ip: string, now: number): { n: number; since: number } | undefined => {
    const row = seen.get(ip);
    if (row && now - row.since < WINDOW_MS) return row;
    seen.delete(ip);
    return undefined;
  };
  return {
    waitOf(ip, now) {
      const row = fresh(ip, now);
      return row && row.n >= LIMIT ? Math.ceil((row.since + WINDOW_MS - now) / 1000) : 0;
    },
    note(ip, now) {
      const row = fresh(ip, now);
      if (row) row.n++;
      else {
        // Evicts the oldest first: a flood of addresses must not fill the memory.
        if (seen.size >= ADDRESSES)
          for (const key of seen.keys()) {
            seen.delete(key);
            break;
          }
        seen.set(ip, { n: 1, since: now });
      }
    },
  };
}
