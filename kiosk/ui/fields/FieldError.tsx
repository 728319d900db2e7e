/** Error message of one field, with icon and text, announced when it appears. */
import type { ReactNode } from 'react';
import { Icon } from '../Icon.tsx';

export interface FieldErrorProps {
  readonly children?: ReactNode;
  readonly id?: string;
}

export function FieldError({ children, id }: FieldErrorProps) {
  const empty =
    children === undefined || children === null || children === false || children === '';
  // The live region exists before its text, or screen readers stay silent.
  return (
    <output className="k-error" id={id}>
      {!empty && (
        <span className="k-error__line">
          <Icon name="warning" />
          <span>
            <bdi>{children}</bdi>
          </span>
        </span>
      )}
    </output>
  );
}
