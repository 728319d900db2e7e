/** Holds the value of a field of the gallery, so that it can be typed into. */
import { useState, type ReactNode } from 'react';

export function Held<Value>({
  start,
  children,
}: {
  readonly start: Value;
  readonly children: (value: Value, change: (value: Value) => void) => ReactNode;
}) {
  const [value, change] = useState(start);
  return children(value, change);
}

/** Buttons of samples do nothing. */
export const nothing = (): void => undefined;
