/**
 * Double-tap guard for radios and checkboxes, whose change React reports even when the click was
 * refused.
 */
import { useRef, type ChangeEvent, type MouseEvent } from 'react';
import { acceptPress } from '../press.ts';

export interface GuardedInput {
  readonly onClick: (event: MouseEvent<HTMLInputElement>) => void;
  readonly onChange: (event: ChangeEvent<HTMLInputElement>) => void;
}

export function useGuardedInput(change: (checked: boolean) => void): GuardedInput {
  const refused = useRef(false);
  return {
    onClick: (event) => {
      refused.current = !acceptPress(event);
      if (refused.current) event.preventDefault();
    },
    onChange: (event) => {
      if (!refused.current) change(event.target.checked);
      refused.current = false;
    },
  };
}
