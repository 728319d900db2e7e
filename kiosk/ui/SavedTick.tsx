/** The quiet tick "gespeichert"; its room stays when it is empty, so nothing moves. */
import { Icon } from './Icon.tsx';
import './progress.css';

export interface SavedTickProps {
  /** Null shows nothing: it is only said when it is true. */
  readonly words: string | null;
}

export function SavedTick({ words }: SavedTickProps) {
  return (
    <output className="k-saved">
      {words !== null && (
        <>
          <Icon name="check" />
          {words}
        </>
      )}
    </output>
  );
}
