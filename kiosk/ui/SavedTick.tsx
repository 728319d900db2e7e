/** The quiet tick "gespeichert"; its room stays when it is empty, so nothing moves. */
import { useEffect, useState } from 'react';
import { Icon } from './Icon.tsx';
import './progress.css';

export interface SavedTickProps {
  /** Null shows nothing: it is only said when it is true. */
  readonly words: string | null;
}

/** Whoever goes on writing is not told after every letter. */
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
