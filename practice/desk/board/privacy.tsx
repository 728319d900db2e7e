// Masks names on the board: by key P, and automatically after 60 s without input; initials stay.

import {
  createContext,
  useCallback,
  useContext,
  useEffect,
  useMemo,
  useState,
  type ReactNode,
} from 'react';
import { dayText } from '../../../shared/base/dates.ts';
import { coverNames, initialsOf } from '../../ui/covered-names.ts';
import { useLanguage } from '../../ui/texts.ts';

export const COVER_MS = 60_000;

export interface Privacy {
  isPrivate: boolean;
  toggle: () => void;
  name: (name: string) => string;
  born: (day: string) => string;
}

const PrivacyContext = createContext<Privacy>({
  isPrivate: false,
  toggle: () => undefined,
  name: (name) => name,
  born: (day) => day,
});
export const usePrivacy = (): Privacy => useContext(PrivacyContext);

const SIGNS_OF_LIFE = ['pointerdown', 'pointermove', 'keydown', 'wheel'] as const;

export function PrivacyProvider({ children }: { children: ReactNode }) {
  const language = useLanguage();
  const [isPrivate, setPrivate] = useState(false);
  useEffect(() => {
    let timer = setTimeout(() => setPrivate(true), COVER_MS);
    const alive = (): void => {
      clearTimeout(timer);
      timer = setTimeout(() => setPrivate(true), COVER_MS);
    };
    for (const sign of SIGNS_OF_LIFE) addEventListener(sign, alive, { passive: true });
    return () => {
      clearTimeout(timer);
      for (const sign of SIGNS_OF_LIFE) removeEventListener(sign, alive);
    };
  }, []);
  // The search for people above the board hides names, too, while the board does.
  useEffect(() => {
    coverNames(isPrivate);
    return () => coverNames(false);
  }, [isPrivate]);
  const toggle = useCallback(() => setPrivate((old) => !old), []);
  const value = useMemo<Privacy>(
    () => ({
      isPrivate,
      toggle,
      name: (name) => (isPrivate ? initialsOf(name) : name),
      born: (day) => (isPrivate ? '' : `*${dayText(day, language)}`),
    }),
    [isPrivate, toggle, language],
  );
  return <PrivacyContext value={value}>{children}</PrivacyContext>;
}
