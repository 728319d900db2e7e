/** How far: a bar with its words ("5 von 14"), filling in reading direction. */
import './progress.css';

export interface ProgressProps {
  readonly value: number;
  readonly max: number;
  /** The same said in words; shown beside the bar and read aloud. */
  readonly words: string;
  /** What progresses, for screen readers. */
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
