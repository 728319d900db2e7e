/** Context that replaces the system's keyboard by the tablet's own for the fields below. */
import { createContext, useContext } from 'react';

/**
 * Keys that a field begins with. `text`: sentences; `name`: words; `latin`: words in Latin letters;
 * `email`: Latin letters without capitals; the others begin with digits.
 */
export type Keys =
  | 'text'
  | 'name'
  | 'latin'
  | 'email'
  | 'digits'
  | 'decimal'
  | 'phone'
  | 'postcode';

export const KeyboardContext = createContext(false);

const SYSTEM_KEYS = {
  email: 'email',
  digits: 'numeric',
  decimal: 'decimal',
  phone: 'tel',
  postcode: 'tel',
} as const satisfies Partial<Record<Keys, string>>;
type SystemKeys = (typeof SYSTEM_KEYS)[keyof typeof SYSTEM_KEYS];

/**
 * Returns the attributes that connect a field to the in-app keyboard, or, without one, request the
 * matching system keys.
 */
export function useKeyboardAttributes(keys: Keys): {
  readonly inputMode: 'none' | SystemKeys | undefined;
  readonly autoCapitalize: 'none' | 'words' | undefined;
  readonly 'data-keyboard': Keys | undefined;
} {
  const inApp = useContext(KeyboardContext);
  return {
    inputMode: inApp ? 'none' : (SYSTEM_KEYS as Partial<Record<Keys, SystemKeys>>)[keys],
    autoCapitalize:
      keys === 'email' ? 'none' : keys === 'name' || keys === 'latin' ? 'words' : undefined,
    'data-keyboard': inApp ? keys : undefined,
  };
}
