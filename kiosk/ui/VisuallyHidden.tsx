/** Text for screen readers only. */
import type { ReactNode } from 'react';

export interface VisuallyHiddenProps {
  readonly children: ReactNode;
  readonly id?: string;
}

export function VisuallyHidden({ children, id }: VisuallyHiddenProps) {
  return (
    <span className="k-hidden" id={id}>
      {children}
    </span>
  );
}
