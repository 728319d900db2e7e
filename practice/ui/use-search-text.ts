// Text of a search field that the address keeps.

import { useEffect, useState } from 'react';

/** The address follows after this time without a key. */
const PAUSE_MS = 250;

/**
 * Holds what is typed; the address follows with a pause, and the field follows the address where
 * something else changes it, such as a reset.
 * @param kept the parameter of the address, empty where not set
 * @param keep sets the parameter
 */
export function useSearchText(
  kept: string,
  keep: (text: string) => void,
): [string, (typed: string) => void] {
  const [typed, setTyped] = useState(kept),
    [seen, setSeen] = useState(kept),
    // What this field itself put into the address: it may arrive after further letters were typed.
    [own, setOwn] = useState(kept);
  if (kept !== seen) {
    setSeen(kept);
    if (kept !== own) {
      setOwn(kept);
      setTyped(kept);
    }
  }
  useEffect(() => {
    const text = typed.trim();
    if (text === kept) return undefined;
    const timer = setTimeout(() => {
      setOwn(text);
      keep(text);
    }, PAUSE_MS);
    return () => clearTimeout(timer);
  });
  return [typed, setTyped];
}
