/** Progress bar with its text ("5 von 14"), filling in reading direction. */
import './progress.css';

export interface ProgressProps {
  readonly value: number;
  readonly max: number;
  /** The same as text; shown next to the bar and read aloud. */
  readonly words: string;
  /** Accessible name of the progress. */
  readonly label: string;
}

export function Progress({ value, max, words, label }: ProgressProps) {
  return (
    <div className="k-progress">
      <progress
        className="k-progress__bar"
        aria-label={label}
        aria-valuetext={words}
        value={value}
        max={Math.max(max, 1)}
      />
      <span className="k-progress__words" aria-hidden="true">
        <bdi>{words}</bdi>
      </span>
    </div>
  );
}
