// A sentence with a number that stays on one line: a break after a hyphen would make two of it.

import type { ReactNode } from 'react';

/** Shows `text`, in which `number` is not broken. */
export function WholeNumber({ text, number }: { text: string; number: string }): ReactNode {
  const at = text.indexOf(number);
  if (at < 0) return text;
  return (
    <>
      {text.slice(0, at)}
      <span className="inv-whole">{number}</span>
      {text.slice(at + number.length)}
    </>
  );
}
