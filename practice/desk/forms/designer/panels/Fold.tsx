// A part of the editor that unfolds when it gets content, and folds only by a press: a field must not
// vanish while its text is cleared.

import { useEffect, useRef, useState, type ReactNode } from 'react';

export function Fold({
  id,
  title,
  isFilled,
  children,
}: {
  /** Findings lead to it. */
  id?: string;
  title: string;
  isFilled: boolean;
  children: ReactNode;
}) {
  const fold = useRef<HTMLDetailsElement>(null),
    [isOpenAtFirst] = useState(isFilled);
  useEffect(() => {
    if (isFilled && fold.current) fold.current.open = true;
  }, [isFilled]);
  return (
    <details
      ref={fold}
      {...(id !== undefined && { id, tabIndex: -1 })}
      className="f-group f-fold"
      open={isOpenAtFirst}
    >
      <summary>{title}</summary>
      {children}
    </details>
  );
}
