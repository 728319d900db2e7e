// The tick that chooses a row: an own checkbox of the browser. A list has hundreds of them, and a
// library's takes as long to draw as the rest of its row.

import './row-parts.css';

export function Tick({
  label,
  checked,
  onChange,
}: {
  /** What is chosen; the accessible name. */
  label: string;
  checked: boolean;
  onChange: () => void;
}) {
  return (
    // The label is the target: larger than the box, and 44 px on a touch screen.
    <label className="p-tick p-noprint">
      <input type="checkbox" aria-label={label} checked={checked} onChange={onChange} />
    </label>
  );
}
