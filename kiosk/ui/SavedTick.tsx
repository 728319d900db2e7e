/**
 * The quiet tick "gespeichert", or the word of a wait; its space is reserved when empty, so that
 * nothing moves.
 */
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';
import './progress.css';

export interface SavedTickProps {
  /** Null shows nothing: shown only when it is true. */
  readonly words: string | null;
  /** Word of a wait, in the place of the tick. */
  readonly wait?: string | null;
}

/** Debounced: not shown after every letter while the person keeps typing. */
const PAUSE_MS = 500;

export function SavedTick({ words, wait = null }: SavedTickProps) {
  const [isShown, setShown] = useState(words !== null);
  const isSaved = words !== null;
  if (!isSaved && isShown) setShown(false);
  useEffect(() => {
    if (!isSaved) return undefined;
    const waiting = setTimeout(() => setShown(true), PAUSE_MS);
    return () => clearTimeout(waiting);
  }, [isSaved]);
  return (
    <output className="k-saved" data-wait={wait !== null}>
      {wait ??
        (isShown && words !== null && (
          <>
            <Icon name="check" />
            {words}
          </>
        ))}
    </output>
  );
}
