// Filters kept in the address: shared by copying it, kept over a reload, and never lost when two
// change quickly.

import { useSearchParams } from 'react-router';

export interface QueryParams<Name extends string> {
  /** Parameters of the address; absent where not set. */
  values: Partial<Record<Name, string>>;
  /** Sets one; an empty text removes it. Adds no entry to the browser's history. */
  set: (name: Name, value: string) => void;
  /**
   * Sets one as a new entry of the browser's history, unless it replaces another value: Back closes
   * the first one.
   */
  visit: (name: Name, value: string) => void;
  /** Replaces all of them. */
  put: (values: Partial<Record<Name, string>>) => void;
  /** Removes all of them. */
  reset: () => void;
}

/**
 * Holds parameters of the address.
 * @param names the parameters of this page; others in the address are not changed
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
  const change = (mend: (next: URLSearchParams) => void, isVisit = false): void => {
    // Reads the address itself instead of the last render: a second change may come before the
    // first is rendered.
    const next = new URLSearchParams(window.location.search);
    mend(next);
    setSearch(next, { replace: !isVisit });
  };
  return {
    values,
    set: (name, value) =>
      change((next) => {
        if (value === '') next.delete(name);
        else next.set(name, value);
      }),
    visit: (name, value) => {
      const isFirst = !new URLSearchParams(window.location.search).has(name);
      change((next) => next.set(name, value), isFirst);
    },
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
