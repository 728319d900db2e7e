// Filters that live in the address: sent on by copying it, kept over a reload, and never lost when two change quickly.

import { useSearchParams } from 'react-router';

export interface QueryParams<Name extends string> {
  /** What the address says; absent where nothing is set. */
  values: Partial<Record<Name, string>>;
  /** Sets one; an empty text takes it away. Leaves no step in the browser's history. */
  set: (name: Name, value: string) => void;
  /** Puts these in place of all of them. */
  put: (values: Partial<Record<Name, string>>) => void;
  /** Takes all of them away. */
  reset: () => void;
}

/**
 * @param names the parameters of this page; others in the address are left alone
 */
export function useQueryParams<const Name extends string>(
  names: readonly Name[],
): QueryParams<Name> {
  const [search, setSearch] = useSearchParams();
  const values: Partial<Record<Name, string>> = {};
  for (const name of names) {
    const value = search.get(name);
    if (value !== null) values[name] = value;
  }
  const change = (mend: (next: URLSearchParams) => void): void => {
    // The address itself is read and not what was rendered last: a second change may come before the page has drawn the first.
    const next = new URLSearchParams(window.location.search);
    mend(next);
    setSearch(next, { replace: true });
  };
  return {
    values,
    set: (name, value) =>
      change((next) => {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }),
    put: (given) =>
      change((next) => {
        for (const name of names) {
          const value = given[name];
          if (value === undefined || value === '') next.delete(name);
          else next.set(name, value);
        }
      }),
    reset: () =>
      change((next) => {
        for (const name of names) next.delete(name);
      }),
  };
}
