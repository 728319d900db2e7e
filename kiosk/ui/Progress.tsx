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
  const share = max > 0 ? Math.min(1, Math.max(0, value / max)) : 0;
  return (
    <div className="k-progress">
      <div
        className="k-progress__bar"
        role="progressbar"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={max}
        aria-valuenow={value}
        aria-valuetext={words}
      >
        <div className="k-progress__fill" style={{ width: `${share * 100}%` }} />
      </div>
      <span className="k-progress__words" aria-hidden="true">
        {words}
      </span>
    </div>
  );
}
