/** Whether the tablet's own keyboard replaces the system's for the fields below. */
import { createContext, useContext } from 'react';

export const KeyboardContext = createContext(false);

/** Attributes that hand a field to the in-app keyboard, or, without one, ask the system for the fitting keys. */
export function useKeyboardAttributes(keys: 'text' | 'digits'): {
  readonly inputMode: 'none' | 'numeric' | undefined;
  readonly 'data-keyboard': 'text' | 'digits' | undefined;
} {
  const inApp = useContext(KeyboardContext);
  if (inApp) return { inputMode: 'none', 'data-keyboard': keys };
  return { inputMode: keys === 'digits' ? 'numeric' : undefined, 'data-keyboard': undefined };
}
