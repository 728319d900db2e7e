/** Context that replaces the system's keyboard by the tablet's own for the fields below. */
import { createContext, useContext } from 'react';

/** Letters, whole numbers, or numbers with a decimal comma. */
export type Keys = 'text' | 'digits' | 'decimal';

export const KeyboardContext = createContext(false);

/**
 * Returns the attributes that connect a field to the in-app keyboard, or, without one, request the
 * matching system keys.
 */
export function useKeyboardAttributes(keys: Keys): {
  readonly inputMode: 'none' | 'numeric' | 'decimal' | undefined;
  readonly 'data-keyboard': Keys | undefined;
} {
  const inApp = useContext(KeyboardContext);
  if (inApp) return { inputMode: 'none', 'data-keyboard': keys };
  return {
    inputMode: keys === 'digits' ? 'numeric' : keys === 'decimal' ? 'decimal' : undefined,
    'data-keyboard': undefined,
  };
}
