/** The quiet tick "gespeichert"; its space is reserved when empty, so that nothing moves. */
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';
import './progress.css';

export interface SavedTickProps {
  /** Null shows nothing: shown only when it is true. */
  readonly words: string | null;
}

/** Debounced: not shown after every letter while the person keeps typing. */
const PAUSE_MS = 500;

export function SavedTick({ words }: SavedTickProps) {
  const [isShown, setShown] = useState(words !== null);
  const isSaved = words !== null;
  if (!isSaved && isShown) setShown(false);
  useEffect(() => {
    if (!isSaved) return undefined;
    const waiting = setTimeout(() => setShown(true), PAUSE_MS);
    return () => clearTimeout(waiting);
  }, [isSaved]);
  return (
    <output className="k-saved">
      {isShown && words !== null && (
        <>
          <Icon name="check" />
          {words}
        </>
      )}
    </output>
  );
}
